// Sixteen waves count in one dword of the LDS and in one dword of memory, five times each, without an atomic: load, add
// and store in a clause. The waves have different priorities. A clause of 128 instructions ends with its last one.
//
//   s[4:5] out   s[6:7] counter   s8 wave   out[i] = 80   counter = 80
// Decisions: D-R700-17, D-R700-18, D-R700-19.
.globl main
.include "../../include/r700.inc"
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  v_mov_b32 v4, 1
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  s_mov_b64 exec, 1
  ds_write_b32 v2, v2
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_bitcmp1_b32 s8, 0
  s_cbranch_scc0 .Leven
  s_setprio 3
.Leven:
.rept 4
  clause 4
  ds_read_b32 v3, v2
  s_waitcnt lgkmcnt(0)
  v_add_u32 v3, v3, v4
  ds_write_b32 v2, v3
  s_waitcnt lgkmcnt(0)
  clause 5
  global_load_dword v5, v2, s[6:7] glc
  s_waitcnt vmcnt(0)
  v_add_u32 v5, v5, v4
  global_store_dword v2, v5, s[6:7]
  s_waitcnt vmcnt(0)
.endr
  clause 128
.rept 117
  v_add_u32 v6, v4, v4
.endr
  s_sleep 1
  ds_read_b32 v3, v2
  s_nop 7
  s_waitcnt lgkmcnt(0)
  v_add_u32 v3, v3, v4
  global_load_dword v5, v2, s[6:7] glc
  s_waitcnt vmcnt(0)
  v_add_u32 v5, v5, v4
  global_store_dword v2, v5, s[6:7]
  ds_write_b32 v2, v3
  s_waitcnt vmcnt(0)
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v3, v2
  s_mov_b64 exec, -1
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s8, v3
  v_mov_b32 v3, s8
  global_store_dword v1, v3, s[4:5]
  s_endpgm
