// Exports before s_trap, in the handler, and behind it. S_trap waits until EXP_CNT is 0, so the handler may overwrite
// what was exported. Then each instruction is followed by a single step, which waits too.
//
//   out[i] = number of times that the handler ran: 1 for s_trap, and the steps
// Decisions: D-FLOW-20, D-FLOW-23, D-EXP-3, D-EXP-6.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  v_add_u32 v3, 0x50, v0
  v_mov_b32 v4, 0
  s_waitcnt lgkmcnt(0)
  exp mrt0 v3, off, off, off
  exp param0 v3, off, off, off
  exp pos0 v2, off, off, off
  s_trap 3
  exp mrt0 v3, v2, off, off
  s_nop 1
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 1
  exp mrt0 v3, v2, off, off
  exp mrt1 v3, v3, v2, v2 compr
  s_nop 2
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 0
  s_nop 1
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.p2align 8
handler:
  v_add_u32 v3, 1, v3
  v_add_u32 v2, 1, v2
  exp param5 v3, v2, off, off done
  // TTMP1[23:16] is the id of s_trap: the handler goes on behind it. A step goes on where it stopped.
  s_bfe_u32 ttmp2, ttmp1, 0x80010
  s_cmp_eq_u32 ttmp2, 0
  s_cbranch_scc1 .Lreturn
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
.Lreturn:
  s_and_b32 ttmp1, ttmp1, 0xffff
  s_waitcnt expcnt(0)
  s_rfe_b64 ttmp[0:1]
