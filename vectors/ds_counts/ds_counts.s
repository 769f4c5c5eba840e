// append and consume, addtid forms, out of range and misaligned
// out: rows of 64 dwords. v0 lane, v4 lane*4, v8 lane*8, v20.. rows of the input.
.text
.globl ds_counts
.p2align 8
.type ds_counts,@function
.include "../include/r700.inc"
.macro row reg
  global_store_dword v4, \reg, s[30:31]
  s_add_u32 s30, s30, 256
  s_addc_u32 s31, s31, 0
.endm
.macro lgkm
  s_waitcnt lgkmcnt(0)
.endm
ds_counts:
  s_load_dwordx4 s[28:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  v_lshlrev_b32 v8, 3, v0
  lgkm
  global_load_dword v20, v4, s[28:29] offset:0
  global_load_dword v21, v4, s[28:29] offset:256
  s_waitcnt vmcnt(0)
  s_mov_b32 m0, 0x10
  s_nop 0
  ds_write_addtid_b32 v20 offset:8
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v10, v4
  ds_read_addtid_b32 v11 offset:30
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  s_mov_b32 m0, 0xfffc0300
  s_nop 0
  ds_read_addtid_b32 v11 offset:200
  s_waitcnt lgkmcnt(0)
  row v11
  s_getreg_b32 s5, hwreg(HW_REG_TRAPSTS)
  v_mov_b32 v1, s5
  row v1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_append v10 offset:24
  s_mov_b64 exec, -1
  v_mov_b32 v9, 24
  s_waitcnt lgkmcnt(0)
  row v10
  ds_read_b32 v11, v9
  s_waitcnt lgkmcnt(0)
  row v11
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0x100
  s_mov_b32 exec_hi, 0xf0f00000
  ds_append v10 offset:24
  s_mov_b64 exec, -1
  v_mov_b32 v9, 24
  s_waitcnt lgkmcnt(0)
  row v10
  ds_read_b32 v11, v9
  s_waitcnt lgkmcnt(0)
  row v11
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0x0
  s_mov_b32 exec_hi, 0x80000000
  ds_consume v10 offset:24
  s_mov_b64 exec, -1
  v_mov_b32 v9, 24
  s_waitcnt lgkmcnt(0)
  row v10
  ds_read_b32 v11, v9
  s_waitcnt lgkmcnt(0)
  row v11
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_consume v10 offset:28
  s_mov_b64 exec, -1
  v_mov_b32 v9, 28
  s_waitcnt lgkmcnt(0)
  row v10
  ds_read_b32 v11, v9
  s_waitcnt lgkmcnt(0)
  row v11
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfff0
  s_mov_b32 exec_hi, 0x0
  ds_append v10 offset:1020
  s_mov_b64 exec, -1
  v_mov_b32 v9, 1020
  s_waitcnt lgkmcnt(0)
  row v10
  ds_read_b32 v11, v9
  s_waitcnt lgkmcnt(0)
  row v11
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xfff0
  s_mov_b32 exec_hi, 0x0
  ds_append v10 offset:1024
  s_mov_b64 exec, -1
  v_mov_b32 v9, 1024
  s_waitcnt lgkmcnt(0)
  row v10
  ds_read_b32 v11, v9
  s_waitcnt lgkmcnt(0)
  row v11
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, 0xffffffff
  s_mov_b32 exec_hi, 0xffffffff
  ds_append v10 offset:26
  s_mov_b64 exec, -1
  v_mov_b32 v9, 24
  s_waitcnt lgkmcnt(0)
  row v10
  ds_read_b32 v11, v9
  s_waitcnt lgkmcnt(0)
  row v11
  s_endpgm
