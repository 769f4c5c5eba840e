// the src2 forms: operands from memory at a distance, lanes that see what others left
// out: rows of 64 dwords. v0 lane, v4 lane*4, v8 lane*8, v20.. rows of the input.
.text
.globl ds_src2
.p2align 8
.type ds_src2,@function
.include "../include/r700.inc"
.macro row reg
  global_store_dword v4, \reg, s[30:31]
  s_add_u32 s30, s30, 256
  s_addc_u32 s31, s31, 0
.endm
.macro lgkm
  s_waitcnt lgkmcnt(0)
.endm
ds_src2:
  s_load_dwordx4 s[28:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  v_lshlrev_b32 v8, 3, v0
  lgkm
  global_load_dword v20, v4, s[28:29] offset:0
  global_load_dword v21, v4, s[28:29] offset:256
  global_load_dword v22, v4, s[28:29] offset:512
  global_load_dword v23, v4, s[28:29] offset:768
  s_waitcnt vmcnt(0)
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_add_src2_u32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_add_src2_u32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_add_src2_u32 v22 offset:32768
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_sub_src2_u32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_sub_src2_u32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_rsub_src2_u32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_rsub_src2_u32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_inc_src2_u32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_inc_src2_u32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_dec_src2_u32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_dec_src2_u32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_min_src2_i32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_min_src2_i32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_max_src2_i32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_max_src2_i32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_min_src2_u32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_min_src2_u32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_max_src2_u32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_max_src2_u32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_and_src2_b32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_and_src2_b32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_or_src2_b32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_or_src2_b32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_xor_src2_b32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_xor_src2_b32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_write_src2_b32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_write_src2_b32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_write_src2_b32 v22 offset:32768
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_min_src2_f32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_min_src2_f32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_max_src2_f32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_max_src2_f32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_add_src2_f32 v22 offset:3
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_add_src2_f32 v22 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_add_src2_f32 v22 offset:32768
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_add_src2_u64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_add_src2_u64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_add_src2_u64 v23 offset:32768
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_sub_src2_u64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_sub_src2_u64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_rsub_src2_u64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_rsub_src2_u64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_inc_src2_u64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_inc_src2_u64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_dec_src2_u64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_dec_src2_u64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_min_src2_i64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_min_src2_i64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_max_src2_i64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_max_src2_i64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_min_src2_u64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_min_src2_u64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_max_src2_u64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_max_src2_u64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_and_src2_b64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_and_src2_b64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_or_src2_b64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_or_src2_b64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_xor_src2_b64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_xor_src2_b64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_write_src2_b64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_write_src2_b64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_write_src2_b64 v23 offset:32768
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_min_src2_f64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_min_src2_f64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_max_src2_f64 v23 offset:2
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_write_b64 v8, v[20:21]
  s_waitcnt lgkmcnt(0)
  ds_max_src2_f64 v23 offset:32766
  ds_read_b64 v[10:11], v8
  ds_read_b32 v12, v4 offset:512
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  s_endpgm
