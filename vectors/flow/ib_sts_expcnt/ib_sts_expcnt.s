// IB_STS while GDS instructions still have operands to read. EXP_CNT rises with each of them and falls to 0, as
// LGKM_CNT does. Eight LDS atomics of 64 lanes on one dword keep the LDS busy. So the GDS instructions behind them
// queue up. The first reading of EXP_CNT is at most five, and no reading is above the one before it. After the wait
// EXP_CNT is 0.
//
//   out = 0x600d + errors
//   s[4:5] out   s9 errors   s10 EXP_CNT before
// Decisions: D-SCA-5.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_mov_b32 v1, 0
  v_mov_b32 v2, 1
  s_mov_b32 s9, 0x600d
  s_movk_i32 s10, 5
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
.rept 4
  ds_add_u32 v1, v2
.endr
.rept 5
  ds_add_u32 v1, v2 gds
.endr
.rept 40
  s_getreg_b32 s12, hwreg(7)
  s_bfe_u32 s13, s12, 0x30004                 // EXP_CNT [6:4]
  s_cmp_gt_u32 s13, s10
  s_addc_u32 s9, s9, 0
  s_mov_b32 s10, s13
.endr
  s_waitcnt expcnt(0)
  s_getreg_b32 s12, hwreg(7)
  s_bfe_u32 s13, s12, 0x30004
  s_or_b32 s9, s9, s13
  s_waitcnt 0
  s_getreg_b32 s12, hwreg(7)
  s_or_b32 s9, s9, s12
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, s9
  global_store_dword v1, v2, s[4:5]
  s_endpgm
