// An exception that traps in front of an illegal instruction (control-flow.md 6.1): the handler runs, and stores what
// EXCP held. The wave faults when it returns.
.globl main
main:
  s_load_dwordx2 s[24:25], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v3, 0
  s_waitcnt lgkmcnt(0)
  s_setreg_imm32_b32 hwreg(1, 12, 7), 4
  s_nop 1
  v_rcp_f32 v2, v3
illegal:
  .long 0x7e00fe80
  s_endpgm

.p2align 8
handler:
  s_getreg_b32 s30, hwreg(3, 0, 12)
  v_add_u32 v2, s30, v2
  global_store_dword v1, v2, s[24:25]
  s_waitcnt vmcnt(0)
  s_rfe_b64 ttmp[0:1]
