// SPDX-License-Identifier: Apache-2.0
// The decoder: words to wl_insn.
#ifndef WAVELOCK_DECODE_DECODE_H
#define WAVELOCK_DECODE_DECODE_H

#include "isa/insn.h"
#include "wavelock/instruction_set.h"

// Size in bytes of the instruction that starts with w0 (gfx9-encoding.md 1).
uint32_t wl_insn_size(uint32_t w0);
// Decodes from the words alone, for a unit with this instruction set. rdna: and with RDNA memory (wl_config). kind is
// WL_KIND_ILLEGAL if they are illegal, name NULL if the opcode is not there.
void wl_decode(struct wl_insn *insn, wl_isa isa, bool rdna, uint32_t w0, uint32_t w1);
bool wl_decode_scalar(struct wl_insn *insn, bool rdna);  // SOP2, SOP1, SOPC, SOPK, SOPP; false: illegal
bool wl_decode_memory(struct wl_insn *insn, bool rdna);  // SMEM, DS, FLAT, MUBUF, MTBUF; false: illegal
bool wl_decode_image(struct wl_insn *insn, bool rdna);   // MIMG; false: illegal
bool wl_decode_export(struct wl_insn *insn);             // EXP; false: illegal
void wl_note_ranges(struct wl_insn *insn);               // fills sgpr_end, vgpr_end, needs_priv

// Decodes a VOP1, VOP2, VOPC, VOP3 or VOP3P instruction from its words alone, for a unit with this instruction set
// (gfx9-encoding.md 4, 5; numerics.md 11).
// Returns false if it is illegal: an unknown opcode, a malformed field, or a broken constant bus rule.
// On entry *insn is zero but for words, size, format, literal (= w1) and unit = WL_UNIT_VALU; w1 is 0 for a 4-byte
// instruction. Fills vop, op, src, vdst, vdst_regs, sdst, sdst_regs, flags, modifiers and name.
//
// fn, which wl_vector_bind sets, executes over the lanes of EXEC. It reads w->sgpr, w->vgpr, w->mode, w->scc and writes
// w->vgpr and w->sgpr (SDST, VCC, EXEC), never pc. Register numbers are in range when it is called, and GPR-index mode
// has been applied.
bool wl_decode_vector(struct wl_insn *insn, wl_isa isa, uint32_t w0, uint32_t w1);

// The value of an inline constant or aperture (gfx9-encoding.md 4). Returns false if the code is neither.
// The argument bits is 64 for a 64-bit operand, 16 for an f16, and 32 for other operands of 16 or 32 bits. An integer
// is sign-extended to 32 or 64 bits. The pattern of an f16 has zeros above its 16 bits.
bool wl_inline_constant(uint32_t code, uint32_t bits, uint64_t *value);

#endif
