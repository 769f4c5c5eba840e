// Waves halt, sleep, or wait for memory before a barrier, and one wave sends a message with a halt. They count as waves
// that have not arrived. In each of eight rounds another wave is late in another way. There are four waves in a group,
// and several groups.
//
//   out[i] for work-item i: errors (0) + rounds (8)
//   s24 wave   s25 errors   s26 round
// Decisions: D-FLOW-16.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b32 m0, -1
  v_readfirstlane_b32 s24, v0
  s_lshr_b32 s24, s24, 6
  s_mov_b32 s25, 0
  s_mov_b32 s26, 0
  v_lshlrev_b32 v1, 2, v0
  s_lshl_b32 s27, s2, 10
  v_add_u32 v1, s27, v1
  s_mov_b64 s[30:31], exec
  s_waitcnt lgkmcnt(0)
.Lround:
  s_add_u32 s27, s24, s26
  s_and_b32 s27, s27, 3
  s_cmp_eq_u32 s27, 0
  s_cbranch_scc1 .Lhalts
  s_cmp_eq_u32 s27, 1
  s_cbranch_scc1 .Lsleeps
  s_cmp_eq_u32 s27, 2
  s_cbranch_scc1 .Lloads
.Lwrite:
  s_lshl_b32 s28, s24, 2
  s_lshl_b32 s29, s26, 4
  s_add_u32 s28, s28, s29
  s_mov_b64 exec, 1
  v_mov_b32 v3, s28
  v_mov_b32 v4, 77
  ds_write_b32 v3, v4
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_mov_b32 v3, s29
  ds_read_b128 v[4:7], v3
  v_mov_b32 v8, 77
  s_waitcnt lgkmcnt(0)
  v_xor_b32 v4, v4, v8
  v_xor_b32 v5, v5, v8
  v_xor_b32 v6, v6, v8
  v_xor_b32 v7, v7, v8
  v_or3_b32 v4, v4, v5, v6
  v_or_b32 v4, v4, v7
  v_readfirstlane_b32 s29, v4
  s_cmp_lg_u32 s29, 0
  s_addc_u32 s25, s25, 0
  s_mov_b64 exec, s[30:31]
  s_add_u32 s26, s26, 1
  s_cmp_lg_u32 s26, 8
  s_cbranch_scc1 .Lround
  s_lshl_b32 s25, s25, 8
  s_add_u32 s25, s25, s26
  v_mov_b32 v2, s25
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.Lhalts:
  s_bitcmp1_b32 s26, 2
  s_cbranch_scc1 .Lsends
  s_sethalt 1
  s_branch .Lwrite
.Lsends:
  s_sendmsghalt 1
  s_branch .Lwrite
.Lsleeps:
  s_sleep 3
  s_branch .Lwrite
.Lloads:
  global_load_dwordx4 v[8:11], v1, s[4:5]
  s_waitcnt vmcnt(0)
  s_branch .Lwrite
