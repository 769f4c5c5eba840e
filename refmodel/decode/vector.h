// SPDX-License-Identifier: Apache-2.0
// The opcodes of the vector ALU as the decoder knows them: their operands, and the fields of SDWA and DPP dwords.
//
// An opcode is one line of isa/vop*.def:
//   VOP1(opcode, name, type, body)  VOP2(opcode, name, type, body)  VOP3(opcode, name, sources, type, body)
//   VOPC(opcode, opcode of v_cmpx, name, type, body)  VOP3P(opcode, name, sources, type, body)
// The type gives the kinds of the operands (WL_TYPE_* below) and the loop around the body (LANES_* in
// execute/vector_opcodes.h). The body computes one lane from these names:
//   S0, S1, S2   sources
//   D            result
//   CI, CO       carry or select bit in, carry out
//   K            the literal of v_madmk and v_madak
//   LANE, MODE, CLAMP
// A body that runs once per wave (readlane and so on) uses these:
//   SD           SGPR result
//   V0           the 64 lanes of source 0
//   X0, X1       scalar sources
//   EXEC, and w and n as in wl_lanes_fn (execute/vector.h)
#ifndef WAVELOCK_DECODE_VECTOR_H
#define WAVELOCK_DECODE_VECTOR_H

#include "isa/insn.h"
#include "wavelock/decode.h"
#include "wavelock/opcodes.h"

// Values of the SDWA fields: SEL of a whole dword (bytes are 0..3, halves 4 and 5), and DST_UNUSED.
enum { WL_SDWA_DWORD = 6, WL_SDWA_SIGN = 1, WL_SDWA_KEEP = 2 };
// Values of DPP_CTRL. The first three groups hold a number in their low bits.
enum {
  WL_DPP_GROUP = 0x1f0,          // mask
  WL_DPP_QUAD_PERM_LAST = 0xff,  // quad_perm: 0..0xff, two bits per lane of the quad
  WL_DPP_ROW_SHL = 0x100,        // by 1..15
  WL_DPP_ROW_SHR = 0x110,
  WL_DPP_ROW_ROR = 0x120,
  WL_DPP_WAVE = 0x130,  // the next four
  WL_DPP_WAVE_SHL = 0x130,
  WL_DPP_WAVE_ROL = 0x134,
  WL_DPP_WAVE_SHR = 0x138,
  WL_DPP_WAVE_ROR = 0x13c,
  WL_DPP_ROW_MIRROR = 0x140,
  WL_DPP_ROW_HALF_MIRROR = 0x141,
  WL_DPP_ROW_BCAST15 = 0x142,
  WL_DPP_ROW_BCAST31 = 0x143,
};

static inline uint32_t wl_sdwa_dst_sel(uint32_t word) { return wl_field(word, WL_SDWA_DST_SEL); }
static inline uint32_t wl_sdwa_dst_unused(uint32_t word) { return wl_field(word, WL_SDWA_DST_UNUSED); }
static inline uint32_t wl_sdwa_sel(uint32_t word, unsigned source) {
  return wl_field(word >> 8 * source, WL_SDWA_SRC_SEL);
}
static inline uint32_t wl_sdwa_sext(uint32_t word, unsigned source) {
  return wl_field(word >> 8 * source, WL_SDWA_SRC_SEXT);
}
static inline uint32_t wl_dpp_control(uint32_t word) { return wl_field(word, WL_DPP_CTRL); }
static inline uint32_t wl_dpp_bound_ctrl(uint32_t word) { return wl_field(word, WL_DPP_BOUND_CTRL); }
static inline uint32_t wl_dpp_bank_mask(uint32_t word) { return wl_field(word, WL_DPP_BANK_MASK); }
static inline uint32_t wl_dpp_row_mask(uint32_t word) { return wl_field(word, WL_DPP_ROW_MASK); }

