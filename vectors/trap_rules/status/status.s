// S_setreg of STATUS: in a trap handler it writes SCC, USER_PRIO and HALT, and nothing else; outside it writes nothing.
// A wave that its handler halts by it goes on in the handler, stops at s_rfe_b64, and is resumed by the host.
//
//   out: words of lane 0, in order   s[4:5] out   s20 and on: what the handler found
// Decisions: D-SCA-8, D-FLOW-6, D-FLOW-7.
.globl main
.macro put value
  v_mov_b32 v1, \value
  global_store_dword v0, v1, s[4:5]
  v_add_u32 v0, 4, v0
.endm
.macro program
  s_getreg_b32 s8, hwreg(HW_REG_STATUS)
  s_and_b32 s8, s8, 0x2639                    // SCC, USER_PRIO, PRIV, EXECZ, VCCZ, HALT
  put s8
.endm
.macro status register
  s_getreg_b32 \register, hwreg(HW_REG_STATUS)
  s_and_b32 \register, \register, 0x2639
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b64 exec, 1
  s_mov_b64 vcc, 1
  v_mov_b32 v0, 0
  s_waitcnt lgkmcnt(0)
  s_setprio 1
  s_cmp_eq_u32 0, 1
  s_setreg_imm32_b32 hwreg(HW_REG_STATUS), -1 // not from a program
  s_nop 1
  program                                     // 0: USER_PRIO 1
  s_cmp_eq_u32 0, 0
  s_trap 1                                    // the handler clears SCC and puts it back
  s_cselect_b32 s9, 1, 2
  put s9                                      // 1: 1
  s_cmp_eq_u32 0, 1
  s_trap 1
  s_cselect_b32 s9, 1, 2
  put s9                                      // 2: 2
  s_cmp_eq_u32 0, 1
  s_trap 2                                    // writes all bits but HALT
  s_cselect_b32 s9, 1, 2
  put s9                                      // 3: 1
  put s20                                     // 4: as the handler found it
  put s21                                     // 5: behind the write of ones
  program                                     // 6: USER_PRIO 3
  s_cmp_eq_u32 0, 0
  s_trap 3                                    // writes zeros, then USER_PRIO alone
  s_cselect_b32 s9, 1, 2
  put s9                                      // 7: 2
  put s21                                     // 8: behind the write of zeros
  program                                     // 9: USER_PRIO 2
  s_trap 4                                    // halts
  put s21                                     // 10: HALT in the handler
  program                                     // 11: resumed
  s_setprio 0
  s_endpgm
.p2align 8
handler:
  s_getreg_b32 ttmp12, hwreg(HW_REG_STATUS)
  s_bfe_u32 ttmp2, ttmp1, 0x80010
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_and_b32 ttmp1, ttmp1, 0xffff
  s_and_b32 s20, ttmp12, 0x2639
  s_cmp_eq_u32 ttmp2, 1
  s_cbranch_scc1 .Lscc
  s_cmp_eq_u32 ttmp2, 2
  s_cbranch_scc1 .Lones
  s_cmp_eq_u32 ttmp2, 3
  s_cbranch_scc1 .Lzeros
  s_setreg_imm32_b32 hwreg(HW_REG_STATUS, 13, 1), 1
  s_nop 1
  status s21
  s_rfe_b64 ttmp[0:1]
.Lscc:
  s_lshr_b32 ttmp3, ttmp12, 3
  s_cmp_eq_u32 0, 1
  s_setreg_b32 hwreg(HW_REG_STATUS, 3, 29), ttmp3 // in two pieces, as shipped handlers do
  s_nop 1
  s_setreg_b32 hwreg(HW_REG_STATUS, 0, 1), ttmp12
  s_nop 1
  s_rfe_b64 ttmp[0:1]
.Lones:
  s_setreg_imm32_b32 hwreg(HW_REG_STATUS), 0xffffdfff
  s_nop 1
  s_getreg_b32 s21, hwreg(HW_REG_STATUS)
  s_nop 0
  s_mov_b32 ttmp4, 0x2639
  s_bfe_u32 ttmp5, s21, 0x10000               // SCC of the write
  s_and_b32 s21, s21, ttmp4
  s_cmp_eq_u32 ttmp5, 1                       // gives SCC its value again
  s_rfe_b64 ttmp[0:1]
.Lzeros:
  s_setreg_imm32_b32 hwreg(HW_REG_STATUS), 0
  s_nop 1
  s_getreg_b32 s21, hwreg(HW_REG_STATUS)
  s_and_b32 s21, s21, 0x2639
  s_setreg_imm32_b32 hwreg(HW_REG_STATUS, 3, 2), 2
  s_nop 1
  s_setreg_imm32_b32 hwreg(HW_REG_STATUS, 0, 1), 0
  s_nop 1
  s_rfe_b64 ttmp[0:1]
