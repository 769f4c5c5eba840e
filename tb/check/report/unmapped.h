// SPDX-License-Identifier: Apache-2.0
// Text of accesses to unmapped memory, and outside of what is allocated.
#ifndef WAVELOCK_CHECK_UNMAPPED_H
#define WAVELOCK_CHECK_UNMAPPED_H

#include <stddef.h>
#include <stdio.h>

#include "wavelock/model_ops.h"

// "slot 0, lane 3: global_store_dword v[0:1], v2, off at 0x100002314, address 0x0": the first access.
// ops: of the model of a unit with these sizes; it has `text`.
void unmapped_text(const wl_model_ops *ops, const wl_config *unit, const wl_unmapped *u, char *text, size_t size);
// ", texel x 3, y 4, slice 1, level 2"; of no image "".
void texel_text(const wl_texel *t, char *text, size_t size);
// "4 bytes past buffer 1 of 4096 bytes": where the first lies, if u->bytes.
void allocation_text(const wl_unmapped *u, char *text, size_t size);
// What they are, in the singular or the plural.
static inline const char *unmapped_noun(const wl_unmapped *u) {
  if (u->bytes || u->in_lds)
    return u->count == 1 ? "access outside what is allocated" : "accesses outside what is allocated";
  return u->count == 1 ? "access to unmapped memory" : "accesses to unmapped memory";
}
// The headline of a run that ends as HAZARD because of them. first: what unmapped_text says of the first.
static inline void unmapped_why(const wl_unmapped *u, const char *first, char *text, size_t size) {
  snprintf(text, size, "%llu %s; the first: %.400s", (unsigned long long)u->count, unmapped_noun(u), first);
}

#endif
