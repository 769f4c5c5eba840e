// Sixteen waves have exports and GDS instructions in flight together, all the time, so that EXP_CNT of a wave falls for
// both in one cycle, and rises meanwhile. EXEC changes behind each wait: exports of one pass, of all, of none. Reads of
// IB_STS lie between.
//
//   out[wave] = 0x600d + the difference of the GDS dword 0 from 16 waves * 24 rounds
//   s[4:5] out   s8 wave   v1 0   v2 1
// Decisions: D-EXP-3, D-EXP-7, D-LDS-29.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  v_mov_b32 v1, 0
  v_mov_b32 v2, 1
  v_mov_b32 v3, s8
  s_mov_b32 m0, 0
  s_mov_b32 s9, 24
  s_mov_b64 s[10:11], -1
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc0 .Lmeet
  s_mov_b64 exec, 1
  ds_write_b32 v1, v1 gds
  s_waitcnt lgkmcnt(0) expcnt(0)
.Lmeet:
  s_waitcnt lgkmcnt(0)
  s_barrier
.Lround:
  s_mov_b64 exec, 1
  ds_add_u32 v1, v2 gds
  exp null v3, off, off, off
  exp null off, off, off, off
  s_waitcnt expcnt(2)
  exp pos0 off, v3, off, off
  s_getreg_b32 s12, hwreg(HW_REG_IB_STS)
  exp null off, off, off, off
  s_waitcnt expcnt(0)
  s_mov_b64 exec, s[10:11]
  exp mrt0 v3, off, off, v0
  ds_read_b32 v4, v1 gds
  exp null off, off, off, off
  exp param1 v3, v3, off, off compr
  s_lshl_b64 s[10:11], s[10:11], 5
  s_waitcnt expcnt(1)
  exp null off, off, off, off done
  s_waitcnt expcnt(0) lgkmcnt(0)
  s_sub_u32 s9, s9, 1
  s_cmp_lg_u32 s9, 0
  s_cbranch_scc1 .Lround
  s_barrier
  s_mov_b64 exec, 1
  ds_read_b32 v4, v1 gds
  s_lshl_b32 s8, s8, 2
  v_mov_b32 v0, s8
  s_waitcnt lgkmcnt(0)
  v_add_u32 v4, 0x600d - 16*24, v4
  global_store_dword v0, v4, s[4:5]
  s_endpgm
