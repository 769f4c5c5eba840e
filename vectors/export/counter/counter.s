// EXP_CNT while exports are in flight. Twelve in a row: the counter never passes 7, so later ones wait at issue. Behind
// them no reading is above the one before it. Behind the wait it is 0. Then GDS instructions and exports count
// together.
//
//   out = 0x600d + errors
//   s[4:5] out   s9 errors   s10 EXP_CNT before
// Decisions: D-EXP-6, D-SCA-5, D-WAIT-3.
.globl main
.macro falling times
.rept \times
  s_getreg_b32 s12, hwreg(7)
  s_bfe_u32 s13, s12, 0x30004                 // EXP_CNT [6:4]
  s_cmp_gt_u32 s13, s10
  s_addc_u32 s9, s9, 0
  s_mov_b32 s10, s13
.endr
.endm
.macro empty
  s_getreg_b32 s12, hwreg(7)
  s_or_b32 s9, s9, s12
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_mov_b32 v1, 0
  s_mov_b32 s9, 0x600d
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
.rept 4
  exp mrt0 v0, v1, v0, v1
  exp param1 v0, v1, v0, v1
  exp pos1 v0, v1, v0, v1 done
.endr
  s_movk_i32 s10, 7
  falling 40
  s_waitcnt expcnt(0)
  empty
  // Exports of one type: expcnt(n) leaves at most n in flight.
.set n, 6
.rept 3
  .rept 7
  exp null v0, v1, v0, v1
  .endr
  s_waitcnt 0xcf0f | n << 4
  s_mov_b32 s10, n
  falling 4
  .set n, n - 2
.endr
  exp pos0 v0, v1, off, off
  ds_write_b32 v1, v1 gds
  exp mrt0 v0, v1, off, off
  s_movk_i32 s10, 5
  falling 10
  s_waitcnt 0
  empty
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, s9
  global_store_dword v1, v2, s[4:5]
  s_endpgm
