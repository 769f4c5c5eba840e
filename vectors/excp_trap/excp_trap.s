// Exceptions of vector instructions: TRAPSTS.EXCP, and the trap that MODE.EXCP_EN asks for.
//
//   s[4:5] out   v0 0   s20 handlers entered   s31 checks that hold, a bit each
// What the handler leaves, s10 being the address of .Lfrom:
//   s21 TTMP0 - s10   s22 number of the trap   s23 EXCP   s26 IB_STS
// What it does: s24 clears EXCP   s25 raises an exception of its own   s27 stores s20
// Decisions: D-FLOW-25, D-FLOW-26, D-FLOW-27, D-FLOW-28, D-FLOW-29, D-NUM-41.
.globl main
.macro check bit, value, expected
  s_cmp_eq_u32 \value, \expected
  s_cselect_b32 s30, 1 << \bit, 0
  s_or_b32 s31, s31, s30
.endm
.macro enable mask
  s_setreg_imm32_b32 hwreg(1, 12, 7), \mask
  s_nop 3
.endm
.macro raised bit, expected
  s_nop 3
  s_getreg_b32 s8, hwreg(3, 0, 7)
  check \bit, s8, \expected
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b64 exec, 1
  v_mov_b32 v0, 0
  v_mov_b32 v2, 0x7f000000            // 2^127
  v_mov_b32 v3, 0
  v_mov_b32 v4, 0x7fc00000            // a quiet NaN
  v_mov_b32 v6, 1.0
  v_mov_b32 v7, 0x30800000            // 2^-30
  s_mov_b32 s20, 0
  s_mov_b32 s24, 0
  s_mov_b32 s25, 0
  s_mov_b32 s27, 0
  s_mov_b32 s31, 0
  s_waitcnt lgkmcnt(0)
  s_getpc_b64 s[10:11]
.Lfrom:
  raised 0, 0
  // Collected whatever EXCP_EN says; a bit that is 1 traps no more.
  v_mul_f32 v5, v2, v2                // O X
  raised 1, 0x28
  enable 0x7f
  v_mul_f32 v5, v2, v2
  check 2, s20, 0
  // A new bit traps, once.
  v_rcp_f32 v5, v3                    // Z
.Lafter:
  check 3, s20, 1
  check 4, s21, .Lafter-.Lfrom
  check 5, s22, 0
  check 6, s23, 0x2c
  v_rcp_f32 v5, v3
  check 7, s20, 1
  // The handler clears EXCP. Two new bits of an instruction are one trap.
  s_mov_b32 s24, 1
  s_trap 7
  check 8, s22, 7
  raised 9, 0
  v_mul_f32 v5, v2, v2
  check 10, s20, 3
  check 11, s23, 0x28
  // A bit that is not enabled.
  enable 8
  v_add_f32 v5, v6, v7                // X
  check 12, s20, 3
  raised 13, 0x20
  v_mul_f32 v5, v2, v2
  check 14, s20, 4
  // A quiet NaN is invalid in a compare with CLAMP. Inactive lanes raise nothing.
  enable 1
  v_cmp_lt_f32 vcc, v4, v3
  s_mov_b64 exec, 0
  v_cmp_lt_f32_e64 s[12:13], v4, v3 clamp
  s_mov_b64 exec, 1
  raised 15, 0
  v_cmp_lt_f32_e64 s[12:13], v4, v3 clamp
  check 16, s20, 5
  check 17, s23, 1
  // In the handler exceptions are collected, and do not trap.
  enable 0x7f
  s_mov_b32 s25, 1
  s_trap 8
  s_mov_b32 s25, 0
  check 18, s20, 6
  check 19, s23, 4
  // The trap waits for what is in flight.
  v_mov_b32 v1, 7
  global_store_dword v0, v1, s[4:5] offset:8
  v_rcp_f32 v5, v3
  check 20, s20, 7
  check 21, s26, 0
  // Single step and exception enter the handler once; the instruction that ends the steps is followed by one.
  s_setreg_imm32_b32 hwreg(1, 11, 1), 1
  v_rcp_f32 v5, v3
  s_setreg_imm32_b32 hwreg(1, 11, 1), 0
  check 22, s20, 9
  v_mov_b32 v1, s31
  global_store_dword v0, v1, s[4:5]
  // Before s_endpgm, too.
  s_mov_b32 s27, 1
  v_rcp_f32 v5, v3
  s_endpgm

.p2align 8
handler:
  s_cselect_b32 ttmp8, 1, 0
  s_add_u32 s20, s20, 1
  s_sub_u32 s21, ttmp0, s10
  s_bfe_u32 s22, ttmp1, 0x80010
  s_getreg_b32 s26, hwreg(7)
  s_cmp_eq_u32 s25, 0
  s_cbranch_scc1 .Lread
  v_rcp_f32 v8, v3
.Lread:
  s_nop 3
  s_getreg_b32 s23, hwreg(3, 0, 7)
  s_cmp_eq_u32 s24, 0
  s_cbranch_scc1 .Lkeep
  s_setreg_imm32_b32 hwreg(3, 0, 7), 0
  s_nop 3
.Lkeep:
  s_cmp_eq_u32 s27, 0
  s_cbranch_scc1 .Lback
  v_mov_b32 v9, s20
  global_store_dword v0, v9, s[4:5] offset:4
.Lback:
  s_cmp_eq_u32 s22, 0
  s_cbranch_scc1 .Lreturn
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
.Lreturn:
  s_cmp_eq_u32 ttmp8, 1
  s_rfe_b64 ttmp[0:1]
