// SPDX-License-Identifier: Apache-2.0
// Image instructions (image.md): types, coordinates, levels, formats, descriptors, data, from T#, S# and the VGPRs of
// an instruction. This is a reading of the specification for counting only; model and RTL have theirs.
#include <math.h>
#include <string.h>

#include "observe/points.h"
#include "wavelock/opcodes.h"

// The first opcodes of their kinds, and two that are alone (image.md 16).
enum {
  RAW_LOADS = WL_OP_image_load_pck,
  STORES = WL_OP_image_store,
  RAW_STORES = WL_OP_image_store_pck,
  RESINFO = WL_OP_image_get_resinfo,
  ATOMICS = WL_OP_image_atomic_swap,
  SAMPLERS = WL_OP_image_sample,
  GATHERS = WL_OP_image_gather4,
  GET_LOD = WL_OP_image_get_lod,
  DERIVATIVES = WL_OP_image_sample_cd
};
enum { TYPE_1D = 8, TYPE_2D, TYPE_3D, TYPE_CUBE, TYPE_1D_ARRAY, TYPE_2D_ARRAY, TYPE_MSAA };
enum { IMAGE_WORDS = 8, SAMPLER_WORDS = 4, NUM_UINT = 4, NUM_SINT = 5, NUM_FLOAT = 7, NUM_SRGB = 9 };
enum { UNKNOWN = INT32_MIN };  // a level that derivatives give

typedef struct {
  const arch_state *a;
  uint32_t slot, op, dmask, t[IMAGE_WORDS], s[SAMPLER_WORDS], operation, kind;
  bool half, array, d16, tfe, unorm, offset, bias, compare, derivatives, zero, level, clamp;
  uint32_t type, axes, base, last;  // base, last: BASE_LEVEL, LAST_LEVEL
  bool slice;                       // the address has a slice or a face
  uint32_t body, values;            // VGPR of the first value; values with the last one
} reading;

static uint32_t bits(uint32_t word, uint32_t high, uint32_t low) { return word << (31 - high) >> (31 - high + low); }

// ---- the opcode ----------------------------------------------------------------------------------

// The forms of a sample or gather by its opcode (image.md 16): two rows of eight, with and without an offset.
static void forms_of(reading *r) {
  const uint32_t form = r->op & 7;
  if (r->op == GET_LOD) return;
  if (r->op >= DERIVATIVES) {
    r->derivatives = true;
    r->clamp = form & 1;
    r->compare = form & 2;
    r->offset = form & 4;
    return;
  }
  r->compare = r->op & 8;
  r->offset = r->op & 16;
  r->clamp = form == 1 || form == 3 || form == 6;
  r->derivatives = form == 2 || form == 3;
  r->level = form == 4;
  r->bias = form == 5 || form == 6;
  r->zero = form == 7;
}

static bool samples(const reading *r) { return r->op >= SAMPLERS; }
static bool gathers(const reading *r) { return r->op >= GATHERS && r->op < GET_LOD; }
static bool has_mip(uint32_t op) {
  switch (op) {
    case WL_OP_image_load_mip:
    case WL_OP_image_load_mip_pck:
    case WL_OP_image_load_mip_pck_sgn:
    case WL_OP_image_store_mip:
    case WL_OP_image_store_mip_pck: return true;
    default: return false;
  }
}

static uint32_t operation_of(const reading *r) {
  const uint32_t op = r->op;
  if (op < STORES) return op < RAW_LOADS ? imaged_LOAD : imaged_PACKED_LOAD;
  if (op < RESINFO) return op < RAW_STORES ? imaged_STORE : imaged_PACKED_STORE;
  if (op == RESINFO) return imaged_RESINFO;
  if (op < SAMPLERS) return imaged_ATOMIC;
  if (op == GET_LOD) return imaged_GET_LOD;
  if (gathers(r)) return imaged_GATHER;
  if (r->zero) return imaged_SAMPLE_LZ;
  if (r->level) return imaged_SAMPLE_L;
  return r->derivatives ? imaged_SAMPLE_D : r->bias ? imaged_SAMPLE_B : imaged_SAMPLE;
}

