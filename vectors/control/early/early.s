// A wait sees a setter two cycles later. Each case but main waits one cycle behind it.
//
//   rows: 77, 77, 77, 77   s[6:7] in: 77
// Decisions: D-CTRL-19.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start_in main
  ctrl 2+W0, 11+B0
  i global_load_dword v2, v1, s[6:7]
  i v_mov_b32 v3, v2
  row v3
  ctrl 1+W1, 1, 11+B1
  i global_load_dword v4, v1, s[6:7]
  i s_mov_b32 s8, 0
  i v_mov_b32 v5, v4
  row v5
  ctrl 1+W2, 0+Y, 1+B2
  i s_load_dword s20, s[6:7], 0x0
  i s_nop 0
  i s_mov_b32 s21, s20
  scalar_row s21
  ctrl 1+W3, 1, 1+B3
  i s_load_dword s22, s[6:7], 0x0
  i s_nop 1
  i s_mov_b32 s23, s22
  scalar_row s23
  finish

.macro early name, field, wait, instruction:vararg
  start_in case_\name
  ctrl \field, 1+\wait
set_\name:
  i \instruction
  i s_nop 0
  finish
.endm
// The wait one cycle behind the setter sees nothing: the old value. Two cycles behind it sees the load.
.macro seen name, distance
  start_in case_\name
  set v2, 5
  ctrl \distance+W0, 15+Y+B0
  i global_load_dword v2, v1, s[6:7]
  i v_mov_b32 v3, v2
  row v3
  ctrl 1+B0
  i s_nop 0
  finish
.endm
seen value_1, 1
seen value_2, 2

early load, 1+W0, B0, global_load_dword v2, v1, s[6:7]
early load_y, 1+W1+Y, B1, global_load_dword v2, v1, s[6:7]
early share, 1+W2, B2, ds_read_b32 v2, v1
early scalar, 1+W3, B3, s_load_dword s20, s[6:7], 0x0
early operands, 1+R4, B4, global_store_dword v1, v0, s[4:5]
early export, 1+R5, B5, exp mrt0 v0, off, off, off
