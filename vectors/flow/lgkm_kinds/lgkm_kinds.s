// LDS and GDS instructions count on one counter and return out of order among each other (control-flow.md 5.3). With
// one of each in flight, lgkmcnt(1) does not tell which one is left. Only a wait for 0 covers both.
//
//   wait 0: lgkmcnt(0), else lgkmcnt(1)
//   out[i] for lane i: 0
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  s_load_dword s4, s[0:1], 0x8
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v1, v2
  ds_write_b32 v1, v2 gds
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s4, 0
load_v3:
  ds_read_b32 v3, v1
  ds_read_b32 v4, v1 gds
  s_cbranch_scc0 one
  s_waitcnt lgkmcnt(0)
one:
  s_waitcnt lgkmcnt(1)
read_v3:
  v_mov_b32 v5, v3
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v5, s[2:3]
  s_endpgm
