// Scalar loads write s9 while vector instructions write s8, both of one aligned group of four SGPRs. Each is read at
// once. The phase moves on by one cycle from load to load. A load that is lost leaves the value of the one before.
//
//   out[0] sum of s8: 100 * 5 * (7 + 9)   out[1] sum of s9: 50 * (0 + 1)
//   s[4:5] out   s[6:7] in, which holds 0 and 1   s12, s10 sums
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_mov_b32 s10, 0
  s_mov_b32 s12, 0
  v_mov_b32 v1, 7
  v_mov_b32 v2, 9
  s_waitcnt lgkmcnt(0)
.set n, 0
.rept 100
  s_load_dword s9, s[6:7], 4*(n%2)
  .rept n%5
  s_nop 0
  .endr
  .rept 5
  v_readfirstlane_b32 s8, v1
  s_add_u32 s12, s12, s8
  v_readfirstlane_b32 s8, v2
  s_add_u32 s12, s12, s8
  .endr
  s_waitcnt lgkmcnt(0)
  s_add_u32 s10, s10, s9
  .set n, n+1
.endr
  s_mov_b64 exec, 1
  v_mov_b32 v1, 0
  v_mov_b32 v2, s12
  v_mov_b32 v3, s10
  global_store_dwordx2 v1, v[2:3], s[4:5]
  s_endpgm
