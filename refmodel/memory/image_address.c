// SPDX-License-Identifier: Apache-2.0
// The address registers of image instructions, and the addresses of elements (image.md 3, 8.1, 9.1).
#include "memory/memory.h"

// ---- registers -------------------------------------------------------------------------------------------
// Past what resolving has left of them registers read as 0 (D-IMG-8).
static const uint32_t *address_reg(const struct wl_wave *w, const struct wl_insn *insn, uint32_t r) {
  static const uint32_t zeros[WL_LANES];
  return r < insn->src[0].regs ? w->vgpr[insn->src[0].reg + r] : zeros;
}

// Where the parts are taken from.
struct taking {
  const struct wl_wave *w;
  const struct wl_insn *insn;
  uint32_t reg, unpacked;  // the next ones
  struct wl_image_operands *to;
};

static const uint32_t *take(struct taking *t) { return address_reg(t->w, t->insn, t->reg++); }

// One of the halves of a register, widened: an f16 of opcodes with a sampler, else a u16 (3.3).
static const uint32_t *take_half(struct taking *t, uint32_t reg, bool high) {
  const uint32_t *from = address_reg(t->w, t->insn, reg);
  uint32_t *to = t->to->unpacked[t->unpacked++];
  const bool floats = wl_image_has_sampler(t->insn);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    const uint32_t half = high ? from[l] >> 16 : from[l] & 0xffff;
    to[l] = floats ? wl_half_to_float(half) : half;
  }
  return to;
}

// Components that lie in order, with A16 two to a register.
static void take_list(struct taking *t, const uint32_t **list[], uint32_t count) {
  const bool halves = wl_image_a16(t->insn);
  for (uint32_t n = 0; n < count; n++) *list[n] = halves ? take_half(t, t->reg + n / 2, n % 2) : take(t);
  if (halves) t->reg += (count + 1) / 2;
}

void wl_image_operands(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_image *i,
                       struct wl_image_operands *o) {
  static const uint32_t zeros[WL_LANES];
  const struct wl_image_op *op = wl_image_op(insn->sub);
  struct taking t = {w, insn, 0, 0, o};
  const uint32_t **body[WL_IMAGE_AXES + 2];
  uint32_t count = 0;
  o->offset = o->bias = o->compare = o->slice = o->last = zeros;
  for (uint32_t a = 0; a < WL_IMAGE_AXES; a++) o->axis[a] = o->derivative[0][a] = o->derivative[1][a] = zeros;
  if (op->parts & WL_IMAGE_OFFSET) o->offset = take(&t);
  if (op->parts & WL_IMAGE_BIAS) {
    o->bias = wl_image_a16(insn) ? take_half(&t, t.reg, false) : take(&t);
    t.reg += wl_image_a16(insn);
  }
  if (op->parts & WL_IMAGE_COMPARE) o->compare = take(&t);
  for (uint32_t d = 0; d < 2 && (op->parts & WL_IMAGE_DERIVATIVES); d++) {
    const uint32_t **axes[WL_IMAGE_AXES] = {&o->derivative[d][0], &o->derivative[d][1], &o->derivative[d][2]};
    take_list(&t, axes, i->axes);
  }
  for (uint32_t a = 0; a < i->axes && op->what != WL_IMAGE_RESINFO; a++) body[count++] = &o->axis[a];
  if (i->sliced && (insn->words[0] & WL_MIMG_DA) && op->what != WL_IMAGE_RESINFO) body[count++] = &o->slice;
  if (op->parts & WL_IMAGE_LAST) body[count++] = &o->last;
  take_list(&t, body, count);
}

// ---- memory ----------------------------------------------------------------------------------------------
// Below 2^50: a slice has 13 bits, rows 17, the pitch 16, an element at most 16 bytes.
uint64_t wl_image_element(const struct wl_image *i, uint32_t level, uint32_t x, uint32_t y, uint32_t slice) {
  const uint64_t row = (uint64_t)slice * i->rows + i->first[level] + y;
  return wl_canonical(i->base + (row * i->pitch + x) * i->bytes);
}

wl_texel wl_image_texel_at(const struct wl_image *i, uint64_t address) {
  if (i == NULL) return (wl_texel){.axes = 0};
  const uint64_t element = ((address - i->base) & WL_MEM_ADDRESS_BITS) / i->bytes, row = element / i->pitch;
  const uint32_t slice = (uint32_t)(row / i->rows), y = (uint32_t)(row % i->rows);
  uint32_t level = i->base_level + i->last_level;
  while (level > i->base_level && i->first[level] > y) level--;
  return (wl_texel){.axes = i->axes,
                    .at = {(uint32_t)(element % i->pitch), y - i->first[level], i->axes == 3 ? slice : 0},
                    .level = level - i->base_level,
                    .slice = i->sliced ? slice - i->base_slice : 0,
                    .sliced = i->sliced};
}

uint64_t wl_image_elements(const struct wl_image *i, const struct wl_image_operands *o, uint64_t exec,
                           uint64_t address[WL_LANES]) {
  uint64_t inside = 0;
  for (uint64_t lanes = exec; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes), m = o->last[l];
    const uint32_t x = o->axis[0][l], y = o->axis[1][l], z = o->axis[2][l], slice = o->slice[l];
    if (m > i->last_level || slice > i->last_slice) continue;
    const uint32_t level = i->base_level + m;
    if (x >= wl_image_size(i, 0, level) || y >= wl_image_size(i, 1, level) || z >= wl_image_size(i, 2, level)) continue;
    address[l] = wl_image_element(i, level, x, y, i->axes == 3 ? z : i->base_slice + slice);
    inside |= 1ull << l;
  }
  return inside;
}
