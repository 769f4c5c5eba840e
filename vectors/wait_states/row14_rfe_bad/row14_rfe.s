// S_setreg of TRAPSTS, then s_rfe: 0 of 1 wait states.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  s_trap 1
  s_nop 7
  s_getreg_b32 s4, hwreg(HW_REG_TRAPSTS, 0, 3)
  v_mov_b32 v2, s4
  global_store_dword v1, v2, s[2:3]
  s_endpgm

.p2align 8
handler:
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_and_b32 ttmp1, ttmp1, 0xffff
  s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 9), 6
  s_rfe_b64 ttmp[0:1]
