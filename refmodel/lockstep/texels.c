// SPDX-License-Identifier: Apache-2.0
// Transactions of samples and gather4.
#include "lockstep/texels.h"

enum { kLine = 64 };

// Bytes of a dword of an element.
static uint32_t dword_bytes(const struct wl_pending *p) { return p->access->bytes < 4 ? p->access->bytes : 4; }

// The bytes of the line that the transaction's lanes have in its component. WL_BAD_EVENT: one has none.
static wl_result check(const struct wl_pending *p, const struct wl_texels *t, const wl_transaction *x, uint64_t *enable,
                       char why[WL_WHY]) {
  const uint32_t n = x->component / WL_TEXEL_DWORDS, k = x->component % WL_TEXEL_DWORDS;
  const char *name = p->insn.name;
  *enable = 0;
  if (n >= WL_TEXELS || k >= wl_access_dwords(p->access))
    return wl_bad(why, "%s has no component %u: an element has %u dwords", name, x->component,
                  wl_access_dwords(p->access));
  if (x->lanes == 0) return wl_bad(why, "%s: the transaction has no lane", name);
  if (x->lanes & ~p->exec)
    return wl_bad(why, "%s: lanes 0x%llx are not active", name, (unsigned long long)(x->lanes & ~p->exec));
  if (x->lanes & ~t->lanes[n])
    return wl_bad(why, "%s: lanes 0x%llx do not fetch texel %u (component %u)", name,
                  (unsigned long long)(x->lanes & ~t->lanes[n]), n, x->component);
  for (uint64_t lanes = x->lanes; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    const uint64_t address = t->address[n][l] + 4 * k, at = address - x->line;
    if (at >= kLine)
      return wl_bad(why, "%s: lane %u has dword %u of texel %u at 0x%llx, which is not in line 0x%llx", name, l, k, n,
                    (unsigned long long)address, (unsigned long long)x->line);
    *enable |= ((1ull << dword_bytes(p)) - 1) << at;
  }
  return WL_OK;
}

wl_result wl_texels_request(const struct wl_pending *p, struct wl_texels *t, const wl_transaction *x,
                            wl_transaction *predicted, char why[WL_WHY]) {
  const uint32_t n = x->component / WL_TEXEL_DWORDS, k = x->component % WL_TEXEL_DWORDS;
  if (check(p, t, x, &predicted->byte_enable, why) != WL_OK) return WL_BAD_EVENT;
  if (t->requested[n][k] & x->lanes)
    return wl_bad(why, "%s: lanes 0x%llx request dword %u of texel %u a second time", p->insn.name,
                  (unsigned long long)(t->requested[n][k] & x->lanes), k, n);
  t->requested[n][k] |= x->lanes;
  return WL_OK;
}

wl_result wl_texels_perform(const struct wl_pending *p, struct wl_texels *t, const wl_transaction *x,
                            const uint8_t *line, uint32_t rdata[16], char why[WL_WHY]) {
  const uint32_t n = x->component / WL_TEXEL_DWORDS, k = x->component % WL_TEXEL_DWORDS;
  uint64_t enable;
  if (check(p, t, x, &enable, why) != WL_OK) return WL_BAD_EVENT;
  if ((x->lanes & ~t->requested[n][k]) | (x->lanes & t->accessed[n][k]))
    return wl_bad(why, "%s: memory was accessed for a transaction on line 0x%llx that was not requested, or twice",
                  p->insn.name, (unsigned long long)x->line);
  t->accessed[n][k] |= x->lanes;
  if (line != NULL) wl_copy_enabled(rdata, line, enable, kLine);
  for (uint64_t lanes = x->lanes; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    t->data[n][k][l] = 0;
    if (line != NULL) memcpy(&t->data[n][k][l], line + (t->address[n][l] + 4 * k - x->line), dword_bytes(p));
  }
  return WL_OK;
}

uint64_t wl_texels_done(const struct wl_pending *p, const struct wl_texels *t) {
  uint64_t done = ~0ull;
  for (uint32_t n = 0; n < WL_TEXELS; n++) {
    for (uint32_t k = 0; k < wl_access_dwords(p->access); k++) done &= ~t->lanes[n] | t->accessed[n][k];
  }
  return done;
}

wl_result wl_texels_complete(const struct wl_pending *p, const struct wl_texels *t, char why[WL_WHY]) {
  for (uint32_t n = 0; n < WL_TEXELS; n++) {
    for (uint32_t k = 0; k < wl_access_dwords(p->access); k++) {
      const uint64_t left = t->lanes[n] & ~t->accessed[n][k];
      if (left != 0)
        return wl_bad(why, "%s returns before memory was accessed for dword %u of texel %u of lanes 0x%llx",
                      p->insn.name, k, n, (unsigned long long)left);
    }
  }
  return WL_OK;
}
