// Single steps: the handler gets the next slot, behind slot 3 the first of the next bundle. Nothing pairs.
//
//   rows: 6 handlers, and the sum of their PCs less `here`
// Decisions: D-CTRL-26, D-CTRL-39.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start_in main
  ctrl
  i s_mov_b64 s[50:51], 0
  i s_getpc_b64 s[20:21]
here:
  i s_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 1
  ctrl 0, 1, 9+Y
  i v_mov_b32 v3, 5
  i s_nop 3
  i s_mov_b32 s9, 1
  // A step waits for the load.
  ctrl
  i global_load_dword v4, v1, s[6:7]
  i v_mov_b32 v4, v4
  i s_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 0
  scalar_row s50
  scalar_row s51
  finish

.p2align 8
handler:
  s_add_u32 s50, s50, 1
  s_sub_u32 ttmp2, ttmp0, s20
  s_add_u32 s51, s51, ttmp2
  s_rfe_b64 ttmp[0:1]
