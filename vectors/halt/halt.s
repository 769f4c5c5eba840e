// Waves halt, and the host resumes them. They halt by s_sethalt, with a message, at a barrier at which the others wait,
// and in a trap handler. There HALT takes effect at the return.
//
//   out[i] for work-item i: 100 + wave + 0x2000 (HALT as the handler sees it)
//   s4 wave number
// Decisions: D-FLOW-6, D-FLOW-7.
.globl main
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  v_readfirstlane_b32 s4, v0
  v_lshlrev_b32 v1, 2, v0
  s_lshr_b32 s4, s4, 6
  s_mov_b32 s20, 0
  s_waitcnt lgkmcnt(0)
  s_sethalt 0
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc0 .Lmeet
  s_sethalt 1                  // all others wait for this wave
  s_mov_b32 m0, 77
  s_nop 0
  s_sendmsghalt 1
.Lmeet:
  s_barrier
  s_trap 1                     // comes back halted
  s_trap 2                     // does not
  s_add_u32 s8, s4, 100
  s_add_u32 s8, s8, s20
  v_mov_b32 v2, s8
  global_store_dword v1, v2, s[6:7]
  s_sethalt 1                  // with a store in flight
  s_endpgm_saved

.p2align 8
handler:
  s_bfe_u32 ttmp2, ttmp1, 0x80010
  s_sethalt 1
  s_getreg_b32 ttmp3, hwreg(2)
  s_and_b32 s20, ttmp3, 0x2000
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_cmp_eq_u32 ttmp2, 2
  s_cbranch_scc0 .Lback
  s_sethalt 0
.Lback:
  s_rfe_b64 ttmp[0:1]
