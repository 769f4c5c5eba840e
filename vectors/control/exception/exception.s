// Exceptions of vector instructions that trap. By its stall the instruction behind each may issue before the result, in
// its cycle, or later. From that cycle on the handler comes first (maxwell-control.md 8.9).
//
//   rows: 11 instructions behind, 11 entries of the handler
// Decisions: D-CTRL-26.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start main
  set v9, 0x7f7fffff
  ctrl 1, 1, 11
  i s_mov_b32 s8, 0
  i s_mov_b32 s9, 0
  // Overflow.
  i s_setreg_imm32_b32 hwreg(HW_REG_MODE, 12, 7), 8
  .set distance, 1
  .rept 11
    ctrl distance, 11, 11
    i v_mul_f32 v8, v9, v9
    i s_add_u32 s8, s8, 1
    i s_nop 0
    .set distance, distance + 1
  .endr
  scalar_row s8
  scalar_row s9
  finish

// It clears EXCP.
.p2align 8
handler:
  s_add_u32 s9, s9, 1
  s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 9), 0
  s_nop 3
  s_rfe_b64 ttmp[0:1]
