// Fork and join with calls and loops, in three parts.
// - A recursive function forks on one bit of the lane number after the other. It calls itself on both sides, and joins.
// - A fork stands in a loop that calls it, and CSP is read again each time.
// - The two sides of a fork come to the join by calls of one function. That function is also a fork's target.
//
//   out[i] for lane i: i (path of the recursion) + 1000 * rounds of its loop (3) + 100000 * third part (1)
//   s[24:25] out   s26 depth   s27 mask   v1 offset   v2 result   v3 lane bits left
//   frames of 8 SGPRs above s32: [0:1] EXEC, [2] CSP, [4:5] return address; s_movrel by M0 = 8 * depth
.globl main
main:
  s_load_dwordx2 s[24:25], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_mov_b32 s26, 0
  s_waitcnt lgkmcnt(0)
  s_call_b64 s[28:29], .Lrecurse

  s_mov_b32 s90, 3
.Lloop:
  s_call_b64 s[92:93], .Lbody
  s_sub_u32 s90, s90, 1
  s_cmp_lg_u32 s90, 0
  s_cbranch_scc1 .Lloop

  s_mov_b64 s[84:85], exec
  s_getreg_b32 s86, hwreg(1, 29, 3)
  s_getpc_b64 s[94:95]
.Lhere:
  s_add_u32 s94, s94, .Ladd_both-.Lhere
  s_addc_u32 s95, s95, 0
  s_mov_b64 s[88:89], 0xff
  s_getpc_b64 s[92:93]                    // where the function returns to on the pass side: its own end, the join
.Lhere2:
  s_add_u32 s92, s92, .Lthird_join-.Lhere2
  s_addc_u32 s93, s93, 0
  s_cbranch_g_fork s[88:89], s[94:95]
  s_swappc_b64 s[92:93], s[94:95]         // the fail side calls it
.Lthird_join:
  s_cbranch_join s86
  s_mov_b64 exec, s[84:85]
  global_store_dword v1, v2, s[24:25]
  s_endpgm

.Ladd_both:
  v_add_u32 v2, 0x186a0, v2
  s_setpc_b64 s[92:93]

.Lbody:
  s_mov_b64 s[84:85], exec
  s_getreg_b32 s86, hwreg(1, 29, 3)
  v_and_b32 v4, 3, v0
  v_cmp_eq_u32 vcc, s90, v4               // another pass of the lanes each round, none in the first
  s_cbranch_i_fork vcc, .Lbody_pass
  v_add_u32 v2, 0x3e8, v2
  s_branch .Lbody_join
.Lbody_pass:
  s_mov_b64 s[88:89], exec
  v_add_u32 v2, 0x3e8, v2
.Lbody_join:
  s_cbranch_join s86
  s_mov_b64 exec, s[84:85]
  s_setpc_b64 s[92:93]

// v2 = 2 * v2 + bit (5 - depth) of the lane, to depth 6. Return address s[28:29].
.Lrecurse:
  s_cmp_eq_u32 s26, 6
  s_cbranch_scc1 .Lleaf
  s_lshl_b32 m0, s26, 3
  s_getreg_b32 s30, hwreg(1, 29, 3)
  s_movreld_b64 s[32:33], exec
  s_movreld_b32 s34, s30
  s_movreld_b64 s[36:37], s[28:29]
  s_sub_u32 s27, 5, s26
  v_lshrrev_b32 v3, s27, v0
  v_and_b32 v3, 1, v3
  v_cmp_eq_u32 vcc, 1, v3
  s_add_u32 s26, s26, 1
  s_cbranch_i_fork vcc, .Lone
  v_lshlrev_b32 v2, 1, v2
  s_call_b64 s[28:29], .Lrecurse
  s_branch .Lrejoin
.Lone:
  v_lshlrev_b32 v2, 1, v2
  v_or_b32 v2, 1, v2
  s_call_b64 s[28:29], .Lrecurse
.Lrejoin:                                 // s26 is this depth + 1 on both sides
  s_sub_u32 s27, s26, 1
  s_lshl_b32 m0, s27, 3
  s_nop 0
  s_movrels_b32 s30, s34
  s_cbranch_join s30
  s_movrels_b64 exec, s[32:33]
  s_movrels_b64 s[28:29], s[36:37]
  s_mov_b32 s26, s27
.Lleaf:
  s_setpc_b64 s[28:29]