static uint32_t kind_of(uint32_t operation) {
  static const uint8_t kinds[imaged_COUNT] = {
      [imaged_LOAD] = moved_LOAD,          [imaged_PACKED_LOAD] = moved_LOAD, [imaged_STORE] = moved_STORE,
      [imaged_PACKED_STORE] = moved_STORE, [imaged_ATOMIC] = moved_ATOMIC,    [imaged_RESINFO] = moved_RESINFO,
      [imaged_SAMPLE_LZ] = moved_SAMPLE,   [imaged_SAMPLE_L] = moved_SAMPLE,  [imaged_SAMPLE] = moved_SAMPLE,
      [imaged_SAMPLE_B] = moved_SAMPLE,    [imaged_SAMPLE_D] = moved_SAMPLE,  [imaged_GATHER] = moved_GATHER,
      [imaged_GET_LOD] = moved_GET_LOD};
  return kinds[operation];
}

uint32_t wl_points_image_stage(uint32_t op) {
  reading r = {.op = op};
  if (op < SAMPLERS) return op < RAW_LOADS || (op >= STORES && op < RAW_STORES) || op == RESINFO ? 1 : 2;
  forms_of(&r);
  if (op == GET_LOD || !(r.zero || r.level)) return 3;
  return r.compare || r.offset || gathers(&r) ? 2 : 1;
}

// ---- T# ------------------------------------------------------------------------------------------

static uint32_t data_format(const reading *r) { return bits(r->t[1], 25, 20); }
static uint32_t number_format(const reading *r) { return bits(r->t[1], 29, 26); }

// The axes of the two formats; idata_COUNT: the pair is none of image.md 7.1.
static uint32_t format_axis(uint32_t data, uint32_t number, uint32_t *number_axis) {
  static const uint8_t numbers[16] = {
      [0] = inumber_UNORM, [1] = inumber_SNORM, [2] = inumber_USCALED, [3] = inumber_SSCALED,
      [4] = inumber_UINT,  [5] = inumber_SINT,  [7] = inumber_FLOAT,   [9] = inumber_SRGB};
  *number_axis = numbers[number];
  const uint32_t axis = data >= 16 && data < 20 ? idata_5_6_5 + data - 16 : data;
  const bool packed = data >= 16 && data < 20;
  if (number == NUM_SRGB) return data == 10 ? idata_8_8_8_8 : idata_COUNT;
  if (number == 6 || number == 8 || number > 9) return idata_COUNT;
  if (packed) return number == 0 ? axis : idata_COUNT;
  switch (data) {
    case 1:
    case 3:
    case 8:
    case 9:
    case 10: return number <= NUM_SINT ? axis : idata_COUNT;
    case 2:
    case 5:
    case 12: return axis;
    case 4:
    case 11:
    case 14: return number >= NUM_UINT ? axis : idata_COUNT;
    case 6:
    case 7: return number == NUM_FLOAT ? axis : idata_COUNT;
    default: return idata_COUNT;
  }
}

// bound_*: which condition of image.md 6 applies first.
static uint32_t bound_of(const reading *r) {
  uint32_t any = 0, number;
  for (uint32_t i = 0; i < IMAGE_WORDS; i++) any |= r->t[i];
  if (!any) return bound_ZERO;
  if (r->type < TYPE_1D) return bound_TYPE;
  if (!data_format(r)) return bound_FORMAT;
  if (r->type >= TYPE_MSAA) return bound_MSAA;
  if (gathers(r) && r->type != TYPE_2D && r->type != TYPE_2D_ARRAY) return bound_GATHER;
  if (samples(r) && r->type == TYPE_CUBE) return bound_CUBE;
  if (bits(r->t[3], 24, 20)) return bound_TILED;
  if (r->t[6] >> 21 & 1) return bound_COMPRESSED;
  const uint32_t data = format_axis(data_format(r), number_format(r), &number);
  if (data == idata_COUNT) return bound_PAIR;
  if (r->compare && (number == inumber_UINT || number == inumber_SINT)) return bound_COMPARED;
  if (r->base > r->last || r->last > bits(r->t[5], 31, 28)) return bound_LEVELS;
  if (r->operation == imaged_ATOMIC) {
    const uint32_t words = r->op == WL_OP_image_atomic_cmpswap ? 2 : 1,
                   count = (uint32_t)__builtin_popcount(r->dmask) / words;
    if (count != (data == idata_32 ? 1u : data == idata_32_32 ? 2u : 0u)) return bound_DMASK;
  }
  if (!samples(r)) return bound_IMAGE;
  if (r->s[0] >> 19 & 1) return bound_TRUNC;
  if (r->s[0] >> 20 & 1) return bound_FORCE;
  if (r->s[3] >> 12 & 1) return bound_SKIP;
  if (bits(r->s[0], 30, 29)) return bound_BLEND;
  return bits(r->s[3], 31, 30) == 3 ? bound_BORDER : bound_IMAGE;
}