// WL_OUT_CUBE: an f32 whose OMOD works with output denormals too.
enum wl_vop_out { WL_OUT_INT, WL_OUT_F32, WL_OUT_F16, WL_OUT_F64, WL_OUT_CUBE };

// What happens to bits 31:16 of a VGPR that gets a result of 16 bits.
enum wl_vop_result16 {
  WL_RESULT_32,
  WL_RESULT_16_ZERO,
  WL_RESULT_16_KEEP,
  WL_RESULT_16_HIGH,  // the result is the high half, and the low one is kept
};

// Whether the opcode can raise exceptions (numerics.md 10), and who computes it: fp_*.c, or the host where it is exact.
enum wl_vop_raises { WL_RAISES_NOTHING, WL_RAISES, WL_RAISES_BY_HOST };

// How the operand fields are decoded.
enum wl_vop_form {
  WL_FORM_LANES,  // by the other members of struct wl_vop
  WL_FORM_NOP,
  WL_FORM_READFIRST,
  WL_FORM_READLANE,
  WL_FORM_WRITELANE,
  WL_FORM_SWAP,
};

// How operands and result of an opcode are read; what it computes is for the executors (execute/vector.h).
struct wl_vop {
  const char *name;    // of a compare: without v_cmp_ or v_cmpx_
  uint8_t sources;     // number of source fields
  uint8_t form;        // wl_vop_form
  uint8_t rows;        // VGPRs written
  uint8_t out;         // wl_vop_out: what OMOD and CLAMP do to the result
  uint8_t signs;       // bit i: NEG and ABS apply to source i
  uint8_t half;        // bit i: source i has 16 bits; it is an f16 if NEG and ABS apply to it
  uint8_t wide;        // bit i: source i has 64 bits; it is an f64 if NEG and ABS apply to it
  uint8_t quad;        // bit i: source i has 128 bits, a VGPR tuple
  uint8_t packed;      // VOP3P, bit i: OP_SEL and OP_SEL_HI pick the two halves of source i
  uint8_t result16;    // wl_vop_result16
  uint8_t raises;      // wl_vop_raises
  bool op_sel;         // OP_SEL picks halves of the 16-bit sources and of a 16-bit result
  bool op_sel_dst;     // OP_SEL picks the half of the result only
  bool mix;            // VOP3P: OP_SEL_HI says which sources are f16, OP_SEL picks their halves; the others are f32
  bool no_extra_word;  // no SDWA or DPP form
  bool signed64;       // a literal is sign-extended to 64 bits
  bool mask_in;        // a lane mask is read: VCC (VOP2, or three sources), or an SGPR pair (VOP3 SRC2)
  bool mask_out;       // a lane mask is written: VCC (VOP2, VOPC) or an SGPR pair (VOP3)
  bool untyped;        // v_cndmask_b32: SEXT of SDWA acts, then ABS and NEG on bit 31 (D-VEC-37)
  bool compare;
  bool reads_vdst;  // VDST is the third source (v_mac, v_cvt_pkaccum)
  bool literal_k;   // has a K literal
};

