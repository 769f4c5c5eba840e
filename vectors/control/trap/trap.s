// s_trap in each slot. The handler is GFX9 code. It gets the PC of the s_trap, and returns to the next slot. The wave's
// stall, barriers and yield have no effect in the handler.
//
//   rows 0 to 2: the saved PCs less `here`   row 3: what the code behind the traps added   row 4: 7 times lane
//   row 5: TRAP_ID of the last
// Decisions: D-CTRL-14, D-CTRL-26.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start main
  ctrl
  i s_mov_b32 s8, 0
  i s_getpc_b64 s[20:21]
here:
  i s_mov_b32 s9, 0
  ctrl 15+Y, 1, 1
trap_1:
  i s_trap 1
  i s_sub_u32 s12, s30, s20
  i s_add_u32 s8, s8, 1
  ctrl 1, 3, 1
  i s_add_u32 s8, s8, 2
trap_2:
  i s_trap 2
  i s_sub_u32 s13, s30, s20
  ctrl 11, 9, 1
  i v_mov_b32 v2, v0
  i s_add_u32 s8, s8, 4
trap_3:
  i s_trap 3
  ctrl 1, 1, 1
  i s_sub_u32 s14, s30, s20
  i s_add_u32 s8, s8, 8
  scalar_row s12
  scalar_row s13
  scalar_row s14
  scalar_row s8
  row v3
  scalar_row s31
  finish

// s30 the saved PC's low half   s31 TRAP_ID   v3 7 * lane
.p2align 8
handler:
  s_mov_b32 s30, ttmp0
  s_bfe_u32 s31, ttmp1, 0x80010
  v_mul_u32_u24 v3, 7, v0
  s_nop 3
  s_add_u32 ttmp0, ttmp0, 8
  s_and_b32 ttmp2, ttmp0, 31
  s_cselect_b32 ttmp2, 0, 8
  s_add_u32 ttmp0, ttmp0, ttmp2
  s_rfe_b64 ttmp[0:1]
