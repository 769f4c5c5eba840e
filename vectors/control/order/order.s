// Two writers of one register, `distance` cycles apart: a vector instruction and then a scalar one, a load of the LDS,
// a scalar load. At one edge the scalar instruction's value stays.
//
//   row: what the register holds in the end. By v_readfirstlane 77, by the scalar instruction 5, by the load 33
//   s[6:7] in: 33
// Decisions: D-CTRL-22, D-CTRL-38.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
main:
  s_endpgm
.macro sgpr distance
  start case_sgpr_\distance
  set v2, 77
  ctrl 1, \distance, 15+Y
  i s_nop 0
first_sgpr_\distance:
  i v_readfirstlane_b32 s20, v2
second_sgpr_\distance:
  i s_mov_b32 s20, 5
  scalar_row s20
  finish
.endm
.macro m0 distance
  start case_m0_\distance
  set v2, 77
  ctrl 1, \distance, 15+Y
  i s_nop 0
first_m0_\distance:
  i v_readfirstlane_b32 m0, v2
second_m0_\distance:
  i s_mov_b32 m0, 5
  scalar_row m0
  finish
.endm
// All lanes give -1; the row has its low dword and 82: 81 or 87.
.macro vcc distance
  start case_vcc_\distance
  ctrl 1, \distance, 15+Y
  i s_nop 0
first_vcc_\distance:
  i v_cmp_eq_u32 vcc, v0, v0
second_vcc_\distance:
  i s_mov_b64 vcc, 5
  ctrl
  i s_add_u32 s20, vcc_lo, 82
  scalar_row s20
  finish
.endm
.macro exec distance
  start case_exec_\distance
  ctrl 1, \distance, 15+Y
  i s_nop 0
first_exec_\distance:
  i v_cmpx_eq_u32 s[20:21], v0, v0
second_exec_\distance:
  i s_mov_b64 exec, 5
  ctrl
  i s_add_u32 s20, exec_lo, 82
  i s_mov_b64 exec, -1
  scalar_row s20
  finish
.endm
.macro vgpr distance
  start case_vgpr_\distance
  set v3, 33
  ctrl 2+R0, 1+B0
  i ds_write_b32 v1, v3
  i s_nop 0
  ctrl \distance, 2+W1, 1+B1
first_vgpr_\distance:
  i v_mov_b32 v2, 77
second_vgpr_\distance:
  i ds_read_b32 v2, v1
  i s_nop 0
  row v2
  finish
.endm
.macro loaded distance
  start_in case_loaded_\distance
  set v2, 77
  ctrl \distance, 2+W1, 1+B1
first_loaded_\distance:
  i v_readfirstlane_b32 s20, v2
second_loaded_\distance:
  i s_load_dword s20, s[6:7], 0x0
  i s_nop 0
  scalar_row s20
  finish
.endm
.irp d, 5, 6, 7
  sgpr \d
  m0 \d
  vcc \d
  exec \d
.endr
vgpr 1
vgpr 2
loaded 4
loaded 5
