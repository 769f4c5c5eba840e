// A trap handler that saves a wave, destroys what the wave has, and restores it. SCC and USER_PRIO come back by STATUS.
// It saves EXEC, VCC, M0, VGPRs, and the LDS by the size that LDS_ALLOC gives. The area lies where TMA points to.
//
//   out: rows of v2, v3, M0, VCC_LO, EXEC_LO, STATUS, the LDS (8), then the bytes that the handler has saved
//   v1 lane * 4   s[4:5] out   v9 offset of the next row
// Decisions: D-SCA-4, D-SCA-7, D-SCA-8, D-REG-7, D-MEM-36.
.globl main
.macro row register
  global_store_dword v9, \register, s[4:5]
  v_add_u32 v9, 0x100, v9
.endm
.macro put value
  v_mov_b32 v10, \value
  row v10
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v9, v1
  v_mul_u32_u24 v2, 3, v0
  v_mul_u32_u24 v3, 5, v0
  s_mov_b32 m0, -1
  s_nop 0
  .set at, 0
  .rept 8
  v_add_u32 v4, at + 7, v1
  ds_write_b32 v1, v4 offset:at
  .set at, at + 256
  .endr
  s_waitcnt lgkmcnt(0)
  s_mov_b32 m0, 0x1234
  s_mov_b32 vcc_lo, 0x55
  s_mov_b32 vcc_hi, 0x66
  s_mov_b32 exec_lo, 0xffff
  s_setprio 2
  s_cmp_eq_u32 0, 0                           // SCC = 1
  s_trap 9
  s_getreg_b32 s8, hwreg(HW_REG_STATUS)
  s_setprio 0
  s_mov_b32 s9, exec_lo
  s_mov_b64 exec, -1
  s_and_b32 s8, s8, 0x2639
  row v2
  row v3
  put m0
  put vcc_lo
  put s9
  put s8
  s_mov_b32 m0, -1
  s_nop 0
  .set at, 0
  .rept 8
  ds_read_b32 v4, v1 offset:at
  s_waitcnt lgkmcnt(0)
  row v4
  .set at, at + 256
  .endr
  put s20
  s_endpgm
.p2align 8
handler:
  s_getreg_b32 ttmp12, hwreg(HW_REG_STATUS)
  s_mov_b64 ttmp[8:9], exec
  s_mov_b64 ttmp[14:15], vcc
  s_mov_b32 ttmp10, m0
  s_mov_b64 exec, -1
  s_getreg_b32 ttmp4, hwreg(18)               // TMA, shifted right by 8
  s_getreg_b32 ttmp5, hwreg(19)
  s_lshl_b64 ttmp[4:5], ttmp[4:5], 8
  s_getreg_b32 ttmp6, hwreg(HW_REG_LDS_ALLOC, 12, 9)
  s_lshl_b32 ttmp6, ttmp6, 8                  // bytes of the LDS
  s_mov_b32 s20, ttmp6
  s_mov_b32 m0, -1
  global_store_dword v1, v2, ttmp[4:5]
  global_store_dword v1, v3, ttmp[4:5] offset:256
  s_mov_b32 ttmp7, 0
.Lsave:
  v_add_u32 v3, ttmp7, v1
  ds_read_b32 v2, v3
  s_waitcnt lgkmcnt(0)
  global_store_dword v3, v2, ttmp[4:5] offset:512
  s_add_u32 ttmp7, ttmp7, 0x100
  s_cmp_lt_u32 ttmp7, ttmp6
  s_cbranch_scc1 .Lsave
  s_waitcnt vmcnt(0)
  s_mov_b32 ttmp7, 0
.Ldestroy:
  v_add_u32 v3, ttmp7, v1
  ds_write_b32 v3, v0
  s_add_u32 ttmp7, ttmp7, 0x100
  s_cmp_lt_u32 ttmp7, ttmp6
  s_cbranch_scc1 .Ldestroy
  s_waitcnt lgkmcnt(0)
  s_mov_b64 vcc, 0
  s_setprio 0
  s_mov_b32 ttmp7, 0
.Lrestore:
  v_add_u32 v3, ttmp7, v1
  global_load_dword v2, v3, ttmp[4:5] offset:512
  s_waitcnt vmcnt(0)
  ds_write_b32 v3, v2
  s_waitcnt lgkmcnt(0)
  s_add_u32 ttmp7, ttmp7, 0x100
  s_cmp_lt_u32 ttmp7, ttmp6
  s_cbranch_scc1 .Lrestore
  global_load_dword v2, v1, ttmp[4:5]
  global_load_dword v3, v1, ttmp[4:5] offset:256
  s_waitcnt vmcnt(0)
  s_mov_b32 m0, ttmp10
  s_mov_b64 vcc, ttmp[14:15]
  s_mov_b64 exec, ttmp[8:9]
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_and_b32 ttmp1, ttmp1, 0xffff
  s_lshr_b32 ttmp2, ttmp12, 3
  s_setreg_b32 hwreg(HW_REG_STATUS, 3, 29), ttmp2
  s_nop 1
  s_setreg_b32 hwreg(HW_REG_STATUS, 0, 1), ttmp12
  s_nop 1
  s_rfe_b64 ttmp[0:1]
