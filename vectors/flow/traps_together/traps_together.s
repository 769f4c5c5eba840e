// Exceptions and single steps of sixteen waves at once. Some waves are in their handlers while vector instructions of
// others end, and while further waves begin. There are more groups than slots, and each group has another pace. A
// vector instruction of the handler raises the exception too, which traps nothing there.
//
//   out[i] for work-item i of all: 6, the exceptions that trapped
//   s9 pace   s10 rounds   s22 handlers that found Z in EXCP   v4 0
// Decisions: D-FLOW-26, D-FLOW-27, D-FLOW-28.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_lshl_b32 s8, s2, 6
  v_add_u32 v1, s8, v0
  v_lshlrev_b32 v1, 2, v1
  v_mov_b32 v4, 0
  s_mov_b32 s22, 0
  s_mul_i32 s9, s2, 5
  s_and_b32 s9, s9, 7
  s_mov_b32 s10, 0
  s_setreg_imm32_b32 hwreg(1, 12, 7), 0x04
  s_waitcnt lgkmcnt(0)
.Lround:
  s_mov_b32 s11, s9
.Lpace:
  s_nop 1
  s_sub_u32 s11, s11, 1
  s_cmp_lt_i32 s11, 0
  s_cbranch_scc0 .Lpace
  v_rcp_f32 v3, v4
  s_nop 1
  s_setreg_imm32_b32 hwreg(1, 11, 1), 1
  s_nop 1
  v_rcp_f32 v3, v4
  s_setreg_imm32_b32 hwreg(1, 11, 1), 0
  s_add_u32 s10, s10, 1
  s_cmp_lg_u32 s10, 3
  s_cbranch_scc1 .Lround
  v_mov_b32 v2, s22
  global_store_dword v1, v2, s[4:5]
  s_endpgm

.p2align 8
handler:
  s_cselect_b32 ttmp8, 1, 0
  s_getreg_b32 ttmp2, hwreg(3, 0, 7)
  s_lshr_b32 ttmp2, ttmp2, 2                  // Z
  s_add_u32 s22, s22, ttmp2
  v_rcp_f32 v5, v4
  s_nop 1
  s_setreg_imm32_b32 hwreg(3, 0, 7), 0
  s_cmp_eq_u32 ttmp8, 1
  s_rfe_b64 ttmp[0:1]
