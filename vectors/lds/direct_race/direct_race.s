// LDS_DIRECT of a dword that another wave changes at the same time. An instruction that reads the dword does not issue
// in a cycle in which the LDS writes. Wave 0 adds to the dword, lane after lane. Waves 1 to 3 read it as often as they
// can. The value that they read depends on the schedule, but never falls.
//
//   out[wave] = 0x600d + readings that are less than the one before   out[0] = the sum, 12*64
//   s[4:5] out   s8 wave   s9 errors   s10 reading before
// Decisions: D-LDS-34.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  v_and_b32 v0, 63, v0
  v_mov_b32 v1, 0
  v_mov_b32 v2, 1
  s_mov_b32 s9, 0x600d
  s_mov_b32 s10, 0
  s_mov_b32 m0, 0x20000                       // a dword at 0
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 .Lmeet
  ds_write_b32 v1, v1
.Lmeet:
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc1 .Ladd
  s_mov_b64 exec, 1
.rept 40
  v_mov_b32 v3, lds_direct
  v_mov_b32 v4, lds_direct
  v_readfirstlane_b32 s11, v3
  v_readfirstlane_b32 s12, v4
  s_cmp_lt_u32 s11, s10
  s_addc_u32 s9, s9, 0
  s_cmp_lt_u32 s12, s11
  s_addc_u32 s9, s9, 0
  s_mov_b32 s10, s12
.endr
  s_branch .Lend
.Ladd:
.rept 12
  ds_add_u32 v1, v2
.endr
  ds_read_b32 v5, v1
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s9, v5
.Lend:
  s_mov_b64 exec, 1
  s_lshl_b32 s8, s8, 2
  v_mov_b32 v1, s8
  v_mov_b32 v2, s9
  global_store_dword v1, v2, s[4:5]
  s_endpgm
