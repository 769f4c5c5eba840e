// Lanes whose addresses differ by 4 GiB and in nothing else. Even lanes access `low`, odd lanes `high`, and both lanes
// of a pair access the same place. There are loads, stores, and a read after them. Lane i loads 1000 + i/2 from low or
// 2000 + i/2 from high, and stores 0x100 + i.
//
//   s[4:5] low   s[6:7] high   s[8:9] out   v0 lane   v[2:3] address   v4 what is loaded, less 1000 or 2000 and i/2
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dwordx2 s[8:9], s[0:1], 0x10
  v_lshrrev_b32 v5, 1, v0                 // pair
  v_lshlrev_b32 v2, 2, v5
  v_and_b32 v6, 1, v0
  v_cmp_eq_u32 vcc, 1, v6
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v3, s5
  v_mov_b32 v7, s7
  v_cndmask_b32 v3, v3, v7, vcc           // the low words are the same
  v_add_u32 v2, s4, v2
  global_load_dword v4, v[2:3], off
  v_add_u32 v8, 0x100, v0
  s_waitcnt vmcnt(0)
  global_store_dword v[2:3], v8, off offset:256
  v_sub_u32 v4, v4, v5
  v_mul_u32_u24 v6, 0x3e8, v6
  v_sub_u32 v4, v4, v6
  v_lshlrev_b32 v1, 2, v0
  global_store_dword v1, v4, s[8:9]
  s_endpgm
