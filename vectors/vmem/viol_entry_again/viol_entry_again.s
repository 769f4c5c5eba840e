// A memory violation belongs to one instruction. Other waves' instructions, which have no violation, use the same
// entries of the unit's queue again. Wave 0 makes eight loads and eight stores to unmapped memory, so each entry has
// had a violation. Then, behind a barrier, each of the other seven waves loads twelve times from mapped memory.
//
//   out[wave] = MEM_VIOL
//   s[4:5] out   s8 wave   v1 4*lane
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  v_and_b32 v0, 63, v0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  v_mov_b32 v3, 1                       // v[2:3] 0x100000000: the page before the code
  s_waitcnt lgkmcnt(0)
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 .Lmeet
.rept 8
  global_load_dword v4, v[2:3], off
.endr
.rept 8
  global_store_dword v[2:3], v1, off
.endr
  s_waitcnt vmcnt(0)
.Lmeet:
  s_barrier
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc1 .Ldone
.rept 12
  global_load_dword v5, v1, s[4:5]
.endr
.Ldone:
  s_waitcnt vmcnt(0)
  s_getreg_b32 s9, hwreg(3, 8, 1)
  s_mov_b64 exec, 1
  v_mov_b32 v2, s9
  s_lshl_b32 s8, s8, 2
  v_mov_b32 v1, s8
  global_store_dword v1, v2, s[4:5] offset:256
  s_endpgm
