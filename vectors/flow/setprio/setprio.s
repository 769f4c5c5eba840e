// The arbiter and s_setprio: sixteen waves run the same loop, and the one with the highest priority ends first. In each
// of three rounds another wave has the highest priority. So neither its slot nor its age can be the cause. Only bits
// 1:0 of the immediate count.
// The result is a wave's place in the round in which it has priority 3. Waves 0, 15 and 7 have it in one round each.
//
//   out[64*wave + lane]: 0 for waves 0, 15 and 7; 1 for the other waves
//   s24 wave   s25 round   s26 result
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b32 m0, -1
  v_readfirstlane_b32 s24, v0
  s_lshr_b32 s24, s24, 6
  s_mov_b64 s[30:31], exec
  v_lshlrev_b32 v1, 2, v0
  s_mov_b64 exec, 1
  s_mov_b32 s26, 1
  v_mov_b32 v3, 1
  v_mov_b32 v6, 0
.set n, 0
.rept 3
  ds_write_b32 v6, v6 offset:4*n
  .set n, n+1
.endr
  s_waitcnt lgkmcnt(0)
.macro race top, at
  s_setprio 0xfff8                         // 0
  s_barrier
  s_cmp_eq_u32 s24, \top
  s_cbranch_scc0 .Llow\@
  s_setprio 0x7
.Llow\@:
  s_movk_i32 s27, 15
.Lturn\@:
.rept 4
  s_add_u32 s28, s28, s27
  v_add_u32 v4, v4, v4
.endr
  s_sub_u32 s27, s27, 1
  s_cmp_lg_u32 s27, 0
  s_cbranch_scc1 .Lturn\@
  ds_add_rtn_u32 v5, v6, v3 offset:4*\at
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s29, v5
  s_cmp_eq_u32 s24, \top
  s_cselect_b32 s26, s29, s26              // its place, 0 for the first
  s_barrier
.endm
  s_mov_b32 s28, 0
  v_mov_b32 v4, 0
  race 0, 0
  race 15, 1
  race 7, 2
  s_setprio 1
  s_mov_b64 exec, s[30:31]
  v_mov_b32 v2, s26
  global_store_dword v1, v2, s[4:5]
  s_endpgm
