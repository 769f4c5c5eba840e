// Exceptions of vector instructions that trap (control-flow.md 6.1).
// The handler counts its entries in s50. It keeps what it finds: s51 the low PC, s52 EXCP, s54 IB_STS, s55 the result
// in v3, s58 the trap ids, a byte each. The last trap is in front of s_endpgm. Its handler stores the
// results, so without it there are none.
// With s57 set the handler itself raises O.
//
//   out[i]: the i-th `put`
.macro put lane, what
  v_writelane_b32 v2, \what, \lane
.endm
// The distance from where the wave was stopped to here: 8 if it was stopped in front of s_mov_b32, 12 one instruction
// before.
.macro distance
  s_mov_b32 s47, 1
  s_getpc_b64 s[44:45]
  s_sub_u32 s46, s44, s51
.endm
// Only the handler can write TRAPSTS: trap 1 clears EXCP and is not counted.
.macro clear
  s_trap 1
.endm
.macro enable which
  s_setreg_imm32_b32 hwreg(1, 12, 7), \which
  s_nop 1
.endm
.globl main
main:
  s_load_dwordx2 s[24:25], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  v_mov_b32 v4, 0
  v_mov_b32 v5, 0x40400000
  v_mov_b32 v6, 0
  v_writelane_b32 v6, 1.0, 0
  v_mov_b32 v9, 0x7f7fffff
  s_mov_b64 s[50:51], 0
  s_mov_b64 s[52:53], 0
  s_mov_b32 s57, 0
  s_mov_b32 s58, 0
  s_waitcnt lgkmcnt(0)
  // Z is raised and enabled: the result is written, the wave stops in front of the next instruction.
  enable 0x04
  v_rcp_f32 v3, v4
  distance
  put 0, s50
  put 1, s46
  put 2, s52
  put 3, s55
  // It was 1 already.
  v_rcp_f32 v3, v4
  put 4, s50
  // X is not enabled, and does not trap when it is later.
  v_sqrt_f32 v3, v5
  s_getreg_b32 s46, hwreg(3, 0, 7)
  put 5, s50
  put 6, s46
  enable 0x24
  v_sqrt_f32 v3, v5
  put 7, s50
  // Cleared and raised anew.
  clear
  v_sqrt_f32 v3, v5
  distance
  put 8, s50
  put 9, s46
  put 10, s52
  // First lane 0 alone is active, which divides by 1.0, then all lanes are.
  clear
  s_mov_b64 exec, 1
  v_rcp_f32 v3, v6
  s_mov_b64 exec, -1
  put 11, s50
  v_rcp_f32 v3, v6
  s_nop 0
  put 12, s50
  put 13, s52
  // The handler raises O, which is enabled: it is collected, and traps neither there nor later.
  clear
  enable 0x2c
  s_mov_b32 s57, 1
  v_sqrt_f32 v3, v5
  s_mov_b32 s57, 0
  s_getreg_b32 s46, hwreg(3, 0, 7)
  put 14, s50
  put 15, s46
  v_mul_f32 v8, v9, v9
  put 16, s50
  // The next instruction traps too: the exception first.
  clear
  s_mov_b32 s58, 0xff
  v_rcp_f32 v3, v4
  s_trap 5
  put 17, s50
  put 18, s58
  // The next instruction is a barrier.
  clear
  v_rcp_f32 v3, v4
  s_barrier
  distance
  put 19, s50
  put 25, s46
  // Loads are under way: the handler finds the counters at 0.
  clear
  global_load_dword v7, v1, s[24:25]
  s_load_dword s60, s[24:25], 0x0
  v_rcp_f32 v3, v4
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_and_b32 s54, s54, 0xc00f0f
  put 20, s54
  put 21, s50
  // A single step behind an instruction that raises Z: as many entries as behind one that raises nothing.
  clear
  s_mov_b32 s61, s50
  s_setreg_imm32_b32 hwreg(1, 11, 1), 1
  v_mov_b32 v3, v4
  s_setreg_imm32_b32 hwreg(1, 11, 1), 0
  s_sub_u32 s62, s50, s61
  s_mov_b32 s61, s50
  s_setreg_imm32_b32 hwreg(1, 11, 1), 1
  v_rcp_f32 v3, v4
  s_setreg_imm32_b32 hwreg(1, 11, 1), 0
  s_sub_u32 s63, s50, s61
  s_sub_u32 s63, s63, s62
  s_min_u32 s62, s62, 1
  put 22, s62
  put 23, s63
  s_getreg_b32 s46, hwreg(3, 0, 7)
  put 24, s46
  // The program ends.
  clear
  s_mov_b32 s53, 1
  v_rcp_f32 v3, v4
  s_endpgm

.p2align 8
handler:
  s_cselect_b32 ttmp8, 1, 0
  s_bfe_u32 ttmp2, ttmp1, 0x80010
  s_cmp_eq_u32 ttmp2, 1
  s_cbranch_scc1 .Lclear
  s_getreg_b32 s54, hwreg(7)
  s_add_u32 s50, s50, 1
  s_mov_b32 s51, ttmp0
  s_getreg_b32 s52, hwreg(3, 0, 7)
  v_readlane_b32 s55, v3, 63
  s_cmp_eq_u32 s57, 0
  s_cbranch_scc1 .Lquiet
  v_mul_f32 v8, v9, v9
.Lquiet:
  s_lshl_b32 s58, s58, 8
  s_or_b32 s58, s58, ttmp2
  s_cmp_eq_u32 ttmp2, 0
  s_cbranch_scc1 .Lexception
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
.Lexception:
  s_cmp_eq_u32 s53, 0
  s_cbranch_scc1 .Lreturn
  global_store_dword v1, v2, s[24:25]
.Lreturn:
  s_cmp_eq_u32 ttmp8, 1
  s_rfe_b64 ttmp[0:1]
.Lclear:
  s_setreg_imm32_b32 hwreg(3, 0, 7), 0
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_branch .Lreturn
