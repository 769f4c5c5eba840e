// SPDX-License-Identifier: Apache-2.0
// Executors: they read the operands, call the loop of the opcode (vector.h), and write the result to its destination
// under EXEC.
#include "execute/vector_host.h"

// ---- masks -------------------------------------------------------------------------------------

// The two words of the lane mask that is read: VCC, or the SGPR pair in SRC2 of a VOP3.
INLINE const uint32_t *mask_operand(const struct wl_wave *w, const struct wl_insn *n) {
  return &w->sgpr[n->flags & WL_INSN_READS_VCC ? WL_VCC : n->src[2].reg];
}

// Writes a lane mask; bits of inactive lanes are 0.
INLINE void write_mask(struct wl_wave *w, const struct wl_insn *n, uint64_t mask) {
  if (!n->vop->mask_out) return;
  wl_set_sgpr64(w, n->sdst, mask);
  if (n->flags & WL_INSN_WRITES_EXEC) wl_set_sgpr64(w, WL_EXEC, mask);
}

// ---- sources -----------------------------------------------------------------------------------

INLINE bool is_row(const struct wl_insn *n, unsigned i) { return n->src[i].kind == WL_OPERAND_VGPR; }
INLINE const uint32_t *row(const struct wl_wave *w, const struct wl_insn *n, unsigned i) {
  return w->vgpr[n->src[i].reg];
}

INLINE const uint32_t *all_lanes(uint32_t space[WL_LANES], uint32_t value) {
  FOR_LANES(l, WL_LANES) space[l] = value;
  return space;
}

INLINE const uint32_t *source(const struct wl_wave *w, const struct wl_insn *n, unsigned i, uint32_t space[WL_LANES]) {
  return is_row(n, i) ? row(w, n, i) : all_lanes(space, wl_scalar32(w, &n->src[i]));
}

INLINE const uint32_t *source64(const struct wl_wave *w, const struct wl_insn *n, unsigned i,
                                uint32_t space[2 * WL_LANES]) {
  if (is_row(n, i)) return row(w, n, i);
  const uint64_t value = n->vop->wide >> i & 1 ? wl_scalar64(w, &n->src[i]) : wl_scalar32(w, &n->src[i]);
  (void)all_lanes(space + WL_LANES, (uint32_t)(value >> 32));
  return all_lanes(space, (uint32_t)value);
}

// ---- plain: no modifiers -----------------------------------------------------------------------

static NOINLINE uint64_t some_lanes(struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a,
                                    const uint32_t *b, const uint32_t *c) {
  uint32_t t[WL_LANES];
  const uint64_t mask = n->lanes(w, n, t, a, b, c);
  store(d, t, wl_exec(w));
  return mask;
}

// A result of one VGPR. If all lanes are active, the loop writes the destination itself.
INLINE uint64_t one_row(struct wl_wave *w, const struct wl_insn *n, const uint32_t *a, const uint32_t *b,
                        const uint32_t *c) {
  uint32_t *d = w->vgpr[n->vdst];
  return wl_exec(w) == ~0ull ? n->lanes(w, n, d, a, b, c) : some_lanes(w, n, d, a, b, c);
}

// The same if a source is not a VGPR. sources: how many the instruction has; c is used if it has fewer than three.
INLINE uint64_t with_scalars(struct wl_wave *w, const struct wl_insn *n, unsigned sources, const uint32_t *c) {
  uint32_t space[3][WL_LANES];
  const uint32_t *a = source(w, n, 0, space[0]), *b = sources > 1 ? source(w, n, 1, space[1]) : NULL;
  return one_row(w, n, a, b, sources > 2 ? source(w, n, 2, space[2]) : c);
}
// noinline keeps these out of the code for VGPR sources.
static NOINLINE void scalars_1(struct wl_wave *w, const struct wl_insn *n) { (void)with_scalars(w, n, 1, NULL); }
static NOINLINE uint64_t scalars_2(struct wl_wave *w, const struct wl_insn *n, const uint32_t *c) {
  return with_scalars(w, n, 2, c);
}
static NOINLINE void scalars_3(struct wl_wave *w, const struct wl_insn *n) { (void)with_scalars(w, n, 3, NULL); }

static void plain_1(struct wl_wave *w, const struct wl_insn *n) {
  if (is_row(n, 0)) (void)one_row(w, n, row(w, n, 0), NULL, NULL);
  else scalars_1(w, n);
}

