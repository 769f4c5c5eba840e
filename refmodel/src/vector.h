// SPDX-License-Identifier: Apache-2.0
// The vector ALU: what its decoder, its executors and its tests share.
//
// An opcode is one line of isa/vop*.def:
//   VOP1(opcode, name, type, body)  VOP2(opcode, name, type, body)  VOP3(opcode, name, sources, type, body)
//   VOPC(opcode, opcode of v_cmpx, name, type, body)  VOP3P(opcode, name, sources, type, body)
// `type` names the kinds of the operands (WL_TYPE_* below) and the loop around the body (LANES_* in
// vector_opcodes.h). In a body, of one lane: S0..S2 sources, D result, CI and CO carry or select bit in and carry
// out, K the literal of v_madmk and v_madak, LANE, MODE, CLAMP. The bodies that run once a wave (readlane and so on)
// see SD (the SGPR result), V0 (the row of source 0), X0 and X1 (scalar sources), EXEC, w and n.
//
// So an opcode is one loop over 64 lanes of plain rows (wl_lanes_fn). An executor (vector_execute.c) brings it the rows
// and takes the result to its destination: a plain one where there are no modifiers, else the general one. Loops and
// executors are compiled for several levels of the host (vector_host.h); they agree bit for bit.
#ifndef WAVELOCK_VECTOR_H
#define WAVELOCK_VECTOR_H

#include "internal.h"

// Fields of the SDWA and DPP dwords.
enum { WL_SDWA_DWORD = 6, WL_SDWA_SIGN = 1, WL_SDWA_KEEP = 2 };
enum {
  WL_DPP_WAVE_SHL = 0x130,
  WL_DPP_WAVE_ROL = 0x134,
  WL_DPP_WAVE_SHR = 0x138,
  WL_DPP_WAVE_ROR = 0x13c,
  WL_DPP_ROW_MIRROR = 0x140,
  WL_DPP_ROW_HALF_MIRROR = 0x141,
  WL_DPP_ROW_BCAST15 = 0x142,
  WL_DPP_ROW_BCAST31 = 0x143,
};

static inline uint32_t wl_sdwa_dst_sel(uint32_t word) { return word >> 8 & 7; }
static inline uint32_t wl_sdwa_dst_unused(uint32_t word) { return word >> 11 & 3; }
static inline uint32_t wl_sdwa_sel(uint32_t word, unsigned source) { return word >> (16 + 8 * source) & 7; }
static inline uint32_t wl_sdwa_sext(uint32_t word, unsigned source) { return word >> (19 + 8 * source) & 1; }
static inline uint32_t wl_dpp_control(uint32_t word) { return word >> 8 & 0x1ff; }
static inline uint32_t wl_dpp_bound_ctrl(uint32_t word) { return word >> 19 & 1; }
static inline uint32_t wl_dpp_bank_mask(uint32_t word) { return word >> 24 & 15; }
static inline uint32_t wl_dpp_row_mask(uint32_t word) { return word >> 28; }

enum wl_vop_out { WL_OUT_INT, WL_OUT_F32, WL_OUT_F16 };

// What becomes of bits 31:16 of a row that takes a result of 16 bits.
enum wl_vop_result16 { WL_RESULT_32, WL_RESULT_16_ZERO, WL_RESULT_16_KEEP };

// How the operand fields are read.
enum wl_vop_form {
  WL_FORM_LANES,  // lanes of VGPRs; the rest of struct wl_vop says which
  WL_FORM_NOP,
  WL_FORM_READFIRST,
  WL_FORM_READLANE,
  WL_FORM_WRITELANE,
  WL_FORM_SWAP,
};

typedef enum { WL_HOST_BASE, WL_HOST_AVX2, WL_HOST_AVX512, WL_HOST_COUNT } wl_host;

// One instruction over the 64 lanes of rows of 32-bit words: d from sources a, b and c, those that it has. A 64-bit
// source or result has its high words in the row that follows, a 128-bit one has four rows. d may be a source, unless
// the result has several rows. The c of an opcode with a bit a lane besides two sources is the mask's two words.
// Returns the mask of CO, or of a compare. Of w it reads MODE (v_div_fmas: and VCC) alone, of n CLAMP, whatever EXEC
// and the operands are; a body that runs once a wave does all by itself with w and n.
typedef uint64_t wl_lanes_fn(struct wl_wave *w, const struct wl_insn *n, uint32_t *d, const uint32_t *a,
                             const uint32_t *b, const uint32_t *c);

