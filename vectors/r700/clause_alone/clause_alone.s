// Clauses of waves that are alone in their groups. In case 0 sixteen groups count in one dword of memory, five times
// each, without an atomic. An s_barrier lies between load and store: it does not end the clause of such a wave, and the
// other waves wait. Each other case ends the clause early, with 3 left.
//
//   case:   1 a single step   2 the fetch from a page that is not mapped
//   s[4:5] out   s[6:7] counter   s8 case   counter = 80   out[i] = i
// Decisions: D-R700-18, D-R700-20.
.globl main
.include "../../include/r700.inc"
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x10
  s_lshl_b32 s9, s2, 6
  v_add_u32 v0, s9, v0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_mov_b32 s10, 0
  s_movk_i32 s11, 0x7777
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s8, 1
  s_cbranch_scc1 clause_1
  s_cmp_eq_u32 s8, 2
  s_cbranch_scc1 clause_2
  s_mov_b64 exec, 1
.rept 5
  clause 6
  global_load_dword v3, v2, s[6:7] glc
  s_waitcnt vmcnt(0)
  s_barrier
  v_add_u32 v3, 1, v3
  global_store_dword v2, v3, s[6:7]
  s_waitcnt vmcnt(0)
.endr
  s_mov_b64 exec, -1
  global_store_dword v1, v0, s[4:5]
  s_endpgm
clause_1:
  clause 5
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 1
  s_nop 0
bad_1:
  s_endpgm
clause_2:
  clause 4
  s_setpc_b64 s[10:11]
.p2align 8
handler:
  s_and_b32 ttmp1, ttmp1, 0xffff
  s_rfe_b64 ttmp[0:1]
