// SPDX-License-Identifier: Apache-2.0
// Image instructions (image.md). Scalar instructions make T# and S#. All texels of the image lie in the wave's private
// memory, in that of the edge values, which are only loaded, or in unmapped memory. Vector instructions make
// coordinates around the image's edges. Some T# are unbound, ignored or refused; S# may hold anything.
#include <string.h>

#include "program.h"
#include "words.h"

enum { PRIVATE_SPAN = 12224, PRIVATE_BEFORE = 4096, EDGE_SPAN = 4080, EDGE_BEFORE = EDGE_BYTES / 2 };
enum { UNIT_OF_BASE = 256 };  // bytes that BASE_ADDRESS counts
// In percent: T# in unmapped memory; that are no image; of another type or format than the opcode takes. Uses of a T#.
enum { FAR_SHARE = 3, ODD_SHARE = 8, MISFITS = 10, MOST = 4 };
enum { TYPE_1D = 8, TYPE_2D, TYPE_3D, TYPE_CUBE, TYPE_1D_ARRAY, TYPE_2D_ARRAY };
enum { LOW_SIZE = 16384, LOW_DEPTH = 8192, LEVELS = 16 };  // values of WIDTH and HEIGHT, of DEPTH, of the levels
enum { UINT = 4, SINT = 5, FLOAT = 7, SRGB = 9 };          // NUM_FORMAT
static const uint64_t FAR_MEMORY = UINT64_C(0x7A0000000000);

typedef struct {
  uint32_t type, data_format, number_format;
  uint32_t width, height, depth;          // in texels; of an array DEPTH + 1
  uint32_t pitch, first_slice;            // the fields PITCH + 1, BASE_ARRAY
  uint32_t base_level, last_level, most;  // BASE_LEVEL, LAST_LEVEL, MAX_MIP
  bool far, edge;
} image;

static bool has(const opcode *o, char part) { return strchr(o->operands, part) != NULL; }
static bool is_atomic(const opcode *o) { return has(o, '*'); }
static bool is_load(const opcode *o) { return has(o, '=') && !is_atomic(o); }
static bool is_packed(const opcode *o) { return strstr(o->name, "_pck") != NULL; }
static uint32_t any_below(program *p, uint32_t n) { return rng_below(&p->random, n); }
static bool percent(program *p, uint32_t share) { return rng_percent(&p->random, share); }

// image.md 1. A sampler opcode without a given level takes it from derivatives.
uint32_t image_stage(const opcode *o) {
  if (o->number == WL_OP_image_get_resinfo) return 1;
  if (!has(o, 'S')) return is_atomic(o) || is_packed(o) ? 2 : 1;
  if (!strcmp(o->name, "image_sample_lz") || !strcmp(o->name, "image_sample_l")) return 1;
  return has(o, 'Z') || has(o, 'L') ? 2 : 3;
}

// ---- the image ---------------------------------------------------------------------------------

static uint32_t bytes_of_format(uint32_t data_format) {
  static const uint8_t bytes[20] = {1, 1, 2, 2, 4, 4, 4, 4, 4, 4, 4, 8, 8, 12, 16, 1, 2, 2, 2, 2};
  return bytes[data_format];
}

// A pair of 7.1.
static void format_of(program *p, image *t) {
  const uint32_t kind = any_below(p, 24);
  if (kind < 4) {
    t->data_format = 16 + kind;
    t->number_format = 0;
  } else if (kind == 4) {
    t->data_format = 10;
    t->number_format = SRGB;
  } else {
    uint32_t pair;
    do {
      pair = buffer_format(p);
      // FLOAT alone of 11 and 10 bits; no image has three dwords.
    } while ((pair & 15) == 13 || (((pair & 15) == 6 || (pair & 15) == 7) && pair >> 4 != FLOAT));
    t->data_format = pair & 15;
    t->number_format = pair >> 4;
  }
}

static bool has_height(const image *t) { return t->type != TYPE_1D && t->type != TYPE_1D_ARRAY; }
static bool has_slices(const image *t) { return t->type >= TYPE_CUBE; }
static uint32_t of_level(uint32_t size, uint32_t level) { return size >> level ? size >> level : 1; }