#define WL_TYPE_NOP .form = WL_FORM_NOP
#define WL_TYPE_CLREXCP .form = WL_FORM_NOP, .no_extra_word = true
#define WL_TYPE_READFIRST .form = WL_FORM_READFIRST, .no_extra_word = true
#define WL_TYPE_READLANE .form = WL_FORM_READLANE
#define WL_TYPE_WRITELANE .form = WL_FORM_WRITELANE, .rows = 1
#define WL_TYPE_SWAP .form = WL_FORM_SWAP, .rows = 1, .no_extra_word = true
#define WL_TYPE_U32 .rows = 1
#define WL_TYPE_I32 .rows = 1
#define WL_TYPE_U16 .rows = 1, .half = 7, .result16 = WL_RESULT_16_ZERO
#define WL_TYPE_I16 WL_TYPE_U16
#define WL_TYPE_U16_HIGH WL_TYPE_U16, .op_sel_dst = true
#define WL_TYPE_I16_HIGH WL_TYPE_U16_HIGH
#define WL_TYPE_U16_KEEP .rows = 1, .half = 7, .result16 = WL_RESULT_16_KEEP, .op_sel = true
#define WL_TYPE_I16_KEEP WL_TYPE_U16_KEEP
#define WL_TYPE_PK_U16 .rows = 1, .half = 7, .packed = 7
#define WL_TYPE_PK_I16 WL_TYPE_PK_U16
#define WL_TYPE_MAD16 .rows = 1, .half = 3, .op_sel = true  // integers
#define WL_TYPE_F32_RESULT .rows = 1, .signs = 7, .out = WL_OUT_F32
#define WL_TYPE_F32 WL_TYPE_F32_RESULT, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_F32_ROUND WL_TYPE_F32  // the operand rounded to an integer, or what is left of it
#define WL_TYPE_F32_ORDER WL_TYPE_F32  // the result is an operand: it may be a number though another is a NaN
#define WL_TYPE_F32_MAD WL_TYPE_F32    // flushes denormals in every mode
#define WL_TYPE_F32_MAC WL_TYPE_F32, .reads_vdst = true
#define WL_TYPE_F32_FMAC WL_TYPE_F32_MAC  // flushes as MODE says
#define WL_TYPE_F32_MADK WL_TYPE_F32, .literal_k = true, .no_extra_word = true
#define WL_TYPE_F32_EXACT WL_TYPE_F32_RESULT, .raises = WL_RAISES  // by fp_*.c at every level of the host
#define WL_TYPE_CUBE .rows = 1, .signs = 7, .out = WL_OUT_CUBE
#define WL_TYPE_FMAS WL_TYPE_F32_EXACT, .mask_in = true
#define WL_TYPE_RCP .rows = 1, .signs = 1, .out = WL_OUT_F32, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_RCP_IFLAG WL_TYPE_RCP
#define WL_TYPE_SQRT WL_TYPE_RCP
#define WL_TYPE_TRANS_F32 .rows = 1, .signs = 1, .out = WL_OUT_F32, .raises = WL_RAISES
#define WL_TYPE_F16_EXACT \
  .rows = 1, .signs = 1, .half = 1, .out = WL_OUT_F16, .result16 = WL_RESULT_16_ZERO, .raises = WL_RAISES
// Most f16 opcodes. _KEEP: the other half of VDST is kept, OP_SEL picks halves. _HIGH: OP_SEL picks that of the result.
#define WL_TYPE_F16 \
  .rows = 1, .signs = 7, .half = 7, .out = WL_OUT_F16, .result16 = WL_RESULT_16_ZERO, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_F16_ORDER WL_TYPE_F16  // the result is an operand
#define WL_TYPE_F16_HIGH WL_TYPE_F16, .op_sel_dst = true
#define WL_TYPE_F16_OLD \
  .rows = 1, .signs = 7, .half = 7, .out = WL_OUT_F16, .result16 = WL_RESULT_16_KEEP, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_F16_KEEP WL_TYPE_F16_OLD, .op_sel = true
#define WL_TYPE_F16_KEEP_ORDER WL_TYPE_F16_KEEP
#define WL_TYPE_F16_KEEP_FIXUP WL_TYPE_F16_KEEP
#define WL_TYPE_F16_HIGH_FIXUP WL_TYPE_F16_HIGH
#define WL_TYPE_F16_MAC WL_TYPE_F16_OLD, .reads_vdst = true
#define WL_TYPE_F16_MADK WL_TYPE_F16_OLD, .literal_k = true, .no_extra_word = true
#define WL_TYPE_LDEXP_F16 \
  .rows = 1, .signs = 1, .half = 3, .out = WL_OUT_F16, .result16 = WL_RESULT_16_ZERO, .raises = WL_RAISES
