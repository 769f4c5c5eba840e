// Litmus tests of a unit with the memory of RDNA (docs/litmus.md): stores count in VS_CNT, loads in VM_CNT. Before each
// time the waves meet at a barrier; then each waits for a while, by the number of the time.
//
//   s[4:5] x   s[6:7] y   s[10:11] out   s12 kind   s13 times
//   s14 time   s15 offset of its locations   v0 lane   v1 offset of the lane's locations   v2 offset of its results
// Each time has 64 dwords of x and y, and 64 pairs of results. Scalar loads take lane 0's locations, for all lanes.
// Decisions: D-MEM-40, D-MEM-56, D-MEM-58, D-MEM-59, D-MEM-64.
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

.macro wait_stores
  .long 0xbbfd0000                            // s_waitcnt_vscnt null, 0
.endm

// Branches to \label if the kind is \n.
.macro of_kind n, label
  s_cmp_eq_u32 s12, \n
  s_cbranch_scc1 \label
.endm

// s[\to:\to+1]: lane 0's location of this time.
.macro location to, base
  s_add_u32 s\to, s\base, s15
  s_addc_u32 s[\to + 1], s[\base + 1], 0
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
  location 20, 4
  location 22, 6
  s_waitcnt vmcnt(0) lgkmcnt(0)
  wait_stores
  s_barrier
  s_cmp_eq_u32 s17, 0
  s_cbranch_scc0 second
  delay s18, 7
  of_kind 1, write_sb
  of_kind 3, write_sb_smem
  of_kind 4, write_sb_vmcnt
  of_kind 5, load_behind_store

  // mp, mp_smem: x, then y.
  global_store_dword v1, v3, s[4:5]
  wait_stores
  global_store_dword v1, v3, s[6:7]
  s_branch end_of_time

write_sb:
  global_store_dword v1, v3, s[4:5]
  wait_stores
  global_load_dword v4, v1, s[6:7]
  s_waitcnt vmcnt(0)
  global_store_dword v2, v4, s[10:11]
  s_branch end_of_time

write_sb_smem:
  global_store_dword v1, v3, s[4:5]
  wait_stores
  s_load_dword s24, s[22:23], 0x0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v4, s24
  global_store_dword v2, v4, s[10:11]
  s_branch end_of_time

write_sb_vmcnt:                                       // vmcnt does not wait for the store
  global_store_dword v1, v3, s[4:5]
  s_waitcnt vmcnt(0)
  s_load_dword s24, s[22:23], 0x0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v4, s24
  global_store_dword v2, v4, s[10:11]
  s_branch end_of_time

// 1 if the load was there long before the older store had returned.
load_behind_store:
  global_store_dword v1, v3, s[4:5]
  global_load_dword v5, v1, s[6:7]
  s_waitcnt vmcnt(0)
  s_memtime s[24:25]
  s_waitcnt lgkmcnt(0)
  wait_stores
  s_memtime s[26:27]
  s_waitcnt lgkmcnt(0)
  s_sub_u32 s26, s26, s24
  s_cmp_gt_u32 s26, 64
  s_cselect_b32 s26, 1, 0
  v_mov_b32 v4, s26
  global_store_dword v2, v4, s[10:11]
  s_branch end_of_time

second:
  delay s19, 2
  of_kind 1, read_sb
  of_kind 2, read_smem
  of_kind 3, read_sb_smem
  of_kind 4, read_sb_vmcnt
  of_kind 5, store_behind_load

  // mp: y, then x.
  global_load_dword v4, v1, s[6:7]
  s_waitcnt vmcnt(0)
  global_load_dword v5, v1, s[4:5]
  s_waitcnt vmcnt(0)
  global_store_dwordx2 v2, v[4:5], s[10:11]
  s_branch end_of_time

read_sb:
  global_store_dword v1, v3, s[6:7]
  wait_stores
  global_load_dword v4, v1, s[4:5]
  s_waitcnt vmcnt(0)
  global_store_dword v2, v4, s[10:11] offset:4
  s_branch end_of_time

read_smem:
  s_load_dword s24, s[22:23], 0x0
  s_waitcnt lgkmcnt(0)
  s_load_dword s25, s[20:21], 0x0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v4, s24
  v_mov_b32 v5, s25
  global_store_dwordx2 v2, v[4:5], s[10:11]
  s_branch end_of_time

read_sb_smem:
  global_store_dword v1, v3, s[6:7]
  wait_stores
  s_load_dword s24, s[20:21], 0x0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v4, s24
  global_store_dword v2, v4, s[10:11] offset:4
  s_branch end_of_time

read_sb_vmcnt:
  global_store_dword v1, v3, s[6:7]
  s_waitcnt vmcnt(0)
  s_load_dword s24, s[20:21], 0x0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v4, s24
  global_store_dword v2, v4, s[10:11] offset:4
  s_branch end_of_time

// 1 if the store has returned before the older load: IB_STS has VM_CNT, and only it.
store_behind_load:
  global_load_dword v5, v1, s[6:7]
  global_store_dword v1, v3, s[4:5]
  wait_stores
  s_getreg_b32 s24, hwreg(HW_REG_IB_STS, 0, 4)
  v_mov_b32 v4, s24
  global_store_dword v2, v4, s[10:11] offset:4

end_of_time:
  s_add_u32 s14, s14, 1
  s_cmp_lt_u32 s14, s13
  s_cbranch_scc1 next_time
  s_endpgm
