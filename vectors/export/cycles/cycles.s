// Cycles that exports take of the VGPR read port (docs/blocks.md, "Exports"). Wave 1 writes 16 bytes a lane to the
// LDS, 16 times. Each reads five VGPRs in four passes, which is 20 cycles of the port, and takes 5 more at most. Wave
// 0 sends meanwhile.
//
// - `alone`: wave 0 waits at the barrier. 16 times 20 to 25 cycles.
// - `empty`: wave 0 sends with EXEC = 0, which takes no cycle of the port.
// - `full`: wave 0 sends all lanes. A beat takes three cycles at least, and the port for one of them. So at most every
//   third cycle is lost: 16 times 35.
//
//   v2 byte of the lane in the LDS   v[4:7] what is written   out[i] = 1
//   s[4:5] out   s6 wave
// Decisions: D-EXP-3.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s6, v0
  s_lshr_b32 s6, s6, 6
  v_lshlrev_b32 v1, 2, v0
  v_lshlrev_b32 v2, 4, v0
  v_mov_b32 v4, v0
  v_mov_b32 v5, v0
  v_mov_b32 v6, v0
  v_mov_b32 v7, v0
  s_mov_b32 m0, 0x10000
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s6, 0
  s_cbranch_scc0 .Lwrites

.macro send mask
  s_mov_b64 exec, \mask
  s_barrier
.rept 16
  exp mrt0 v4, v5, v6, v7
.endr
  s_waitcnt expcnt(0)
  s_barrier
.endm
  s_barrier
  s_barrier
  send 0
  send -1
  s_branch .Lstore

.macro writes from, to
  s_barrier
  s_branch \from
.p2align 6
\from:
.rept 16
  ds_write_b128 v2, v[4:7]
.endr
  s_waitcnt lgkmcnt(0)
\to:
  s_barrier
.endm
.Lwrites:
  writes alone, behind_alone
  writes empty, behind_empty
  writes full, behind_full
.Lstore:
  v_mov_b32 v4, 1
  global_store_dword v1, v4, s[4:5]
  s_endpgm