static uint32_t size_of_level(const reading *r, uint32_t axis, uint32_t level) {
  const uint32_t field = axis == 0 ? bits(r->t[2], 13, 0) : axis == 1 ? bits(r->t[2], 27, 14) : bits(r->t[4], 12, 0);
  const uint32_t l = r->base + level;
  return l < 15 && (field + 1) >> l ? (field + 1) >> l : 1;
}

static uint32_t last_slice(const reading *r) {
  const uint32_t first = bits(r->t[5], 12, 0), last = bits(r->t[4], 12, 0);
  return last < first ? 0 : last - first;
}

// ---- the address ---------------------------------------------------------------------------------

static void read_address(reading *r, const uint32_t w[2]) {
  r->axes = r->type == TYPE_1D || r->type == TYPE_1D_ARRAY ? 1 : r->type == TYPE_3D ? 3 : 2;
  r->slice = r->array && r->type >= TYPE_CUBE;
  r->body = bits(w[1], 7, 0) + r->offset + r->bias + r->compare;
  if (r->derivatives) r->body += r->half ? (r->axes == 3 ? 4 : 2) : 2 * r->axes;
  if (r->op == RESINFO) r->axes = r->slice = 0;
  r->values = r->axes + r->slice + (r->op == RESINFO || has_mip(r->op) || r->level || r->clamp);
}

// A value of the list of body and last, as it stands in its register; registers past the last one are 0.
static uint32_t value_of(const reading *r, uint32_t lane, uint32_t n) {
  const uint32_t reg = r->body + (r->half ? n / 2 : n);
  if (reg >= r->a->wave[r->slot].vgpr_size) return 0;
  const uint32_t word = wl_points_vgpr(r->a, r->slot, reg)[lane];
  return r->half ? word >> (n & 1 ? 16 : 0) & 0xFFFF : word;
}

static float float_of(const reading *r, uint32_t value) {
  float f;
  if (!r->half) {
    memcpy(&f, &value, sizeof f);
    return f;
  }
  const uint32_t exponent = value >> 10 & 31, fraction = value & 0x3FF;
  const double size = exponent == 31 ? (fraction ? (double)NAN : (double)INFINITY)
                      : exponent     ? ldexp(1024 + fraction, (int)exponent - 25)
                                     : ldexp(fraction, -24);
  return (float)(value >> 15 ? -size : size);
}

// ---- levels --------------------------------------------------------------------------------------

static int32_t signed_bits(uint32_t word, uint32_t count) { return (int32_t)(word << (32 - count)) >> (32 - count); }

static int32_t clamped(int64_t value) { return (int32_t)(value < -4096 ? -4096 : value > 4095 ? 4095 : value); }

static int32_t fixed(float f) {
  if (isnan(f)) return 0;
  const double scaled = rint(256 * (double)f);
  return clamped(scaled < -4096 ? -4096 : scaled > 4095 ? 4095 : (int64_t)scaled);
}

