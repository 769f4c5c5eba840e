// A trap handler that jumps to an unmapped page. Its wave halts there with a memory violation, as it would outside of
// the handler. The other wave's handler returns, and that wave goes on.
//
//   out: i for the lanes of wave 1, 0 for the lanes of wave 0
//   s[4:5] out   s8 wave
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  s_trap 7
  global_store_dword v1, v0, s[4:5]
  s_endpgm
.p2align 8
handler:
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc0 .Lback
  s_mov_b64 ttmp[2:3], 0x7000
  s_setpc_b64 ttmp[2:3]
.Lback:
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_rfe_b64 ttmp[0:1]
