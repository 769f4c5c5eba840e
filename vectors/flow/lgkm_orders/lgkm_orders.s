// LDS and GDS instructions may return out of order with each other, so lgkmcnt(1) with one of each in flight promises
// neither. Sixteen times each wave reads a 1 from both over a 0, waits, and stores what it has of the two.
//
//   case:   0 lgkmcnt(0); then LDS alone, where waits count   1 GDS, LDS, lgkmcnt(1), the GDS result is used
//           2 LDS, GDS, lgkmcnt(1), the LDS result is used   3 GDS, three of LDS, lgkmcnt(2), the GDS result is used
//   s[4:5] out   s8 case   s9 count   v3 GDS   v4 LDS
//   out: for each time and lane a pair: GDS, LDS
// Decisions: D-LDS-30, D-WAIT-6.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x8
  v_lshlrev_b32 v1, 2, v0
  v_and_b32 v1, 0xfc, v1
  v_lshlrev_b32 v2, 3, v0
  v_mov_b32 v5, 1
  s_movk_i32 s9, 16
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v1, v5
  ds_write_b32 v1, v5 gds
  s_waitcnt lgkmcnt(0)
.Lagain:
  v_mov_b32 v3, 0
  v_mov_b32 v4, 0
  s_cmp_eq_u32 s8, 2
  s_cbranch_scc1 lds_first
gds_first:
  ds_read_b32 v3, v1 gds
  ds_read_b32 v4, v1
  s_cmp_eq_u32 s8, 1
  s_cbranch_scc1 .Lone
  s_cmp_eq_u32 s8, 3
  s_cbranch_scc1 .Lthree
  s_waitcnt lgkmcnt(0)
  s_branch use
.Lthree:
  ds_read_b32 v6, v1
  ds_read_b32 v7, v1
  s_waitcnt lgkmcnt(2)
  s_branch use
lds_first:
  ds_read_b32 v4, v1
  ds_read_b32 v3, v1 gds
  s_waitcnt lgkmcnt(1)
use_lds:
  v_mov_b32 v9, v4
  v_mov_b32 v8, v3
  s_branch .Lstore
.Lone:
  s_waitcnt lgkmcnt(1)
use:
  v_mov_b32 v8, v3
  v_mov_b32 v9, v4
.Lstore:
  s_waitcnt 0
  global_store_dwordx2 v2, v[8:9], s[4:5]
  s_add_u32 s4, s4, 512
  s_addc_u32 s5, s5, 0
  s_sub_u32 s9, s9, 1
  s_cmp_lg_u32 s9, 0
  s_cbranch_scc1 .Lagain
  // With one kind in flight a wait for a count holds, also behind a wait for both kinds.
  ds_read_b32 v3, v1 gds
  ds_read_b32 v4, v1
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v4, v1
  ds_read_b32 v3, v1
  s_waitcnt lgkmcnt(1)
  v_mov_b32 v8, v4
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v4, v1 gds
  ds_read_b32 v3, v1 gds
  s_waitcnt lgkmcnt(1)
  v_mov_b32 v9, v4
  s_waitcnt 0
  global_store_dwordx2 v2, v[8:9], s[4:5]
  s_endpgm
