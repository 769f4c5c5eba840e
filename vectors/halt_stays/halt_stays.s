// Wave 2 of four halts itself while the others wait for it at the barrier. They wait until the host resumes wave 2.
// Then all waves store their work-item numbers.
.globl main
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  v_readfirstlane_b32 s4, v0
  s_lshr_b32 s4, s4, 6
  s_cmp_eq_u32 s4, 2
  s_cbranch_scc0 meet
  s_sethalt 1
meet:
  s_barrier
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v0, s[6:7]
  s_endpgm
