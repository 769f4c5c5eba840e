// S_setreg, then s_setreg of the same register: 1 of 2 wait states.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  s_nop 7
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0x5
  s_nop 0
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 0xa
  s_nop 7
  s_getreg_b32 s4, hwreg(HW_REG_MODE, 0, 8)
  v_mov_b32 v2, s4
  global_store_dword v1, v2, s[2:3]
  s_endpgm
