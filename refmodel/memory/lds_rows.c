// SPDX-License-Identifier: Apache-2.0
// The table of all DS instructions, and their operations on a lane.
//
// For wl_model_run each plain load and store of the LDS has its own copy of the generic functions below. There the
// columns of the table are constants. The other instructions are executed by lds.c.
#include "memory/lds_fp.h"
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
  uint32_t highest = 0;
  uint64_t inside = exec;
  if (w->alignment_mode != WL_ALIGN_UNALIGNED) return aligned_offsets(w, address, exec, offset, bytes, at);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    at[l] = address[l] + offset;
    highest = at[l] > highest ? at[l] : highest;
  }
  if ((uint64_t)highest + bytes <= w->lds_size) return inside;
  for (uint32_t l = 0; l < WL_LANES; l++) {
    if ((uint64_t)at[l] + bytes > w->lds_size) inside &= ~(1ull << l);
  }
  return inside;
}

ALWAYS_INLINE void ds_load(struct wl_wave *w, const struct wl_insn *insn, uint32_t access, uint64_t exec,
                           uint64_t inside, const uint32_t at[WL_LANES], uint32_t bytes, bool sign, uint32_t half) {
  static const uint8_t zero[16];
  const uint8_t *lds = w->model->lds + w->lds_base;
  const uint32_t rows = (bytes + 3) / 4;
  if (is_run(inside, at, bytes, half)) {
    memcpy(w->vgpr[insn->vdst + access * rows], lds + at[0], WL_LANES * 4);
    return;
  }
  for (uint32_t r = 0; r < rows; r++) {
    uint32_t *to = w->vgpr[insn->vdst + access * rows + r];
    if (inside == ~0ull) {
      for (uint32_t l = 0; l < WL_LANES; l++) load_word(&to[l], lds + at[l], r, bytes, sign, half);
      continue;
    }
    for (uint64_t lanes = exec; lanes != 0; lanes &= lanes - 1) {
      const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
      load_word(&to[l], inside >> l & 1 ? lds + at[l] : zero, r, bytes, sign, half);
    }
  }
}

ALWAYS_INLINE void ds_store(const struct wl_wave *w, const struct wl_insn *insn, uint32_t access, uint64_t lanes,
                            const uint32_t at[WL_LANES], uint32_t bytes, uint32_t half) {
  uint8_t *lds = w->model->lds + w->lds_base;
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

ALWAYS_INLINE void ds_now(struct wl_wave *w, const struct wl_insn *insn, int what, uint32_t bytes, bool sign,
                          uint32_t half, uint32_t accesses, uint32_t scale) {
  const uint64_t exec = wl_exec(w);
  const uint32_t offset[2] = {accesses == 1 ? (uint32_t)insn->simm : wl_ds_offset(insn, 0) * scale,
                              wl_ds_offset(insn, 1) * scale};
  uint32_t at[2][WL_LANES];  // computed first: a load may overwrite its own address register
  uint64_t inside[2] = {0, 0};
  if (what == STORE && accesses == 2 && offset[0] == offset[1]) accesses = 1;
  for (uint32_t a = 0; a < accesses; a++) {
    inside[a] = ds_offsets(w, w->vgpr[insn->src[0].reg], exec, offset[a], bytes, at[a]);
    if (inside[a] != exec) w->trapsts |= WL_TRAPSTS_MEM_VIOL;
  }
  if (what == LOAD) {
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

// ---- operations of a lane ----------------------------------------------------------------------
typedef uint32_t ds_u32;
typedef int32_t ds_i32;
typedef uint64_t ds_u64;
typedef int64_t ds_i64;

// ---- exchange between lanes (lds.md 3.5) -------------------------------------------------------
static uint32_t reverse5(uint32_t a) { return (a & 1) << 4 | (a & 2) << 2 | (a & 4) | (a & 8) >> 2 | (a & 16) >> 4; }

// The modes of ds_swizzle begin at these offsets; below them it is a bit mask.
enum { SWIZZLE_QUAD = 0x8000, SWIZZLE_ROTATE = 0xc000, SWIZZLE_FFT = 0xe000 };

// The lane that lane l reads.
static uint32_t swizzle_source(uint32_t l, uint32_t offset) {
  const uint32_t i = l & 31, mask = offset & 31, n = offset >> 5 & 31;
  if (offset >= SWIZZLE_FFT) return (l & 32) | (reverse5(i) >> __builtin_popcount(mask)) | (i & mask);
  if (offset >= SWIZZLE_ROTATE) return (l & 32) | (i & mask) | ((offset & 0x400 ? i - n : i + n) & 31 & ~mask);
  if (offset >= SWIZZLE_QUAD) return (l & ~3u) + (offset >> (2 * (l & 3)) & 3);
  return (l & 32) | (((i & mask) | n) ^ (offset >> 10 & 31));
}

static void lane_swizzle(const uint32_t *addr, const uint32_t *data, uint32_t offset, uint64_t exec, uint32_t *to) {
  (void)data;
  for (uint32_t l = 0; l < WL_LANES; l++) {
    const uint32_t from = swizzle_source(l, offset);
    to[l] = exec >> from & 1 ? addr[from] : 0;
  }
}

static void lane_push(const uint32_t *addr, const uint32_t *data, uint32_t offset, uint64_t exec, uint32_t *to) {
  memset(to, 0, WL_LANES * sizeof *to);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    if (exec >> l & 1) to[(addr[l] + offset) >> 2 & 63] = data[l];
  }
}

static void lane_pull(const uint32_t *addr, const uint32_t *data, uint32_t offset, uint64_t exec, uint32_t *to) {
  for (uint32_t l = 0; l < WL_LANES; l++) {
    const uint32_t from = (addr[l] + offset) >> 2 & 63;
    to[l] = exec >> from & 1 ? data[from] : 0;
  }
}

// ---- functions and table from ds.def -----------------------------------------------------------
#define DS(OP, NAME, WHAT, BYTES, SIGN, HALF, ACCESSES, SCALE)            \
  static void NAME##_now(struct wl_wave *w, const struct wl_insn *insn) { \
    ds_now(w, insn, WHAT, BYTES, SIGN, HALF, ACCESSES, SCALE);            \
  }
#define BODY(NAME, TYPE, ...)                                                      \
  static uint64_t NAME##_op(uint64_t t, uint64_t d0, uint64_t d1, uint32_t MODE) { \
    const ds_##TYPE T = (ds_##TYPE)t, D0 = (ds_##TYPE)d0, D1 = (ds_##TYPE)d1;      \
    ds_##TYPE D;                                                                   \
    (void)T, (void)D0, (void)D1, (void)MODE;                                       \
    __VA_ARGS__;                                                                   \
    return (uint64_t)D;                                                            \
  }