INLINE uint64_t two_sources(struct wl_wave *w, const struct wl_insn *n, const uint32_t *c) {
  return is_row(n, 0) && is_row(n, 1) ? one_row(w, n, row(w, n, 0), row(w, n, 1), c) : scalars_2(w, n, c);
}
static void plain_2(struct wl_wave *w, const struct wl_insn *n) { (void)two_sources(w, n, NULL); }
static void plain_mac(struct wl_wave *w, const struct wl_insn *n) { (void)two_sources(w, n, w->vgpr[n->vdst]); }
static void plain_madk(struct wl_wave *w, const struct wl_insn *n) {
  uint32_t space[WL_LANES];
  (void)two_sources(w, n, all_lanes(space, n->literal));
}
static void plain_masked(struct wl_wave *w, const struct wl_insn *n) {
  const uint64_t mask = two_sources(w, n, n->vop->mask_in ? mask_operand(w, n) : NULL);
  write_mask(w, n, mask & wl_exec(w));
}

static void plain_3(struct wl_wave *w, const struct wl_insn *n) {
  if (is_row(n, 0) && is_row(n, 1) && is_row(n, 2)) (void)one_row(w, n, row(w, n, 0), row(w, n, 1), row(w, n, 2));
  else scalars_3(w, n);
}

static void plain_compare(struct wl_wave *w, const struct wl_insn *n) {
  uint32_t space[2][2 * WL_LANES];
  const uint32_t *a = source64(w, n, 0, space[0]), *b = source64(w, n, 1, space[1]);
  write_mask(w, n, n->lanes(w, n, NULL, a, b, NULL) & wl_exec(w));
}

INLINE void store_rows(uint32_t *d, const uint32_t *t, unsigned rows, uint64_t lanes) {
  for (unsigned r = 0; r < rows; r++) {
    if (lanes == ~0ull) copy_row(d + r * WL_LANES, t + r * WL_LANES);
    else store(d + r * WL_LANES, t + r * WL_LANES, lanes);
  }
}

// Whether the rows that n writes are, in part, those of a source.
INLINE bool overlaps(const struct wl_insn *n, unsigned sources) {
  bool any = false;
  for (unsigned i = 0; i < sources; i++)
    any |= is_row(n, i) && n->src[i].reg + 1u >= n->vdst && n->src[i].reg <= n->vdst + 1u;
  return any;
}

static void plain_wide(struct wl_wave *w, const struct wl_insn *n) {
  uint32_t space[3][2 * WL_LANES], t[2 * WL_LANES];
  const unsigned sources = n->vop->sources;
  const uint32_t *a = source64(w, n, 0, space[0]), *b = sources > 1 ? source64(w, n, 1, space[1]) : NULL;
  const uint32_t *c = sources > 2 ? source64(w, n, 2, space[2]) : NULL;
  const uint64_t exec = wl_exec(w);
  uint32_t *const d = w->vgpr[n->vdst], *const to = exec == ~0ull && !overlaps(n, sources) ? d : t;
  const uint64_t mask = n->lanes(w, n, to, a, b, c);
  if (to != d) store_rows(d, t, n->vop->rows, exec);
  write_mask(w, n, mask & exec);
}

static void once(struct wl_wave *w, const struct wl_insn *n) { (void)n->lanes(w, n, NULL, NULL, NULL, NULL); }

// ---- the general executor (numerics.md 2): SDWA --------------------------------------------------

static void select_part(const uint32_t *from, uint32_t *to, uint32_t sel, bool sign) {
  const uint32_t width = sel < 4 ? 8 : sel < WL_SDWA_DWORD ? 16 : 32;
  const uint32_t at = sel < 4 ? 8 * sel : sel < WL_SDWA_DWORD ? 16 * (sel - 4) : 0, above = 32 - width;
  FOR_LANES(l, WL_LANES) {
    const uint32_t part = from[l] >> at << above;
    to[l] = sign ? (uint32_t)((int32_t)part >> above) : part >> above;
  }
}

// Moves the result to the part of the destination that DST_SEL names. DST_UNUSED decides the rest.
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

// The halves that OP_SEL picks; for a packed source also OP_SEL_HI.
static void select_halves(const uint32_t *from, uint32_t *to, bool packed, bool low, bool high) {
  FOR_LANES(l, WL_LANES) {
    const uint32_t a = from[l], bottom = low ? a >> 16 : a & 0xffff;
    to[l] = packed ? bottom | (high ? a & 0xffff0000u : a << 16) : bottom;
  }
}

