// The end of a wave and the entry into its trap handler wait for a vector instruction and a load in flight that have no
// barrier (maxwell-control.md 8.9). The handlers look at the result at once.
//
//   row 0: the result   s[6:7] in: 77
// Decisions: D-CTRL-26.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start main
  finish

// v_rcp_f64 of 2.0 is complete in its cycle 51.
start end_vector
  set v2, 0
  set v3, 0x40000000
  ctrl 5, 5
begin_end_vector:
  i v_rcp_f64 v[4:5], v[2:3]
end_vector_ends:
  i s_endpgm

start_in end_load
  ctrl 5, 5
begin_end_load:
  i global_load_dword v2, v1, s[6:7]
end_load_ends:
  i s_endpgm

start trap_vector
  set v2, 0
  set v3, 0x40000000
  set v5, 9
  set v6, 9
  ctrl 5, 5
begin_trap_vector:
  i v_rcp_f64 v[4:5], v[2:3]
trap_vector_traps:
  i s_trap 1
  row v6
  finish

start_in trap_load
  set v5, 9
  set v6, 9
  ctrl 5, 5
begin_trap_load:
  i global_load_dword v5, v1, s[6:7]
trap_load_traps:
  i s_trap 1
  row v6
  finish

// The step behind the load is the first entry. It comes behind the wave's stall, too.
start_in step_load
  set v5, 9
  set v6, 9
  ctrl 1, 11, 1
  i s_mov_b32 s30, 0
  i s_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 1
begin_step_load:
  i global_load_dword v5, v1, s[6:7]
  ctrl 5
  i s_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 0
  row v6
  finish

start step_vector
  set v2, 0
  set v3, 0x40000000
  set v5, 9
  set v6, 9
  ctrl 1, 11, 1
  i s_mov_b32 s30, 0
  i s_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 1
begin_step_vector:
  i v_rcp_f64 v[4:5], v[2:3]
  ctrl 5
  i s_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 0
  row v6
  finish

.p2align 8
after_trap:
  v_mov_b32 v6, v5
  s_add_u32 ttmp0, ttmp0, 8
  s_and_b32 ttmp2, ttmp0, 31
  s_cselect_b32 ttmp2, 0, 8
  s_add_u32 ttmp0, ttmp0, ttmp2
  s_rfe_b64 ttmp[0:1]

.p2align 8
after_step:
  s_add_u32 s30, s30, 1
  s_cmp_lg_u32 s30, 1
  s_cbranch_scc1 .Llater
  v_mov_b32 v6, v5
.Llater:
  s_rfe_b64 ttmp[0:1]
