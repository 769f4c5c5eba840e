// The general executor: any operand kinds, modifiers and EXEC (numerics.md section 2).
#ifndef WAVELOCK_VECTOR_ANY_H
#define WAVELOCK_VECTOR_ANY_H

#include "vector_host.h"

// One instruction over 64 lanes in plain arrays. 64-bit operands: low words, then at +64 the high words;
// 128-bit ones have four rows.
struct rows {
  uint32_t *d;             // aliases no source
  const uint32_t *s[3];
  uint64_t mask_in;
  uint32_t mode;
  bool clamp;
};
typedef uint64_t row_fn(const struct rows *r);   // returns the mask of CO, or of a compare

// ---- SDWA --------------------------------------------------------------------------------------

static void select_part(const uint32_t *from, uint32_t *to, uint32_t sel, bool sign) {
  const uint32_t width = sel < 4 ? 8 : sel < WL_SDWA_DWORD ? 16 : 32;
  const uint32_t at = sel < 4 ? 8 * sel : sel < WL_SDWA_DWORD ? 16 * (sel - 4) : 0, above = 32 - width;
  FOR_LANES(l, WL_LANES) {
    const uint32_t part = from[l] >> at << above;
    to[l] = sign ? (uint32_t)((int32_t)part >> above) : part >> above;
  }
}

// The result goes to its part of the destination, the rest as DST_UNUSED says.
static void place_part(uint32_t word, const uint32_t *old, uint32_t *d) {
  const uint32_t sel = wl_sdwa_dst_sel(word), unused = wl_sdwa_dst_unused(word);
  if (sel == WL_SDWA_DWORD) return;
  const uint32_t at = sel < 4 ? 8 * sel : 16 * (sel - 4), mask = (sel < 4 ? 0xffu : 0xffffu) << at;
  const uint32_t above = ~(mask | (mask - 1)), top = mask & ~(mask >> 1);
  FOR_LANES(l, WL_LANES) {
    const uint32_t part = d[l] << at & mask;
    const uint32_t extension = part & top ? above : 0;
    d[l] = part | (unused == WL_SDWA_KEEP ? old[l] & ~mask : unused == WL_SDWA_SIGN ? extension : 0);
  }
}

// ---- sources and result ------------------------------------------------------------------------

// The halves that OP_SEL (and of packed opcodes OP_SEL_HI) pick.
static void select_halves(const uint32_t *from, uint32_t *to, bool packed, bool low, bool high) {
  FOR_LANES(l, WL_LANES) {
    const uint32_t a = from[l], bottom = low ? a >> 16 : a & 0xffff;
    to[l] = packed ? bottom | (high ? a & 0xffff0000u : a << 16) : bottom;
  }
}

// Source i as 64 lanes (64 more for the high words of a 64-bit one, all of a tuple of VGPRs), its part selected, ABS
// then NEG applied; space is for those that are not a plain row.
static const uint32_t *fetch(const struct wl_wave *w, const struct wl_insn *n, const struct wl_vop *op, unsigned i,
                             uint32_t space[2 * WL_LANES]) {
  const struct wl_operand *o = &n->src[i];
  const bool wide = op->wide >> i & 1;
  const uint32_t *from = space;
  if (o->kind == WL_OPERAND_VGPR) {
    from = w->vgpr[o->reg];
  } else {
    const uint64_t value = wide ? wl_scalar64(w, o) : wl_scalar32(w, o);
    FOR_LANES(l, WL_LANES) space[l] = (uint32_t)value;
    for (unsigned l = 0; wide && l < WL_LANES; l++) space[WL_LANES + l] = (uint32_t)(value >> 32);
  }
  if (n->extra == WL_EXTRA_DPP && i == 0) {
    wl_dpp_permute(w, n, from, space);
    from = space;
  } else if (n->extra == WL_EXTRA_SDWA) {
    const uint32_t word = n->words[1];
    select_part(from, space, wl_sdwa_sel(word, i), wl_sdwa_sext(word, i) && !(op->signs >> i & 1));
    from = space;
  } else if (op->packed || (n->sel >> i & 1 & op->half >> i)) {
    select_halves(from, space, op->packed, n->sel >> i & 1, n->sel >> (3 + i) & 1);
    from = space;
  }
  const uint32_t sign = op->half >> i & 1 ? 0x8000 : 0x80000000u;
  const uint32_t clear = n->abs >> i & 1 ? sign : 0, flip = n->neg >> i & 1 ? sign : 0;
  if (!(clear | flip)) return from;
  FOR_LANES(l, WL_LANES) space[l] = (from[l] & ~clear) ^ flip;
  return space;
}

static void modify_result(const struct wl_insn *n, const struct wl_vop *op, uint32_t mode, uint32_t *d) {
  if (op->out == WL_OUT_INT || !(n->omod || n->clamp)) return;
  FOR_LANES(l, WL_LANES) {
    if (op->out == WL_OUT_F32) {
      d[l] = wl_f32_omod(d[l], n->omod, mode);
      if (n->clamp) d[l] = wl_f32_clamp(d[l], mode);
    } else {
      d[l] = wl_f16_omod(d[l], n->omod, mode);
      if (n->clamp) d[l] = wl_f16_clamp(d[l], mode);
    }
  }
}

// A result of 16 bits that shares its row with a half that is kept.
static void merge_half(const struct wl_insn *n, const struct wl_vop *op, const uint32_t *old, uint32_t *d) {
  const bool high = n->sel >> 3 & 1;
  if (op->packed || op->result16 == WL_RESULT_32 || !(high || op->result16 == WL_RESULT_16_KEEP)) return;
  FOR_LANES(l, WL_LANES) {
    d[l] = high ? (old[l] & 0xffff) | d[l] << 16 : (old[l] & 0xffff0000u) | d[l];
  }
}

// Any operand kinds, any modifiers, any EXEC.
static __attribute__((noinline)) void vector_any(struct wl_wave *w, const struct wl_insn *n, const struct wl_vop *op,
                                                 row_fn *row) {
  uint32_t space[3][2 * WL_LANES], d[4 * WL_LANES];
  const uint64_t lanes = wl_vector_lanes(w, n);
  struct rows rows = {
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
  merge_half(n, op, w->vgpr[n->vdst], d);
  if (n->extra == WL_EXTRA_SDWA && op->rows != 0) place_part(n->words[1], w->vgpr[n->vdst], d);
  for (unsigned r = 0; r < op->rows; r++) store(w->vgpr[n->vdst + r], d + r * WL_LANES, lanes);
  if (op->mask_out) wl_write_mask(w, n, mask & lanes);
}

#endif
