// The host never resumes: wave 2 of four halts itself for ever while the others wait for it at the barrier.
.globl main
main:
  v_readfirstlane_b32 s4, v0
  s_lshr_b32 s4, s4, 6
  s_cmp_eq_u32 s4, 2
  s_cbranch_scc0 meet
  s_sethalt 1
meet:
  s_barrier
  s_endpgm
