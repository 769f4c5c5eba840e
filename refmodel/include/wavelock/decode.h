// SPDX-License-Identifier: Apache-2.0
// What the model reads out of an instruction's words: for tools and tests that look at the decoder alone.
#ifndef WAVELOCK_DECODE_H
#define WAVELOCK_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  WL_DECODED_NONE,
  WL_DECODED_VGPR,   // reg: VGPR number
  WL_DECODED_SGPR,   // reg: scalar operand code 0..127 (gfx9-encoding.md section 4)
  WL_DECODED_FLAG,   // reg: 251 VCCZ, 252 EXECZ, 253 SCC, 254 LDS_DIRECT
  WL_DECODED_CONST,  // value: inline constant, literal or aperture, as wide as the operand
} wl_decoded_kind;

typedef struct {
  wl_decoded_kind kind;
  uint32_t reg, regs;  // first register and how many
  uint64_t value;
} wl_decoded_operand;

// Fields that an instruction does not have, or that the unit ignores on it, are 0.
typedef struct {
  bool known;          // the unit has the opcode
  bool legal;          // it has, and the operands are well formed, inside the allocation and open to the privilege
  uint32_t size;       // 4 or 8 bytes, of an illegal instruction too
  const char *format;  // "SOP2" ... "DS", "FLAT" (all of its segments), "ILLEGAL"
  // The rest only where legal.
  const char *name;  // without LLVM's _e32, _e64, _sdwa, _dpp
  uint32_t op;
  wl_decoded_operand
      src[3];  // by field; DS: ADDR, DATA0, DATA1. GLOBAL: ADDR, DATA, SADDR. SMEM: SBASE, offset register
  uint32_t vdst, vdst_rows;  // VGPRs written; no rows: none
  uint32_t sdst, sdst_regs;  // SGPRs written, by operand code
  bool reads_vcc;            // implicitly
  int32_t simm;              // SIMM16 (sign-extended) or memory offset; s_movrels, s_movreld: the base number
  uint32_t literal;
  uint32_t neg, abs;  // bit i: source i
  uint32_t omod, clamp;
  uint32_t op_sel, op_sel_hi;  // bit i: source i; op_sel bit 3: destination
  bool sdwa, dpp;
  uint32_t dst_sel, dst_unused, src_sel[2], src_sext[2];  // SDWA
  uint32_t dpp_control, row_mask, bank_mask, bound_ctrl;  // DPP
  bool gds;                                               // DS
} wl_decoded;

// Decodes words[0], and words[1] where the size is 8, for a wave with sgpr_size SGPRs, vgpr_size VGPRs and STATUS.PRIV
// = priv.
void wl_decode_words(const uint32_t words[2], uint32_t sgpr_size, uint32_t vgpr_size, bool priv, wl_decoded *out);

#ifdef __cplusplus
}
#endif
#endif
