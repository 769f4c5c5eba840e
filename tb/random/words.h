// SPDX-License-Identifier: Apache-2.0
// Instructions as words, from the fields of their formats (gfx9-encoding.md 2, 3): for instructions that the assembler
// refuses. A function gives the first dword. Bits of an argument that do not fit into its field are dropped.
#ifndef WAVELOCK_RANDOM_WORDS_H
#define WAVELOCK_RANDOM_WORDS_H

#include "wavelock/opcodes.h"

static inline uint32_t sop1_word(uint32_t op, uint32_t sdst, uint32_t ssrc0) {
  return wl_to_field(WL_SOP_PREFIX, WL_SOP1_PREFIX) | wl_to_field(WL_SOP1_OP, op) | wl_to_field(WL_SOP_SDST, sdst) |
         wl_to_field(WL_SOP_SSRC0, ssrc0);
}
static inline uint32_t sop2_word(uint32_t op, uint32_t sdst, uint32_t ssrc0, uint32_t ssrc1) {
  return wl_to_field(WL_BITS(31, 30), 2) | wl_to_field(WL_SOP2_OP, op) | wl_to_field(WL_SOP_SDST, sdst) |
         wl_to_field(WL_SOP_SSRC0, ssrc0) | wl_to_field(WL_SOP_SSRC1, ssrc1);
}
static inline uint32_t sopc_word(uint32_t op, uint32_t ssrc0, uint32_t ssrc1) {
  return wl_to_field(WL_SOP_PREFIX, WL_SOPC_PREFIX) | wl_to_field(WL_SOPC_OP, op) | wl_to_field(WL_SOP_SSRC0, ssrc0) |
         wl_to_field(WL_SOP_SSRC1, ssrc1);
}
static inline uint32_t sopk_word(uint32_t op, uint32_t sdst, uint32_t simm) {
  return wl_to_field(WL_BITS(31, 28), 0xb) | wl_to_field(WL_SOPK_OP, op) | wl_to_field(WL_SOP_SDST, sdst) |
         wl_to_field(WL_SOP_SIMM16, simm);
}
static inline uint32_t sopp_word(uint32_t op, uint32_t simm) {
  return wl_to_field(WL_SOP_PREFIX, WL_SOPP_PREFIX) | wl_to_field(WL_SOPP_OP, op) | wl_to_field(WL_SOP_SIMM16, simm);
}
// A reserved opcode: always illegal.
static inline uint32_t illegal_word(void) { return sopp_word(31, 0); }

// sbase: the first SGPR of the pair.
static inline uint32_t smem_word(uint32_t op, uint32_t sdata, uint32_t sbase, bool imm) {
  return wl_to_field(WL_BITS(31, 26), 0x30) | wl_to_field(WL_SMEM_OP, op) | wl_to_field(WL_SMEM_SDATA, sdata) |
         wl_to_field(WL_SMEM_SBASE, sbase / 2) | wl_to_field(WL_SMEM_IMM, imm);
}

static inline uint32_t exp_word(uint32_t target, uint32_t en, bool compr) {
  return wl_to_field(WL_BITS(31, 26), 0x31) | wl_to_field(WL_EXP_TARGET, target) | wl_to_field(WL_EXP_EN, en) |
         wl_to_field(WL_EXP_COMPR, compr);
}

static inline uint32_t vop1_word(uint32_t op, uint32_t vdst, uint32_t src0) {
  return wl_to_field(WL_BITS(31, 25), 0x3f) | wl_to_field(WL_VOP1_OP, op) | wl_to_field(WL_VOP_VDST, vdst) |
         wl_to_field(WL_VOP_SRC0, src0);
}
static inline uint32_t vop2_word(uint32_t op, uint32_t vdst, uint32_t src0, uint32_t vsrc1) {
  return wl_to_field(WL_VOP2_OP, op) | wl_to_field(WL_VOP_VDST, vdst) | wl_to_field(WL_VOP_SRC0, src0) |
         wl_to_field(WL_VOP_VSRC1, vsrc1);
}
static inline uint32_t vopc_word(uint32_t op, uint32_t src0, uint32_t vsrc1) {
  return wl_to_field(WL_BITS(31, 25), 0x3e) | wl_to_field(WL_VOPC_OP, op) | wl_to_field(WL_VOP_SRC0, src0) |
         wl_to_field(WL_VOP_VSRC1, vsrc1);
}
static inline uint32_t vop3_word(uint32_t op, uint32_t vdst) {
  return wl_to_field(WL_BITS(31, 26), 0x34) | wl_to_field(WL_VOP3_OP, op) | wl_to_field(WL_VOP3_VDST, vdst);
}
// Makes the first dword of VOP3 one of VOP3P with the same opcode.
static inline uint32_t vop3p_word(uint32_t vop3) { return wl_with_field(vop3, WL_BITS(31, 23), 0x1a7); }
// The second dword of VOP3 and VOP3P.
static inline uint32_t vop3_sources(const uint32_t src[3]) {
  return wl_to_field(WL_VOP3_SRC0, src[0]) | wl_to_field(WL_VOP3_SRC1, src[1]) | wl_to_field(WL_VOP3_SRC2, src[2]);
}

