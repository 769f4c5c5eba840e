// the global data share: reads, writes, atomics, append by its own addresses, EXP_CNT, out of range
// out: rows of 64 dwords. v0 lane, v4 lane*4, v8 lane*8, v20.. rows of the input.
.text
.globl ds_gds
.p2align 8
.type ds_gds,@function
.include "../include/r700.inc"
.macro row reg
  global_store_dword v4, \reg, s[30:31]
  s_add_u32 s30, s30, 256
  s_addc_u32 s31, s31, 0
.endm
.macro lgkm
  s_waitcnt lgkmcnt(0)
.endm
ds_gds:
  s_load_dwordx4 s[28:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  v_lshlrev_b32 v8, 3, v0
  lgkm
  global_load_dword v20, v4, s[28:29] offset:0
  global_load_dword v21, v4, s[28:29] offset:256
  s_waitcnt vmcnt(0)
  s_mov_b32 m0, 0x1001234
  s_nop 0
  ds_write_b32 v4, v20 offset:16 gds
  s_waitcnt expcnt(0)
  v_mov_b32 v20, v20
  ds_add_rtn_u32 v10, v4, v21 offset:20 gds
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v11, v4 offset:16 gds
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  ds_write2st64_b64 v8, v[20:21], v[20:21] offset0:1 offset1:3 gds
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v10, v4 offset:0x400 gds
  ds_read_b32 v11, v4 offset:0xf00 gds
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  s_getreg_b32 s5, hwreg(HW_REG_TRAPSTS)
  v_mov_b32 v1, s5
  row v1
  s_mov_b32 m0, 0xf001234
  s_nop 0
  ds_read_b32 v10, v4 gds
  ds_append v11 offset:8 gds
  ds_consume v12 offset:0x100 gds
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  ds_read_b32 v10, v4 gds
  v_mov_b32 v14, 0
  ds_add_src2_u32 v14 offset:3 gds
  ds_read_u8 v11, v0 gds
  ds_write_b32 v4, v20
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  row v10
  row v11
  row v12
  s_endpgm