// The first row of a level (8.1).
static uint32_t first_row(const image *t, uint32_t level) {
  uint32_t first = 0, rows = has_height(t) ? t->height : 1;
  for (uint32_t l = 0; l < level; l++) {
    first += rows;
    rows = rows > 1 ? (rows + 1) / 2 : 1;
  }
  return first;
}

static uint64_t bytes_of_row(const image *t) {
  const uint32_t b = bytes_of_format(t->data_format);
  if (!t->most) return (uint64_t)t->pitch * b;
  return ((uint64_t)t->width * b + UNIT_OF_BASE - 1) / UNIT_OF_BASE * UNIT_OF_BASE;
}

static uint64_t bytes_of_slice(const image *t) {
  return bytes_of_row(t) * (t->most ? t->pitch : has_height(t) ? t->height : 1);
}

// Bytes from the first slice of the view on that its texels lie in.
static uint64_t reach(const image *t) {
  const uint32_t b = bytes_of_format(t->data_format);
  uint64_t most = 0;
  for (uint32_t l = t->base_level; l <= t->last_level; l++) {
    const uint64_t slices = has_slices(t) ? t->depth - t->first_slice : t->type == TYPE_3D ? of_level(t->depth, l) : 1;
    const uint32_t rows = has_height(t) ? of_level(t->height, l) : 1;
    const uint64_t end = (slices - 1) * bytes_of_slice(t) + (first_row(t, l) + rows - 1) * bytes_of_row(t) +
                         (uint64_t)of_level(t->width, l) * b;
    if (end > most) most = end;
  }
  return most;
}

// A size of up to 2^14, small ones as often as large ones.
static uint32_t some_size(program *p, uint32_t bits) { return 1 + any_below(p, 1u << any_below(p, bits + 1)); }

static void halve_largest(program *p, image *t) {
  const uint32_t slices = has_slices(t) ? t->depth - t->first_slice : t->type == TYPE_3D ? t->depth : 1;
  if (t->most && t->pitch > first_row(t, t->most + 1)) {
    t->pitch = first_row(t, t->most + 1);
  } else if (t->pitch > t->width && !t->most) {
    t->pitch /= 2;
  } else if (slices > 1 && percent(p, 50)) {
    t->depth -= slices / 2;
  } else if (t->height > t->width && has_height(t)) {
    t->height = (t->height + 1) / 2;
  } else if (t->width > 1) {
    t->width = (t->width + 1) / 2;
    if (t->pitch > 1 && !t->most) t->pitch = (t->pitch + 1) / 2;
  } else if (t->most) {
    t->most /= 2;
    if (t->last_level > t->most) t->last_level = t->most;
    if (t->base_level > t->last_level) t->base_level = t->last_level;
    if (!t->most) t->pitch = t->width;
  } else {
    t->pitch = (t->pitch + 1) / 2;
    t->height = (t->height + 1) / 2;
  }
}

// An image whose texels lie in so many bytes.
static image image_in(program *p, uint64_t span) {
  image t = {.type = TYPE_1D + any_below(p, 6)};
  format_of(p, &t);
  t.width = some_size(p, 14);
  t.height = has_height(&t) || percent(p, 50) ? some_size(p, 14) : 1;
  if (has_slices(&t)) {
    t.first_slice = percent(p, 60) ? 0 : any_below(p, LOW_DEPTH - 64);
    t.depth = t.first_slice + some_size(p, 6);
  } else {
    t.first_slice = any_below(p, LOW_DEPTH);  // no effect
    t.depth = some_size(p, t.type == TYPE_3D ? 6 : 13);
  }
  if (percent(p, 50)) {
    t.most = 1 + any_below(p, percent(p, 90) ? 5 : LEVELS - 1);
    t.last_level = percent(p, 70) ? t.most : any_below(p, t.most + 1);
    t.base_level = percent(p, 60) ? 0 : any_below(p, t.last_level + 1);
    t.width = some_size(p, 8);  // each row has 256 bytes or more
    t.height = t.height > 1 ? some_size(p, 4) : 1;
  }
  if (t.most) t.pitch = percent(p, 80) ? first_row(&t, t.most + 1) : some_size(p, 6);
  else t.pitch = percent(p, 60) ? t.width : percent(p, 50) ? some_size(p, 9) : (t.width | 63) + 1;
  if (t.pitch > LOW_SIZE) t.pitch = LOW_SIZE;
  while (reach(&t) > span) halve_largest(p, &t);
  return t;
}

