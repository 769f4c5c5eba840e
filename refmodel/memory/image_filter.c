// SPDX-License-Identifier: Apache-2.0
// The weighted sum of a lane's texels, comparisons, gather4 (image.md 10.6 to 10.8, 12; D-IMG-26 to D-IMG-28).
#include "memory/image_number.h"
#include "memory/memory.h"

enum { NEVER, LESS, EQUAL, LESS_EQUAL, GREATER, NOT_EQUAL, GREATER_EQUAL, ALWAYS };  // DEPTH_COMPARE_FUNC

uint32_t wl_image_lerp(uint32_t a, uint32_t b, uint32_t w) { return wl_f32_sum(a, WL_LEVEL_ONE - w, b, w); }

// Both zeros are equal, and a NaN equals nothing.
static bool compares(uint32_t function, uint32_t reference, uint32_t texel) {
  switch (function) {
    case NEVER: return false;
    case LESS: return wl_f32_lt(reference, texel);
    case EQUAL: return wl_f32_eq(reference, texel);
    case LESS_EQUAL: return wl_f32_le(reference, texel);
    case GREATER: return wl_f32_lt(texel, reference);
    case NOT_EQUAL: return !wl_f32_eq(reference, texel);
    case GREATER_EQUAL: return wl_f32_le(texel, reference);
    default: return true;
  }
}

// D-IMG-27: the reference is as the format can have it.
static uint32_t reference_of(const struct wl_image *i, uint32_t reference) {
  if (!wl_format_is_unsigned(&i->format) || wl_f32_is_nan(reference)) return reference;
  return reference >> 31 ? 0 : reference > WL_F32_ONE ? WL_F32_ONE : reference;
}

// A texel of a lane, as 10.6 has it.
static void texel(const struct wl_insn *insn, const struct wl_image *i, const struct wl_texels *t, uint32_t lane,
                  uint32_t n, uint32_t to[4]) {
  if (t->lane[lane].border >> n & 1) {
    memcpy(to, i->sampler.border, sizeof i->sampler.border);
  } else {
    const uint32_t element[WL_TEXEL_DWORDS] = {t->data[n][0][lane], t->data[n][1][lane], t->data[n][2][lane],
                                               t->data[n][3][lane]};
    wl_format_components(&i->format, element, to);
  }
  if (!(wl_image_op(insn->sub)->parts & WL_IMAGE_COMPARE)) return;
  const bool passes = compares(i->sampler.compare, reference_of(i, t->lane[lane].reference), to[0]);
  to[0] = passes ? WL_F32_ONE : 0;
  to[1] = to[2] = to[3] = 0;
}

static void sum(uint32_t a[4], const uint32_t b[4], uint32_t w) {
  for (uint32_t k = 0; k < 4; k++) a[k] = wl_image_lerp(a[k], b[k], w);
}

// The sum of the texels whose numbers differ from n in the bits below 2 * bit. The second half of them counts where it
// has weight.
static void summed(const struct wl_insn *insn, const struct wl_image *i, const struct wl_texels *t, uint32_t lane,
                   uint32_t n, uint32_t bit, uint32_t to[4]) {
  const struct wl_sampled_lane *s = &t->lane[lane];
  if (bit == 0) {
    texel(insn, i, t, lane, n, to);
    return;
  }
  const uint32_t w = bit == WL_SECOND_LEVEL   ? s->level
                     : bit == WL_SECOND_PLANE ? s->weight[n / WL_SECOND_LEVEL][2]
                     : bit == WL_SECOND_ROW   ? s->weight[n / WL_SECOND_LEVEL][1]
                                              : s->weight[n / WL_SECOND_LEVEL][0];
  summed(insn, i, t, lane, n, bit / 2, to);
  if (w == 0) return;
  uint32_t second[4];
  summed(insn, i, t, lane, n + bit, bit / 2, second);
  sum(to, second, w);
}

void wl_image_sampled(const struct wl_insn *insn, const struct wl_image *i, const struct wl_texels *t, uint32_t lane,
                      uint32_t component[4]) {
  static const uint8_t order[4] = {2, 3, 1, 0};  // (i0, j1), (i1, j1), (i1, j0), (i0, j0)
  uint32_t value[4];
  if (wl_image_op(insn->sub)->what == WL_IMAGE_GATHER4) {
    const uint32_t c = (uint32_t)__builtin_ctz(wl_image_dmask(insn));
    for (uint32_t r = 0; r < 4; r++) {
      texel(insn, i, t, lane, order[r], value);
      wl_format_select(&i->format, value);
      component[r] = value[c];
    }
    return;
  }
  summed(insn, i, t, lane, 0, WL_SECOND_LEVEL, component);
  wl_format_select(&i->format, component);
}
