// SPDX-License-Identifier: Apache-2.0
// What instructions read of the state into which scripts/tests/test_inject.py flips a bit. 16 waves of one group stand
// in the trap handler, where a wave with HALT runs on. All sleep while the bit is flipped. Then each stores what it
// reads:
//
//   out[64 * wave + i]         i: 0 slot, 1 GPR_ALLOC, 2 PC, 3 EXEC_LO, 4 EXEC_HI, 5 VCC_LO, 6 VCC_HI, 7 SCC, 8 M0,
//                              9 MODE, 10 STATUS, 11 TRAPSTS, 12 IB_STS, 13 s30, 14 s97, 15 LDS dword 21 * wave,
//                              16 place among the waves that came to the last barrier
//   out[1024 + 64 * wave + i]  v10 of lane i
.globl main
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  v_readfirstlane_b32 s4, v0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  v_mov_b32 v10, v0
  s_lshr_b32 s4, s4, 6
  s_mul_i32 s5, s4, 84
  v_mov_b32 v4, s5
  v_mov_b32 v5, 0
  v_mov_b32 v6, 1
  s_mov_b32 s30, 0x30
  s_mov_b32 s97, 0x97
  s_mov_b32 m0, -1
  s_mov_b64 vcc, 0x55
  ds_write_b32 v4, v5
  v_mov_b32 v7, 0x800
  ds_write_b32 v7, v5
  s_waitcnt lgkmcnt(0)
  s_trap 1

// Bit 11 of PC chooses one of two copies.
.p2align 12
handler:
.rept 2
.p2align 11
  s_barrier
  s_cmp_eq_u32 s4, s4
  s_sleep 100
  s_getpc_b64 s[10:11]
  s_mov_b64 s[12:13], exec
  s_mov_b64 exec, -1
  s_mov_b64 s[14:15], vcc
  s_cselect_b32 s16, 1, 0
  s_mov_b32 s17, m0
  s_getreg_b32 s18, hwreg(HW_REG_MODE)
  s_getreg_b32 s19, hwreg(HW_REG_STATUS)
  s_getreg_b32 s20, hwreg(HW_REG_TRAPSTS)
  s_getreg_b32 s21, hwreg(HW_REG_IB_STS)
  s_getreg_b32 s22, hwreg(HW_REG_HW_ID, 0, 4)
  s_getreg_b32 s23, hwreg(HW_REG_GPR_ALLOC)
  s_mov_b32 m0, -1
  s_setreg_imm32_b32 hwreg(HW_REG_MODE), 0
  s_nop 1
  ds_read_b32 v5, v4
  s_sleep 2
  v_readfirstlane_b32 s24, v5
  s_mov_b64 exec, 1
  ds_add_rtn_u32 v8, v7, v6
  s_sleep 2
  v_readfirstlane_b32 s25, v8
  s_mov_b64 exec, -1
  s_barrier
  v_writelane_b32 v2, s22, 0
  v_writelane_b32 v2, s23, 1
  v_writelane_b32 v2, s10, 2
  v_writelane_b32 v2, s12, 3
  v_writelane_b32 v2, s13, 4
  v_writelane_b32 v2, s14, 5
  v_writelane_b32 v2, s15, 6
  v_writelane_b32 v2, s16, 7
  v_writelane_b32 v2, s17, 8
  v_writelane_b32 v2, s18, 9
  v_writelane_b32 v2, s19, 10
  v_writelane_b32 v2, s20, 11
  v_writelane_b32 v2, s21, 12
  v_writelane_b32 v2, s30, 13
  v_writelane_b32 v2, s97, 14
  v_writelane_b32 v2, s24, 15
  v_writelane_b32 v2, s25, 16
  global_store_dword v1, v2, s[6:7]
  s_add_u32 s6, s6, 0x1000
  s_addc_u32 s7, s7, 0
  global_store_dword v1, v10, s[6:7]
  s_endpgm
.endr
