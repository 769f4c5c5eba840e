// SPDX-License-Identifier: Apache-2.0
// v_mad_mix: a sum and a product of f32 from sources of f32 and f16 (numerics.md 3.1).
#include "execute/fp.h"

struct wl_fp wl_fp_mad_mix(uint64_t a, uint64_t b, uint64_t c, unsigned halves, bool to_half, uint32_t mode) {
  const struct wl_fp_format *f16 = &wl_f16_format, *f32 = &wl_f32_format;
  struct wl_fp s[3] = {{a, 0}, {b, 0}, {c, 0}};
  mode = wl_always_flush(f16, wl_always_flush(f32, mode));
  for (unsigned i = 0; i < 3; i++) {
    if (halves >> i & 1) s[i] = wl_fp_convert(f16, f32, s[i].bits & 0xffff, mode);
  }
  const struct wl_fp sum = wl_fp_mad(f32, s[0].bits, s[1].bits, s[2].bits, mode);
  const struct wl_fp r = to_half ? wl_fp_convert(f32, f16, sum.bits, mode) : sum;
  return (struct wl_fp){r.bits, s[0].flags | s[1].flags | s[2].flags | sum.flags | r.flags};
}
