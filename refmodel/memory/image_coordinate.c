// SPDX-License-Identifier: Apache-2.0
// From coordinates to texels: filters, levels, fixed point, clamp modes, slices (image.md 10.2 to 10.5, 12; D-IMG-23 to
// D-IMG-25).
#include "memory/image_number.h"
#include "memory/memory.h"

enum { POINT, LINEAR };                    // filters: bit 0 of a field; D-IMG-12
enum { MIP_NONE, MIP_POINT, MIP_LINEAR };  // MIP_FILTER; 3 as MIP_POINT
enum { WRAP, MIRROR, LAST_TEXEL, MIRROR_LAST_TEXEL, HALF_BORDER, MIRROR_HALF_BORDER, BORDER, MIRROR_BORDER };
enum { BEYOND = -1 };  // in place of an index: the border
enum { FIXED = 256, FIXED_BITS = 8, FIXED_LIMIT = 1 << 23, INDEX_LIMIT = 1 << 15 };

// What an axis contributes to a sample of a level. Without a weight the second index plays no part, but in gather4.
struct taps {
  int32_t index[2];
  uint32_t weight;
};

// The index of a texel by its clamp mode (10.5). N is at most 2^14, i has 17 bits.
static int32_t clamped(uint32_t mode, int32_t i, int32_t n) {
  if (i >= 0 && i < n) return i;
  const int32_t mirrored = i < 0 ? -1 - i : i;
  switch (mode) {
    case WRAP: i %= n; return i < 0 ? i + n : i;
    case MIRROR:
      i %= 2 * n;
      if (i < 0) i += 2 * n;
      return i < n ? i : 2 * n - 1 - i;
    case LAST_TEXEL: return i < 0 ? 0 : n - 1;
    case MIRROR_LAST_TEXEL: return mirrored < n ? mirrored : n - 1;
    case MIRROR_HALF_BORDER:
    case MIRROR_BORDER: return mirrored < n ? mirrored : BEYOND;
    default: return BEYOND;
  }
}

// The coordinate, in a periodic mode its remainder by two periods, which changes no index (10.3).
static uint32_t reduced(const struct wl_sampler *s, uint32_t mode, uint32_t coordinate) {
  return s->normalized && mode <= MIRROR ? wl_f32_remainder(coordinate) : coordinate;
}

static int32_t fixed_point(uint32_t coordinate, uint32_t unit, uint32_t mode, uint32_t n) {
  const int32_t f = wl_f32_nearest(coordinate, unit, FIXED_BITS, -FIXED_LIMIT, FIXED_LIMIT - 1);
  if (mode != HALF_BORDER && mode != MIRROR_HALF_BORDER) return f;
  return wl_limited(mode == MIRROR_HALF_BORDER && f < 0 ? -f : f, 0, (int32_t)(FIXED * n));
}

// One axis of a level (10.3 to 10.5).
static struct taps taps_of(const struct wl_sampler *s, uint32_t axis, uint32_t coordinate, uint32_t n, bool linear,
                           int32_t offset) {
  const uint32_t mode = s->clamp[axis];
  const bool half = mode == HALF_BORDER || mode == MIRROR_HALF_BORDER;
  const uint32_t c = reduced(s, mode, coordinate), unit = s->normalized ? n : 1;
  if (linear) {
    const int32_t g = fixed_point(c, unit, mode, n) - FIXED / 2, first = (g >> FIXED_BITS) + offset;
    return (struct taps){{clamped(mode, first, (int32_t)n), clamped(mode, first + 1, (int32_t)n)},
                         (uint32_t)g & (FIXED - 1)};
  }
  int32_t i;
  if (s->truncates && !half) {
    i = wl_f32_floor(c, unit, -INDEX_LIMIT, INDEX_LIMIT - 1);
  } else {
    i = fixed_point(c, unit, mode, n) >> FIXED_BITS;
    if (half && i >= (int32_t)n) i = (int32_t)n - 1;
  }
  return (struct taps){{clamped(mode, i + offset, (int32_t)n), BEYOND}, 0};
}

// The slice of an array, in the whole image (D-IMG-25).
static uint32_t slice_of(const struct wl_image *i, uint32_t coordinate) {
  return i->base_slice + (uint32_t)wl_f32_nearest(coordinate, 1, 0, 0, (int32_t)i->last_slice);
}

// The signed offset of an axis: six bits of a byte (3.1).
static int32_t offset_of(uint32_t offset, uint32_t axis) { return (int32_t)(offset << (26 - 8 * axis)) >> 26; }

