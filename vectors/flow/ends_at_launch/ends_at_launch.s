// Waves end while further waves of their group are launched, some in the very cycle of a launch. The odd waves of a
// group run through a number of s_nop that is the group's, and end. The even waves meet at the barrier: the group must
// know then that the others have ended.
//
//   out[64*(4*group + wave/2) + lane]: 7
//   s5 wave   s8 s_nop that are left out
.globl main
main:
  v_readfirstlane_b32 s5, v0
  s_lshr_b32 s5, s5, 6
  s_bitcmp1_b32 s5, 0
  s_cbranch_scc0 .Leven
  s_and_b32 s8, s2, 31
  s_lshl_b32 s8, s8, 2
  s_getpc_b64 s[10:11]
.Lhere:
  s_add_u32 s10, s10, .Lnops-.Lhere
  s_addc_u32 s11, s11, 0
  s_add_u32 s10, s10, s8
  s_addc_u32 s11, s11, 0
  s_setpc_b64 s[10:11]
.Lnops:
.rept 32
  s_nop 0
.endr
  s_endpgm
.Leven:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  v_and_b32 v1, 63, v0
  s_lshl_b32 s9, s2, 2
  s_lshr_b32 s5, s5, 1
  s_add_u32 s9, s9, s5
  s_lshl_b32 s9, s9, 6
  v_add_u32 v1, s9, v1
  v_lshlrev_b32 v1, 2, v1
  v_mov_b32 v2, 7
  s_barrier
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[6:7]
  s_endpgm
