// A program that uses registers of all kinds and the LDS. In each pair of workgroups the first wave is saved after some
// instructions, another number in each pair, and ends. The second one restores it and goes on. All of them come to the
// sum of a wave that nothing takes.
//
//   s[4:5] out   s6 number of the pair   v0 lane
// Decisions: D-FLOW-23, D-SCA-8, D-SCA-9, D-ARB-4.
.set saved_vgprs, 24
.set area_bytes, 0x4000
.globl main
main:
  s_and_b32 s7, s2, 1
  s_lshr_b32 s2, s2, 1
  s_cmp_eq_u32 s7, 1
  s_cbranch_scc1 .Lcarrier
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b32 s6, s2
  s_mul_i32 s3, s2, 11
  s_add_u32 s3, s3, 1
  s_trap 3
  s_branch .Lwork
.Lcarrier:
  s_trap 2
.Lwork:
  .set reg, 8
  .rept 32
  s_mul_i32 s[reg], 0x9e3779b1, reg
  .set reg, reg + 1
  .endr
  s_mov_b32 s63, 0x1234
  s_mov_b32 s64, 0x2345
  s_mov_b32 s101, 0x3456
  s_mov_b32 flat_scratch_lo, 0x4567
  s_mov_b32 xnack_mask_hi, 0x5678
  .set reg, 1
  .rept 23
  v_mul_lo_u32 v[reg], s[16 + reg], v0
  v_add_u32 v[reg], reg, v[reg]
  .set reg, reg + 1
  .endr
  s_mov_b32 m0, -1
  v_lshlrev_b32 v1, 2, v0
  ds_write_b32 v1, v2
  ds_write_b32 v1, v3 offset:256
  ds_write_b32 v1, v4 offset:768
  v_mov_b32 v5, 1.0
  v_rcp_f32 v6, v5
  v_rcp_f32 v7, 0
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 5
  s_setprio 2
  s_mov_b64 exec, 0x5555
  v_cmp_lt_u32 vcc, 7, v0
  s_mov_b32 s8, 5
.Lloop:
  v_cndmask_b32 v8, v8, v9, vcc
  v_add_co_u32 v9, vcc, v9, v10
  v_addc_co_u32 v11, vcc, v11, v12, vcc
  s_add_u32 s9, s9, s10
  s_addc_u32 s10, s10, s11
  ds_add_u32 v1, v8 offset:256
  s_waitcnt lgkmcnt(0)
  s_set_gpr_idx_on s8, gpr_idx(SRC0)
  v_mov_b32 v13, v12
  s_set_gpr_idx_off
  s_sub_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 .Lloop
  s_addc_u32 s12, s12, s13
  s_mov_b64 s[14:15], exec
  s_mov_b64 exec, -1
  ds_read_b32 v14, v1 offset:256
  ds_read_b32 v15, v1 offset:768
  s_getreg_b32 s16, hwreg(HW_REG_MODE, 0, 10)
  s_getreg_b32 s17, hwreg(HW_REG_TRAPSTS, 0, 9)
  s_getreg_b32 s18, hwreg(HW_REG_STATUS, 3, 2)
  s_xor_b32 s20, s63, s64
  s_xor_b32 s20, s20, s101
  s_xor_b32 s20, s20, flat_scratch_lo
  s_xor_b32 s20, s20, xnack_mask_hi
  s_xor_b32 s20, s20, vcc_lo
  s_xor_b32 s20, s20, m0
  .set reg, 9
  .rept 31
  s_mul_i32 s20, s20, 31
  s_add_u32 s20, s20, s[reg]
  .set reg, reg + 1
  .endr
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v1, s20
  .set reg, 2
  .rept 22
  v_mul_lo_u32 v1, 31, v1
  v_add_u32 v1, v1, v[reg]
  .set reg, reg + 1
  .endr
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 0
  v_mov_b32 v2, 0
  ds_write_b32 v2, v2
  ds_add_u32 v2, v1                           // of all lanes
  ds_read_b32 v1, v2
  s_lshl_b32 s6, s6, 2
  v_mov_b32 v2, s6
  s_waitcnt lgkmcnt(0)
  global_store_dword v2, v1, s[4:5]
  s_endpgm
.include "../include/save_wave.inc"
