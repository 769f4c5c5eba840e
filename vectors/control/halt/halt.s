// A wave that halts itself and is resumed, sleeps, and changes its priority, with stalls and a wait behind each.
//
//   row 0: 15   row 1: 77   s[6:7] in: 77
// Decisions: D-CTRL-26.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start_in main
  ctrl 1, 2+W0, 15+Y
  i s_mov_b32 s8, 1
  i global_load_dword v2, v1, s[6:7]
  i s_sethalt 1
  ctrl 1, 15+Y, 1
  i s_add_u32 s8, s8, 2
  i s_sleep 1
  i s_add_u32 s8, s8, 4
  ctrl 9+B0, 1, 3
  i s_setprio 3
  i s_add_u32 s8, s8, 8
  i s_wakeup
  scalar_row s8
  row v2
  finish