// Source i as rows of 64 lanes, with its part selected and ABS, then NEG applied. space holds it unless the VGPR can be
// used as it is.
static const uint32_t *fetch(const struct wl_wave *w, const struct wl_insn *n, const struct wl_vop *op, unsigned i,
                             uint32_t space[2 * WL_LANES]) {
  const uint32_t *from = source64(w, n, i, space);
  const bool half = op->mix ? n->sel >> (3 + i) & 1 : op->half >> i & 1, packed = op->packed >> i & 1;
  if (n->extra == WL_EXTRA_DPP && i == 0) {
    wl_dpp_permute(w, n, from, space);
    from = space;
  } else if (n->extra == WL_EXTRA_SDWA) {
    const uint32_t word = n->words[1];
    const bool sext = wl_sdwa_sext(word, i) && (!(op->signs >> i & 1) || op->untyped);
    select_part(from, space, wl_sdwa_sel(word, i), sext);
    from = space;
  } else if (packed || (n->sel >> i & 1 & (half ? 1 : 0))) {
    select_halves(from, space, packed, n->sel >> i & 1, n->sel >> (3 + i) & 1);
    from = space;
  }
  const uint32_t sign = half ? 0x8000 : 0x80000000u, abs = n->abs >> i & 1, neg = n->neg >> i & 1;
  const uint32_t clear = abs && !packed ? sign : 0;
  const uint32_t flip = (neg ? sign : 0) | (abs && packed ? sign << 16 : 0);
  if (!(clear | flip)) return from;
  if (op->wide >> i & 1) {  // the sign is in the high words
    if (from != space) memcpy(space, from, WL_LANES * sizeof *space);
    from += WL_LANES;
    FOR_LANES(l, WL_LANES) space[WL_LANES + l] = (from[l] & ~clear) ^ flip;
    return space;
  }
  FOR_LANES(l, WL_LANES) space[l] = (from[l] & ~clear) ^ flip;
  return space;
}

static void modify_result(const struct wl_insn *n, const struct wl_vop *op, uint32_t mode, uint32_t *d) {
  const struct wl_fp_format *f = op->out == WL_OUT_F16   ? &wl_f16_format
                                 : op->out == WL_OUT_F64 ? &wl_f64_format
                                                         : &wl_f32_format;
  if (op->out == WL_OUT_INT || !(n->omod || n->clamp)) return;
  const uint32_t omod_mode = op->out == WL_OUT_CUBE ? wl_always_flush(f, mode) : mode;
  FOR_LANES(l, WL_LANES) {
    if (op->packed && op->out == WL_OUT_F16) {
      d[l] = (uint32_t)(wl_fp_clamp(f, d[l] & 0xffff, mode) | wl_fp_clamp(f, d[l] >> 16, mode) << 16);
      continue;
    }
    const uint64_t in = op->rows == 2 ? d[l] | (uint64_t)d[WL_LANES + l] << 32 : d[l];
    const uint64_t x = wl_fp_omod(f, in, n->omod, omod_mode), out = n->clamp ? wl_fp_clamp(f, x, mode) : x;
    d[l] = (uint32_t)out;
    if (op->rows == 2) d[WL_LANES + l] = (uint32_t)(out >> 32);
  }
}

// Adds the half of the destination that a 16-bit result keeps.
static void merge_half(const struct wl_insn *n, const struct wl_vop *op, const uint32_t *old, uint32_t *d) {
  const bool selects = !op->packed && !op->mix;
  const bool high = op->result16 == WL_RESULT_16_HIGH || (selects && n->sel >> 3 & 1);
  if (op->packed || op->result16 == WL_RESULT_32 || !(high || op->result16 == WL_RESULT_16_KEEP)) return;
  FOR_LANES(l, WL_LANES) { d[l] = high ? (old[l] & 0xffff) | d[l] << 16 : (old[l] & 0xffff0000u) | d[l]; }
}

// The general executor: all operand kinds and modifiers.
static void any(struct wl_wave *w, const struct wl_insn *n) {
  const struct wl_vop *op = n->vop;
  uint32_t space[3][2 * WL_LANES], d[4 * WL_LANES];
  const uint64_t lanes = wl_vector_lanes(w, n);
  const uint32_t *s[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; i < op->sources; i++) s[i] = fetch(w, n, op, i, space[i]);
  if (op->mask_in && op->sources < 3) s[2] = mask_operand(w, n);
  if (op->reads_vdst) s[2] = w->vgpr[n->vdst];
  if (op->literal_k) s[2] = all_lanes(space[2], n->literal);
  const uint64_t mask = n->lanes(w, n, d, s[0], s[1], s[2]);
  modify_result(n, op, w->mode, d);
  merge_half(n, op, w->vgpr[n->vdst], d);
  if (n->extra == WL_EXTRA_SDWA && op->rows != 0) place_part(n->words[1], w->vgpr[n->vdst], d);
  store_rows(w->vgpr[n->vdst], d, op->rows, lanes);
  write_mask(w, n, mask & lanes);
}

const wl_insn_fn JOIN(wl_execute_, WL_HOST, )[WL_EXECUTE_COUNT] = {
    [WL_EXECUTE_ONCE] = once,           [WL_EXECUTE_1] = plain_1,
    [WL_EXECUTE_2] = plain_2,           [WL_EXECUTE_3] = plain_3,
    [WL_EXECUTE_MAC] = plain_mac,       [WL_EXECUTE_MADK] = plain_madk,
    [WL_EXECUTE_MASKED] = plain_masked, [WL_EXECUTE_COMPARE] = plain_compare,
    [WL_EXECUTE_WIDE] = plain_wide,     [WL_EXECUTE_ANY] = any,
};
