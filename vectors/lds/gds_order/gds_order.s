// LDS and GDS instructions of a wave in flight together. Eight turns of two parts, with a barrier between them:
// - an LDS atomic behind a GDS atomic;
// - a GDS atomic that returns behind three LDS atomics with bank conflicts.
// The values are the same in any order. scripts/tests/test_ds_orders.py looks at which return first.
//
//   s[4:5] lds   s[6:7] gds   s[8:9] counts   s10 turn   s11 what a GDS dword holds in the second part
//   v0 lane in the group   v1 its byte in LDS and GDS   v2 1   v3 byte of the counter in the LDS
//   v4 old LDS   v5 old GDS   v6 bits that were not as expected
//   v8 byte of the lane's pair of GDS dwords; at the end with v9 the pair
//   lds: the lane's dword at the end   gds: v9   counts: the counter of the LDS at the end, and v6 << 16
// Decisions: D-LDS-2, D-LDS-30.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dwordx2 s[8:9], s[0:1], 0x10
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 1
  v_mov_b32 v3, 0x400
  v_mov_b32 v6, 0
  v_mov_b32 v7, 0
  v_and_b32 v8, 0x3f8, v1
  s_mov_b32 s10, 0
  s_mov_b32 m0, 0
  ds_write_b32 v1, v7
  ds_write_b32 v3, v7
  ds_write_b32 v1, v7 gds
.Lturn:
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_add_u32 v1, v2 gds
  ds_add_rtn_u32 v4, v1, v2
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_add_u32 v3, v2
  ds_add_u32 v3, v2
  ds_add_u32 v3, v2
  ds_add_rtn_u32 v5, v1, v2 gds
  s_lshl_b32 s11, s10, 1
  s_or_b32 s11, s11, 1
  s_waitcnt lgkmcnt(0)
  v_xor_b32 v4, s10, v4
  v_xor_b32 v5, s11, v5
  v_or3_b32 v6, v6, v4, v5
  s_add_u32 s10, s10, 1
  s_cmp_lg_u32 s10, 8
  s_cbranch_scc1 .Lturn
  s_barrier
  ds_read_b32 v4, v1
  ds_read_b32 v7, v3
  ds_read_b64 v[8:9], v8 gds
  v_lshlrev_b32 v6, 16, v6
  s_waitcnt lgkmcnt(0)
  v_or_b32 v7, v7, v6
  global_store_dword v1, v4, s[4:5]
  global_store_dword v1, v9, s[6:7]
  global_store_dword v1, v7, s[8:9]
  s_endpgm
