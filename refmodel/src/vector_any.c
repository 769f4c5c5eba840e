// The general executor: any operand kinds, modifiers and EXEC (numerics.md section 2).
#include "fp.h"
#include "vector.h"

#define B(b, i) ((b) >> (i) & 1 ? ~0u : 0u)
#define B1(b) {B(b, 0), B(b, 1), B(b, 2), B(b, 3), B(b, 4), B(b, 5), B(b, 6), B(b, 7)}
#define B4(b) B1(b), B1((b) + 1), B1((b) + 2), B1((b) + 3)
#define B16(b) B4(b), B4((b) + 4), B4((b) + 8), B4((b) + 12)
#define B64(b) B16(b), B16((b) + 16), B16((b) + 32), B16((b) + 48)
const uint32_t wl_byte_mask[256][8] = {B64(0), B64(64), B64(128), B64(192)};

// Source i as 64 lanes (and 64 more for the high words of a 64-bit one), ABS then NEG applied; space is for those
// that are not a plain row.
static const uint32_t *fetch(const struct wl_wave *w, const struct wl_insn *n, const struct wl_vop *op, unsigned i,
                             uint32_t space[2 * WL_LANES]) {
  const struct wl_operand *o = &n->src[i];
  const bool wide = op->wide >> i & 1;
  const uint32_t *from = space;
  if (o->kind == WL_OPERAND_VGPR) {
    from = w->vgpr[o->reg];
  } else {
    const uint64_t value = wide ? wl_scalar64(w, o) : wl_scalar32(w, o);
    for (unsigned l = 0; l < WL_LANES; l++) space[l] = (uint32_t)value;
    for (unsigned l = 0; wide && l < WL_LANES; l++) space[WL_LANES + l] = (uint32_t)(value >> 32);
  }
  const uint32_t sign = op->half >> i & 1 ? 0x8000 : 0x80000000u;
  const uint32_t clear = n->abs >> i & 1 ? sign : 0, flip = n->neg >> i & 1 ? sign : 0;
  if (!(clear | flip)) return from;
  FOR_LANES(l, WL_LANES) space[l] = (from[l] & ~clear) ^ flip;
  return space;
}

static void modify_result(const struct wl_insn *n, const struct wl_vop *op, uint32_t mode, uint32_t *d) {
  if (op->out == WL_OUT_INT || !(n->omod || n->clamp)) return;
  for (unsigned l = 0; l < WL_LANES; l++) {
    if (op->out == WL_OUT_F32) {
      d[l] = wl_f32_omod(d[l], n->omod, mode);
      if (n->clamp) d[l] = wl_f32_clamp(d[l], mode);
    } else {
      d[l] = wl_f16_omod(d[l], n->omod, mode);
      if (n->clamp) d[l] = wl_f16_clamp(d[l], mode);
    }
  }
}

void wl_vector_any(struct wl_wave *w, const struct wl_insn *n, const struct wl_vop *op, wl_row_fn *row) {
  uint32_t space[3][2 * WL_LANES], d[2 * WL_LANES];
  const uint64_t exec = wl_exec(w);
  struct wl_rows rows = {
      .d = d,
      .s = {space[0], space[1], space[2]},
      .mask_in = op->mask_in ? wl_mask_operand(w, n) : 0,
      .mode = w->mode,
      .clamp = n->clamp,
  };
  for (unsigned i = 0; i < op->sources; i++) rows.s[i] = fetch(w, n, op, i, space[i]);
  if (op->reads_vdst) rows.s[2] = w->vgpr[n->vdst];
  for (unsigned l = 0; op->literal_k && l < WL_LANES; l++) space[2][l] = n->literal;
  const uint64_t mask = row(&rows);
  modify_result(n, op, w->mode, d);
  for (unsigned r = 0; r < op->rows; r++) wl_store(w->vgpr[n->vdst + r], d + r * WL_LANES, exec);
  if (op->mask_out) wl_write_mask(w, n, mask);
}
