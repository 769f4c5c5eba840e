// Waves end in unusual states, and other waves then take their slots:
// - in a trap handler with HALT, TRAPSTS set and a load to TTMPs in flight;
// - with all of MODE set (VSKIP, CSP, GPR indexing, single step);
// - between a step and the return of its handler;
// - with a high priority.
// The next wave starts with none of that state.
//
//   out[i] for work-item i: MODE + TRAPSTS + bits of STATUS (priorities, PRIV, HALT) + IB_STS at the start
//   Only MODE is not 0: 0x3c0.
// Decisions: D-LAUNCH-2.
.globl main
main:
  s_getreg_b32 s20, hwreg(1)
  s_getreg_b32 s21, hwreg(3)
  s_getreg_b32 s22, hwreg(2)
  s_getreg_b32 s23, hwreg(7)
  s_and_b32 s22, s22, 0x203e
  s_add_u32 s20, s20, s21
  s_add_u32 s20, s20, s22
  s_add_u32 s20, s20, s23
  s_load_dwordx2 s[24:25], s[0:1], 0x0
  s_lshl_b32 s26, s2, 7               // 128 work-items a group
  v_add_u32 v1, s26, v0
  v_lshlrev_b32 v1, 2, v1
  v_mov_b32 v2, s20
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[24:25]
  s_setprio 3
  s_and_b32 s27, s2, 3
  s_cmp_eq_u32 s27, 1
  s_cbranch_scc1 .Lmode
  s_cmp_eq_u32 s27, 2
  s_cbranch_scc1 .Lstep
  s_cmp_eq_u32 s27, 3
  s_cbranch_scc1 .Lhalt
  s_setreg_imm32_b32 hwreg(1, 27, 5), 0x17
  s_trap 7                            // ends there
.Lmode:
  s_setreg_imm32_b32 hwreg(1, 0, 32), 0xf8fff8ff
  s_endpgm_saved
.Lstep:
  s_setreg_imm32_b32 hwreg(1, 11, 1), 1
  s_sleep 1
  s_sendmsghalt 2
  s_nop 0
  s_trap 7
.Lhalt:
  s_setreg_imm32_b32 hwreg(1, 11, 1), 1
  s_sethalt 1
  s_endpgm                            // behind no step

.p2align 8
handler:
  s_bfe_u32 ttmp2, ttmp1, 0x80010
  s_cmp_eq_u32 ttmp2, 0
  s_cbranch_scc1 .Lreturn
  s_sethalt 1
  s_setreg_imm32_b32 hwreg(3, 0, 9), 0x1ff
  s_sendmsghalt 9
  s_load_dwordx4 ttmp[4:7], s[0:1], 0
  s_endpgm
.Lreturn:
  s_rfe_b64 ttmp[0:1]
