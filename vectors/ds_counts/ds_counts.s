// Append and consume, and the addtid forms: in range, out of range and misaligned.
// Decisions: D-LDS-9, D-LDS-14.
.globl ds_counts
.include "../include/ds.inc"

// One append or consume under an EXEC mask: what it returns, then the dword at an address.
.macro count op, low, high, offset, at
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, \low
  s_mov_b32 exec_hi, \high
  \op v10 offset:\offset
  s_mov_b64 exec, -1
  v_mov_b32 v9, \at
  s_waitcnt lgkmcnt(0)
  rows v10
  ds_read_b32 v11, v9
  s_waitcnt lgkmcnt(0)
  rows v11
.endm

ds_counts:
  start_wave 2
  s_mov_b32 m0, 0x10
  s_nop 0
  ds_write_addtid_b32 v20 offset:8
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v10, v4
  ds_read_addtid_b32 v11 offset:30
  s_waitcnt lgkmcnt(0)
  rows v10, v11
  s_mov_b32 m0, 0xfffc0300
  s_nop 0
  ds_read_addtid_b32 v11 offset:200
  s_waitcnt lgkmcnt(0)
  rows v11
  row_trapsts
  //    opcode      EXEC low    EXEC high   offset, address
  count ds_append,  0xffffffff, 0xffffffff, 24, 24
  count ds_append,  0x100,      0xf0f00000, 24, 24
  count ds_consume, 0x0,        0x80000000, 24, 24
  count ds_consume, 0xffffffff, 0xffffffff, 28, 28
  count ds_append,  0xfff0,     0x0,        1020, 1020
  count ds_append,  0xfff0,     0x0,        1024, 1024  // past the end
  count ds_append,  0xffffffff, 0xffffffff, 26, 24      // misaligned
  s_endpgm
