// SPDX-License-Identifier: Apache-2.0
// What DS instructions compute: the operations of atomics on a lane, from isa/ds.def, and the exchange between lanes.
#include "memory/lds_fp.h"
#include "memory/memory.h"

// ---- operations of a lane ----------------------------------------------------------------------
typedef uint32_t ds_u32;
typedef int32_t ds_i32;
typedef uint64_t ds_u64;
typedef int64_t ds_i64;

// Each half of d0 whose highest bit is set, without that bit; else the half of t (D-LDS-35).
static uint64_t exchange_marked(uint64_t t, uint64_t d0) {
  const uint64_t marks = d0 & 0x8000000080000000u, written = (marks >> 31) * UINT32_MAX;
  return (t & ~written) | (d0 & written & ~marks);
}

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

// ---- functions and their table, by wl_insn.sub ------------------------------------------------
#define DS(OP, NAME, WHAT, BYTES, SIGN, HALF, ACCESSES, SCALE)
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

static const struct {
  uint64_t (*operate)(uint64_t t, uint64_t d0, uint64_t d1, uint32_t mode);
  void (*exchange)(const uint32_t *addr, const uint32_t *data, uint32_t offset, uint64_t exec, uint32_t *to);
} operations[] = {
#define DS(OP, NAME, WHAT, BYTES, SIGN, HALF, ACCESSES, SCALE) {NULL, NULL},
#define DS_AT(OP, NAME, WHAT, BYTES, WHERE) {NULL, NULL},
#define DS_ATOMIC(OP, NAME, TYPE, DATA, FORM, ...) {NAME##_op, NULL},
#define DS_EXCHANGE2(OP, NAME, TYPE, SCALE) {NAME##_op, NULL},
#define DS_COUNT(OP, NAME, ...) {NAME##_op, NULL},
#define DS_LANES(OP, NAME, DATA, FN) {NULL, FN},
#define DS_NOP(OP, NAME) {NULL, NULL},
#include "isa/ds.def"
};

uint64_t wl_ds_operate(const struct wl_insn *insn, uint64_t t, uint64_t d0, uint64_t d1, uint32_t mode) {
  return operations[insn->sub].operate(t, d0, d1, mode);
}

void wl_ds_exchange(const struct wl_insn *insn, const uint32_t *addr, const uint32_t *data, uint64_t exec,
                    uint32_t to[WL_LANES]) {
  operations[insn->sub].exchange(addr, data, (uint32_t)insn->simm, exec, to);
}
