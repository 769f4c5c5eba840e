// The general executor: any operand kinds, modifiers and EXEC (numerics.md section 2).
#include "fp.h"
#include "vector.h"

#define B(b, i) ((b) >> (i) & 1 ? ~0u : 0u)
#define B1(b) {B(b, 0), B(b, 1), B(b, 2), B(b, 3), B(b, 4), B(b, 5), B(b, 6), B(b, 7)}
#define B4(b) B1(b), B1((b) + 1), B1((b) + 2), B1((b) + 3)
#define B16(b) B4(b), B4((b) + 4), B4((b) + 8), B4((b) + 12)
#define B64(b) B16(b), B16((b) + 16), B16((b) + 32), B16((b) + 48)
const uint32_t wl_byte_mask[256][8] = {B64(0), B64(64), B64(128), B64(192)};

// ---- DPP (gfx9-encoding.md section 3) ----------------------------------------------------------

// Lane that lane i reads, or -1: there is none.
static int dpp_source(uint32_t control, int i) {
  const int n = (int)(control & 15), row = i & ~15, last = 63;
  if (control < 0x100) return (i & ~3) + (int)(control >> (2 * (i & 3)) & 3);
  switch (control & 0x1f0) {
    case 0x100: return (i & 15) + n <= 15 ? i + n : -1;
    case 0x110: return (i & 15) >= n ? i - n : -1;
    case 0x120: return row + ((i - n) & 15);
    default: break;
  }
  switch (control) {
    case WL_DPP_WAVE_SHL: return i < last ? i + 1 : -1;
    case WL_DPP_WAVE_ROL: return (i + 1) & last;
    case WL_DPP_WAVE_SHR: return i - 1;
    case WL_DPP_WAVE_ROR: return (i - 1) & last;
    case WL_DPP_ROW_MIRROR: return i ^ 15;
    case WL_DPP_ROW_HALF_MIRROR: return i ^ 7;
    case WL_DPP_ROW_BCAST15: return row - 1;
    default: return i < 32 ? -1 : 31;   // WL_DPP_ROW_BCAST31
  }
}

// The lane that lane i reads is there and active.
static bool dpp_valid(uint32_t word, uint64_t exec, int i, int *from) {
  *from = dpp_source(wl_dpp_control(word), i);
  return *from >= 0 && (exec >> *from & 1);
}

uint64_t wl_vector_lanes(const struct wl_wave *w, const struct wl_insn *n) {
  const uint64_t exec = wl_exec(w);
  if (n->extra != WL_EXTRA_DPP) return exec;
  const uint32_t word = n->words[1];
  const bool bound_control = wl_dpp_bound_ctrl(word);
  uint64_t lanes = 0;
  for (int i = 0, from; i < WL_LANES; i++) {
    const bool on = wl_dpp_row_mask(word) >> (i >> 4) & wl_dpp_bank_mask(word) >> (i >> 2 & 3) & 1;
    if (on && (dpp_valid(word, exec, i, &from) || bound_control)) lanes |= 1ull << i;
  }
  return lanes & exec;
}

static void permute(const struct wl_wave *w, const struct wl_insn *n, const uint32_t *row, uint32_t *to) {
  const uint64_t exec = wl_exec(w);
  for (int i = 0, from; i < WL_LANES; i++) to[i] = dpp_valid(n->words[1], exec, i, &from) ? row[from] : 0;
}

// ---- SDWA --------------------------------------------------------------------------------------

static void select_part(const uint32_t *from, uint32_t *to, uint32_t sel, bool sign) {
  const uint32_t width = sel < 4 ? 8 : sel < WL_SDWA_DWORD ? 16 : 32;
  const uint32_t at = sel < 4 ? 8 * sel : sel < WL_SDWA_DWORD ? 16 * (sel - 4) : 0, above = 32 - width;
  for (unsigned l = 0; l < WL_LANES; l++) {
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
  for (unsigned l = 0; l < WL_LANES; l++) {
    const uint32_t part = d[l] << at & mask;
    const uint32_t extension = part & top ? above : 0;
    d[l] = part | (unused == WL_SDWA_KEEP ? old[l] & ~mask : unused == WL_SDWA_SIGN ? extension : 0);
  }
}

// ---- sources and result ------------------------------------------------------------------------

// The halves that OP_SEL (and of packed opcodes OP_SEL_HI) pick.
static void select_halves(const uint32_t *from, uint32_t *to, bool packed, bool low, bool high) {
  for (unsigned l = 0; l < WL_LANES; l++) {
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
    for (unsigned l = 0; l < WL_LANES; l++) space[l] = (uint32_t)value;
    for (unsigned l = 0; wide && l < WL_LANES; l++) space[WL_LANES + l] = (uint32_t)(value >> 32);
  }
  if (n->extra == WL_EXTRA_DPP && i == 0) {
    permute(w, n, from, space);
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

// A result of 16 bits that shares its row with a half that is kept.
static void merge_half(const struct wl_insn *n, const struct wl_vop *op, const uint32_t *old, uint32_t *d) {
  const bool high = n->sel >> 3 & 1;
  if (op->packed || op->result16 == WL_RESULT_32 || !(high || op->result16 == WL_RESULT_16_KEEP)) return;
  for (unsigned l = 0; l < WL_LANES; l++) {
    d[l] = high ? (old[l] & 0xffff) | d[l] << 16 : (old[l] & 0xffff0000u) | d[l];
  }
}

void wl_vector_any(struct wl_wave *w, const struct wl_insn *n, const struct wl_vop *op, wl_row_fn *row) {
  uint32_t space[3][2 * WL_LANES], d[4 * WL_LANES];
  const uint64_t lanes = wl_vector_lanes(w, n);
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
  merge_half(n, op, w->vgpr[n->vdst], d);
  if (n->extra == WL_EXTRA_SDWA && op->rows != 0) place_part(n->words[1], w->vgpr[n->vdst], d);
  for (unsigned r = 0; r < op->rows; r++) wl_store(w->vgpr[n->vdst + r], d + r * WL_LANES, lanes);
  if (op->mask_out) wl_write_mask(w, n, mask & lanes);
}