#define WL_TYPE_F16_I16 .rows = 1, .half = 1, .out = WL_OUT_F16, .result16 = WL_RESULT_16_ZERO, .raises = WL_RAISES
#define WL_TYPE_I16_F16 .rows = 1, .signs = 1, .half = 1, .result16 = WL_RESULT_16_ZERO, .raises = WL_RAISES
#define WL_TYPE_PACK_F16 \
  .rows = 1, .signs = 3, .half = 3, .op_sel = true, .raises = WL_RAISES  // two 16-bit halves from f16
#define WL_TYPE_PK_F16 .rows = 1, .signs = 7, .half = 7, .out = WL_OUT_F16, .packed = 7, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_PK_F16_ORDER WL_TYPE_PK_F16
#define WL_TYPE_MIX .rows = 1, .signs = 7, .out = WL_OUT_F32, .mix = true, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_MIX_F16 .rows = 1, .signs = 7, .out = WL_OUT_F16, .mix = true, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_MIX_LOW WL_TYPE_MIX_F16, .result16 = WL_RESULT_16_KEEP
#define WL_TYPE_MIX_HIGH WL_TYPE_MIX_F16, .result16 = WL_RESULT_16_HIGH
#define WL_TYPE_FMA_MIX WL_TYPE_MIX
#define WL_TYPE_FMA_MIX_LOW WL_TYPE_MIX_LOW
#define WL_TYPE_FMA_MIX_HIGH WL_TYPE_MIX_HIGH
// Sources are halves; the third source and the result have 32 bits.
#define WL_TYPE_DOT_16 .rows = 1, .half = 3, .packed = 3
#define WL_TYPE_DOT_F16 WL_TYPE_DOT_16, .signs = 7, .out = WL_OUT_F32, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_DIV_SCALE WL_TYPE_F32_EXACT, .mask_out = true
#define WL_TYPE_DIV_FIXUP WL_TYPE_F32_EXACT
#define WL_TYPE_F32_INT .rows = 1, .out = WL_OUT_F32, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_F32_BYTE .rows = 1, .out = WL_OUT_F32
#define WL_TYPE_INT_F32 .rows = 1, .signs = 1, .raises = WL_RAISES
#define WL_TYPE_TRUNC_I32 .rows = 1, .signs = 1, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_TRUNC_U32 WL_TYPE_TRUNC_I32
#define WL_TYPE_PACK_F32 .rows = 1, .signs = 3, .raises = WL_RAISES  // two 16-bit halves from f32
#define WL_TYPE_BYTE_F32 .rows = 1, .signs = 1, .raises = WL_RAISES  // a byte from f32, placed in the third source
#define WL_TYPE_BYTE_ACCUM WL_TYPE_BYTE_F32, .reads_vdst = true
#define WL_TYPE_F16_F32 .rows = 1, .signs = 1, .out = WL_OUT_F16, .raises = WL_RAISES
#define WL_TYPE_F32_F16 .rows = 1, .signs = 1, .half = 1, .out = WL_OUT_F32, .raises = WL_RAISES
#define WL_TYPE_LDEXP .rows = 1, .signs = 1, .out = WL_OUT_F32, .raises = WL_RAISES
#define WL_TYPE_SELECT .rows = 1, .signs = 3, .untyped = true, .mask_in = true
#define WL_TYPE_CARRY_OUT .rows = 1, .mask_out = true
#define WL_TYPE_CARRY .rows = 1, .mask_in = true, .mask_out = true
#define WL_TYPE_MAD64 .rows = 2, .wide = 4, .mask_out = true
#define WL_TYPE_QSAD .rows = 2, .wide = 5
#define WL_TYPE_QUAD .rows = 4, .wide = 1, .quad = 4
#define WL_TYPE_SHIFT64 .rows = 2, .wide = 2
#define WL_TYPE_F64_RESULT .rows = 2, .wide = 7, .signs = 7, .out = WL_OUT_F64
#define WL_TYPE_F64 WL_TYPE_F64_RESULT, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_F64_ROUND WL_TYPE_F64  // as those of f32
#define WL_TYPE_F64_ORDER WL_TYPE_F64
#define WL_TYPE_F64_EXACT WL_TYPE_F64_RESULT, .raises = WL_RAISES  // by fp_*.c at every level of the host
#define WL_TYPE_F64_SCALE WL_TYPE_F64_EXACT, .mask_out = true
#define WL_TYPE_F64_FMAS WL_TYPE_F64_EXACT, .mask_in = true
#define WL_TYPE_F64_LDEXP \
  .rows = 2, .wide = 1, .signs = 1, .out = WL_OUT_F64, .raises = WL_RAISES  // the second source is an integer