// What a lane samples.
struct choice {
  bool linear[WL_IMAGE_AXES], gather;
  uint32_t level, weight;  // the first one, counted from the view's; of the second one
};

static struct choice choose(const struct wl_insn *insn, const struct wl_image *i, int32_t lambda) {
  const struct wl_sampler *s = &i->sampler;
  const bool gather = wl_image_op(insn->sub)->what == WL_IMAGE_GATHER4;
  const bool xy = gather || (!i->integers && (lambda <= 0 ? s->mag : s->min) % 2 == LINEAR);
  const bool z = !i->integers && (s->z == 0 ? xy : s->z == 2);
  const bool both = s->mip == MIP_LINEAR && !i->integers && !gather;
  const int32_t n = i->last_level, part = wl_limited(lambda, 0, WL_LEVEL_ONE * n);
  struct choice c = {{xy, xy, z}, gather, 0, 0};
  if (s->mip == MIP_NONE) return c;
  c.level = (uint32_t)(both ? part >> FIXED_BITS : wl_limited((lambda + WL_LEVEL_ONE / 2) >> FIXED_BITS, 0, n));
  c.weight = both ? (uint32_t)part % WL_LEVEL_ONE : 0;
  return c;
}

// Adds the texels of a level: those of the second column, row and plane only where they have weight.
static void add_texels(const struct wl_image *i, const struct choice *c, uint32_t level, uint32_t first,
                       const struct taps taps[WL_IMAGE_AXES], uint32_t slice, uint32_t l, struct wl_texels *to) {
  const bool both[WL_IMAGE_AXES] = {c->gather || taps[0].weight != 0, i->axes > 1 && (c->gather || taps[1].weight != 0),
                                    taps[2].weight != 0};
  for (uint32_t n = 0; n < WL_SECOND_LEVEL; n++) {
    const uint32_t x = n % 2, y = n / WL_SECOND_ROW % 2, z = n / WL_SECOND_PLANE;
    if ((x && !both[0]) || (y && !both[1]) || (z && !both[2])) continue;
    const int32_t at[WL_IMAGE_AXES] = {taps[0].index[x], taps[1].index[y], taps[2].index[z]};
    if ((at[0] | at[1] | at[2]) < 0) {
      to->lane[l].border |= (uint16_t)(1u << (first + n));
      continue;
    }
    to->lanes[first + n] |= 1ull << l;
    to->address[first + n][l] =
        wl_image_element(i, level, (uint32_t)at[0], (uint32_t)at[1], i->axes == 3 ? (uint32_t)at[2] : slice);
  }
}

static void lane_texels(const struct wl_image *i, const struct wl_image_operands *o, const struct choice *c, uint32_t l,
                        struct wl_texels *to) {
  const uint32_t slice = i->sliced ? slice_of(i, o->slice[l]) : 0;
  struct wl_sampled_lane *lane = &to->lane[l];
  lane->level = (uint8_t)c->weight;
  lane->border = 0;
  lane->reference = o->compare[l];
  for (uint32_t second = 0; second < (c->weight != 0 ? 2 : 1); second++) {
    const uint32_t level = i->base_level + c->level + second;
    struct taps taps[WL_IMAGE_AXES] = {{{0, 0}, 0}, {{0, 0}, 0}, {{0, 0}, 0}};
    for (uint32_t a = 0; a < i->axes; a++) {
      const uint32_t n = wl_image_size(i, a, level);
      taps[a] = taps_of(&i->sampler, a, o->axis[a][l], n, c->linear[a], offset_of(o->offset[l], a));
    }
    for (uint32_t a = 0; a < WL_IMAGE_AXES; a++) lane->weight[second][a] = (uint8_t)taps[a].weight;
    add_texels(i, c, level, second * WL_SECOND_LEVEL, taps, slice, l, to);
  }
}

void wl_image_texels(const struct wl_insn *insn, const struct wl_image *i, const struct wl_image_operands *o,
                     uint64_t exec, struct wl_texels *to) {
  const bool one = wl_image_op(insn->sub)->level == WL_LEVEL_ZERO;  // of all lanes
  struct choice c = choose(insn, i, one ? wl_image_lod(insn, i, o, 0).lambda : 0);
  memset(to->lanes, 0, sizeof to->lanes);
  for (uint64_t lanes = exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    if (!one) c = choose(insn, i, wl_image_lod(insn, i, o, l).lambda);
    lane_texels(i, o, &c, l, to);
  }
}
