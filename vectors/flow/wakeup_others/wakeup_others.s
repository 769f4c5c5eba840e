// s_wakeup ends the sleep of its own group's waves and does nothing to other groups. Four groups of two waves run side
// by side. Both waves of a group wake each other again and again while they count, and sleep now and then.
//
//   out = 12, the rounds that a wave has counted
//   s[4:5] out   s8 round
// Decisions: D-FLOW-3.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_lshl_b32 s9, s2, 9                        // bytes of the groups before
  v_add_u32 v1, s9, v1
  s_mov_b32 s8, 0
.Lround:
  s_wakeup
  s_nop 3
  s_bitcmp1_b32 s8, 1
  s_cbranch_scc1 .Lawake
  s_sleep 1
.Lawake:
  s_wakeup
  s_add_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 12
  s_cbranch_scc1 .Lround
  v_mov_b32 v2, s8
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[4:5]
  s_endpgm