#define DS_AT(OP, NAME, WHAT, BYTES, WHERE)
#define DS_ATOMIC(OP, NAME, TYPE, DATA, FORM, ...) BODY(NAME, TYPE, __VA_ARGS__)
#define DS_EXCHANGE2(OP, NAME, TYPE, SCALE) BODY(NAME, TYPE, D = D0)
#define N D0
#define DS_COUNT(OP, NAME, ...) BODY(NAME, u32, __VA_ARGS__)
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
#undef N

enum { NONE, RTN, SRC2 };
#define DS(OP, NAME, WHAT, BYTES, SIGN, HALF, ACCESSES, SCALE) \
  {.name = #NAME,                                              \
   .op = OP,                                                   \
   .mem_op = WHAT,                                             \
   .bytes = BYTES,                                             \
   .sign = SIGN,                                               \
   .half = HALF,                                               \
   .accesses = ACCESSES,                                       \
   .scale = SCALE,                                             \
   .data = (WHAT) == STORE ? ACCESSES : 0,                     \
   .destination = (WHAT) == LOAD ? WL_TO_VGPR : WL_TO_NOTHING, \
   .fn = NAME##_now},
#define DS_AT(OP, NAME, WHAT, BYTES, WHERE)                    \
  {.name = #NAME,                                              \
   .op = OP,                                                   \
   .mem_op = WHAT,                                             \
   .bytes = BYTES,                                             \
   .accesses = 1,                                              \
   .where = WL_AT_##WHERE,                                     \
   .data = (WHAT) == STORE,                                    \
   .destination = (WHAT) == LOAD ? WL_TO_VGPR : WL_TO_NOTHING, \
   .fn = wl_lds_now},
#define DS_ATOMIC(OP, NAME, TYPE, DATA, FORM, ...)            \
  {.name = #NAME,                                             \
   .op = OP,                                                  \
   .mem_op = WL_MEM_ATOMIC,                                   \
   .bytes = sizeof(ds_##TYPE),                                \
   .accesses = 1,                                             \
   .data = DATA,                                              \
   .what = (FORM) == SRC2 ? WL_DS_SRC2 : WL_DS_ATOMIC,        \
   .where = (FORM) == SRC2 ? WL_AT_SRC2 : WL_AT_VGPR,         \
   .destination = (FORM) == RTN ? WL_TO_VGPR : WL_TO_NOTHING, \
   .operate = NAME##_op,                                      \
   .fn = wl_lds_now},
#define DS_EXCHANGE2(OP, NAME, TYPE, SCALE) \
  {.name = #NAME,                           \
   .op = OP,                                \
   .mem_op = WL_MEM_ATOMIC,                 \
   .bytes = sizeof(ds_##TYPE),              \
   .accesses = 2,                           \
   .scale = SCALE,                          \
   .data = 2,                               \
   .what = WL_DS_ATOMIC,                    \
   .destination = WL_TO_VGPR,               \
   .operate = NAME##_op,                    \
   .fn = wl_lds_now},
#define DS_COUNT(OP, NAME, ...) \
  {.name = #NAME,               \
   .op = OP,                    \
   .mem_op = WL_MEM_ATOMIC,     \
   .bytes = 4,                  \
   .accesses = 1,               \
   .what = WL_DS_COUNT,         \
   .where = WL_AT_OFFSET,       \
   .destination = WL_TO_VGPR,   \
   .operate = NAME##_op,        \
   .fn = wl_lds_now},
#define DS_LANES(OP, NAME, DATA, FN) \
  {.name = #NAME,                    \
   .op = OP,                         \
   .bytes = 4,                       \
   .accesses = 1,                    \
   .what = WL_DS_LANES,              \
   .data = DATA,                     \
   .destination = WL_TO_VGPR,        \
   .exchange = FN,                   \
   .fn = wl_lds_now},
#define DS_NOP(OP, NAME) \
  {.name = #NAME, .op = OP, .bytes = 4, .accesses = 1, .what = WL_DS_NOTHING, .where = WL_AT_NOWHERE, .fn = wl_lds_now},
static const struct wl_access ds_rows[] = {
#include "isa/ds.def"
};

const struct wl_access *wl_ds_rows(uint32_t *count) {
  *count = sizeof ds_rows / sizeof ds_rows[0];
  return ds_rows;
}
