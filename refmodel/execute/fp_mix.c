// SPDX-License-Identifier: Apache-2.0
// Sums and products of f32 from sources of f32 and f16 (numerics.md 3.1).
#include "execute/fp.h"
#include "execute/fp_pack.h"

static struct wl_fp widened(uint64_t a, uint32_t mode) {
  return wl_fp_convert(&wl_f16_format, &wl_f32_format, a & 0xffff, mode);
}

struct wl_fp wl_fp_mad_mix(uint64_t a, uint64_t b, uint64_t c, unsigned halves, bool to_half, uint32_t mode) {
  const struct wl_fp_format *f16 = &wl_f16_format, *f32 = &wl_f32_format;
  struct wl_fp s[3] = {{a, 0}, {b, 0}, {c, 0}};
  mode = wl_always_flush(f16, wl_always_flush(f32, mode));
  for (unsigned i = 0; i < 3; i++) {
    if (halves >> i & 1) s[i] = widened(s[i].bits, mode);
  }
  const struct wl_fp sum = wl_fp_mad(f32, s[0].bits, s[1].bits, s[2].bits, mode);
  const struct wl_fp r = to_half ? wl_fp_convert(f32, f16, sum.bits, mode) : sum;
  return (struct wl_fp){r.bits, s[0].flags | s[1].flags | s[2].flags | sum.flags | r.flags};
}

static bool is_number(uint64_t a) { return wl_magnitude(&wl_f32_format, a) < wl_inf(&wl_f32_format); }

struct wl_fp wl_fp_fma_mix(uint64_t a, uint64_t b, uint64_t c, unsigned halves, bool to_half, uint32_t mode) {
  const struct wl_fp_format *f16 = &wl_f16_format, *f32 = &wl_f32_format;
  const uint32_t keep = mode & f32->keep_in ? f16->keep_in : 0;
  struct wl_fp s[3] = {{a, 0}, {b, 0}, {c, 0}}, r;
  bool numbers = true;
  for (unsigned i = 0; i < 3; i++) {
    if (halves >> i & 1) s[i] = widened(s[i].bits, (mode & ~f16->keep_in) | keep);
    numbers &= is_number(s[i].bits);
  }
  const uint32_t flags = s[0].flags | s[1].flags | s[2].flags;
  if (to_half && numbers) {
    r = wl_fp_fma_numbers(f32, f16, s[0].bits, s[1].bits, s[2].bits, mode);
  } else {
    r = wl_fp_fma(f32, s[0].bits, s[1].bits, s[2].bits, mode);
    if (to_half) r.bits = wl_fp_convert(f32, f16, r.bits, mode).bits;  // a NaN or an infinity
  }
  return (struct wl_fp){r.bits, r.flags | flags};
}

struct wl_fp wl_fp_dot2(uint32_t a, uint32_t b, uint32_t c, uint32_t mode) {
  const struct wl_fp_format *f32 = &wl_f32_format;
  mode = wl_to_nearest(f32, wl_always_flush(f32, mode)) | wl_f16_format.keep_in;
  struct wl_fp sum = {c, 0};
  for (unsigned i = 0; i < 2; i++) {
    const struct wl_fp x = widened(a >> 16 * i, mode), y = widened(b >> 16 * i, mode);
    const struct wl_fp next = wl_fp_fma(f32, x.bits, y.bits, sum.bits, mode);
    sum = (struct wl_fp){next.bits, sum.flags | x.flags | y.flags | next.flags};
  }
  return sum;
}
