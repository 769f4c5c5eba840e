// SPDX-License-Identifier: Apache-2.0
// Scalar instructions: isa/sop*.def expanded into functions.
#include "execute/flow.h"
#include "execute/operands.h"

static uint64_t field_unsigned(uint64_t value, uint32_t offset, uint32_t width) {
  value >>= offset;
  return width >= 64 ? value : value & ((1ull << width) - 1);
}

// value is already sign-extended to 64 bits.
static uint64_t field_signed(uint64_t value, uint32_t offset, uint32_t width) {
  if (width == 0) return 0;
  value = (uint64_t)((int64_t)value >> offset);
  if (width >= 64) return value;
  return (uint64_t)((int64_t)(value << (64 - width)) >> (64 - width));
}

static uint64_t whole_quads(uint64_t v) {
  v |= v >> 1;
  v |= v >> 2;
  return (v & 0x1111111111111111ull) * 15;
}

static uint64_t quad_mask(uint64_t v) {
  uint64_t r = 0;
  for (uint32_t i = 0; i < 16; i++) r |= (uint64_t)((v >> (4 * i) & 15) != 0) << i;
  return r;
}

static uint64_t reverse_bits(uint64_t v) {
  uint64_t r = 0;
  for (uint32_t i = 0; i < 64; i++) r |= (v >> i & 1) << (63 - i);
  return r;
}

static uint64_t replicate_bits(uint32_t v) {
  uint64_t r = 0;
  for (uint32_t i = 0; i < 32; i++) r |= (uint64_t)(v >> i & 1) * 3 << (2 * i);
  return r;
}

static uint32_t first_one(uint64_t v) { return v == 0 ? 0xffffffffu : (uint32_t)__builtin_ctzll(v); }

static uint32_t leading_zeros(uint64_t v, uint32_t bits) {
  return v == 0 ? 0xffffffffu : (uint32_t)__builtin_clzll(v) - (64 - bits);
}

// *_saveexec. SDST gets the old EXEC first: if SDST is EXEC, the new EXEC stays. Returns SCC.
static uint32_t save_exec(struct wl_wave *w, const struct wl_insn *insn, uint64_t exec) {
  wl_set_sgpr64(w, insn->sdst, wl_exec(w));
  wl_set_sgpr64(w, WL_EXEC, exec);
  return exec != 0;
}

static uint32_t write_exec(struct wl_wave *w, const struct wl_insn *insn, uint64_t exec) {
  wl_set_sgpr64(w, insn->sdst, exec);
  wl_set_sgpr64(w, WL_EXEC, exec);
  return exec != 0;
}

// The operand types in the columns of the tables: C type, read, old destination, write.
typedef uint32_t type_none;
typedef uint32_t type_b32;
typedef uint64_t type_b64;
typedef uint64_t type_i64;
typedef uint64_t type_own64;
#define READ_none(w, o) 0
#define READ_b32(w, o) wl_scalar32(w, o)
#define READ_b64(w, o) wl_scalar64(w, o)
#define READ_i64(w, o) wl_scalar64(w, o)
#define OLD_none(w, code) 0
#define OLD_b32(w, code) (w)->sgpr[code]
#define OLD_b64(w, code) wl_sgpr64(w, code)
#define OLD_own64(w, code) 0
#define WRITE_none(w, code, d) (void)(d)
#define WRITE_b32(w, code, d) (w)->sgpr[code] = (d)
#define WRITE_b64(w, code, d) wl_set_sgpr64(w, code, d)
#define WRITE_own64(w, code, d) (void)(d)

#define EXECUTE(NAME, DST, SRC0, SRC1, ...)                              \
  static void NAME##_fn(struct wl_wave *w, const struct wl_insn *insn) { \
    const type_##SRC0 a = READ_##SRC0(w, &insn->src[0]);                 \
    const type_##SRC1 b = READ_##SRC1(w, &insn->src[1]);                 \
    const uint32_t k = (uint32_t)insn->simm;                             \
    type_##DST d = OLD_##DST(w, insn->sdst);                             \
    uint32_t scc = w->scc;                                               \
    (void)a, (void)b, (void)k;                                           \
    __VA_ARGS__                                                          \
    w->scc = scc;                                                        \
    WRITE_##DST(w, insn->sdst, d);                                       \
  }

#define SOP2(OP, NAME, DST, S0, S1, KIND, RULE, ...) EXECUTE(NAME, DST, S0, S1, __VA_ARGS__)
#define SOP1(OP, NAME, DST, S0, KIND, FLAGS, RULE, ...) EXECUTE(NAME, DST, S0, none, __VA_ARGS__)
#define SOPC(OP, NAME, S0, S1, KIND, RULE, ...) EXECUTE(NAME, none, S0, S1, __VA_ARGS__)
#define SOPK(OP, NAME, DST, S0, KIND, FLAGS, RULE, ...) EXECUTE(NAME, DST, S0, none, __VA_ARGS__)
#define SOPP(OP, NAME, KIND, ...) EXECUTE(NAME, none, none, none, __VA_ARGS__)
#include "isa/sop1.def"
#include "isa/sop2.def"
#include "isa/sopc.def"
#include "isa/sopk.def"
#include "isa/sopp.def"
#undef SOP2
#undef SOP1
#undef SOPC
#undef SOPK
#undef SOPP

// Tables of the functions, by opcode.
#define SOP2(OP, NAME, DST, S0, S1, KIND, RULE, ...) [OP] = NAME##_fn,
#define SOP1(OP, NAME, DST, S0, KIND, FLAGS, RULE, ...) [OP] = NAME##_fn,
#define SOPC(OP, NAME, S0, S1, KIND, RULE, ...) [OP] = NAME##_fn,
#define SOPK(OP, NAME, DST, S0, KIND, FLAGS, RULE, ...) [OP] = NAME##_fn,
#define SOPP(OP, NAME, KIND, ...) [OP] = NAME##_fn,
static const wl_insn_fn sop1_fns[256] = {
#include "isa/sop1.def"
};
static const wl_insn_fn sop2_fns[128] = {
#include "isa/sop2.def"
};
static const wl_insn_fn sopc_fns[128] = {
#include "isa/sopc.def"
};
static const wl_insn_fn sopk_fns[32] = {
#include "isa/sopk.def"
};
static const wl_insn_fn sopp_fns[128] = {
#include "isa/sopp.def"
};

void wl_scalar_bind(struct wl_insn *insn) {
  switch (insn->format) {
    case WL_FMT_SOP1: insn->fn = sop1_fns[insn->op]; break;
    case WL_FMT_SOP2: insn->fn = sop2_fns[insn->op]; break;
    case WL_FMT_SOPC: insn->fn = sopc_fns[insn->op]; break;
    case WL_FMT_SOPK: insn->fn = sopk_fns[insn->op]; break;
    default: insn->fn = sopp_fns[insn->op]; break;
  }
}
