// MEM_VIOL of accesses out of range does not come back with instructions that access nothing and use their queue
// entries again. Wave 0 reads out of range in each entry. Behind the barrier wave 1 has exchanges and ds_nop in each.
//
//   out[wave] = MEM_VIOL   s[4:5] out   v1 address out of range   v3 that of the lane
// Decisions: D-LDS-11.
.set entries, 16
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  v_and_b32 v0, 63, v0
  v_lshlrev_b32 v3, 2, v0
  v_mov_b32 v1, 0x10000
  s_mov_b32 m0, -1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 .Lwave1
.rept 2 * entries
  ds_read_b32 v2, v1
.endr
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_branch .Lend
.Lwave1:
  s_barrier
.rept entries
  ds_swizzle_b32 v4, v0 offset:0x041f
.endr
.rept entries
  ds_nop
.endr
.rept entries
  ds_permute_b32 v4, v3, v0
.endr
.rept entries
  ds_bpermute_b32 v4, v3, v0
.endr
.Lend:
  s_waitcnt lgkmcnt(0)
  s_getreg_b32 s7, hwreg(3, 8, 1)
  s_lshl_b32 s8, s8, 2
  s_mov_b64 exec, 1
  v_mov_b32 v1, s8
  v_mov_b32 v2, s7
  global_store_dword v1, v2, s[4:5]
  s_endpgm
