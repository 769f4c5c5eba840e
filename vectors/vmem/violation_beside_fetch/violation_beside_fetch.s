// A global violation of one wave returns in the cycle in which another wave faults on a fetch from an unmapped page:
// neither is lost. Wave w stores to unmapped memory, reads MEM_VIOL and clears it, 8 + 4 * w times, stores its count,
// and jumps to an unmapped page. All of it is in the trap handler, which alone may write TRAPSTS. So waves fault one
// after the other while those behind them go on.
//
//   out[wave] = times that MEM_VIOL was set
//   s[4:5] out   s8 wave * 4   s9 times   s10 rounds
// Decisions: D-MEM-45, D-ILL-4, D-SCA-9.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 4
  v_mov_b32 v1, 0
  v_mov_b32 v2, 0
  v_mov_b32 v3, 1                             // v[2:3] 0x100000000: the page before the code
  s_mov_b64 exec, 1
  s_mov_b32 s9, 0
  s_add_u32 s10, s8, 8
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_trap 1
  s_endpgm
.p2align 8
handler:
  global_store_dword v[2:3], v1, off
  s_waitcnt vmcnt(0)
  s_getreg_b32 s11, hwreg(3, 8, 1)
  s_setreg_imm32_b32 hwreg(3, 8, 1), 0
  s_add_u32 s9, s9, s11
  s_sub_u32 s10, s10, 1
  s_cmp_lg_u32 s10, 0
  s_cbranch_scc1 handler
  v_mov_b32 v1, s8
  v_mov_b32 v2, s9
  global_store_dword v1, v2, s[4:5]
  s_mov_b64 ttmp[2:3], 0x7000
  s_setpc_b64 ttmp[2:3]
