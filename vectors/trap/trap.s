// The trap handler: what s_trap hands to it, what only a handler may do, and the return by s_rfe and s_rfe_restore.
//
//   s[4:5] out   v0 0
// Decisions: D-FLOW-20, D-FLOW-21, D-FLOW-22, D-SCA-7, D-SCA-8, D-SCA-9.
.globl main
.macro put value, index
  v_mov_b32 v1, \value
  global_store_dword v0, v1, s[4:5] offset:4*\index
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b64 exec, 1
  v_mov_b32 v0, 0
  s_waitcnt lgkmcnt(0)
  s_getreg_b32 s8, hwreg(2)           // STATUS: TRAP_EN, not PRIV
  s_and_b32 s8, s8, 0x60
  put s8, 0
  s_getreg_b32 s8, hwreg(16)          // TBA is the handler, shifted right by 8
  s_getreg_b32 s9, hwreg(17)
  s_lshl_b64 s[8:9], s[8:9], 8
  s_getpc_b64 s[14:15]
.Lhere:
  s_add_u32 s14, s14, handler-.Lhere
  s_addc_u32 s15, s15, 0
  s_sub_u32 s8, s8, s14
  put s8, 1
  s_sub_u32 s9, s9, s15
  put s9, 2
  s_setreg_imm32_b32 hwreg(3, 0, 32), -1  // TRAPSTS: not for a program
  s_nop 1
  s_getreg_b32 s9, hwreg(3)
  put s9, 3
  s_mov_b32 s20, 0
  s_getpc_b64 s[10:11]
  s_trap 5                            // stores are still in flight
  put s12, 4                          // TTMP0 less the trap's address
  put s13, 5                          // TTMP1's other half likewise
  put s16, 6                          // number of the trap
  put s17, 7                          // STATUS in the handler
  put s18, 8                          // what TMA points to
  put s19, 9                          // TRAPSTS as the handler wrote it
  put v2, 10                          // a TTMP through the vector ALU and back
  put s20, 11                         // handlers entered
  s_getreg_b32 s8, hwreg(2)
  s_and_b32 s8, s8, 0x60
  put s8, 12                          // out of it again
  s_getpc_b64 s[10:11]
  s_trap 0xff                         // the same by way of s_rfe_restore
  put s16, 13
  put s20, 14
  put s21, 15
  s_endpgm

.p2align 8
handler:
  s_add_u32 s20, s20, 1
  s_getreg_b32 s17, hwreg(2)
  s_and_b32 s17, s17, 0x60
  s_getreg_b32 ttmp4, hwreg(18)
  s_getreg_b32 ttmp5, hwreg(19)
  s_lshl_b64 ttmp[4:5], ttmp[4:5], 8
  s_load_dwordx2 ttmp[6:7], ttmp[4:5], 0x0
  s_waitcnt lgkmcnt(0)
  s_add_u32 s18, ttmp6, ttmp7
  s_sub_u32 s12, ttmp0, s10
  s_and_b32 ttmp2, ttmp1, 0xffff
  s_sub_u32 s13, ttmp2, s11
  s_bfe_u32 s16, ttmp1, 0x80010
  s_setreg_imm32_b32 hwreg(3, 0, 32), -1
  s_nop 1
  s_getreg_b32 s19, hwreg(3)
  s_setreg_imm32_b32 hwreg(3, 8, 1), 0
  s_setreg_imm32_b32 hwreg(2, 5, 1), 0  // PRIV of STATUS is not written
  v_mov_b32 v2, ttmp6
  v_add_u32 v2, ttmp7, v2
  s_mov_b32 ttmp15, 0x1234
  v_readfirstlane_b32 ttmp14, v2
  s_mov_b64 ttmp[12:13], ttmp[14:15]
  s_add_u32 s21, ttmp12, ttmp13
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_cmp_eq_u32 s16, 5
  s_cbranch_scc0 .Lrestore
  s_rfe_b64 ttmp[0:1]
.Lrestore:
  s_rfe_restore_b64 ttmp[0:1], ttmp2
