// SPDX-License-Identifier: Apache-2.0
// DS instructions executed at once, for wl_model_run. Each plain load and store of the LDS has its own copy of the
// generic functions below, with the columns of the table as constants. The others are executed by lds.c.
#include "memory/transfer.h"

// ds_offsets in the modes that align addresses or leave misaligned lanes out.
static __attribute__((noinline)) uint64_t aligned_offsets(const struct wl_wave *w, const uint32_t *address,
                                                          uint64_t exec, uint32_t offset, uint32_t bytes,
                                                          uint32_t at[WL_LANES]) {
  const uint32_t kept = ~wl_cleared_bits(w->alignment_mode, bytes), zero = wl_zero_bits(w->alignment_mode, bytes);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    at[l] = (address[l] + offset) & kept;
    if ((uint64_t)at[l] + bytes > w->lds_size || (at[l] & zero) != 0) exec &= ~(1ull << l);
  }
  return exec;
}

// Fills where the lanes of one access lie in the wave's LDS. Returns the active lanes that are in range and aligned.
ALWAYS_INLINE uint64_t ds_offsets(const struct wl_wave *w, const uint32_t *address, uint64_t exec, uint32_t offset,
                                  uint32_t bytes, uint32_t at[WL_LANES]) {
  uint32_t any = 0;  // no address is above it
  uint64_t inside = exec;
  if (w->alignment_mode != WL_ALIGN_UNALIGNED) return aligned_offsets(w, address, exec, offset, bytes, at);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    at[l] = address[l] + offset;
    any |= at[l];
  }
  if ((uint64_t)any + bytes <= w->lds_size) return inside;
  for (uint32_t l = 0; l < WL_LANES; l++) {
    if ((uint64_t)at[l] + bytes > w->lds_size) inside &= ~(1ull << l);
  }
  return inside;
}

ALWAYS_INLINE void ds_load(struct wl_wave *w, const struct wl_insn *insn, uint32_t access, uint64_t exec,
                           uint64_t inside, const uint32_t at[WL_LANES], uint32_t bytes, bool sign, uint32_t half) {
  static const uint8_t zero[16];
  const uint8_t *lds = w->lds;
  const uint32_t rows = (bytes + 3) / 4;
  if (is_run(inside, at, bytes, half)) {
    memcpy(w->vgpr[insn->vdst + access * rows], lds + at[0], WL_LANES * 4);
    return;
  }
  for (uint32_t r = 0; r < rows; r++) {
    uint32_t *to = w->vgpr[insn->vdst + access * rows + r];
    if (inside == ~0ull) {
      for (uint32_t l = 0; l < WL_LANES; l++) load_word(w->memory, &to[l], lds + at[l], r, bytes, sign, half);
      continue;
    }
    for (uint64_t lanes = exec; lanes != 0; lanes &= lanes - 1) {
      const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
      load_word(w->memory, &to[l], inside >> l & 1 ? lds + at[l] : zero, r, bytes, sign, half);
    }
  }
}

ALWAYS_INLINE void ds_store(const struct wl_wave *w, const struct wl_insn *insn, uint32_t access, uint64_t lanes,
                            const uint32_t at[WL_LANES], uint32_t bytes, uint32_t half) {
  uint8_t *lds = w->lds;
  if (is_run(lanes, at, bytes, half)) {
    memcpy(lds + at[0], w->vgpr[insn->src[1 + access].reg], WL_LANES * 4);
    return;
  }
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    for (uint32_t r = 0; r < (bytes + 3) / 4; r++)
      store_word(w, insn->src[1 + access].reg, lds + at[l], l, r, bytes, half);
  }
}

// Lanes outside of the workgroup's allocation: wl_note_outside_lds.
static __attribute__((noinline)) void note_outside(const struct wl_wave *w, const struct wl_insn *insn) {
  struct wl_pending p;
  wl_pending_fill(w, &p, insn);
  wl_note_outside_lds(w, &p, insn);
}