#define WL_TYPE_F64_F32 .rows = 2, .signs = 1, .out = WL_OUT_F64, .no_extra_word = true, .raises = WL_RAISES
#define WL_TYPE_F64_INT .rows = 2, .out = WL_OUT_F64, .no_extra_word = true
#define WL_TYPE_F32_F64 .rows = 1, .wide = 1, .signs = 1, .out = WL_OUT_F32, .raises = WL_RAISES
#define WL_TYPE_INT_F64 .rows = 1, .wide = 1, .signs = 1, .raises = WL_RAISES
#define WL_TYPE_TRUNC_I32_F64 .rows = 1, .wide = 1, .signs = 1, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_TRUNC_U32_F64 WL_TYPE_TRUNC_I32_F64
#define WL_TYPE_CMP_U32 .mask_out = true, .compare = true
#define WL_TYPE_CMP_I32 .mask_out = true, .compare = true
#define WL_TYPE_CMP_U16 .mask_out = true, .compare = true, .half = 3
#define WL_TYPE_CMP_I16 WL_TYPE_CMP_U16
#define WL_TYPE_CMP_ALWAYS_F32 .mask_out = true, .compare = true, .signs = 3  // the result is a constant
#define WL_TYPE_CMP_F32 WL_TYPE_CMP_ALWAYS_F32, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_CMP_ALWAYS_F16 .mask_out = true, .compare = true, .signs = 3, .half = 3
#define WL_TYPE_CMP_F16 WL_TYPE_CMP_ALWAYS_F16, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_CLASS_F16 .mask_out = true, .compare = true, .signs = 1, .half = 1
#define WL_TYPE_CLASS .mask_out = true, .compare = true, .signs = 1
#define WL_TYPE_CMP_U64 .mask_out = true, .compare = true, .wide = 3
#define WL_TYPE_CMP_I64 .mask_out = true, .compare = true, .wide = 3, .signed64 = true
#define WL_TYPE_CMP_ALWAYS_F64 .mask_out = true, .compare = true, .wide = 3, .signs = 3
#define WL_TYPE_CMP_F64 WL_TYPE_CMP_ALWAYS_F64, .raises = WL_RAISES_BY_HOST
#define WL_TYPE_CLASS_F64 .mask_out = true, .compare = true, .wide = 1, .signs = 1

// Each opcode has a number; the compares are named without their v_.
enum wl_vop_id {
#define VOP1(op, name, ...) WL_VOP_##name,
#define VOP2 VOP1
#define VOP3 VOP1
#define VOP3P VOP1
#define VOPC(op, opx, name, ...) WL_VOP_cmp_##name,
#include "isa/vop1.def"
#include "isa/vop2.def"
#include "isa/vop3.def"
#include "isa/vop3p.def"
#include "isa/vopc.def"
#undef VOP1
#undef VOP2
#undef VOP3
#undef VOP3P
#undef VOPC
  WL_VOP_COUNT
};
extern const struct wl_vop wl_vops[WL_VOP_COUNT];
// The class of a vector ALU instruction.
wl_latency wl_latency_of(const struct wl_insn *insn);

#endif