static uint32_t level_size(const image *t, uint32_t axis, uint32_t level) {
  const uint32_t size = axis == 0 ? t->width : axis == 1 ? t->height : t->depth;
  if (axis == 2 && has_slices(t)) return t->depth - t->first_slice;
  return of_level(size, t->base_level + level);
}

// ---- T# and S# ---------------------------------------------------------------------------------

// DST_SEL: as of a V#, where reserved codes are 0 (D-MEM-5).
static uint32_t select_of(program *p) {
  uint32_t select = 4 | 5 << 3 | 6 << 6 | 7 << 9;
  if (percent(p, 40)) return any_below(p, 1u << 12);
  if (percent(p, 50)) select = 6 | 5 << 3 | 4 << 6 | 7 << 9;
  return percent(p, 30) ? (select & 0x1FF) | 1 << 9 : select;
}

// Makes a T# one that is unbound, ignored or refused (image.md 6), or has fields that leave no texel of it where it is.
static void spoil(program *p, uint32_t w[8]) {
  switch (any_below(p, 15)) {
    case 0:
    case 12:
    case 13: memset(w, 0, 8 * sizeof *w); break;
    case 1: w[3] = wl_with_field(w[3], WL_BITS(31, 28), any_below(p, 8)); break;
    case 2: w[1] = wl_with_field(w[1], WL_BITS(25, 20), 0); break;
    case 3: w[3] = wl_with_field(w[3], WL_BITS(31, 28), 14 + any_below(p, 2)); break;
    case 4: w[3] = wl_with_field(w[3], WL_BITS(24, 20), 1 + any_below(p, 31)); break;
    case 5: w[6] |= 1u << 21; break;
    case 6:
    case 7: w[1] = wl_with_field(w[1], WL_BITS(29, 20), any_below(p, 1024)); break;
    case 8: w[3] = wl_with_field(w[3], WL_BITS(19, 12), any_below(p, 256)); break;
    case 9: w[5] = wl_with_field(w[5], WL_BITS(31, 28), 0); break;
    case 10: w[1] = wl_with_field(w[1], WL_BITS(25, 20), 20 + any_below(p, 44)); break;
    default: w[1] = wl_with_field(w[1], WL_BITS(29, 26), 6 + any_below(p, 10)); break;
  }
}

static void emit_scalar(program *p, uint32_t first, uint32_t count, bool reads, const char *text) {
  insn i = {.unit = UNIT_SALU};
  append(&i, "%s", text);
  if (reads) touch_sgprs(&i, first, count, false);
  touch_sgprs(&i, first, count, true);
  emit(p, &i);
}

// A word of a descriptor for which any value does: half of them are written by a vector instruction (row 9).
static void any_word(program *p, uint32_t reg, uint32_t value) {
  if (percent(p, 60)) {
    scalar_op(p, reg, reg, "s_mov_b32 s%u, 0x%x", reg, value);
    return;
  }
  insn i = {.unit = UNIT_VALU};
  const uint32_t v = any_below(p, p->vgprs);
  append(&i, "v_readfirstlane_b32 s%u, v%u", reg, v);
  touch_vgprs(&i, v, 1, false);
  touch_sgprs(&i, reg, 1, true);
  emit(p, &i);
}

