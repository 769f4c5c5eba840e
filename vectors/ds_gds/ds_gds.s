// The global data share: reads, writes, atomics, append with its own addresses, EXP_CNT, out of range.
// Decisions: D-LDS-11, D-LDS-27, D-LDS-28, D-LDS-29.
.globl ds_gds
.include "../include/ds.inc"

ds_gds:
  start_wave 2
  s_mov_b32 m0, 0x1001234
  s_nop 0
  ds_write_b32 v4, v20 offset:16 gds
  s_waitcnt expcnt(0)
  v_mov_b32 v20, v20
  ds_add_rtn_u32 v10, v4, v21 offset:20 gds
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v11, v4 offset:16 gds
  s_waitcnt lgkmcnt(0)
  rows v10, v11
  ds_write2st64_b64 v8, v[20:21], v[20:21] offset0:1 offset1:3 gds
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v10, v4 offset:0x400 gds
  ds_read_b32 v11, v4 offset:0xf00 gds
  s_waitcnt lgkmcnt(0)
  rows v10, v11
  row_trapsts
  s_mov_b32 m0, 0xf001234
  s_nop 0
  ds_read_b32 v10, v4 gds
  ds_append v11 offset:8 gds
  ds_consume v12 offset:0x100 gds
  s_waitcnt lgkmcnt(0)
  rows v10, v11, v12
  ds_read_b32 v10, v4 gds
  v_mov_b32 v14, 0
  ds_add_src2_u32 v14 offset:3 gds
  ds_read_u8 v11, v0 gds
  ds_write_b32 v4, v20 offset:448                 // lanes 0 to 15 lie in the LDS
  ds_read_b32 v12, v4 offset:448
  s_waitcnt lgkmcnt(0)
  rows v10, v11, v12
  s_endpgm