struct wl_vop {
  const char *name;  // of a compare: without v_cmp_ or v_cmpx_
  wl_lanes_fn *lanes[WL_HOST_COUNT];
  uint8_t sources;     // fields
  uint8_t form;        // wl_vop_form
  uint8_t rows;        // VGPR rows written
  uint8_t out;         // wl_vop_out: what OMOD and CLAMP do to the result
  uint8_t signs;       // bit i: NEG and ABS apply to source i
  uint8_t half;        // bit i: source i has 16 bits, of an f16 where NEG and ABS apply
  uint8_t wide;        // bit i: source i has 64 bits
  uint8_t quad;        // bit i: source i has 128 bits, a VGPR tuple
  uint8_t result16;    // wl_vop_result16
  bool op_sel;         // OP_SEL picks halves of the 16-bit sources and of a 16-bit result
  bool op_sel_dst;     // of the result alone
  bool packed;         // VOP3P: OP_SEL and OP_SEL_HI pick the halves of all sources
  bool no_extra_word;  // no SDWA or DPP form
  bool signed64;       // a literal is sign-extended to 64 bits
  bool mask_in;        // a bit a lane is read: VCC (VOP2, or three sources), or an SGPR pair (VOP3 SRC2)
  bool mask_out;       // VCC (VOP2, VOPC) or an SGPR pair (VOP3) is written
  bool compare;
  bool reads_vdst;
  bool literal_k;
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
#define WL_TYPE_PK_U16 .rows = 1, .half = 7, .packed = true
#define WL_TYPE_PK_I16 WL_TYPE_PK_U16
#define WL_TYPE_MAD16 .rows = 1, .half = 3, .op_sel = true  // integers
#define WL_TYPE_F32 .rows = 1, .signs = 7, .out = WL_OUT_F32
#define WL_TYPE_F32_ORDER WL_TYPE_F32  // results are operands: a NaN operand need not give a NaN
#define WL_TYPE_F32_MAD WL_TYPE_F32    // denormals flushed whatever MODE says
#define WL_TYPE_F32_MAC WL_TYPE_F32, .reads_vdst = true
#define WL_TYPE_F32_MADK WL_TYPE_F32, .literal_k = true, .no_extra_word = true
#define WL_TYPE_FMAS WL_TYPE_F32, .mask_in = true
#define WL_TYPE_F32_INT .rows = 1, .out = WL_OUT_F32
#define WL_TYPE_F32_BYTE .rows = 1, .out = WL_OUT_F32
#define WL_TYPE_INT_F32 .rows = 1, .signs = 1
#define WL_TYPE_F16_F32 .rows = 1, .signs = 1, .out = WL_OUT_F16
#define WL_TYPE_F32_F16 .rows = 1, .signs = 1, .half = 1, .out = WL_OUT_F32
#define WL_TYPE_LDEXP .rows = 1, .signs = 1, .out = WL_OUT_F32
#define WL_TYPE_SELECT .rows = 1, .signs = 3, .mask_in = true  // v_cndmask: sign bits only, as the compiler uses it
#define WL_TYPE_CARRY_OUT .rows = 1, .mask_out = true
#define WL_TYPE_CARRY .rows = 1, .mask_in = true, .mask_out = true
#define WL_TYPE_MAD64 .rows = 2, .wide = 4, .mask_out = true
#define WL_TYPE_QSAD .rows = 2, .wide = 5
#define WL_TYPE_QUAD .rows = 4, .wide = 1, .quad = 4
#define WL_TYPE_SHIFT64 .rows = 2, .wide = 2
#define WL_TYPE_CMP_U32 .mask_out = true, .compare = true
#define WL_TYPE_CMP_I32 .mask_out = true, .compare = true
#define WL_TYPE_CMP_U16 .mask_out = true, .compare = true, .half = 3
#define WL_TYPE_CMP_I16 WL_TYPE_CMP_U16
#define WL_TYPE_CMP_F32 .mask_out = true, .compare = true, .signs = 3
#define WL_TYPE_CLASS .mask_out = true, .compare = true, .signs = 1
#define WL_TYPE_CMP_U64 .mask_out = true, .compare = true, .wide = 3
#define WL_TYPE_CMP_I64 .mask_out = true, .compare = true, .wide = 3, .signed64 = true

// Executors. The plain ones are for operands of any kind without modifiers.
enum wl_executor {
  WL_EXECUTE_ONCE,  // not a loop over lanes
  WL_EXECUTE_1,     // one row from one to three sources
  WL_EXECUTE_2,
  WL_EXECUTE_3,
  WL_EXECUTE_MAC,     // the third is VDST
  WL_EXECUTE_MADK,    // the third is the literal
  WL_EXECUTE_MASKED,  // one row from two sources, and a mask in or out
  WL_EXECUTE_COMPARE,
  WL_EXECUTE_WIDE,  // two rows, or 64-bit sources
  WL_EXECUTE_ANY,   // the general one
  WL_EXECUTE_COUNT
};
extern const wl_insn_fn wl_execute_base[WL_EXECUTE_COUNT];
#ifdef __x86_64__
extern const wl_insn_fn wl_execute_avx2[WL_EXECUTE_COUNT];
extern const wl_insn_fn wl_execute_avx512[WL_EXECUTE_COUNT];
#endif

bool wl_host_supported(wl_host host);
// For tests: instructions decoded from here on use this variant. Without it the best one is used.
void wl_vector_use(wl_host host);

// vector_dpp.c: what each lane reads of row; 0 where there is nothing to read.
void wl_dpp_permute(const struct wl_wave *w, const struct wl_insn *n, const uint32_t *row, uint32_t *to);

#endif
