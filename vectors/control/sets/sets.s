// Barriers that an instruction cannot set, one a case; in main it sets what it can.
//
//   row 0: 0x600d   s[6:7] in
// Decisions: D-CTRL-24, D-CTRL-41, D-CTRL-42.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start_in main
  ctrl 1+W0+R0, 1+W1+R1, 1+R2
  i global_load_dword v2, v1, s[6:7]
  i ds_read_b32 v3, v1
  i ds_write_b32 v1, v0
  ctrl 1+W3, 1+W4, 1+W5
  i s_load_dword s20, s[6:7], 0x0
  i s_memrealtime s[22:23]
  i buffer_wbinvl1
  ctrl 1+R0, 1+R1, 1+W2+R2
  i exp mrt0 v0, off, off, off
  i global_store_dword v1, v0, s[6:7] offset:512
  i ds_add_rtn_u32 v4, v1, v0
  ctrl 1+W3, 2+W4, 11+B0+B1+B2+B3+B4+B5
  i s_dcache_wb
  i s_dcache_inv
  i v_mov_b32 v5, 0x600d
  ctrl 2+W0, 2+W1
  i s_atomic_add s20, s[6:7], 0x0 glc
  i s_atc_probe 0, s[6:7], 0x0
  ctrl 2+R2, 2+W3, 1+B0+B1+B2+B3
  i ds_add_u32 v1, v0
  i s_memtime s[22:23]
  i s_nop 0
  row v5
  finish

.macro wrong name, field, instruction:vararg
  start_in case_\name
  ctrl \field
set_\name:
  i \instruction
  finish
.endm
wrong valu, 11+W0, v_mov_b32 v2, v0
wrong valu_read, 11+R0, v_mov_b32 v2, v0
wrong salu, 2+W1, s_mov_b32 s8, 0
wrong nop, 2+R1, s_nop 0
wrong store, 2+W2, global_store_dword v1, v0, s[4:5]
wrong share, 2+W3, ds_write_b32 v1, v0
wrong share_atomic, 2+W3, ds_add_u32 v1, v0
wrong atomic, 2+W4, global_atomic_add v1, v0, s[6:7]
wrong flush, 2+R4, buffer_wbinvl1
wrong export, 2+W5, exp mrt0 v0, off, off, off
wrong scalar, 2+R5, s_load_dword s20, s[6:7], 0x0
wrong scalar_store, 2+W0, s_store_dword s8, s[6:7], 0x0
wrong cache, 2+R0, s_dcache_wb
wrong time, 2+R0, s_memtime s[22:23]
wrong share_nop, 2+R0, ds_nop
wrong mqsad, 11+W0, v_mqsad_u32_u8 v[8:11], v[2:3], v4, v[12:15]
wrong scalar_atomic, 2+W0, s_atomic_add s8, s[6:7], 0x0
wrong scalar_atomic_read, 2+R0, s_atomic_add s20, s[6:7], 0x0 glc
wrong lds_store, 2+W0, buffer_store_lds_dword s[4:7], s8 lds
wrong branch, 5+W0, s_branch 3
wrong end, 5+R0, s_endpgm
