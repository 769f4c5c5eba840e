// Traps with operations in flight, of the wave before the trap and of the handler before its s_rfe. Behind both
// everything is there: barriers are clear, and what was loaded needs no wait.
//
//   rows: 77, 77, 77, 77, 2 (handlers entered)   in: 77
// Decisions: D-CTRL-26, D-CTRL-44.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start_in main
  ctrl
  i s_mov_b32 s30, 0
  set v4, 5
  ctrl 1+W0, 1+W1+R2, 9+Y
  i global_load_dword v2, v1, s[6:7]
  i ds_read_b32 v3, v1
  i s_trap 1
  ctrl 1
  i v_mov_b32 v8, v4
  ctrl 11+B0, 1, 3
  i v_mov_b32 v5, v2
  i global_load_dword v7, v1, s[6:7]
  i s_trap 2
  ctrl 11+B1+B2, 11, 1
  i v_mov_b32 v7, v7
  i v_mov_b32 v6, v4
  row v5
  row v6
  row v7
  row v8
  scalar_row s30
  finish

// Loads v4, and does not wait.
.p2align 8
handler:
  s_add_u32 s30, s30, 1
  s_add_u32 ttmp0, ttmp0, 8
  s_and_b32 ttmp2, ttmp0, 31
  s_cselect_b32 ttmp2, 0, 8
  s_add_u32 ttmp0, ttmp0, ttmp2
  global_load_dword v4, v1, s[6:7]
  s_rfe_b64 ttmp[0:1]
