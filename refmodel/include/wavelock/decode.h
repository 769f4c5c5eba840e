// SPDX-License-Identifier: Apache-2.0
// The model's decoder: what it reads out of an instruction's words. For tools and tests that examine the decoder alone.
#ifndef WAVELOCK_DECODE_H
#define WAVELOCK_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "wavelock/instruction_set.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum {
  WL_DECODED_NONE,
  WL_DECODED_VGPR,   // reg: VGPR number
  WL_DECODED_SGPR,   // reg: scalar register by operand code, 0..127 (wavelock/registers.h)
  WL_DECODED_FLAG,   // reg: WL_SRC_VCCZ, WL_SRC_EXECZ, WL_SRC_SCC or WL_SRC_LDS_DIRECT
  WL_DECODED_CONST,  // value: inline constant, literal or aperture, as wide as the operand
} wl_decoded_kind;

enum { WL_DECODED_SOURCES = 4 };

// The class of execution unit that a vector ALU instruction needs (maxwell-control.md 8.6; isa/latency.def).
typedef enum {
  WL_LATENCY_USUAL,
  WL_LATENCY_MQSAD,
  WL_LATENCY_TRANSCENDENTAL,
  WL_LATENCY_ROOT,  // reciprocals and roots of f32 and f16
  WL_LATENCY_ROOT_F64,
  WL_LATENCY_F64,
  WL_LATENCIES
} wl_latency;

typedef struct {
  wl_decoded_kind kind;
  uint32_t reg, regs;  // first register and how many
  uint64_t value;
} wl_decoded_operand;

// A field is 0 if the instruction does not have it or the compute unit ignores it.
typedef struct {
  bool known;          // the compute unit has the opcode
  bool legal;          // and its operands are well formed, inside the allocation and allowed at this privilege
  uint32_t size;       // 4 or 8 bytes, also of an illegal instruction
  const char *format;  // "SOP2" ... "DS", "FLAT" (all its segments), "ILLEGAL"
  // The following only where legal.
  const char *name;  // mnemonic without LLVM's _e32, _e64, _sdwa, _dpp
  uint32_t op;
  // By field. DS: ADDR, DATA0, DATA1. GLOBAL: ADDR, DATA, SADDR. SCRATCH, FLAT: the same, FLAT_SCRATCH. MUBUF: VADDR,
  // VDATA, SRSRC, SOFFSET; MIMG: SSAMP. SMEM: SBASE, offset register, none, SDATA that is read.
  wl_decoded_operand src[WL_DECODED_SOURCES];
  uint32_t vdst, vdst_vgprs;  // VGPRs written: first and number
  uint32_t sdst, sdst_regs;   // SGPRs written: first by operand code, and number
  bool reads_vcc;             // without naming it
  bool movrel;                // s_movrels, s_movreld: M0 is added to the number of the source, of the destination
  int32_t simm;               // SIMM16 (sign-extended) or memory offset. With movrel the base number.
  uint32_t literal;
  uint32_t neg, abs;  // bit i: source i; of packed f16, the signs of the low and of the high halves
  uint32_t omod, clamp;
  uint32_t op_sel, op_sel_hi;  // bit i: source i; op_sel bit 3: destination
  bool sdwa, dpp;
  uint32_t dst_sel, dst_unused, src_sel[2], src_sext[2];  // SDWA
  uint32_t dpp_control, row_mask, bank_mask, bound_ctrl;  // DPP
  bool gds;                                               // DS
  uint32_t target, en;                                    // EXP; src: VSRC0 to VSRC3, NONE where it is not sent
  bool compr, done, vm;
  // For tools that schedule code: what the operands do not show.
  uint32_t unit;       // wl_block (wavelock/model.h)
  wl_latency latency;  // of the vector ALU
  uint32_t mem_op;     // memory instructions: wl_mem_op (wavelock/memory_operation.h)
  bool returns;        // memory: it writes registers, or the LDS
  bool flat;           // FLAT itself, whose two halves complete in any order
  bool reads_vdst;     // the old value of vdst is a source too
  bool writes_exec;    // beside sdst
  bool writes_src0;    // v_swap: the VGPR of src[0] is written too
  uint32_t tfe_vgpr;   // MUBUF and MTBUF with TFE: the VGPR behind the data, which is written; 0: none
} wl_decoded;

// Decodes words[0], and words[1] where the size is 8, for a wave of a unit with this instruction set. The wave has
// sgpr_size SGPRs, vgpr_size VGPRs and STATUS.PRIV = priv (gfx9-encoding.md 2 to 6).
void wl_decode_words(const uint32_t words[2], wl_isa isa, bool rdna, uint32_t sgpr_size, uint32_t vgpr_size, bool priv,
                     wl_decoded *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
