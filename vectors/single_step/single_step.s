// MODE.DEBUG_EN: the trap handler is entered before each instruction that follows one issued in that state.
//
//   s20 handlers entered   s21 sum of the steps' PCs, from .Lfirst   s22 s_traps   s[4:5] out
// Decisions: D-FLOW-23, D-FLOW-24.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v0, 2, v0
  v_mov_b32 v1, 7
  s_mov_b32 s20, 0
  s_mov_b32 s21, 0
  s_mov_b32 s22, 0
  s_getpc_b64 s[10:11]
.Lfrom:
  s_add_u32 s10, s10, .Lfirst-.Lfrom
  s_waitcnt lgkmcnt(0)
  s_setreg_imm32_b32 hwreg(1, 11, 1), 1    // no step after it
.Lfirst:
  v_add_u32 v1, 3, v1                      // 4
  v_mov_b32 v2, v1                         // 8
  global_store_dword v0, v2, s[4:5]        // 16: the step waits for it
  s_cmp_eq_u32 s22, 0                      // 20
  s_cbranch_scc1 .Lover                    // 36, the handler keeps SCC
  s_mov_b32 s20, 0x1000
  s_nop 0
.Lover:
  s_trap 9                                 // no step between; what s_rfe goes to runs first
  s_mov_b32 s23, 1
  s_sleep 1
  s_nop 3
  s_barrier
  s_setreg_imm32_b32 hwreg(1, 11, 1), 0    // followed by one
  s_mov_b32 s24, s20
  s_setreg_imm32_b32 hwreg(1, 11, 1), 1    // and what follows ends the wave: none
  s_cmp_eq_u32 s24, 10
  s_cselect_b32 s24, 100, s24
  s_setreg_imm32_b32 hwreg(1, 11, 1), 0
  s_cmp_eq_u32 s20, 13                     // three of them since
  s_cselect_b32 s25, 1000, s20
  v_mov_b32 v2, s24
  v_add_u32 v2, s25, v2
  v_add_u32 v2, v1, v2
  v_mov_b32 v3, s21
  v_mov_b32 v4, s22
  global_store_dword v0, v2, s[4:5]
  global_store_dword v0, v3, s[4:5] offset:1024
  global_store_dword v0, v4, s[4:5] offset:2048
  s_setreg_imm32_b32 hwreg(1, 11, 1), 1
  s_endpgm

.p2align 8
handler:
  s_cselect_b32 ttmp8, 1, 0
  s_bfe_u32 ttmp2, ttmp1, 0x80010
  s_cmp_eq_u32 ttmp2, 0
  s_cbranch_scc0 .Ltrap
  s_add_u32 s20, s20, 1
  s_cmp_le_u32 s20, 5
  s_cbranch_scc0 .Lback
  s_sub_u32 ttmp3, ttmp0, s10
  s_add_u32 s21, s21, ttmp3
.Lback:
  s_cmp_eq_u32 ttmp8, 1
  s_rfe_b64 ttmp[0:1]
.Ltrap:
  s_add_u32 s22, s22, ttmp2
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_branch .Lback
