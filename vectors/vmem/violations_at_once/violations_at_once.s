// Memory violations of two waves that return in one cycle, one of the LDS and one of global memory: both waves get
// theirs. Wave 0 writes past its LDS all the time. Waves 1 to 3 store to unmapped memory, read MEM_VIOL, and clear it
// in the trap handler, 24 times each.
//
//   out[wave] = times that MEM_VIOL was set   out[0] = 1
//   s[4:5] out   s8 wave   s9 times   s10 rounds
// Decisions: D-MEM-45, D-LDS-11.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  v_mov_b32 v1, 0
  v_mov_b32 v2, 0
  v_mov_b32 v3, 1                             // v[2:3] 0x100000000: the page before the code
  v_mov_b32 v4, 0x8000
  s_mov_b64 exec, 1
  s_mov_b32 s9, 0
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc1 .Llds
.set n, 0
.rept 24
  global_store_dword v[2:3], v1, off
  s_waitcnt vmcnt(0)
  s_getreg_b32 s11, hwreg(3, 8, 1)
  s_add_u32 s9, s9, s11
  s_trap 1
  s_nop n%8                                   // so that the waves meet in all ways
  .set n, n+1
.endr
  s_branch .Lend
.Llds:
  s_movk_i32 s10, 150
.Lagain:
.rept 4
  ds_write_b32 v4, v1
.endr
  s_sub_u32 s10, s10, 1
  s_cmp_lg_u32 s10, 0
  s_cbranch_scc1 .Lagain
  s_waitcnt lgkmcnt(0)
  s_getreg_b32 s9, hwreg(3, 8, 1)
.Lend:
  s_lshl_b32 s8, s8, 2
  v_mov_b32 v1, s8
  v_mov_b32 v2, s9
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.p2align 8
handler:
  s_setreg_imm32_b32 hwreg(3, 8, 1), 0
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_rfe_b64 ttmp[0:1]
