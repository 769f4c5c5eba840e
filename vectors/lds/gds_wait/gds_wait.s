// How long a GDS instruction takes: one lane, and nothing else is in the unit. It waits GdsLatency cycles, by default
// 16, between its operand read and its service. docs/blocks.md says so under "LDS and GDS".
//
// The issues at `first` and `second` are those 16 cycles apart, and what the same instruction of the LDS takes. That is
// `third` to `fourth`: the read of two VGPRs, a cycle of service, the return, the wait for LGKM_CNT. Each takes a cycle
// at least. Two GDS instructions go one after the other, `fifth` to `sixth`: the second one's operands are read when
// the first one has returned.
//
//   v1 byte of the lane   v2 1   v3 result
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 1
  v_mov_b32 v4, 0
  s_mov_b32 m0, 0
  ds_write_b32 v1, v4
  ds_write_b32 v1, v4 gds
  s_waitcnt lgkmcnt(0) expcnt(0)
  s_mov_b64 exec, 1
  s_nop 3
  s_branch first
.p2align 6
first:
  ds_add_u32 v1, v2 gds
  s_waitcnt lgkmcnt(0)
second:
  s_nop 3
third:
  ds_add_u32 v1, v2
  s_waitcnt lgkmcnt(0)
fourth:
  s_nop 3
  s_branch fifth
.p2align 6
fifth:
  ds_add_u32 v1, v2 gds
  ds_add_u32 v1, v2 gds
  s_waitcnt lgkmcnt(0)
sixth:
  s_mov_b64 exec, -1
  ds_read_b32 v3, v1 gds
  ds_read_b32 v4, v1
  s_waitcnt lgkmcnt(0)
  v_lshl_or_b32 v3, v4, 8, v3
  global_store_dword v1, v3, s[4:5]
  s_endpgm
