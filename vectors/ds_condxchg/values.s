// The conditional exchange of two dwords: every pair of condition bits on distinct, shared, misaligned and absent
// addresses of LDS and GDS. Before each case the memory is filled from v[20:21].
//
//   v[22:23] data: bits 31 are bits 0 and 1 of the lane   v24 address
// Decisions: D-LDS-1, D-LDS-2, D-LDS-11, D-LDS-26, D-LDS-28, D-LDS-35.
.globl main
.include "../include/ds.inc"

// Fills the memory and the results that a lane may keep.
.macro fill space
  ds_write_b64 v8, v[20:21] \space
  v_mov_b32 v10, 0x55555555
  v_mov_b32 v11, 0xaaaaaaaa
.endm

// What an exchange returned, and what it left in the memory.
.macro left space
  ds_read_b64 v[12:13], v8 \space
  s_waitcnt lgkmcnt(0)
  rows v10, v11, v12, v13
.endm

.macro exchange operands:vararg
  fill
  ds_condxchg32_rtn_b64 v[10:11], v24, v[22:23] \operands
  left
.endm

.macro exchange_gds operands:vararg
  fill gds
  ds_condxchg32_rtn_b64 v[10:11], v24, v[22:23] \operands gds
  left gds
.endm

// v24 = (lane >> right) << left
.macro address right, left
  v_lshrrev_b32 v24, \right, v0
  v_lshlrev_b32 v24, \left, v24
.endm

main:
  start_wave 4
  s_mov_b32 s8, 0x7fffffff
  v_lshlrev_b32 v25, 31, v0
  v_bfi_b32 v22, s8, v22, v25
  v_lshrrev_b32 v25, 1, v0
  v_lshlrev_b32 v25, 31, v25
  v_bfi_b32 v23, s8, v23, v25
  v_and_b32 v25, 7, v0

  // Each lane has a place of its own, at and behind its beginning.
  address 0, 3
  exchange
  v_add_u32 v24, v24, v25
  exchange
  v_sub_u32 v24, v8, v25                       // lane 0 has no bits to clear, lane 1 has lane 0's place
  exchange
  // Lanes of a quad, lanes of several quads, and all lanes meet.
  address 2, 3
  exchange offset:16
  v_lshlrev_b32 v24, 3, v25
  exchange offset:3
  v_mov_b32 v24, 8
  exchange offset:7
  v_lshrrev_b32 v24, 1, v0                     // quads that share a place in part
  exchange offset:1
  // A sum that wraps: its low bits are cleared behind it.
  v_subrev_u32 v24, 61, v8
  exchange offset:61
  v_subrev_u32 v24, 0xfff0, v8
  exchange offset:0xfff5
  // The same lanes again with another half of them, with one, and with none.
  address 0, 3
  s_mov_b32 s8, 0x5a5a0ff0
  s_mov_b32 s9, 0x8001f00f
  fill
  s_mov_b64 exec, s[8:9]
  ds_condxchg32_rtn_b64 v[10:11], v24, v[22:23] offset:7
  s_mov_b64 exec, -1
  left
  address 3, 3
  fill
  s_mov_b64 exec, s[8:9]
  ds_condxchg32_rtn_b64 v[10:11], v24, v[22:23]
  s_mov_b64 exec, -1
  left
  fill
  s_mov_b64 exec, 8
  ds_condxchg32_rtn_b64 v[10:11], v24, v[22:23]
  s_mov_b64 exec, 0
  ds_condxchg32_rtn_b64 v[10:11], v24, v[22:23]
  s_mov_b64 exec, -1
  left
  // Registers: odd pairs, a result over the data, over the address, and the address within the data.
  address 0, 3
  fill
  v_mov_b32 v15, v22
  v_mov_b32 v16, v23
  ds_condxchg32_rtn_b64 v[17:18], v24, v[15:16]
  s_waitcnt lgkmcnt(0)
  rows v17, v18
  left
  fill
  ds_condxchg32_rtn_b64 v[15:16], v24, v[15:16]
  s_waitcnt lgkmcnt(0)
  rows v15, v16
  left
  fill
  v_mov_b32 v16, v24
  ds_condxchg32_rtn_b64 v[16:17], v16, v[22:23]
  s_waitcnt lgkmcnt(0)
  rows v16, v17
  left
  fill
  v_subrev_u32 v24, 0x100, v8
  ds_condxchg32_rtn_b64 v[10:11], v24, v[23:24] offset:0x100
  left
  // DATA1, which is no operand: a register that the wave does not have.
  address 0, 3
  fill
  .long 0xd8fc0000, 0x0aff1618                 // ds_condxchg32_rtn_b64 v[10:11], v24, v[22:23], DATA1 255
  left
  row_trapsts
  // The GDS: M0[31:16] in the sum.
  s_mov_b32 m0, 0x1001234
  s_nop 0
  ds_write_b64 v8, v[20:21] offset:512 gds
  exchange_gds offset:8
  fill gds
  s_mov_b32 m0, 0x1031234
  v_add_u32 v24, v24, v25
  ds_condxchg32_rtn_b64 v[10:11], v24, v[22:23] offset:2 gds
  s_waitcnt lgkmcnt(0)
  s_mov_b32 m0, 0x1001234
  s_nop 0
  left gds
  v_subrev_u32 v24, 0x105, v8
  exchange_gds offset:5
  address 2, 3
  exchange_gds offset:1
  row_trapsts
  // Behind the end: the last place and the first one that is not there. Here MEM_VIOL is not set before.
  v_mov_b32 v24, 0x1ff
  exchange
  row_trapsts
  v_mov_b32 v24, 0x200
  s_mov_b64 exec, 0x22
  exchange
  s_mov_b64 exec, -1
  row_trapsts
  address 0, 3
  exchange offset:9
  exchange offset:0xffff
  v_or_b32 v24, 0x10000, v24
  exchange
  v_or_b32 v24, 0x80000000, v8
  exchange offset:1
  v_subrev_u32 v24, 9, v8
  exchange offset:1
  s_mov_b32 m0, 0xf001234
  s_nop 0
  address 0, 3
  v_add_u32 v24, v24, v25
  exchange_gds offset:8
  s_mov_b32 m0, 0xffff1234
  s_nop 0
  address 0, 3
  ds_condxchg32_rtn_b64 v[10:11], v24, v[22:23] gds
  s_waitcnt lgkmcnt(0)
  rows v10, v11
  row_trapsts
  s_endpgm
