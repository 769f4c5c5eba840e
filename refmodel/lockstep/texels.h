// SPDX-License-Identifier: Apache-2.0
// Transactions of samples and gather4 (image.md 14.1): component 4 * n + k is dword k of texel number n.
#ifndef WAVELOCK_LOCKSTEP_TEXELS_H
#define WAVELOCK_LOCKSTEP_TEXELS_H

#include "wave/model.h"

// The part of wl_model_request for an instruction and its texels. predicted gets the byte enables.
wl_result wl_texels_request(const struct wl_pending *p, struct wl_texels *t, const wl_transaction *transaction,
                            wl_transaction *predicted, char why[WL_WHY]);
// The part of wl_model_perform. line: what memory holds, NULL: it is not mapped. rdata gets the bytes that are read.
wl_result wl_texels_perform(const struct wl_pending *p, struct wl_texels *t, const wl_transaction *transaction,
                            const uint8_t *line, uint32_t rdata[16], char why[WL_WHY]);
// Lanes that have all their texels.
uint64_t wl_texels_done(const struct wl_pending *p, const struct wl_texels *t);
// As of wl_model_return: WL_BAD_EVENT if memory was not accessed for a texel.
wl_result wl_texels_complete(const struct wl_pending *p, const struct wl_texels *t, char why[WL_WHY]);

#endif
