// SPDX-License-Identifier: Apache-2.0
// The tables of SMEM, DS, FLAT, GLOBAL, SCRATCH, MUBUF, MTBUF and MIMG: what a memory instruction transfers.
#ifndef WAVELOCK_ISA_ACCESS_H
#define WAVELOCK_ISA_ACCESS_H

#include "isa/insn.h"

// The part of a register that an access of one or two bytes uses.
enum { WL_WHOLE, WL_LOW_HALF, WL_HIGH_HALF };
// What a DS instruction does.
enum {
  WL_DS_MOVE,  // loads or stores
  WL_DS_ATOMIC,
  WL_DS_SRC2,   // atomic whose operand comes from the LDS too
  WL_DS_COUNT,  // append, consume: one access for the wave
  WL_DS_LANES,  // swizzle, permute: no access
  WL_DS_NOTHING,
};
// What an SMEM instruction does.
enum {
  WL_SMEM_ACCESS,   // loads, stores or atomics
  WL_SMEM_CLOCK,    // reads the clock
  WL_SMEM_NOTHING,  // caches, probes: it has operands, and no effect
};
// How an address is formed (lds.md 3.1, 3.4; buffer-memory.md 13).
enum {
  WL_AT_VGPR,          // ADDR and the offsets
  WL_AT_ALIGNED_VGPR,  // the same with the low bits cleared, in every alignment mode
  WL_AT_SRC2,          // ADDR, and for access 1 a distance from it
  WL_AT_ADDTID,        // M0, the offset and the lane number
  WL_AT_OFFSET,        // the offset alone
  WL_AT_OWNER,         // owner write: the thread's own place (lds.md 1.2)
  WL_AT_LINEAR,        // owner read: a dword number (lds.md 1.3)
  WL_AT_NOWHERE,       // no access
  WL_AT_BASE,          // SMEM: SBASE and the offset
  WL_AT_SCRATCH,       // SMEM: the same with the register offset in units of 64 bytes
  WL_AT_BUFFER,        // SMEM: the V# in SBASE, and the offset
};
// What a lane transfers: one row of ds.def, vmem.def, mubuf.def, format.def, smem.def or mimg.def.
struct wl_access {
  const char *name;
  uint16_t op;
  uint8_t mem_op;       // wl_mem_op
  uint8_t atomic;       // WL_MEM_ATOMIC of VMEM and SMEM: wl_mem_atomic
  uint8_t bytes;        // of one access of one lane: 1, 2, 4, 8, 12, 16 (SMEM: 4..64). SMEM, VMEM: 0, it has no access
  bool sign;            // a loaded byte or short is sign-extended
  uint8_t half;         // WL_WHOLE, or the half of the register that is used; a load keeps the other half
  uint8_t components;   // FORMAT: in registers, from `half` of the first on; `bytes` is the element's size. MIMG: 4.
  uint8_t accesses;     // DS: 2 for read2 and write2
  uint16_t scale;       // DS: bytes per unit of OFFSET0 and OFFSET1; WL_SMEM_CLOCK: cycles that it counts as one
  uint8_t what;         // DS, and FLAT in the LDS: WL_DS_*; SMEM: WL_SMEM_*
  uint8_t where;        // DS and SMEM: WL_AT_*
  uint8_t data;         // number of DATA operands; SMEM: of SGPRs that SDATA names as a source
  uint8_t destination;  // wl_mem_destination: VDST, SDST or none. Atomics of VMEM and SMEM: with GLC.
};
// Dwords in memory, or in the LDS.
static inline uint32_t wl_access_dwords(const struct wl_access *a) { return (a->bytes + 3u) / 4u; }
// VGPRs (SMEM: SGPRs) that the instruction transfers.
static inline uint32_t wl_access_regs(const struct wl_access *a) {
  if (a->components != 0) return a->half == WL_WHOLE ? a->components : (a->components + 1u) / 2u;
  return wl_access_dwords(a) * a->accesses;
}

// Vector memory between memory and the LDS (buffer-memory.md 9): M0 stands in place of VDATA.
static inline bool wl_moves_lds(const struct wl_insn *insn) {
  return insn->unit == WL_UNIT_VMEM && insn->src[1].kind == WL_OPERAND_SGPR;
}

// MUBUF, MTBUF and MIMG with TFE = 1: the VGPR behind all of VDATA, which gets 0 (D-MEM-21, image.md 13.4). 0: none.
static inline uint32_t wl_tfe_vgpr(const struct wl_insn *insn) {
  const bool buffer = insn->format == WL_FMT_MUBUF || insn->format == WL_FMT_MTBUF;
  const bool image = insn->format == WL_FMT_MIMG;
  if (!(buffer && (insn->words[1] & WL_MUBUF_TFE)) && !(image && (insn->words[0] & WL_MIMG_TFE))) return 0;
  if (insn->vdst_regs == 0) return 0;
  return insn->vdst + (insn->src[1].regs > insn->vdst_regs ? insn->src[1].regs : insn->vdst_regs);
}

// The table row of an instruction, and of a first dword (NULL: the format has not its opcode; *index is for
// wl_insn.sub).
const struct wl_access *wl_access_row(const struct wl_insn *insn);
const struct wl_access *wl_access_find(wl_format format, uint32_t w0, uint8_t *index);

// OFFSET0 (access 0) or OFFSET1, which lies 8 bits higher, of an instruction with two addresses per lane.
static inline uint32_t wl_ds_offset(const struct wl_insn *insn, uint32_t access) {
  return wl_field((uint32_t)insn->simm >> 8 * access, WL_DS_OFFSET0);
}
// What a load writes to a register: the raw bytes, extended, or merged into the old value.
static inline uint32_t wl_load_value(uint32_t bytes, bool sign, uint32_t half, uint32_t raw, uint32_t old) {
  if (bytes == 1) raw = sign ? (uint32_t)(int8_t)raw : (uint8_t)raw;
  if (bytes == 2) raw = sign ? (uint32_t)(int16_t)raw : (uint16_t)raw;
  if (half == WL_LOW_HALF) return (old & 0xffff0000u) | (raw & 0xffffu);
  if (half == WL_HIGH_HALF) return (old & 0xffffu) | raw << 16;
  return raw;
}

#endif