// The T# in s[quad:quad+7]. odd: it may be no image.
static void resource(program *p, const image *t, uint32_t quad, bool odd) {
  const uint32_t random = (uint32_t)rng_next(&p->random);
  uint32_t depth = has_slices(t) || t->type == TYPE_3D ? t->depth - 1 : random % LOW_DEPTH;
  // An array has a slice, whatever DEPTH says (D-IMG-11).
  if (has_slices(t) && t->first_slice && depth == t->first_slice && percent(p, 30)) depth = any_below(p, depth);
  uint32_t w[8] = {0};
  w[1] = wl_to_field(WL_BITS(19, 8), percent(p, 70) ? 0 : any_below(p, 1024)) |
         wl_to_field(WL_BITS(25, 20), t->data_format) | wl_to_field(WL_BITS(29, 26), t->number_format) |
         (random & 3u << 30);
  w[2] = wl_to_field(WL_BITS(13, 0), t->width - 1) | wl_to_field(WL_BITS(27, 14), t->height - 1) | (random & 7u << 28);
  w[3] = select_of(p) | wl_to_field(WL_BITS(15, 12), t->base_level) | wl_to_field(WL_BITS(19, 16), t->last_level) |
         wl_to_field(WL_BITS(31, 28), t->type);
  w[4] = wl_to_field(WL_BITS(12, 0), depth) | wl_to_field(WL_BITS(28, 13), t->pitch - 1) | (random & 7u << 29);
  w[5] =
      wl_to_field(WL_BITS(12, 0), t->first_slice) | (random & WL_BITS(27, 13)) | wl_to_field(WL_BITS(31, 28), t->most);
  w[6] = (uint32_t)rng_next(&p->random) & ~(1u << 21);
  if (odd) {
    // A field that moves texels is for an image of which nothing is mapped.
    spoil(p, w);
    if (!w[3]) {
      for (uint32_t n = 0; n < 8; n++) scalar_op(p, quad + n, quad + n, "s_mov_b32 s%u, 0", quad + n);
      return;
    }
  }
  char text[96];
  if (t->far || odd) {
    const uint64_t base = (FAR_MEMORY + rng_next(&p->random) % 0x10000000) / UNIT_OF_BASE;
    scalar_op(p, quad, quad, "s_mov_b32 s%u, 0x%x", quad, (uint32_t)base);
    w[1] |= (uint32_t)(base >> 32);
    scalar_op(p, quad + 1, quad + 1, "s_mov_b32 s%u, 0x%x", quad + 1, w[1]);
  } else {
    // The first slice of the view lies where there is room, to a multiple of 256 bytes: those before it lie outside.
    const uint32_t pair = t->edge ? 80 : 82;
    const uint64_t span = t->edge ? EDGE_SPAN : PRIVATE_SPAN, before = t->edge ? EDGE_BEFORE : PRIVATE_BEFORE;
    const uint64_t skipped = has_slices(t) ? t->first_slice * bytes_of_slice(t) : 0;
    const uint64_t room = (span - 2 * UNIT_OF_BASE - reach(t)) / UNIT_OF_BASE;
    const uint64_t at = (1 + any_below(p, (uint32_t)room + 1)) * UNIT_OF_BASE;
    const uint64_t back = before - at + (skipped & -(uint64_t)UNIT_OF_BASE);
    scalar_op(p, quad, pair, "s_sub_u32 s%u, s%u, 0x%x", quad, pair, (uint32_t)back);
    scalar_op(p, quad + 1, pair + 1, "s_subb_u32 s%u, s%u, 0x%x", quad + 1, pair + 1, (uint32_t)(back >> 32));
    snprintf(text, sizeof text, "s_lshr_b64 s[%u:%u], s[%u:%u], 8", quad, quad + 1, quad, quad + 1);
    emit_scalar(p, quad, 2, true, text);
    scalar_op(p, quad + 1, quad + 1, "s_and_b32 s%u, s%u, 0xff", quad + 1, quad + 1);
    scalar_op(p, quad + 1, quad + 1, "s_or_b32 s%u, s%u, 0x%x", quad + 1, quad + 1, w[1]);
  }
  for (uint32_t n = 2; n < 7; n++) scalar_op(p, quad + n, quad + n, "s_mov_b32 s%u, 0x%x", quad + n, w[n]);
  any_word(p, quad + 7, (uint32_t)rng_next(&p->random));
}