// lambda of image.md 11, of opcodes whose level is given; else UNKNOWN.
static int32_t lambda_of(const reading *r, uint32_t lane) {
  if (!r->zero && !r->level) return UNKNOWN;
  const int32_t lod = r->level ? fixed(float_of(r, value_of(r, lane, r->values - 1))) : 0;
  const int32_t raw = clamped(lod + signed_bits(bits(r->s[2], 13, 0), 14));
  const int32_t sampler = (int32_t)bits(r->s[1], 11, 0), image = (int32_t)bits(r->t[1], 19, 8);
  const int32_t low = sampler > image ? sampler : image, most = (int32_t)bits(r->s[1], 23, 12);
  const int32_t above = raw > low ? raw : low;
  return above < most ? above : most;
}

static uint32_t mip_filter(const reading *r) {
  const uint32_t field = bits(r->s[2], 27, 26);
  return field == 0 ? mipped_NONE : field == 2 ? mipped_LINEAR : mipped_POINT;
}

static uint32_t lod_place(const reading *r, int32_t lambda) {
  const int32_t last = 256 * (int32_t)(r->last - r->base);
  if (lambda <= 0) return lod_FIRST;  // both MIN_LOD are 0 or more: it is 0
  if (lambda > last) return lod_BEYOND;
  if (lambda == last) return lod_LAST;
  return lambda & 255 ? lod_FRACTION : lod_BETWEEN;
}

// The level whose texels are filtered, the first of two; UNKNOWN where derivatives say.
static int32_t level_of(const reading *r, int32_t lambda) {
  const int32_t n = (int32_t)(r->last - r->base), filter = (int32_t)mip_filter(r);
  if (!n || filter == mipped_NONE) return 0;
  if (lambda == UNKNOWN) return UNKNOWN;
  const int32_t level = filter == mipped_LINEAR && !gathers(r) ? lambda >> 8 : (lambda + 128) >> 8;
  return level < 0 ? 0 : level > n ? n : level;
}

// ---- samples -------------------------------------------------------------------------------------

// filter_*; filter_COUNT where derivatives say.
static uint32_t filter_of(const reading *r, uint32_t axis, int32_t lambda) {
  const uint32_t magnify = r->s[2] >> 20 & 1, minify = r->s[2] >> 22 & 1, z = bits(r->s[2], 25, 24);
  uint32_t number;
  format_axis(data_format(r), number_format(r), &number);
  if (gathers(r)) return filter_LINEAR;
  if (number == inumber_UINT || number == inumber_SINT) return filter_POINT;
  if (axis == 2 && z) return z == 2 ? filter_LINEAR : filter_POINT;
  if (magnify == minify) return magnify ? filter_LINEAR : filter_POINT;
  if (lambda == UNKNOWN) return filter_COUNT;
  return (lambda <= 0 ? magnify : minify) ? filter_LINEAR : filter_POINT;
}

static uint32_t mode_of(const reading *r, uint32_t axis) { return bits(r->s[0], 3 * axis + 2, 3 * axis); }

// Where the texels of an axis lie: within_*.
static uint32_t within_of(const reading *r, uint32_t lane, uint32_t axis, uint32_t filter, uint32_t size) {
  const bool texels = r->unorm || r->s[0] >> 15 & 1;
  const uint32_t mode = mode_of(r, axis);
  double c = (double)float_of(r, value_of(r, lane, axis));
  if (isnan(c)) c = 0;
  if (!texels && mode <= clamp_MIRROR) c = isinf(c) ? 0 : fmod(c, 2);
  double f = rint(256 * (texels ? c : c * size));
  if (mode == clamp_MIRROR_HALF_BORDER) f = fabs(f);
  if (mode == clamp_HALF_BORDER || mode == clamp_MIRROR_HALF_BORDER) f = fmin(fmax(f, 0), 256.0 * size);
  if (filter == filter_POINT) {
    double i = floor(f / 256);
    if (mode == clamp_HALF_BORDER || mode == clamp_MIRROR_HALF_BORDER) i = fmin(i, size - 1);
    return i < 0 ? within_BELOW : i >= size ? within_ABOVE : within_INSIDE;
  }
  const double g = f - 128, first = floor(g / 256);
  const bool second = gathers(r) || g != 256 * first;
  if (first < 0) return first >= -1 && second ? within_FIRST : within_BELOW;
  if (first >= size) return within_ABOVE;
  return first + 1 >= size && second ? within_LAST : within_INSIDE;
}