// One dword of each of the 64 lanes. false: not all lanes are active, in range and aligned, and nothing was done.
ALWAYS_INLINE bool dwords_now(struct wl_wave *w, const struct wl_insn *insn, wl_mem_op what) {
  const struct wl_rows *rows = w->memory->rows;
  const uint32_t *at = w->vgpr[insn->src[0].reg], offset = (uint32_t)insn->simm;
  const bool aligned = w->alignment_mode != WL_ALIGN_UNALIGNED;
  if (wl_exec(w) != ~0ull) return false;
  if (what == WL_MEM_LOAD) return rows->load(w->vgpr[insn->vdst], w->lds, at, offset, w->lds_size, aligned);
  return rows->store(w->vgpr[insn->src[1].reg], w->lds, at, offset, w->lds_size, aligned);
}

ALWAYS_INLINE void ds_now(struct wl_wave *w, const struct wl_insn *insn, wl_mem_op what, uint32_t bytes, bool sign,
                          uint32_t half, uint32_t accesses, uint32_t scale) {
  const uint64_t exec = wl_exec(w);
  const uint32_t offset[2] = {accesses == 1 ? (uint32_t)insn->simm : wl_ds_offset(insn, 0) * scale,
                              wl_ds_offset(insn, 1) * scale};
  if (accesses == 1 && bytes == 4 && half == WL_WHOLE && dwords_now(w, insn, what)) return;
  uint32_t at[2][WL_LANES];  // computed first: a load may overwrite its own address register
  uint64_t inside[2] = {0, 0};
  if (what == WL_MEM_STORE && accesses == 2 && offset[0] == offset[1]) accesses = 1;
  bool left_out = false;
  for (uint32_t a = 0; a < accesses; a++) {
    inside[a] = ds_offsets(w, w->vgpr[insn->src[0].reg], exec, offset[a], bytes, at[a]);
    left_out |= inside[a] != exec;
  }
  if (__builtin_expect(left_out, 0)) {
    w->trapsts |= WL_TRAPSTS_MEM_VIOL;
    note_outside(w, insn);
  }
  if (what == WL_MEM_LOAD) {
    for (uint32_t a = 0; a < accesses; a++) ds_load(w, insn, a, exec, inside[a], at[a], bytes, sign, half);
  } else if (accesses == 1) {
    ds_store(w, insn, 0, inside[0], at[0], bytes, half);
  } else {
    // In the order of service (lds.md 4.1), for stores that overlap: by quad, access 0 before access 1.
    for (uint32_t quad = 0; quad < WL_LANES; quad += 4) {
      for (uint32_t a = 0; a < 2; a++) ds_store(w, insn, a, inside[a] & 15ull << quad, at[a], bytes, half);
    }
  }
}

#define DS(OP, NAME, WHAT, BYTES, SIGN, HALF, ACCESSES, SCALE)            \
  static void NAME##_now(struct wl_wave *w, const struct wl_insn *insn) { \
    ds_now(w, insn, WL_MEM_##WHAT, BYTES, SIGN, HALF, ACCESSES, SCALE);   \
  }
#define DS_AT(OP, NAME, WHAT, BYTES, WHERE)
#define DS_ATOMIC(OP, NAME, TYPE, DATA, FORM, ...)
#define DS_EXCHANGE2(OP, NAME, TYPE, SCALE)
#define DS_COUNT(OP, NAME, ...)
#define DS_LANES(OP, NAME, DATA, FN)
#define DS_NOP(OP, NAME)
#include "isa/ds.def"
#undef DS
#undef DS_AT
#undef DS_ATOMIC
#undef DS_EXCHANGE2
#undef DS_COUNT
#undef DS_LANES
#undef DS_NOP

// By wl_insn.sub.
static const wl_insn_fn now[] = {
#define DS(OP, NAME, WHAT, BYTES, SIGN, HALF, ACCESSES, SCALE) NAME##_now,
#define OTHER wl_lds_now,
#define DS_AT(OP, NAME, WHAT, BYTES, WHERE) OTHER
#define DS_ATOMIC(OP, NAME, TYPE, DATA, FORM, ...) OTHER
#define DS_EXCHANGE2(OP, NAME, TYPE, SCALE) OTHER
#define DS_COUNT(OP, NAME, ...) OTHER
#define DS_LANES(OP, NAME, DATA, FN) OTHER
#define DS_NOP(OP, NAME) OTHER
#include "isa/ds.def"
};

wl_insn_fn wl_ds_now_fn(const struct wl_insn *insn) { return wl_is_gds(insn) ? wl_lds_now : now[insn->sub]; }