// The S# in s[quad:quad+3].
static void sampler(program *p, const image *t, uint32_t quad) {
  const uint32_t random = (uint32_t)rng_next(&p->random), levels = t->last_level - t->base_level + 1;
  const bool one_mode = percent(p, 40), odd = percent(p, 4);
  const uint32_t mode = any_below(p, 8) * 0x49;
  uint32_t w[4];
  w[0] = (one_mode ? mode : random & 0x1FF) | (random & (WL_BITS(14, 9) | WL_BITS(18, 16) | WL_BITS(26, 21))) |
         wl_to_field(WL_BITS(15, 15), percent(p, 25)) | (random & (1u << 27 | 1u << 28 | 1u << 31));
  w[1] = (random >> 7 & WL_BITS(31, 24)) |
         wl_to_field(WL_BITS(11, 0), percent(p, 60) ? 0 : any_below(p, 256 * levels)) |
         wl_to_field(WL_BITS(23, 12), percent(p, 60) ? 0xFFF : any_below(p, 256 * levels));
  const uint32_t bias = percent(p, 50) ? 0 : percent(p, 70) ? any_below(p, 1024) - 512 : random >> 5;
  w[2] = (uint32_t)rng_next(&p->random);
  w[2] = wl_with_field(w[2], WL_BITS(13, 0), bias);
  w[3] = (random & 0xFFF) | wl_to_field(WL_BITS(31, 30), any_below(p, 3));
  if (odd) {
    static const uint32_t refused[] = {1u << 19, 1u << 20, 1u << 29, 1u << 30};
    const uint32_t kind = any_below(p, 6);
    if (kind < 4) w[0] |= refused[kind];
    else w[3] |= kind == 4 ? 1u << 12 : 3u << 30;
  }
  for (uint32_t n = 0; n < 4; n++) {
    if (odd && percent(p, 30)) any_word(p, quad + n, w[n]);
    else scalar_op(p, quad + n, quad + n, "s_mov_b32 s%u, 0x%x", quad + n, w[n]);
  }
}

// ---- addresses ---------------------------------------------------------------------------------

// The registers of the address: those that T# names, and with which the words are judged (D-IMG-8).
typedef struct {
  uint32_t offset, bias, compare, derivatives, body;  // registers of each part; of the body with the last one
  uint32_t named, judged;
  uint32_t axes, values;  // of the derivatives; of the list of body and last
  bool slice, half, last;
} address;

static address address_of_image(const opcode *o, uint32_t type, bool array, bool half) {
  const bool sized = type >= TYPE_1D && type <= TYPE_2D_ARRAY, gathers = has(o, '4');
  address a = {.offset = has(o, 'O'), .bias = has(o, 'B'), .compare = has(o, 'C'), .half = half};
  a.axes = type == TYPE_1D || type == TYPE_1D_ARRAY ? 1 : type == TYPE_3D ? 3 : 2;
  a.slice = array && type >= TYPE_CUBE;
  if (has(o, 'D')) a.derivatives = half ? (a.axes == 3 ? 4 : 2) : 2 * a.axes;
  a.last = has(o, 'L') || has(o, 'K');
  a.values = (has(o, 'N') ? 0 : a.axes + a.slice) + a.last;
  a.body = half ? (a.values + 1) / 2 : a.values;
  const uint32_t before = a.offset + a.bias + a.compare;
  const uint32_t judged = (has(o, 'N') ? 0 : 1 + array + gathers) + a.last;
  a.judged = before + (has(o, 'D') ? 2 : 0) + (half ? (judged + 1) / 2 : judged);
  a.named = sized ? before + a.derivatives + a.body : a.judged;
  return a;
}

// A VGPR that the address does not use.
static uint32_t elsewhere(program *p, uint32_t first, uint32_t count) {
  uint32_t r;
  do {
    r = any_below(p, plain_vgprs(p));
  } while (r >= first && r < first + count);
  return r;
}

static uint32_t mask_for(uint32_t size) {
  uint32_t mask = 0;
  while (mask + 1 < size) mask = 2 * mask + 1;
  return mask;
}

static uint32_t bits_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

// v[r]: an integer around the size of an axis.
static void integer_value(program *p, uint32_t r, uint32_t size) {
  const uint32_t from = percent(p, 30) ? p->vgprs - 1 : any_below(p, plain_vgprs(p));
  switch (any_below(p, 10)) {
    case 0: break;  // what is there
    case 1: {
      const uint32_t limits[] = {size - 1, size, 0xFFFFFFFF, size - 1 + 0x10000, 0x80000000, 0};
      vector_op(p, r, r, "v_mov_b32 v%u, 0x%x", r, limits[any_below(p, 6)]);
      break;
    }
    case 2:
    case 3:
      vector_op(p, r, from, "v_and_b32 v%u, 3, v%u", r, from);
      vector_op(p, r, r, "v_add_u32 v%u, 0x%x, v%u", r, size - 2, r);
      break;
    case 4: vector_op(p, r, p->vgprs - 1, "v_lshrrev_b32 v%u, %u, v%u", r, any_below(p, 5), p->vgprs - 1); break;
    default: vector_op(p, r, from, "v_and_b32 v%u, 0x%x, v%u", r, mask_for(size), from); break;
  }
}

