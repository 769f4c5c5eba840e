// every 32-bit atomic on distinct, shared, misaligned and absent addresses; floats at their edges
// out: rows of 64 dwords. v0 lane, v4 lane*4, v8 lane*8, v20.. rows of the input.
.text
.globl ds_atomics
.p2align 8
.type ds_atomics,@function
.include "../include/r700.inc"
.macro row reg
  global_store_dword v4, \reg, s[30:31]
  s_add_u32 s30, s30, 256
  s_addc_u32 s31, s31, 0
.endm
.macro lgkm
  s_waitcnt lgkmcnt(0)
.endm
ds_atomics:
  s_load_dwordx4 s[28:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  v_lshlrev_b32 v8, 3, v0
  lgkm
  global_load_dword v20, v4, s[28:29] offset:0
  global_load_dword v21, v4, s[28:29] offset:256
  global_load_dword v22, v4, s[28:29] offset:512
  global_load_dword v23, v4, s[28:29] offset:768
  global_load_dword v24, v4, s[28:29] offset:1024
  global_load_dword v25, v4, s[28:29] offset:1280
  global_load_dword v26, v4, s[28:29] offset:1536
  s_waitcnt vmcnt(0)
// MODE denormals kept
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 15
  s_nop 7
  ds_write_b32 v4, v20
  ds_add_rtn_u32 v10, v26, v22 offset:8
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_add_u32 v26, v22 offset:8
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_sub_rtn_u32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_sub_u32 v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_rsub_rtn_u32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_rsub_u32 v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_inc_rtn_u32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_inc_u32 v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_dec_rtn_u32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_dec_u32 v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_min_rtn_i32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_min_i32 v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_max_rtn_i32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_max_i32 v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_min_rtn_u32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_min_u32 v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_max_rtn_u32 v10, v26, v22 offset:8
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_max_u32 v26, v22 offset:8
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_and_rtn_b32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_and_b32 v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_or_rtn_b32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_or_b32 v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_xor_rtn_b32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_xor_b32 v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_mskor_rtn_b32 v10, v26, v22, v24
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_mskor_b32 v26, v22, v24
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_wrxchg_rtn_b32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_cmpst_rtn_b32 v10, v26, v22, v24
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_cmpst_b32 v26, v22, v24
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_cmpst_rtn_f32 v10, v26, v22, v24
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_cmpst_f32 v26, v22, v24
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_min_rtn_f32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_min_f32 v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_max_rtn_f32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_max_f32 v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  ds_write_b32 v4, v20
  ds_wrap_rtn_b32 v10, v26, v22, v24
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_add_rtn_f32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_add_f32 v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
// MODE denormals flushed
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 0
  s_nop 7
  ds_write_b32 v4, v20
  ds_cmpst_rtn_f32 v10, v26, v22, v24
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_min_rtn_f32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_max_rtn_f32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_add_rtn_f32 v10, v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v12
  ds_write_b32 v4, v20
  ds_add_f32 v26, v22
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v12
  s_getreg_b32 s5, hwreg(HW_REG_TRAPSTS)
  v_mov_b32 v1, s5
  row v1
// exchange at two addresses; where the offsets are equal, one
  ds_write_b32 v4, v20
  ds_wrxchg2_rtn_b32 v[10:11], v26, v22, v24 offset0:1 offset1:4
  ds_read_b32 v14, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v14
  ds_write_b32 v4, v20
  ds_wrxchg2_rtn_b32 v[10:11], v26, v22, v24 offset0:3 offset1:3
  ds_read_b32 v14, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v14
  ds_write_b32 v4, v20
  ds_wrxchg2st64_rtn_b32 v[10:11], v26, v22, v24 offset0:0 offset1:0
  ds_read_b32 v14, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v14
  s_endpgm
