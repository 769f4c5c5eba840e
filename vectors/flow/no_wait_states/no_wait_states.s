// Pairs of instructions that resemble a row of the table of wait states but need none (control-flow.md section 7).
// There is no wait state between them, and no HAZARD. Each pair adds its result to the sum, and lane 0 of the result is
// stored.
//
//   out[i] for lane i: the sum, 262143: bit n for pair n
//   s[2:3] out   v1 lane * 4   v20 the sum
// Decisions: D-WAIT-12, D-WAIT-13, D-WAIT-20, D-WAIT-21, D-WAIT-32.
.globl main
// The result counts when v2 is the value.
.macro expect n, value
  v_cmp_eq_u32 vcc, \value, v2
  v_cndmask_b32 v3, 0, 1, vcc
  v_lshlrev_b32 v3, \n, v3
  v_add_u32 v20, v20, v3
  s_nop 7
.endm
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v20, 0
  s_waitcnt lgkmcnt(0)
  s_nop 7
// 0: row 5, the vector ALU writes VCC, EXECZ is read
  v_cmp_ne_u32 vcc, v0, v0
  v_mov_b32 v2, src_execz
  s_nop 7
  expect 0, 0
// 1: row 5, the vector ALU writes EXEC, VCCZ is read
  s_mov_b64 vcc, 0
  v_cmpx_eq_u32 s[10:11], v0, v0
  v_mov_b32 v2, src_vccz
  s_nop 7
  expect 1, 1
// 2: row 4, another field of MODE
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0xf0
  v_mov_b32 v2, 5
  s_nop 7
  expect 2, 5
// 3: row 1, another register
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0xf0
  s_getreg_b32 s4, hwreg(HW_REG_LDS_ALLOC, 12, 9)
  v_mov_b32 v2, s4
  expect 3, 0
// 4: row 6, another register is the lane
  s_mov_b32 s6, 3
  v_mov_b32 v2, 9
  v_readfirstlane_b32 s4, v2
  v_readlane_b32 s5, v0, s6
  v_mov_b32 v2, s5
  s_nop 7
  expect 4, 3
// 5: row 8, a store of 64 bits, and the vector ALU writes its data. Stored again below
  v_mov_b32 v8, 0
  v_mov_b32 v9, 0
  v_lshlrev_b32 v4, 3, v0
  s_nop 7
  global_store_dwordx2 v4, v[8:9], s[2:3] offset:256
  v_mov_b32 v9, 7
  v_mov_b32 v8, 7
  s_waitcnt vmcnt(0)
  global_load_dwordx2 v[10:11], v4, s[2:3] offset:256
  s_waitcnt vmcnt(0)
  v_or_b32 v2, v10, v11
  expect 5, 0
// 6: row 9, another SGPR is the address
  v_mov_b32 v2, 6
  v_readfirstlane_b32 s4, v2
  global_load_dword v2, v1, s[2:3] offset:256
  s_waitcnt vmcnt(0)
  expect 6, 0
// 7: row 11, another VGPR is read by DPP
  v_mov_b32 v5, 8
  s_nop 7
  v_mov_b32 v6, 9
  v_mov_b32_dpp v2, v5 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
  s_nop 7
  expect 7, 8
// 8: row 12, VCC is written, and EXEC not
  v_mov_b32 v5, 9
  s_nop 7
  v_cmp_ne_u32 vcc, v0, v0
  v_mov_b32_dpp v2, v5 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
  s_nop 7
  expect 8, 9
// 9: row 14, MODE is written, and TRAPSTS not
  s_mov_b32 s4, 0
  s_trap 1
  v_mov_b32 v2, s4
  expect 9, 1
// 10: row 13, v_div_scale writes VCC, and a vector instruction reads it as a constant: VCC has one name
  v_mov_b32 v4, 0x00800000
  s_mov_b64 vcc, 0
  s_nop 7
  v_div_scale_f32 v5, vcc, 1.0, 1.0, v4
  v_mov_b32 v2, vcc_hi
  s_nop 7
  expect 10, -1
// 11: row 7, v_div_scale writes another pair than VCC
  s_mov_b64 vcc, 0
  v_mov_b32 v3, 0x40400000
  s_nop 7
  v_div_scale_f32 v5, s[10:11], 1.0, 1.0, v4
  v_div_fmas_f32 v2, 1.0, 1.0, v3
  s_nop 7
  expect 11, 4.0
// 12: row 6, v_div_scale writes another pair than the lane's
  s_mov_b32 s6, 5
  s_nop 7
  v_div_scale_f32 v5, s[4:5], 1.0, 1.0, v4
  v_readlane_b32 s7, v0, s6
  v_mov_b32 v2, s7
  s_nop 7
  expect 12, 5
// 13: row 11, the VGPR is source 1 of DPP
  v_mov_b32 v5, 8
  s_nop 7
  v_mov_b32 v6, 4
  v_add_u32_dpp v2, v5, v6 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
  s_nop 7
  expect 13, 12
// 14: row 11, the VGPR is the accumulator of DPP
  v_mov_b32 v5, 2.0
  v_mov_b32 v6, 0x40400000
  s_nop 7
  v_mov_b32 v2, 1.0
  v_mac_f32_dpp v2, v5, v6 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
  s_nop 7
  expect 14, 0x40e00000
// 15: row 11, no lane is written
  v_mov_b32 v5, 8
  s_mov_b64 exec, 0
  s_nop 7
  v_mov_b32 v5, 9
  s_mov_b64 exec, -1
  v_mov_b32_dpp v2, v5 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
  s_nop 7
  expect 15, 8
// 16: row 8, v_writelane writes a lane that is not stored
  v_mov_b32 v8, 0
  v_mov_b32 v9, 0
  v_mov_b32 v10, 0
  v_mov_b32 v11, 0
  v_lshlrev_b32 v4, 4, v0
  s_mov_b64 exec, 0xff
  s_nop 7
  global_store_dwordx4 v4, v[8:11], s[2:3] offset:256
  v_writelane_b32 v11, 5, 40
  s_mov_b64 exec, -1
  v_readlane_b32 s4, v11, 40
  v_mov_b32 v2, s4
  expect 16, 5
// 17: row 8, DPP writes no lane
  v_mov_b32 v11, 0
  s_mov_b64 exec, 0xff
  s_nop 7
  global_store_dwordx4 v4, v[8:11], s[2:3] offset:256
  v_mov_b32_dpp v11, v0 quad_perm:[3,2,1,0] row_mask:0xe bank_mask:0xf
  s_mov_b64 exec, -1
  v_mov_b32 v2, v11
  expect 17, 0
  global_store_dword v1, v20, s[2:3]
  s_endpgm
.p2align 8
handler:
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_and_b32 ttmp1, ttmp1, 0xffff
  s_mov_b32 s4, 1
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0xf0
  s_rfe_b64 ttmp[0:1]