// class_* of a coordinate.
static uint32_t class_of(const reading *r, uint32_t value) {
  const uint32_t sign = r->half ? value >> 15 : value >> 31;
  const uint32_t exponent = r->half ? value >> 10 & 31 : value >> 23 & 255, most = r->half ? 31 : 255;
  const uint32_t fraction = r->half ? value & 0x3FF : value & 0x7FFFFF, quiet = r->half ? 0x200 : 0x400000;
  const uint32_t plus = exponent == most ? (!fraction          ? class_PLUS_INFINITY
                                            : fraction & quiet ? class_PLUS_QUIET
                                                               : class_PLUS_SIGNALLING)
                        : exponent       ? class_PLUS_NORMAL
                        : fraction       ? class_PLUS_DENORMAL
                                         : class_PLUS_ZERO;
  return plus + sign;
}

static void sample_points(wl_points *p, const reading *r, uint32_t lane) {
  const uint32_t take = gathers(r)   ? (r->compare ? taken_COMPARE_GATHER : taken_GATHER)
                        : r->compare ? taken_COMPARE
                                     : taken_SAMPLE;
  const int32_t lambda = lambda_of(r, lane), level = level_of(r, lambda);
  bool border = false;
  if (lambda != UNKNOWN && !gathers(r)) wl_points_count(p, POINTS_lod, mip_filter(r), lod_place(r, lambda), 0, 0);
  for (uint32_t axis = 0; axis < r->axes; axis++) {
    const uint32_t filter = filter_of(r, axis, lambda), mode = mode_of(r, axis);
    wl_points_count(p, POINTS_coordinate, class_of(r, value_of(r, lane, axis)), r->half, 0, 0);
    if (filter == filter_COUNT) continue;
    wl_points_count(p, POINTS_sampler, r->type - TYPE_1D - (r->type > TYPE_CUBE), take, mode, filter);
    if (level == UNKNOWN) continue;
    const uint32_t within = within_of(r, lane, axis, filter, size_of_level(r, axis, (uint32_t)level));
    wl_points_count(p, POINTS_texel, axis, mode, within, filter);
    border |= mode >= clamp_HALF_BORDER && within != within_INSIDE && !r->offset && mode != clamp_MIRROR_HALF_BORDER &&
              mode != clamp_MIRROR_BORDER;
  }
  if (r->compare) wl_points_count(p, POINTS_comparison, bits(r->s[0], 14, 12), gathers(r), 0, 0);
  const uint32_t swizzle = bits(r->t[4], 31, 29);
  if (border)
    wl_points_count(p, POINTS_border, bits(r->s[3], 31, 30), swizzle < border_order_COUNT ? swizzle : 0, 0, 0);
}

// ---- loads, stores, atomics ------------------------------------------------------------------------

// Why a lane is out of range; several may be.
static void range_points(wl_points *p, const reading *r, uint32_t lane) {
  const uint32_t n = r->last - r->base, level = has_mip(r->op) ? value_of(r, lane, r->values - 1) : 0;
  uint32_t out = 0;
  if (level > n) out |= 1u << outside_LEVEL;
  for (uint32_t axis = 0; axis < r->axes && level <= n; axis++)
    if (value_of(r, lane, axis) >= size_of_level(r, axis, level)) out |= 1u << (outside_X + axis);
  if (r->slice && value_of(r, lane, r->axes) > last_slice(r)) out |= 1u << outside_SLICE;
  // Only what is out by one alone says that this one counts.
  const uint32_t why = !out ? outside_NONE : out & (out - 1) ? outside_COUNT : (uint32_t)__builtin_ctz(out);
  if (why < outside_COUNT) wl_points_count(p, POINTS_outside, why, r->operation, 0, 0);
}

