// SPDX-License-Identifier: Apache-2.0
// Turns a line of isa/vop*.def into a wl_lanes_fn, wl_<host>_<name>. Each vector_<encoding>.c includes this, then its
// lines.
#ifndef WAVELOCK_VECTOR_OPCODES_H
#define WAVELOCK_VECTOR_OPCODES_H

#include "execute/vector_f16.h"
#include "execute/vector_f64.h"
#include "execute/vector_lanes.h"

#define LANES(name, ...)                                                                                            \
  wl_lanes_fn JOIN(wl_, WL_HOST, _##name);                                                                          \
  uint64_t JOIN(wl_, WL_HOST, _##name)(struct wl_wave * w, const struct wl_insn *n, uint32_t *d, const uint32_t *a, \
                                       const uint32_t *b, const uint32_t *c) {                                      \
    (void)w, (void)n, (void)d, (void)a, (void)b, (void)c;                                                           \
    __VA_ARGS__;                                                                                                    \
  }

#define LANES_BODY(make_body, name, sources, type, ...) \
  make_body(name##_body, type, __VA_ARGS__) LANES(name, lanes32(w, n, d, a, b, c, sources, name##_body); return 0)
#define LANES_U32(name, sources, ...) LANES_BODY(BODY32, name, sources, uint32_t, __VA_ARGS__)
#define LANES_I32(name, sources, ...) LANES_BODY(BODY32, name, sources, int32_t, __VA_ARGS__)
#define LANES_U16(name, sources, ...) LANES_BODY(BODY16, name, sources, uint16_t, __VA_ARGS__)
#define LANES_I16(name, sources, ...) LANES_BODY(BODY16, name, sources, int16_t, __VA_ARGS__)
#define LANES_U16_HIGH LANES_U16
#define LANES_I16_HIGH LANES_I16
// The general executor adds the half of the destination that is kept.
#define LANES_U16_KEEP LANES_U16
#define LANES_I16_KEEP LANES_I16
#define LANES_PK_U16(name, sources, ...) LANES_BODY(BODY_PACKED, name, sources, uint16_t, __VA_ARGS__)
#define LANES_PK_I16(name, sources, ...) LANES_BODY(BODY_PACKED, name, sources, int16_t, __VA_ARGS__)
#define LANES_MAD16 LANES_U32
#define LANES_DOT_16 LANES_U32
#define LANES_F32_BYTE LANES_U32
#define LANES_INT_F32 LANES_U32
#define LANES_PACK_F32 LANES_U32
#define LANES_BYTE_F32 LANES_U32
#define LANES_BYTE_ACCUM(name, sources, ...) LANES_U32(name, 3, __VA_ARGS__)
#define LANES_F16_F32 LANES_U32
#define LANES_F32_F16 LANES_U32
#define LANES_LDEXP LANES_U32

#define LANES_FP(name, sources, flush, check, ...)                                                                \
  BODY32(name##_body, uint32_t, __VA_ARGS__)                                                                      \
  static NOINLINE void name##_special(struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a, \
                                      const uint32_t *b, const uint32_t *c) {                                     \
    special_f32(w, n, d, a, b, c, sources, flush, check, name##_body);                                            \
  }                                                                                                               \
  LANES(name, lanes_f32(w, n, d, a, b, c, sources, flush, check, name##_body, name##_special); return 0)
#define LANES_F32(name, sources, ...) LANES_FP(name, sources, FLUSH_BY_MODE, CHECK_RESULT, __VA_ARGS__)
#define LANES_F32_ORDER(name, sources, ...) LANES_FP(name, sources, FLUSH_BY_MODE, CHECK_SOURCES, __VA_ARGS__)
#define LANES_F32_ROUND(name, sources, ...) LANES_FP(name, sources, FLUSH_BY_MODE, CHECK_ROUNDED, __VA_ARGS__)
#define LANES_F32_MAD(name, sources, ...) LANES_FP(name, sources, FLUSH_ALWAYS, CHECK_RESULT, __VA_ARGS__)
#define LANES_F32_MAC(name, sources, ...) LANES_FP(name, 3, FLUSH_ALWAYS, CHECK_RESULT, __VA_ARGS__)
#define LANES_F32_MADK LANES_F32_MAC
#define LANES_F32_FMAC(name, sources, ...) LANES_FP(name, 3, FLUSH_BY_MODE, CHECK_RESULT, __VA_ARGS__)
#define LANES_RCP(name, sources, ...) LANES_FP(name, sources, FLUSH_ALWAYS, CHECK_RESULT, __VA_ARGS__)
#define LANES_RCP_IFLAG(name, sources, ...) LANES_FP(name, sources, FLUSH_ALWAYS, CHECK_IFLAG, __VA_ARGS__)
#define LANES_SQRT LANES_RCP
#define LANES_F32_EXACT LANES_U32
#define LANES_TRANS_F32 LANES_U32
#define LANES_F16_EXACT LANES_U32
#define LANES_DIV_FIXUP LANES_U32
#define LANES_CUBE LANES_U32
#define LANES_F16_OF(name, sources, packed, tells, ...)                                                   \
  BODY16(name##_body, uint16_t, __VA_ARGS__)                                                              \
  BODY32(name##_wide, uint32_t, __VA_ARGS__)                                                              \
  static NOINLINE void name##_exact(uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *c, \
                                    uint32_t mode) {                                                      \
    exact_halves(t, a, b, c, sources, mode, packed, name##_body);                                         \
  }                                                                                                       \
  LANES(name, lanes_f16(w, n, d, a, b, c, sources, packed, tells, name##_body, name##_wide, name##_exact); return 0)
#define LANES_F16(name, sources, ...) LANES_F16_OF(name, sources, false, F16_SUM, __VA_ARGS__)
#define LANES_F16_ORDER(name, sources, ...) LANES_F16_OF(name, sources, false, F16_ORDER, __VA_ARGS__)
#define LANES_F16_FIXUP(name, sources, ...) LANES_F16_OF(name, sources, false, F16_FIXUP, __VA_ARGS__)
#define LANES_F16_KEEP_ORDER LANES_F16_ORDER
#define LANES_F16_KEEP_FIXUP LANES_F16_FIXUP
#define LANES_F16_HIGH_FIXUP LANES_F16_FIXUP
#define LANES_F16_HIGH LANES_F16
#define LANES_F16_KEEP LANES_F16
#define LANES_F16_MAC(name, sources, ...) LANES_F16(name, 3, __VA_ARGS__)
#define LANES_F16_MADK LANES_F16_MAC
#define LANES_PK_F16(name, sources, ...) LANES_F16_OF(name, sources, true, F16_SUM, __VA_ARGS__)
#define LANES_PK_F16_ORDER(name, sources, ...) LANES_F16_OF(name, sources, true, F16_ORDER, __VA_ARGS__)
#define LANES_MIX_TO(name, fused, to_half, ...) \
  BODY32(name##_body, uint32_t, __VA_ARGS__)    \
  LANES(name, const struct mix mix = {fused, to_half}; lanes_mix(w, n, d, a, b, c, mix, name##_body); return 0)
#define LANES_MIX(name, sources, ...) LANES_MIX_TO(name, false, false, __VA_ARGS__)
#define LANES_MIX_LOW(name, sources, ...) LANES_MIX_TO(name, false, true, __VA_ARGS__)
#define LANES_MIX_HIGH LANES_MIX_LOW
#define LANES_FMA_MIX(name, sources, ...) LANES_MIX_TO(name, true, false, __VA_ARGS__)
#define LANES_FMA_MIX_LOW(name, sources, ...) LANES_MIX_TO(name, true, true, __VA_ARGS__)
#define LANES_FMA_MIX_HIGH LANES_FMA_MIX_LOW
#define LANES_DOT_F16(name, sources, ...)                                                                 \
  BODY32(name##_body, uint32_t, __VA_ARGS__)                                                              \
  static NOINLINE void name##_exact(uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *c, \
                                    uint32_t mode) {                                                      \
    exact_lanes(t, a, b, c, 3, mode, CHECK_RESULT, name##_body);                                          \
  }                                                                                                       \
  LANES(name, lanes_dot(w, n, d, a, b, c, name##_body, name##_exact); return 0)
#define LANES_LDEXP_F16 LANES_U16
#define LANES_F16_I16 LANES_U16
#define LANES_I16_F16 LANES_U16
#define LANES_PACK_F16 LANES_U32
#define LANES_DIV_SCALE(name, sources, ...) \
  BODY32(name##_body, uint32_t, __VA_ARGS__) LANES(name, return lanes_flag(w, d, a, b, c, name##_body))
#define LANES_F32_INT(name, sources, ...) LANES_FP(name, sources, FLUSH_NEVER, CHECK_NONE, __VA_ARGS__)
#define LANES_TRUNC_I32(name, sources, ...) LANES_FP(name, sources, FLUSH_NEVER, CHECK_I32, __VA_ARGS__)
#define LANES_TRUNC_U32(name, sources, ...) LANES_FP(name, sources, FLUSH_NEVER, CHECK_U32, __VA_ARGS__)
#define LANES_FMAS(name, sources, ...) \
  BODY_SCALED(name##_body, __VA_ARGS__) LANES(name, lanes_scaled(w, d, a, b, c, name##_body); return 0)

#define LANES_MASKED(name, in, ...) \
  BODY32(name##_body, uint32_t, __VA_ARGS__) LANES(name, return lanes_mask(n, d, a, b, c, in, name##_body))
#define LANES_SELECT(name, sources, ...) LANES_MASKED(name, true, __VA_ARGS__)
#define LANES_CARRY_OUT(name, sources, ...) LANES_MASKED(name, false, __VA_ARGS__)
#define LANES_CARRY LANES_SELECT

#define LANES_64(name, sources, wide, type0, type1, ...) \
  BODY64(name##_body, type0, type1, __VA_ARGS__)         \
  LANES(name, return lanes64(n, d, a, b, c, sources, wide, name##_body))
#define LANES_MAD64(name, sources, ...) LANES_64(name, sources, 4, uint32_t, uint32_t, __VA_ARGS__)
#define LANES_SHIFT64(name, sources, ...) LANES_64(name, sources, 2, uint32_t, uint64_t, __VA_ARGS__)
#define LANES_QSAD(name, sources, ...) LANES_64(name, sources, 5, uint64_t, uint32_t, __VA_ARGS__)
#define LANES_QUAD(name, sources, ...) \
  BODY_QUAD(name##_body, __VA_ARGS__) LANES(name, lanes_quad(n, d, a, b, c, name##_body); return 0)

// f64 on the host's arithmetic: two rows from two-row sources.
#define LANES_F64_BY_HOST(name, sources, check, ...)                                                            \
  BODY_F64(name##_body, __VA_ARGS__)                                                                            \
  static NOINLINE void name##_exact(const struct wl_wave *w, uint32_t *d, const uint32_t *a, const uint32_t *b, \
                                    const uint32_t *c, bool all) {                                              \
    (void)exact_f64(w, d, a, b, c, sources, 7, 2, all, name##_body);                                            \
  }                                                                                                             \
  LANES(name, lanes_f64(w, n, d, a, b, c, sources, check, name##_body, name##_exact); return 0)
#define LANES_F64(name, sources, ...) LANES_F64_BY_HOST(name, sources, CHECK_RESULT, __VA_ARGS__)
#define LANES_F64_ROUND(name, sources, ...) LANES_F64_BY_HOST(name, sources, CHECK_ROUNDED, __VA_ARGS__)
#define LANES_F64_ORDER(name, sources, ...) LANES_F64_BY_HOST(name, sources, CHECK_SOURCES, __VA_ARGS__)
#define LANES_TRUNC_F64(name, check, ...) \
  BODY_F64(name##_body, __VA_ARGS__) LANES(name, lanes_truncated_f64(w, n, d, a, check, name##_body); return 0)
#define LANES_TRUNC_I32_F64(name, sources, ...) LANES_TRUNC_F64(name, CHECK_I32, __VA_ARGS__)
#define LANES_TRUNC_U32_F64(name, sources, ...) LANES_TRUNC_F64(name, CHECK_U32, __VA_ARGS__)
// By fp_*.c at every level.
#define LANES_EXACT_F64(name, sources, wide, rows, ...) \
  BODY_F64(name##_body, __VA_ARGS__)                    \
  LANES(name, return exact_f64(w, d, a, b, c, sources, wide, rows, true, name##_body))
#define LANES_F64_EXACT(name, sources, ...) LANES_EXACT_F64(name, sources, 7, 2, __VA_ARGS__)
#define LANES_F64_SCALE LANES_F64_EXACT
#define LANES_F64_FMAS LANES_F64_EXACT
#define LANES_F64_LDEXP(name, sources, ...) LANES_EXACT_F64(name, sources, 1, 2, __VA_ARGS__)
#define LANES_F64_F32(name, sources, ...) LANES_EXACT_F64(name, sources, 0, 2, __VA_ARGS__)
#define LANES_F64_INT LANES_F64_F32
#define LANES_F32_F64(name, sources, ...) LANES_EXACT_F64(name, sources, 1, 1, __VA_ARGS__)
#define LANES_INT_F64 LANES_F32_F64
#define LANES_CMP_F64(name, ...) \
  BODY_COMPARE(name##_body, AS_U64, __VA_ARGS__) LANES(name, return lanes_compare_f64(w, n, a, b, name##_body))
#define LANES_CLASS_F64(name, ...) \
  BODY_COMPARE(name##_body, AS_U64, __VA_ARGS__) LANES(name, return lanes_class_f64(a, b, name##_body))

#define LANES_COMPARE(name, wide, convert, ...)   \
  BODY_COMPARE(name##_body, convert, __VA_ARGS__) \
  LANES(name, return compare(a, b, wide, NO_FLOAT, name##_body))
#define LANES_CMP_U32(name, ...) LANES_COMPARE(name, false, AS_U32, __VA_ARGS__)
#define LANES_CMP_I32(name, ...) LANES_COMPARE(name, false, AS_I32, __VA_ARGS__)
#define LANES_CMP_U16(name, ...) LANES_COMPARE(name, false, AS_U16, __VA_ARGS__)
#define LANES_CMP_I16(name, ...) LANES_COMPARE(name, false, AS_I16, __VA_ARGS__)
#define LANES_CMP_ALWAYS_F32(name, ...) LANES_COMPARE(name, false, AS_U32, __VA_ARGS__)
#define LANES_CMP_ALWAYS_F64(name, ...) LANES_COMPARE(name, true, AS_U64, __VA_ARGS__)
#define LANES_CMP_ALWAYS_F16 LANES_CMP_ALWAYS_F32
#define LANES_CMP_F32(name, ...)                 \
  BODY_COMPARE(name##_body, AS_U32, __VA_ARGS__) \
  LANES(name, return lanes_compare_f32(w, n, a, b, name##_body))
#define LANES_CMP_F16(name, ...)                 \
  BODY_COMPARE(name##_body, AS_F16, __VA_ARGS__) \
  LANES(name, return lanes_compare_f16(w, n, a, b, name##_body))
#define LANES_CLASS(name, ...) LANES_COMPARE(name, false, AS_U32, __VA_ARGS__)
#define LANES_CLASS_F16 LANES_CLASS
#define LANES_CMP_U64(name, ...) LANES_COMPARE(name, true, AS_U64, __VA_ARGS__)
#define LANES_CMP_I64(name, ...) LANES_COMPARE(name, true, AS_I64, __VA_ARGS__)

// Once per wave.
#define LANES_NOP(name, sources, ...) LANES(name, __VA_ARGS__; return 0)
#define LANES_CLREXCP LANES_NOP
#define LANES_SWAP LANES_NOP
#define LANES_READFIRST(name, sources, ...)                              \
  LANES(name, const uint64_t EXEC = wl_exec(w); uint32_t same[WL_LANES]; \
        const uint32_t *V0 = first_source(w, n, same); uint32_t SD; __VA_ARGS__; w->sgpr[n->sdst] = SD; return 0)
#define LANES_READLANE(name, sources, ...)                                             \
  LANES(name, const uint32_t X1 = wl_scalar32(w, &n->src[1]); uint32_t same[WL_LANES]; \
        const uint32_t *V0 = first_source(w, n, same); uint32_t SD; __VA_ARGS__; w->sgpr[n->sdst] = SD; return 0)
#define LANES_WRITELANE(name, sources, ...)                                                                   \
  LANES(name, const uint32_t X0 = wl_scalar32(w, &n->src[0]); const uint32_t X1 = wl_scalar32(w, &n->src[1]); \
        __VA_ARGS__; return 0)

#define VOP1(op, name, type, ...) LANES_##type(name, 1, __VA_ARGS__)
#define VOP2(op, name, type, ...) LANES_##type(name, 2, __VA_ARGS__)
#define VOP3(op, name, sources, type, ...) LANES_##type(name, sources, __VA_ARGS__)
#define VOP3P VOP3
#define VOPC(op, opx, name, type, ...) LANES_##type(cmp_##name, __VA_ARGS__)

#endif
