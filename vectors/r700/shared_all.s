// Each global register of 128 is written by one instruction, then read by one.
//
//   out: the sum of the numbers 0 to 127, in each lane   s[8:9] out   v0 lane
.globl shared_all
.include "../include/r700.inc"
shared_all:
  s_load_dwordx2 s[8:9], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  shared_on 8                             // the destination
  .set n, 0
  .rept 128
  v_mov_b32 v[n], n
  .set n, n+1
  .endr
  shared_off
  shared_on 1                             // source 0
  .set n, 0
  .rept 128
  v_add_u32 v2, v[n], v2
  .set n, n+1
  .endr
  shared_off
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[8:9]
  s_endpgm