static inline uint32_t ds_word(uint32_t op, uint32_t offset) {
  return wl_to_field(WL_BITS(31, 26), 0x36) | wl_to_field(WL_DS_OP, op) | wl_to_field(WL_DS_OFFSET, offset);
}
// The second dword of DS.
static inline uint32_t ds_registers(uint32_t vdst, uint32_t data1, uint32_t data0, uint32_t addr) {
  return wl_to_field(WL_DS_VDST, vdst) | wl_to_field(WL_DS_DATA1, data1) | wl_to_field(WL_DS_DATA0, data0) |
         wl_to_field(WL_DS_ADDR, addr);
}
static inline uint32_t mubuf_word(uint32_t op, uint32_t offset) {
  return wl_to_field(WL_BITS(31, 26), 0x38) | wl_to_field(WL_MUBUF_OP, op) | wl_to_field(WL_MUBUF_OFFSET, offset);
}
// pair: DFMT, and NFMT above it.
static inline uint32_t mtbuf_word(uint32_t op, uint32_t pair, uint32_t offset) {
  return wl_to_field(WL_BITS(31, 26), 0x3a) | wl_to_field(WL_BITS(25, 19), pair) | wl_to_field(WL_BITS(18, 15), op) |
         wl_to_field(WL_MUBUF_OFFSET, offset);
}
// The second dword of MUBUF and MTBUF. quad: the V#'s first SGPR / 4.
static inline uint32_t mubuf_registers(uint32_t soffset, uint32_t quad, uint32_t vdata, uint32_t vaddr) {
  return wl_to_field(WL_MUBUF_SOFFSET, soffset) | wl_to_field(WL_MUBUF_SRSRC, quad) |
         wl_to_field(WL_MUBUF_VDATA, vdata) | wl_to_field(WL_MUBUF_VADDR, vaddr);
}
static inline uint32_t mimg_word(uint32_t op, uint32_t dmask) {
  return wl_to_field(WL_BITS(31, 26), 0x3c) | wl_to_field(WL_BITS(24, 18), op) | wl_to_field(WL_BITS(11, 8), dmask);
}
// The second dword of MIMG. quads: the first SGPRs of T# and S# / 4.
static inline uint32_t mimg_registers(uint32_t image_quad, uint32_t sampler_quad, uint32_t vdata, uint32_t vaddr) {
  return wl_to_field(WL_BITS(20, 16), image_quad) | wl_to_field(WL_BITS(25, 21), sampler_quad) |
         wl_to_field(WL_BITS(15, 8), vdata) | wl_to_field(WL_BITS(7, 0), vaddr);
}
// segment: WL_SEG_*.
static inline uint32_t flat_word(uint32_t op, uint32_t segment, uint32_t offset) {
  return wl_to_field(WL_BITS(31, 26), 0x37) | wl_to_field(WL_FLAT_OP, op) | wl_to_field(WL_FLAT_SEG, segment) |
         wl_to_field(WL_FLAT_OFFSET, offset);
}
// The second dword of FLAT.
static inline uint32_t flat_registers(uint32_t vdst, uint32_t saddr, uint32_t data, uint32_t addr) {
  return wl_to_field(WL_FLAT_VDST, vdst) | wl_to_field(WL_FLAT_SADDR, saddr) | wl_to_field(WL_FLAT_DATA, data) |
         wl_to_field(WL_FLAT_ADDR, addr);
}

#endif