// v[r]: a float between -`below` and some number above it that is a multiple of 1/`parts`, times a factor.
static void parts_of(program *p, uint32_t r, uint32_t below, uint32_t above, uint32_t parts, float factor) {
  const uint32_t from = percent(p, 30) ? p->vgprs - 1 : any_below(p, plain_vgprs(p));
  vector_op(p, r, from, "v_and_b32 v%u, 0x%x, v%u", r, mask_for((below + above) * parts), from);
  vector_op(p, r, r, "v_add_u32 v%u, 0x%x, v%u", r, -(below * parts), r);
  vector_op(p, r, r, "v_cvt_f32_i32 v%u, v%u", r, r);
  vector_op(p, r, r, "v_mul_f32 v%u, 0x%x, v%u", r, bits_of(factor / (float)parts), r);
}

// v[r]: a coordinate of a sampler around the edges of an axis, far out, or any float.
static void coordinate(program *p, uint32_t r, uint32_t size, bool whole) {
  static const uint32_t parts[] = {1, 2, 16, 256, 256, 1024};
  static const uint32_t hard[] = {0,          0x80000000, 0x3F800000, 0x3F7FFFFF, 0x7FC00000, 0x7F800000,
                                  0xFF800000, 0x00000001, 0x807FFFFF, 0x7F812345, 0x4B000000, 0xCB000001,
                                  0x47000000, 0x46FFFF00, 0xC7000080, 0x7F7FFFFF, 0xC0000000, 0x3F000000};
  const float factor = whole ? 1.0F : 1.0F / (float)size;
  const uint32_t n = parts[any_below(p, 6)];
  switch (any_below(p, 12)) {
    case 0:
    case 1: break;
    case 2: vector_op(p, r, r, "v_mov_b32 v%u, 0x%x", r, hard[any_below(p, sizeof hard / sizeof *hard)]); break;
    case 3: parts_of(p, r, 0, size, 1, factor * 1.0009765625F); break;
    case 4: parts_of(p, r, 40 * size % 32768, 80 * size % 32768, 4, factor); break;
    case 5: parts_of(p, r, 1, 2, n, factor); break;                 // the first edge
    case 6: parts_of(p, r, -size + 1, size + 1, n, factor); break;  // the last one
    default: parts_of(p, r, size, 3 * size, n, factor); break;
  }
}

// v[r]: the value of an axis, or the last one.
static void value_of(program *p, const opcode *o, const image *t, const address *a, uint32_t n, uint32_t r,
                     bool whole) {
  const bool last = a->last && n == a->values - 1, slice = a->slice && n == a->axes;
  const uint32_t levels = t->last_level - t->base_level + 1, level = any_below(p, levels);
  if (!has(o, 'S')) {
    if (last) integer_value(p, r, percent(p, 80) ? levels : LEVELS);
    else integer_value(p, r, level_size(t, slice ? 2 : n, percent(p, 70) ? 0 : level));
  } else if (last) {
    if (percent(p, 85)) parts_of(p, r, 2, levels + 3, percent(p, 30) ? 1 : 256, 1.0F);
  } else if (slice) {
    if (percent(p, 85)) parts_of(p, r, 2, level_size(t, 2, 0) + 2, 4, 1.0F);
  } else {
    coordinate(p, r, level_size(t, n, percent(p, 70) ? 0 : level), whole);
  }
}

// v[r] = the halves of two values, of which the second may be missing.
static void pack(program *p, uint32_t r, uint32_t high, bool floats, bool two) {
  for (uint32_t n = 0; n < 1u + two && floats; n++) {
    const uint32_t v = n ? high : r;
    vector_op(p, v, v, "v_cvt_f16_f32 v%u, v%u", v, v);
  }
  if (!two) return;
  insn i = {.unit = UNIT_VALU};
  vector_op(p, r, r, "v_and_b32 v%u, 0xffff, v%u", r, r);
  append(&i, "v_lshl_or_b32 v%u, v%u, 16, v%u", r, high, r);
  touch_vgprs(&i, high, 1, false);
  touch_vgprs(&i, r, 1, false);
  touch_vgprs(&i, r, 1, true);
  emit(p, &i);
}

