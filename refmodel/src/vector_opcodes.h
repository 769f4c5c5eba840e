// The executors of all vector opcodes, from the lines of isa/vop*.def. Included once by each vector_<host>.c,
// which defines WL_FNS (name of the table) and what vector_host.h asks for.
#include "vector_lanes.h"

#define ANY(name, call)                                                             \
  static uint64_t name##_row(const struct rows *r) { return call; }              \
  static void name##_any(struct wl_wave *w, const struct wl_insn *n) {              \
    vector_any(w, n, &wl_vops[WL_VOP_##name], name##_row);                       \
  }
#define FAST(name, suffix, call) \
  static void name##suffix(struct wl_wave *w, const struct wl_insn *n) { call; }

#define LANES_32(name, sources, type, ...)                                          \
  LANES_BODY(BODY32, name, sources, type, __VA_ARGS__)
#define LANES_BODY(make_body, name, sources, type, ...)                             \
  make_body(name##_body, type, __VA_ARGS__)                                         \
  FAST(name, _v, lanes32(w, n, sources, 0, name##_body))                            \
  FAST(name, _0, lanes32(w, n, sources, 1, name##_body))                            \
  FAST(name, _1, lanes32(w, n, sources, sources > 1 ? 2 : 0, name##_body))          \
  FAST(name, _2, lanes32(w, n, sources, sources > 2 ? 4 : 0, name##_body))          \
  ANY(name, row32(r, sources, name##_body))
#define LANES_U32(name, sources, ...) LANES_32(name, sources, uint32_t, __VA_ARGS__)
#define LANES_I32(name, sources, ...) LANES_32(name, sources, int32_t, __VA_ARGS__)
#define LANES_U16(name, sources, ...) LANES_BODY(BODY16, name, sources, uint16_t, __VA_ARGS__)
#define LANES_I16(name, sources, ...) LANES_BODY(BODY16, name, sources, int16_t, __VA_ARGS__)
#define LANES_U16_SEL LANES_U16
#define LANES_I16_SEL LANES_I16
#define LANES_PK_U16(name, sources, ...) LANES_BODY(BODY_PACKED, name, sources, uint16_t, __VA_ARGS__)
#define LANES_PK_I16(name, sources, ...) LANES_BODY(BODY_PACKED, name, sources, int16_t, __VA_ARGS__)
// The half of the result that is kept is put in by the general executor.
#define LANES_KEEP(name, sources, type, ...)                                        \
  BODY16(name##_body, type, __VA_ARGS__)                                            \
  ANY(name, row32(r, sources, name##_body))
#define LANES_U16_KEEP(name, sources, ...) LANES_KEEP(name, sources, uint16_t, __VA_ARGS__)
#define LANES_I16_KEEP(name, sources, ...) LANES_KEEP(name, sources, int16_t, __VA_ARGS__)
#define LANES_MAD16 LANES_U32
#define LANES_F32_BYTE LANES_U32
#define LANES_INT_F32 LANES_U32
#define LANES_F16_F32 LANES_U32
#define LANES_F32_F16 LANES_U32
#define LANES_LDEXP LANES_U32

// The bodies of these name the f32 operations; once they mean the host's, once those of fp.c.
#define LANES_FP(name, sources, third_kind, denormals, check)                                                      \
  static __attribute__((noinline)) void name##_again(uint32_t *t, struct source a, struct source b, struct source c, \
                                                     uint32_t mode, bool all) {                                    \
    exact_lanes(t, a, b, c, sources, mode, all, check, name##_exact);                                              \
  }                                                                                                                \
  FP_FAST(name, _v, 0, sources, third_kind, denormals, check)                                                      \
  FP_FAST(name, _0, 1, sources, third_kind, denormals, check)                                                      \
  FP_FAST(name, _1, sources > 1 ? 2 : 0, sources, third_kind, denormals, check)                                    \
  FP_FAST(name, _2, sources > 2 ? 4 : 0, sources, third_kind, denormals, check)                                    \
  ANY(name, row_f32(r, sources, denormals, check, name##_fast, name##_again))
#define FP_FAST(name, suffix, scalars, sources, third_kind, denormals, check) \
  FAST(name, suffix, lanes_f32(w, n, sources, scalars, third_kind, denormals, check, name##_fast, name##_again))
#define LANES_F32(name, sources, ...) LANES_FP(name, sources, THIRD_SOURCE, true, CHECK_RESULT)
#define LANES_F32_ORDER(name, sources, ...) LANES_FP(name, sources, THIRD_SOURCE, true, CHECK_SOURCES)
#define LANES_F32_MAD(name, sources, ...) LANES_FP(name, sources, THIRD_SOURCE, false, CHECK_RESULT)
#define LANES_F32_MAC(name, sources, ...) LANES_FP(name, 3, THIRD_VDST, false, CHECK_RESULT)
#define LANES_F32_MADK(name, sources, ...) LANES_FP(name, 3, THIRD_LITERAL, false, CHECK_RESULT)
#define LANES_F32_INT(name, sources, ...) LANES_FP(name, sources, THIRD_SOURCE, false, CHECK_NONE)

#define LANES_MASKED(name, in, out, ...)                                            \
  BODY32(name##_body, uint32_t, __VA_ARGS__)                                        \
  FAST(name, _v, lanes_mask(w, n, 0, in, out, name##_body))                         \
  FAST(name, _0, lanes_mask(w, n, 1, in, out, name##_body))                         \
  FAST(name, _1, lanes_mask(w, n, 2, in, out, name##_body))                         \
  ANY(name, row_mask(r, name##_body))
#define LANES_SELECT(name, sources, ...) LANES_MASKED(name, true, false, __VA_ARGS__)
#define LANES_CARRY_OUT(name, sources, ...) LANES_MASKED(name, false, true, __VA_ARGS__)
#define LANES_CARRY(name, sources, ...) LANES_MASKED(name, true, true, __VA_ARGS__)

#define LANES_64(name, sources, wide, out, type0, type1, ...)                       \
  BODY64(name##_body, type0, type1, __VA_ARGS__)                                    \
  FAST(name, _v, lanes64(w, n, sources, 0, wide, out, name##_body))                 \
  FAST(name, _0, lanes64(w, n, sources, 1, wide, out, name##_body))                 \
  ANY(name, row64(r, sources, wide, name##_body))
#define LANES_MAD64(name, sources, ...) LANES_64(name, sources, 4, true, uint32_t, uint32_t, __VA_ARGS__)
#define LANES_SHIFT64(name, sources, ...) LANES_64(name, sources, 2, false, uint32_t, uint64_t, __VA_ARGS__)
#define LANES_QSAD(name, sources, ...) LANES_64(name, sources, 5, false, uint64_t, uint32_t, __VA_ARGS__)
#define LANES_FMAS(name, sources, ...) BODY_SCALED(name##_body, __VA_ARGS__) ANY(name, row_scaled(r, name##_body))
#define LANES_QUAD(name, sources, ...) BODY_QUAD(name##_body, __VA_ARGS__) ANY(name, row_quad(r, name##_body))

#define LANES_COMPARE(name, wide, is_float, convert, ...)                           \
  BODY_COMPARE(name##_body, convert, __VA_ARGS__)                                   \
  FAST(name, _v, lanes_compare(w, n, 0, wide, is_float, name##_body))               \
  FAST(name, _0, lanes_compare(w, n, 1, wide, is_float, name##_body))               \
  ANY(name, row_compare(r, wide, is_float, name##_body))
#define LANES_CMP_U32(name, ...) LANES_COMPARE(name, false, false, AS_U32, __VA_ARGS__)
#define LANES_CMP_I32(name, ...) LANES_COMPARE(name, false, false, AS_I32, __VA_ARGS__)
#define LANES_CMP_U16(name, ...) LANES_COMPARE(name, false, false, AS_U16, __VA_ARGS__)
#define LANES_CMP_I16(name, ...) LANES_COMPARE(name, false, false, AS_I16, __VA_ARGS__)
#define LANES_CMP_F32(name, ...) LANES_COMPARE(name, false, true, AS_F32, __VA_ARGS__)
#define LANES_CLASS(name, ...) LANES_COMPARE(name, false, false, AS_U32, __VA_ARGS__)
#define LANES_CMP_U64(name, ...) LANES_COMPARE(name, true, false, AS_U64, __VA_ARGS__)
#define LANES_CMP_I64(name, ...) LANES_COMPARE(name, true, false, AS_I64, __VA_ARGS__)

#define ONCE(name, ...) static void name##_any(struct wl_wave *w, const struct wl_insn *n) { __VA_ARGS__; }
#define LANES_NOP(name, sources, ...) ONCE(name, (void)n; __VA_ARGS__)
#define LANES_CLREXCP LANES_NOP
#define LANES_SWAP(name, sources, ...) ONCE(name, __VA_ARGS__)
#define LANES_READFIRST(name, sources, ...)       \
  ONCE(name, const uint64_t EXEC = wl_exec(w);    \
             const uint32_t *V0 = w->vgpr[n->src[0].reg]; uint32_t SD; __VA_ARGS__; w->sgpr[n->sdst] = SD)
#define LANES_READLANE(name, sources, ...)        \
  ONCE(name, const uint32_t X1 = wl_scalar32(w, &n->src[1]); \
             const uint32_t *V0 = w->vgpr[n->src[0].reg]; uint32_t SD; __VA_ARGS__; w->sgpr[n->sdst] = SD)
#define LANES_WRITELANE(name, sources, ...)       \
  ONCE(name, const uint32_t X0 = wl_scalar32(w, &n->src[0]); \
             const uint32_t X1 = wl_scalar32(w, &n->src[1]); __VA_ARGS__)

// Bodies of the f32 types, first with the host's arithmetic, then with that of fp.c.
#define FP_BODY_F32(name, ...) BODY32(name, uint32_t, __VA_ARGS__)
#define FP_BODY_F32_ORDER FP_BODY_F32
#define FP_BODY_F32_MAD FP_BODY_F32
#define FP_BODY_F32_MAC FP_BODY_F32
#define FP_BODY_F32_MADK FP_BODY_F32
#define FP_BODY_F32_INT FP_BODY_F32
#define FP_BODY_U32(name, ...)
#define FP_BODY_I32(name, ...)
#define FP_BODY_U16(name, ...)
#define FP_BODY_I16(name, ...)
#define FP_BODY_U16_SEL(name, ...)
#define FP_BODY_I16_SEL(name, ...)
#define FP_BODY_U16_KEEP(name, ...)
#define FP_BODY_I16_KEEP(name, ...)
#define FP_BODY_MAD16(name, ...)
#define FP_BODY_F32_BYTE(name, ...)
#define FP_BODY_INT_F32(name, ...)
#define FP_BODY_F16_F32(name, ...)
#define FP_BODY_F32_F16(name, ...)
#define FP_BODY_LDEXP(name, ...)
#define FP_BODY_SELECT(name, ...)
#define FP_BODY_CARRY_OUT(name, ...)
#define FP_BODY_CARRY(name, ...)
#define FP_BODY_MAD64(name, ...)
#define FP_BODY_SHIFT64(name, ...)
#define FP_BODY_QSAD(name, ...)
#define FP_BODY_QUAD(name, ...)
#define FP_BODY_FMAS(name, ...)
#define FP_BODY_NOP(name, ...)
#define FP_BODY_CLREXCP(name, ...)
#define FP_BODY_SWAP(name, ...)
#define FP_BODY_READFIRST(name, ...)
#define FP_BODY_READLANE(name, ...)
#define FP_BODY_WRITELANE(name, ...)

#define f32_add(a, b) host_add(a, b)
#define f32_sub(a, b) host_sub(a, b)
#define f32_subrev(a, b) host_sub(b, a)
#define f32_mul(a, b) host_mul(a, b)
#define f32_fma(a, b, c) host_fma(a, b, c, MODE)
#define f32_mad(a, b, c) host_mad(a, b, c)
#define f32_min(a, b) host_min(a, b)
#define f32_max(a, b) host_max(a, b)
#define f32_med3(a, b, c) host_med3(a, b, c)
#define f32_trunc(a) host_rint(a, WL_TRUNC, MODE)
#define f32_ceil(a) host_rint(a, WL_CEIL, MODE)
#define f32_floor(a) host_rint(a, WL_FLOOR, MODE)
#define f32_rndne(a) host_rint(a, WL_RNDNE, MODE)
#define f32_fract(a) host_fract(a, MODE)
#define f32_from_i32(a) bits((float)(int32_t)(a))
#define f32_from_u32(a) bits((float)(a))
#define VOP1(op, name, type, ...) FP_BODY_##type(name##_fast, __VA_ARGS__)
#define VOP2(op, name, type, ...) FP_BODY_##type(name##_fast, __VA_ARGS__)
#define VOP3(op, name, sources, type, ...) FP_BODY_##type(name##_fast, __VA_ARGS__)
#include "../isa/vop1.def"
#include "../isa/vop2.def"
#include "../isa/vop3.def"
#undef VOP1
#undef VOP2
#undef VOP3
#undef f32_add
#undef f32_sub
#undef f32_subrev
#undef f32_mul
#undef f32_fma
#undef f32_mad
#undef f32_min
#undef f32_max
#undef f32_med3
#undef f32_trunc
#undef f32_ceil
#undef f32_floor
#undef f32_rndne
#undef f32_fract
#undef f32_from_i32
#undef f32_from_u32

#define f32_add(a, b) wl_f32_add(a, b, MODE)
#define f32_sub(a, b) wl_f32_sub(a, b, MODE)
#define f32_subrev(a, b) wl_f32_subrev(a, b, MODE)
#define f32_mul(a, b) wl_f32_mul(a, b, MODE)
#define f32_fma(a, b, c) wl_f32_fma(a, b, c, MODE)
#define f32_mad(a, b, c) wl_f32_mad(a, b, c, MODE)
#define f32_min(a, b) wl_f32_min(a, b, MODE)
#define f32_max(a, b) wl_f32_max(a, b, MODE)
#define f32_med3(a, b, c) wl_f32_med3(a, b, c, MODE)
#define f32_trunc(a) wl_f32_rint(a, WL_TRUNC, MODE)
#define f32_ceil(a) wl_f32_rint(a, WL_CEIL, MODE)
#define f32_floor(a) wl_f32_rint(a, WL_FLOOR, MODE)
#define f32_rndne(a) wl_f32_rint(a, WL_RNDNE, MODE)
#define f32_fract(a) wl_f32_fract(a, MODE)
#define f32_from_i32(a) wl_f32_from_i32((int32_t)(a), MODE)
#define f32_from_u32(a) wl_f32_from_u32(a, MODE)
#define VOP1(op, name, type, ...) FP_BODY_##type(name##_exact, __VA_ARGS__)
#define VOP2(op, name, type, ...) FP_BODY_##type(name##_exact, __VA_ARGS__)
#define VOP3(op, name, sources, type, ...) FP_BODY_##type(name##_exact, __VA_ARGS__)
#include "../isa/vop1.def"
#include "../isa/vop2.def"
#include "../isa/vop3.def"
#undef VOP1
#undef VOP2
#undef VOP3

#define VOP1(op, name, type, ...) LANES_##type(name, 1, __VA_ARGS__)
#define VOP2(op, name, type, ...) LANES_##type(name, 2, __VA_ARGS__)
#define VOP3(op, name, sources, type, ...) LANES_##type(name, sources, __VA_ARGS__)
#define VOP3P VOP3
#define VOPC(op, opx, name, type, ...) LANES_##type(cmp_##name, __VA_ARGS__)
#include "../isa/vop1.def"
#include "../isa/vop2.def"
#include "../isa/vop3.def"
#include "../isa/vop3p.def"
#include "../isa/vopc.def"
#undef VOP1
#undef VOP2
#undef VOP3
#undef VOP3P
#undef VOPC

// The table: which of the executors above a type has.
#define FNS_ALL(name) {{name##_v, name##_0, name##_1, name##_any, name##_2}}
#define FNS_TWO(name) {{name##_v, name##_0, name##_1, name##_any, NULL}}
#define FNS_ONE(name) {{name##_v, name##_0, NULL, name##_any, NULL}}
#define FNS_ONCE(name) {{NULL, NULL, NULL, name##_any, NULL}}
#define FNS_U32 FNS_ALL
#define FNS_I32 FNS_ALL
#define FNS_U16 FNS_ALL
#define FNS_I16 FNS_ALL
#define FNS_U16_SEL FNS_ALL
#define FNS_I16_SEL FNS_ALL
#define FNS_PK_U16 FNS_ALL
#define FNS_PK_I16 FNS_ALL
#define FNS_MAD16 FNS_ALL
#define FNS_F32 FNS_ALL
#define FNS_F32_ORDER FNS_ALL
#define FNS_F32_MAD FNS_ALL
#define FNS_F32_MAC FNS_ALL
#define FNS_F32_MADK FNS_ALL
#define FNS_F32_INT FNS_ALL
#define FNS_F32_BYTE FNS_ALL
#define FNS_INT_F32 FNS_ALL
#define FNS_F16_F32 FNS_ALL
#define FNS_F32_F16 FNS_ALL
#define FNS_LDEXP FNS_ALL
#define FNS_SELECT FNS_TWO
#define FNS_CARRY_OUT FNS_TWO
#define FNS_CARRY FNS_TWO
#define FNS_MAD64 FNS_ONE
#define FNS_SHIFT64 FNS_ONE
#define FNS_QSAD FNS_ONE
#define FNS_CMP_U16 FNS_ONE
#define FNS_CMP_I16 FNS_ONE
#define FNS_CMP_U32 FNS_ONE
#define FNS_CMP_I32 FNS_ONE
#define FNS_CMP_F32 FNS_ONE
#define FNS_CLASS FNS_ONE
#define FNS_CMP_U64 FNS_ONE
#define FNS_CMP_I64 FNS_ONE
#define FNS_QUAD FNS_ONCE
#define FNS_FMAS FNS_ONCE
#define FNS_U16_KEEP FNS_ONCE
#define FNS_I16_KEEP FNS_ONCE
#define FNS_NOP FNS_ONCE
#define FNS_CLREXCP FNS_ONCE
#define FNS_SWAP FNS_ONCE
#define FNS_READFIRST FNS_ONCE
#define FNS_READLANE FNS_ONCE
#define FNS_WRITELANE FNS_ONCE

#define VOP1(op, name, type, ...) [WL_VOP_##name] = FNS_##type(name),
#define VOP2(op, name, type, ...) [WL_VOP_##name] = FNS_##type(name),
#define VOP3(op, name, sources, type, ...) [WL_VOP_##name] = FNS_##type(name),
#define VOP3P VOP3
#define VOPC(op, opx, name, type, ...) [WL_VOP_cmp_##name] = FNS_##type(cmp_##name),
const struct wl_vop_fns WL_FNS[WL_VOP_COUNT] = {
#include "../isa/vop1.def"
#include "../isa/vop2.def"
#include "../isa/vop3.def"
#include "../isa/vop3p.def"
#include "../isa/vopc.def"
};
