// Hardware register 32: how many VGPRs are shared, and how many clause temporaries there are, as the launch set them.
// All of it, each field, a field past bit 31; s_setreg does not change it.
//
//   s[4:5] out   out[n]: what s_getreg number n gave
// Decisions: D-R700-23, D-SCA-8, D-SCA-10.
.globl main
.macro put lane, id, offset, size
  s_getreg_b32 s8, hwreg(\id, \offset, \size)
  v_writelane_b32 v2, s8, \lane
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_waitcnt lgkmcnt(0)
  put 0, 32, 0, 32
  put 1, 32, 0, 8
  put 2, 32, 8, 8
  put 3, 32, 4, 8
  put 4, 32, 16, 16
  put 5, 32, 31, 32
  put 6, 32, 3, 1
  s_setreg_imm32_b32 hwreg(32, 0, 32), -1
  s_mov_b32 s9, 0x55aa
  s_nop 1
  s_setreg_b32 hwreg(32, 4, 9), s9
  s_nop 1
  put 7, 32, 0, 32
  s_setreg_imm32_b32 hwreg(32, 0, 16), 0
  s_nop 1
  put 8, 32, 0, 32
  global_store_dword v1, v2, s[4:5]
  s_endpgm