// Makes what lies in v[first] and on. whole: coordinates are in texels.
static void make_address(program *p, const opcode *o, const image *t, const address *a, uint32_t first, bool whole) {
  uint32_t r = first;
  const uint32_t temporary = elsewhere(p, first, a->named), end = plain_vgprs(p);
  if (first + a->named > end) return;
  r += a->offset;  // any bits do
  if (a->bias) {
    if (percent(p, 80)) parts_of(p, r, 2, 4, 256, 1.0F);
    if (a->half) pack(p, r, r, percent(p, 80), false);
    r++;
  }
  if (a->compare) {
    if (percent(p, 60)) parts_of(p, r, 1, 2, 255, 1.0F);
    r++;
  }
  for (uint32_t n = 0; n < a->derivatives; n++, r++) {
    const float factor = whole ? 1.0F : 1.0F / (float)t->width;
    if (percent(p, 75)) parts_of(p, r, 2, 2 + any_below(p, 8), percent(p, 50) ? 2 : 256, factor);
    if (a->half && percent(p, 70)) pack(p, r, r, true, false);
  }
  for (uint32_t n = 0; n < a->values; n += 1 + a->half, r++) {
    const bool two = a->half && n + 1 < a->values;
    value_of(p, o, t, a, n, r, whole);
    if (two) value_of(p, o, t, a, n + 1, temporary, whole);
    if (a->half) pack(p, r, temporary, has(o, 'S') && percent(p, 85), two);
  }
}

// ---- an instruction ----------------------------------------------------------------------------

static uint32_t bits_in(uint32_t mask) { return (uint32_t)__builtin_popcount(mask); }

static bool has_d16(const opcode *o) {
  return !is_packed(o) && !is_atomic(o) && !has(o, 'N') && o->number != WL_OP_image_get_lod;
}

static uint32_t dmask_of(program *p, const opcode *o, const image *t) {
  if (has(o, '4')) return 1u << any_below(p, 4);
  if (is_atomic(o)) {
    const bool wide = percent(p, 85) ? bytes_of_format(t->data_format) == 8 : percent(p, 50);
    return o->number == WL_OP_image_atomic_cmpswap ? (wide ? 15 : 3) : wide ? 3 : 1;
  }
  return percent(p, 25) ? 15 : percent(p, 8) ? 0 : any_below(p, 16);
}

