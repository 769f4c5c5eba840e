// Odd groups do nothing but barriers. Even groups sleep, and their other wave wakes them. Barriers are released in
// every phase beside the wakeups, and neither may touch the other.
//
//   out = 12 + rounds that were counted - rounds of the wave, which are 6 sleeps, 6 wakeups or 30 barriers
//   s[4:5] out   s8 item   s10 rounds that were counted   s11 rounds of the wave
// Decisions: D-FLOW-3.
.globl main
main:
  v_readfirstlane_b32 s8, v0
  s_mov_b32 s10, 0
  s_bitcmp1_b32 s2, 0
  s_cbranch_scc1 .Lbarriers
  s_mov_b32 s11, 6
  s_cmp_lt_u32 s8, 64
  s_cbranch_scc1 .Lwake
.rept 6
  s_sleep 8
  s_add_u32 s10, s10, 1
.endr
  s_branch .Lend
.Lwake:
.rept 6
  s_nop 7
  s_nop 5
  s_wakeup
  s_add_u32 s10, s10, 1
.endr
  s_branch .Lend
.Lbarriers:
  s_mov_b32 s11, 30
.rept 30
  s_barrier
  s_add_u32 s10, s10, 1
.endr
.Lend:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_sub_u32 s10, s10, s11
  s_add_u32 s10, s10, 12
  s_lshl_b32 s9, s2, 9                        // bytes of the groups before
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v1, s9, v1
  v_mov_b32 v2, s10
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[4:5]
  s_endpgm
