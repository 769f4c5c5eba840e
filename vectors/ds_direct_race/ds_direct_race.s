// LDS_DIRECT of one wave while another wave writes other places of the LDS all the time. No instruction with LDS_DIRECT
// issues in a cycle in which the LDS writes (D-LDS-34). The rule holds although the value would be the same.
// The other wave executes: kind 0, writes; kind 1, atomics; kind 2, atomics of the GDS.
//
//   out[i] for lane i of the second wave: 32 * 5
// Decisions: D-LDS-34.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  s_load_dword s4, s[0:1], 0x8                // kind
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 1
  v_mov_b32 v3, 5
  v_mov_b32 v4, 0x1f8
  v_mov_b32 v5, 0
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v4, v3                         // at 504, which nobody else writes
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_readfirstlane_b32 s5, v0
  s_cmp_lg_u32 s5, 0
  s_cbranch_scc1 reader
  s_mov_b32 m0, 0
  s_cmp_eq_u32 s4, 1
  s_cbranch_scc1 atomics
  s_cmp_eq_u32 s4, 2
  s_cbranch_scc1 global
.rept 24
  ds_write_b32 v1, v2
.endr
  s_endpgm
atomics:
.rept 4
  ds_add_u32 v1, v2
.endr
  s_endpgm
global:
.rept 4
  ds_add_u32 v1, v2 gds
.endr
  s_endpgm
reader:
  s_mov_b32 m0, 0x201f8                       // a dword
  s_nop 0
.rept 32
  v_add_u32 v5, lds_direct, v5
.endr
  global_store_dword v1, v5, s[2:3] offset:-256
  s_endpgm