// One instruction with the T# in s[quad:quad+7] and the S# in s[sampler:sampler+3].
static void access_image(program *p, const opcode *o, const image *t, uint32_t quad, uint32_t sampler) {
  // The modes that move registers of vector instructions remap VGPRs, so no VGPR value is guaranteed.
  const bool moved = p->indexing || p->shared_fields, load = is_load(o), atomic = is_atomic(o);
  const bool array = percent(p, 80) ? t->type >= TYPE_CUBE : percent(p, 50);
  const bool half = asks(p, FIELD_ADDRESS, KIND_HALVES) || (!asks(p, FIELD_ADDRESS, KIND_VGPR) && percent(p, 30));
  const bool d16 = has_d16(o) && percent(p, 30), unorm = percent(p, 30);
  const uint32_t dmask = dmask_of(p, o, t);
  const bool returns = atomic && percent(p, 50), status = percent(p, 15);
  const address a = address_of_image(o, t->type, array, half);
  // Sometimes T# asks for registers past the last one (D-IMG-8).
  const bool past = percent(p, 3) && !p->asked;
  const uint32_t first = past ? p->vgprs - a.judged : any_below(p, plain_vgprs(p) - a.named + 1);
  const uint32_t named = a.named > a.judged ? a.named : a.judged;
  if (!moved && !past) make_address(p, o, t, &a, first, unorm);

  const uint32_t count = dmask ? bits_in(dmask) : 1;
  const uint32_t parts = has(o, '4') ? 4 : count, n = d16 ? (parts + 1) / 2 : parts;
  insn i = {.unit = UNIT_VMEM, .samples = has(o, 'S')};
  touch_vgprs(&i, first, first + named > p->vgprs ? p->vgprs - first : named, false);
  touch_sgprs(&i, quad, 8, false);
  if (i.samples) touch_sgprs(&i, sampler, 4, false);
  uint32_t data = any_below(p, VGPRS);
  if (load) {
    vector_destination(p, &i, n + status, false);
    data = i.touches[i.touch_count - 1].first;
    i.text[0] = 0;
  } else if (dmask) {
    data = any_below(p, (returns ? plain_vgprs(p) - status : p->vgprs) - n + 1);
    touch_vgprs(&i, data, n, false);
    if (returns) touch_vgprs(&i, data, o->number == WL_OP_image_atomic_cmpswap ? n / 2 : n, true);
    if (returns && status) touch_vgprs(&i, data + n, 1, true);
  }
  i.stores = !load;
  i.reads_private = load && !t->edge;
  uint32_t w0 = mimg_word(o->number, dmask);
  if (unorm) w0 |= WL_BITS(12, 12);
  if (returns || (!atomic && percent(p, 10))) w0 |= WL_BITS(13, 13);
  if (array) w0 |= WL_BITS(14, 14);
  if (half) w0 |= WL_BITS(15, 15);
  if (status) w0 |= WL_BITS(16, 16);
  if (percent(p, 10)) w0 |= WL_BITS(25, 25) | (any_below(p, 128) << 1);  // SLC; ignored bits
  const uint32_t w1 = mimg_registers(quad / 4, i.samples ? sampler / 4 : 0, data, first) | (d16 ? WL_BITS(31, 31) : 0);
  append(&i, ".long 0x%08x, 0x%08x  // %s", w0, w1, o->name);
  emit(p, &i);
}

// Whether an instruction does with the image what its opcode is for: else it is refused (D-IMG-13).
static bool fits(const opcode *o, const image *t) {
  const bool integers = t->number_format == UINT || t->number_format == SINT;
  if (has(o, '4')) return (t->type == TYPE_2D || t->type == TYPE_2D_ARRAY) && !(has(o, 'C') && integers);
  if (has(o, 'S')) return t->type != TYPE_CUBE && !(has(o, 'C') && integers);
  return !is_atomic(o) || t->data_format == 4 || t->data_format == 11;
}

// Any image opcode of the unit that may be emitted for the image.
static const opcode *any_image(program *p, const image *t) {
  const opcode *o;
  const bool any = percent(p, MISFITS);
  bool good;
  do {
    o = &opcodes[any_below(p, opcode_count)];
    good = o->format == MIMG && image_stage(o) <= p->images && may_emit(o, p->access) && (any || fits(o, t));
    // No wave loads from where all store.
  } while (!good || (t->edge && !is_load(o)) || (!t->edge && p->access == ACCESS_STORE && is_load(o)));
  return o;
}

void image_access(program *p, const opcode *o) {
  if (!p->images) return;
  if (image_stage(o) > p->images) return;
  const bool edge = is_load(o) && (p->access == ACCESS_STORE || percent(p, 40)), far = percent(p, FAR_SHARE);
  const bool odd = !p->asked && percent(p, ODD_SHARE);
  const uint64_t span = far || odd ? UINT64_C(1) << 36 : (edge ? EDGE_SPAN : PRIVATE_SPAN) - 2 * UNIT_OF_BASE;
  const bool any = percent(p, MISFITS);
  image t;
  do {
    t = image_in(p, span);
  } while (!any && !fits(o, &t));
  t.far = far;
  t.edge = edge;
  const uint32_t quads = (p->plain_sgprs - FORK_STACK) / 4;
  const uint32_t at = any_below(p, quads - 1);
  uint32_t other;
  do {
    other = any_below(p, quads);
  } while (other == at || other == at + 1);
  const uint32_t quad = FORK_STACK + 4 * at, s = FORK_STACK + 4 * other;
  resource(p, &t, quad, odd);
  sampler(p, &t, s);
  access_image(p, o, &t, quad, s);
  const uint32_t more = p->asked ? 0 : any_below(p, MOST);
  for (uint32_t n = 0; n < more; n++) access_image(p, any_image(p, &t), &t, quad, s);
}
