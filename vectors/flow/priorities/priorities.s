// Sixteen waves of all four priorities in one group use every unit. Each wave has another priority in the next round.
// So the checker has a choice of the arbiter to judge in every cycle. In each of twelve rounds a wave adds to v4: 1
// from a load, 2 through the LDS, 1 from a scalar load.
//
//   out[64*wave + lane]: 12 * 4
//   s24 wave   s25 rounds left   s26 wave + round
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_mov_b32 m0, -1
  v_readfirstlane_b32 s24, v0
  s_lshr_b32 s24, s24, 6
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v3, 2
  v_mov_b32 v4, 0
  v_mov_b32 v8, 1.0
  s_mov_b32 s25, 12
  s_mov_b32 s26, s24
  s_waitcnt lgkmcnt(0)
.Lround:
  s_and_b32 s27, s26, 3
  s_setprio 0
  s_cmp_eq_u32 s27, 0
  s_cbranch_scc1 .Lset
  s_setprio 1
  s_cmp_eq_u32 s27, 1
  s_cbranch_scc1 .Lset
  s_setprio 2
  s_cmp_eq_u32 s27, 2
  s_cbranch_scc1 .Lset
  s_setprio 3
.Lset:
  global_load_dword v5, v1, s[6:7]
  ds_write_b32 v1, v3
  s_load_dword s28, s[6:7], 0x1000
.rept 4
  v_fma_f32 v8, v8, v8, v8
  s_add_u32 s29, s29, s25
.endr
  s_nop 3
  ds_read_b32 v6, v1
  s_waitcnt vmcnt(0)
  v_add_u32 v4, v4, v5
  s_waitcnt lgkmcnt(0)
  v_add_u32 v4, v4, v6
  v_add_u32 v4, v4, s28
  s_cmp_eq_u32 s24, s25              // one wave a round is away for a while
  s_cbranch_scc0 .Lawake
  s_sleep 2
.Lawake:
  s_add_u32 s26, s26, 1
  s_sub_u32 s25, s25, 1
  s_cmp_lg_u32 s25, 0
  s_cbranch_scc1 .Lround
  s_setprio 0
  global_store_dword v1, v4, s[4:5]
  s_endpgm
