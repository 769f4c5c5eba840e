// Two waves write their M0 in one cycle. In that cycle a v_readlane of one wave ends, and a scalar instruction of the
// other wave issues. Waves 0 and 1 write their M0 from lanes, waves 2 and 3 by s_mov. Each wave reads its M0 at once.
//
//   out[wave] = times that M0 held what was written: 64
//   s[4:5] out   s8 wave   s9 times
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  v_and_b32 v0, 63, v0
  v_add_u32 v1, 0x700, v0
  s_mov_b32 s9, 0
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_cmp_lt_u32 s8, 2
  s_cbranch_scc1 .Llanes
.set n, 0
.rept 64
  s_mov_b32 m0, 0x900+n
  s_cmp_eq_u32 m0, 0x900+n
  s_addc_u32 s9, s9, 0
  s_mov_b32 m0, n
  .set n, n+1
.endr
  s_branch .Lend
.Llanes:
.set n, 0
.rept 64
  v_readlane_b32 m0, v1, n
  s_cmp_eq_u32 m0, 0x700+n
  s_addc_u32 s9, s9, 0
  .set n, n+1
.endr
.Lend:
  s_mov_b64 exec, 1
  s_lshl_b32 s8, s8, 2
  v_mov_b32 v1, s8
  v_mov_b32 v2, s9
  global_store_dword v1, v2, s[4:5]
  s_endpgm