static void mip_points(wl_points *p, const reading *r, uint32_t lane) {
  const uint32_t n = r->last - r->base, level = value_of(r, lane, r->values - 1);
  wl_points_count(p, POINTS_mip, r->operation,
                  level > n    ? mip_BEYOND
                  : !level     ? mip_FIRST
                  : level == n ? mip_LAST
                               : mip_BETWEEN,
                  0, 0);
}

void wl_points_image(wl_points *p, const arch_state *a, uint32_t slot) {
  const uint32_t *w = a->effect.words;
  const wl_state_regs *before = &a->at_issue[slot].state_regs;
  if (wl_format_of(w[0]) != WL_FMT_MIMG) return;
  reading r = {.a = a, .slot = slot, .op = bits(w[0], 24, 18), .dmask = bits(w[0], 11, 8)};
  r.unorm = w[0] >> 12 & 1;
  r.array = w[0] >> 14 & 1;
  r.half = w[0] >> 15 & 1;
  r.tfe = w[0] >> 16 & 1;
  r.d16 = w[1] >> 31;
  if (samples(&r)) forms_of(&r);
  r.operation = operation_of(&r);
  r.kind = kind_of(r.operation);
  for (uint32_t i = 0; i < IMAGE_WORDS; i++) r.t[i] = wl_points_sgpr(a, slot, 4 * bits(w[1], 20, 16) + i);
  for (uint32_t i = 0; i < SAMPLER_WORDS && samples(&r); i++)
    r.s[i] = wl_points_sgpr(a, slot, 4 * bits(w[1], 25, 21) + i);
  r.type = bits(r.t[3], 31, 28);
  r.base = bits(r.t[3], 15, 12);
  r.last = bits(r.t[3], 19, 16);
  const uint32_t bound = bound_of(&r);
  wl_points_count(p, POINTS_descriptor, bound, r.kind, 0, 0);
  if (r.kind != moved_ATOMIC && r.kind != moved_GATHER)
    wl_points_count(p, POINTS_data, (uint32_t)__builtin_popcount(r.dmask), r.kind, r.d16, r.tfe);
  if (bound != bound_IMAGE) return;
  read_address(&r, w);
  wl_points_count(p, POINTS_image, r.type - TYPE_1D, r.operation, r.half, 0);
  uint32_t number;
  const uint32_t data = format_axis(data_format(&r), number_format(&r), &number);
  if (r.kind <= moved_SAMPLE && r.operation != imaged_PACKED_LOAD && r.operation != imaged_PACKED_STORE)
    wl_points_count(p, POINTS_image_format, data, number, r.kind, r.d16);
  for (uint64_t left = (uint64_t)before->exec_hi << 32 | before->exec_lo; left; left &= left - 1) {
    const uint32_t lane = (uint32_t)__builtin_ctzll(left);
    if (r.op == RESINFO || has_mip(r.op)) mip_points(p, &r, lane);
    if (r.op < SAMPLERS && r.op != RESINFO) range_points(p, &r, lane);
    if (samples(&r) && r.op != GET_LOD) sample_points(p, &r, lane);
  }
}

// ---- which points exist ---------------------------------------------------------------------------

// Cubes are not sampled (D-IMG-21). Only 2D and its array are gathered from.
bool wl_points_image_exists(const uint32_t at[4]) {
  const bool sampler = at[1] >= imaged_SAMPLE_LZ;
  if (at[1] == imaged_GATHER) return at[0] == dimension_2D || at[0] == dimension_2D_ARRAY;
  return !sampler || at[0] != dimension_CUBE;
}

// A gather takes four texels, whatever the filter.
bool wl_points_sampler_exists(const uint32_t at[4]) {
  if (at[1] != taken_GATHER && at[1] != taken_COMPARE_GATHER) return true;
  return at[3] == filter_LINEAR && (at[0] == sampled_2D || at[0] == sampled_2D_ARRAY);
}

// One texel crosses no edge. The modes of half a border keep the coordinate between 0 and the size.
bool wl_points_texel_exists(const uint32_t at[4]) {
  const bool half = at[1] == clamp_HALF_BORDER || at[1] == clamp_MIRROR_HALF_BORDER;
  const bool across = at[2] == within_FIRST || at[2] == within_LAST;
  return at[2] == within_INSIDE || (across ? at[3] == filter_LINEAR : !half);
}

