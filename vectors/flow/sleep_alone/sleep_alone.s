// A wave sleeps alone. Only the end of its sleep lets anything happen, so one cycle too many shows. The sleeps last 0
// to 3 beats and begin at different places of the unit's beat.
//
//   out[lane]: 40 naps
//   s4 naps
.globl main
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_mov_b32 s4, 0
  s_waitcnt lgkmcnt(0)
.Lnap:
.set n, 0
.rept 4
  s_sleep n
  s_add_u32 s4, s4, 1
  s_nop 6
.set n, n+1
.endr
  s_cmp_lg_u32 s4, 40
  s_cbranch_scc1 .Lnap
  v_mov_b32 v2, s4
  global_store_dword v1, v2, s[6:7]
  s_endpgm
