// Litmus tests: two waves race, many times (docs/litmus.md). Before each time they meet at a barrier; then each waits
// for a while, by the number of the time. Wave 0 writes, but in sb, where both write and read.
//
//   s[4:5] x   s[6:7] y   s[10:11] out   s12 kind   s13 times
//   s14 time   s15 offset of its locations   v0 lane   v1 offset of the lane's locations   v2 offset of its results
// Each time has 64 dwords of x and y, and 64 pairs of results. Decisions: D-MEM-40, D-MEM-64.
.globl main

// \count times some cycles. The two waves have different ones, so that they meet in many ways.
.macro delay count, more
  s_mov_b32 s16, \count
1:
  s_cmp_eq_u32 s16, 0
  s_cbranch_scc1 2f
  s_sub_u32 s16, s16, 1
  s_nop \more
  s_branch 1b
2:
.endm

main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dwordx4 s[8:11], s[0:1], 0x10
  v_readfirstlane_b32 s17, v0
  v_and_b32 v0, 63, v0
  v_mov_b32 v3, 1
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s12, s10
  s_mov_b32 s13, s11
  s_mov_b64 s[10:11], s[8:9]
  s_mov_b32 s14, 0

next_time:
  s_lshl_b32 s15, s14, 8
  v_lshl_add_u32 v1, v0, 2, s15
  v_lshlrev_b32 v2, 1, v1
  s_and_b32 s18, s14, 7
  s_bfe_u32 s19, s14, 0x30003
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_barrier
  s_cmp_eq_u32 s17, 0
  s_cbranch_scc0 reader
  delay s18, 7
  s_cmp_eq_u32 s12, 1
  s_cbranch_scc1 write_sb
  s_cmp_eq_u32 s12, 2
  s_cbranch_scc1 write_corr
  s_cmp_eq_u32 s12, 4
  s_cbranch_scc1 write_nowait

  // mp, mp_smem: x, then y.
  global_store_dword v1, v3, s[4:5]
  s_waitcnt vmcnt(0)
  global_store_dword v1, v3, s[6:7]
  s_branch end_of_time

write_sb:
  global_store_dword v1, v3, s[4:5]
  s_waitcnt vmcnt(0)
  global_load_dword v4, v1, s[6:7]
  s_waitcnt vmcnt(0)
  global_store_dword v2, v4, s[10:11]
  s_branch end_of_time

write_corr:
  global_store_dword v1, v3, s[4:5]
  s_branch end_of_time

write_nowait:                                         // the stores of one port keep their order; s_nop is no wait
  global_store_dword v1, v3, s[4:5]
  s_nop 15
  global_store_dword v1, v3, s[6:7]
  s_branch end_of_time

reader:
  delay s19, 2
  s_cmp_eq_u32 s12, 1
  s_cbranch_scc1 read_sb
  s_cmp_eq_u32 s12, 2
  s_cbranch_scc1 read_corr
  s_cmp_eq_u32 s12, 3
  s_cbranch_scc1 read_smem
  s_cmp_eq_u32 s12, 4
  s_cbranch_scc1 read_nowait

  // mp: y, then x.
  global_load_dword v4, v1, s[6:7]
  s_waitcnt vmcnt(0)
  global_load_dword v5, v1, s[4:5]
  s_waitcnt vmcnt(0)
  global_store_dwordx2 v2, v[4:5], s[10:11]
  s_branch end_of_time

read_sb:
  global_store_dword v1, v3, s[6:7]
  s_waitcnt vmcnt(0)
  global_load_dword v4, v1, s[4:5]
  s_waitcnt vmcnt(0)
  global_store_dword v2, v4, s[10:11] offset:4
  s_branch end_of_time

read_corr:                                            // x twice, without a wait between
  global_load_dword v4, v1, s[4:5]
  s_nop 15
  global_load_dword v5, v1, s[4:5]
  s_waitcnt vmcnt(0)
  global_store_dwordx2 v2, v[4:5], s[10:11]
  s_branch end_of_time

read_smem:                                            // lane 0's locations, for all lanes
  s_add_u32 s20, s6, s15
  s_addc_u32 s21, s7, 0
  s_add_u32 s22, s4, s15
  s_addc_u32 s23, s5, 0
  s_load_dword s24, s[20:21], 0x0
  s_waitcnt lgkmcnt(0)
  s_load_dword s25, s[22:23], 0x0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v4, s24
  v_mov_b32 v5, s25
  global_store_dwordx2 v2, v[4:5], s[10:11]
  s_branch end_of_time

read_nowait:                                          // y by the vector port, x by the scalar port, no wait between
  s_add_u32 s22, s4, s15
  s_addc_u32 s23, s5, 0
  v_mov_b32 v6, s15
  global_load_dword v4, v6, s[6:7]
  s_load_dword s25, s[22:23], 0x0
  s_waitcnt vmcnt(0) lgkmcnt(0)
  v_mov_b32 v5, s25
  global_store_dwordx2 v2, v[4:5], s[10:11]

end_of_time:
  s_add_u32 s14, s14, 1
  s_cmp_lt_u32 s14, s13
  s_cbranch_scc1 next_time
  s_endpgm