// The pairs of image.md 7.1.
bool wl_points_image_format_exists(const uint32_t at[4]) {
  static const uint8_t numbers[inumber_COUNT] = {0, 1, 2, 3, NUM_UINT, NUM_SINT, NUM_FLOAT, NUM_SRGB};
  uint32_t number;
  const uint32_t data = at[0] >= idata_5_6_5 ? 16 + at[0] - idata_5_6_5 : at[0];
  return data != 0 && format_axis(data, numbers[at[1]], &number) == at[0] && at[2] <= moved_SAMPLE;
}

// The mip level is an operand of these alone.
bool wl_points_mip_exists(const uint32_t at[4]) { return at[0] <= imaged_PACKED_STORE || at[0] == imaged_RESINFO; }

bool wl_points_outside_exists(const uint32_t at[4]) {
  if (at[1] == imaged_ATOMIC) return at[0] != outside_LEVEL;
  return at[1] <= imaged_PACKED_STORE;
}

bool wl_points_descriptor_exists(const uint32_t at[4]) {
  const bool sampler = at[1] >= moved_SAMPLE && at[1] != moved_ATOMIC && at[1] != moved_RESINFO;
  switch (at[0]) {
    case bound_CUBE: return at[1] == moved_SAMPLE || at[1] == moved_GET_LOD;
    case bound_GATHER: return at[1] == moved_GATHER;
    case bound_COMPARED: return at[1] == moved_SAMPLE || at[1] == moved_GATHER;
    case bound_DMASK: return at[1] == moved_ATOMIC;
    case bound_TRUNC:
    case bound_FORCE:
    case bound_SKIP:
    case bound_BLEND:
    case bound_BORDER: return sampler;
    default: return true;
  }
}

// D16 has loads, stores and samples alone (D-IMG-5).
bool wl_points_data_exists(const uint32_t at[4]) {
  if (at[1] == moved_ATOMIC || at[1] == moved_GATHER) return false;
  return !at[2] || at[1] <= moved_SAMPLE;
}

// The stage of the unit that a point needs (image.md 1); 0: it is not one of images.
uint32_t wl_points_stage(uint32_t group, const uint32_t at[4]) {
  static const uint8_t stages[imaged_COUNT] = {
      [imaged_LOAD] = 1,   [imaged_PACKED_LOAD] = 2, [imaged_STORE] = 1,     [imaged_PACKED_STORE] = 2,
      [imaged_ATOMIC] = 2, [imaged_RESINFO] = 1,     [imaged_SAMPLE_LZ] = 1, [imaged_SAMPLE_L] = 1,
      [imaged_SAMPLE] = 3, [imaged_SAMPLE_B] = 3,    [imaged_SAMPLE_D] = 3,  [imaged_GATHER] = 2,
      [imaged_GET_LOD] = 3};
  static const uint8_t of_kinds[moved_COUNT] = {
      [moved_LOAD] = 1,   [moved_STORE] = 1,   [moved_SAMPLE] = 1, [moved_ATOMIC] = 2,
      [moved_GATHER] = 2, [moved_RESINFO] = 1, [moved_GET_LOD] = 3};
  switch (group) {
    case POINTS_image: return stages[at[1]];
    case POINTS_mip: return stages[at[0]];
    case POINTS_outside: return stages[at[1]];
    case POINTS_descriptor: return at[0] == bound_COMPARED ? 2 : of_kinds[at[1]];
    case POINTS_data: return of_kinds[at[1]];
    case POINTS_sampler: return at[1] == taken_SAMPLE ? 1 : 2;
    case POINTS_comparison: return 2;
    case POINTS_tuple: return at[0] == file_SGPR && at[1] == role_OPERAND && at[2] == size_8;
    case POINTS_texel:
    case POINTS_image_format:
    case POINTS_lod:
    case POINTS_border:
    case POINTS_coordinate: return 1;
    default: return 0;
  }
}
