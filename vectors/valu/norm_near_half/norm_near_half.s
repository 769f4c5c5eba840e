// v_cvt_pknorm_*_f32 of the f32 next to half of the last place. The products are 0.49999999988 and 0.50000005949 for
// u16, 0.49999999953 and 0.50000005914 for i16. The one below gives 0, the one above 1. MODE says to round up.
// Before that 1.0 and -1.0, whose results are exact, and the next number, whose result is not. TRAPSTS has it.
// Decisions: D-NUM-24.
//
//   s[30:31] out: a row of 64 for each check, all lanes alike
.globl norm_near_half
.include "../../include/ds.inc"

norm_near_half:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
  v_mov_b32 v8, 0x3f800001
  v_mov_b32 v1, 0x37000080
  v_mov_b32 v2, 0x37000081
  v_mov_b32 v3, 0x37800100
  v_mov_b32 v6, 0x37800101
  v_mov_b32 v7, 0xb7800101
  s_waitcnt lgkmcnt(0)
  v_cvt_pknorm_u16_f32 v5, 1.0, 1.0
  v_cvt_pknorm_i16_f32 v5, -1.0, 1.0
  s_getreg_b32 s20, hwreg(HW_REG_TRAPSTS, 0, 7)
  v_mov_b32 v5, s20
  rows v5                                     // -> 0
  v_cvt_pknorm_u16_f32 v5, 1.0, v8
  s_getreg_b32 s20, hwreg(HW_REG_TRAPSTS, 0, 7)
  v_mov_b32 v5, s20
  rows v5                                     // -> inexact
  v_cvt_pknorm_u16_f32 v5, v1, v2
  rows v5                                     // -> 0, 1
  v_cvt_pknorm_u16_f32 v5, v2, v1
  rows v5                                     // -> 1, 0
  v_cvt_pknorm_i16_f32 v5, v3, v6
  rows v5                                     // -> 0, 1
  v_cvt_pknorm_i16_f32 v5, v7, v3
  rows v5                                     // -> -1, 0
  s_endpgm
