// Barriers in divergent code:
// - on both sides of a scalar branch;
// - in one side of a fork, with some of the lanes and with none (EXEC = 0);
// - in a function and in a trap handler;
// - in a loop: each wave has another number of inner trips, but the same number of barriers.
// So the waves meet at different PCs. After every barrier the program checks what the other waves wrote to LDS before
// it.
//
//   out[i] for work-item i of each group: 500 + errors
//   s24 wave   s25 errors   s26 round
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
  s_mov_b64 s[32:33], 0x10
.macro say                               // lane 4 writes the round's number to this wave's place
  s_add_u32 s26, s26, 1
  s_mov_b64 s[34:35], exec
  s_mov_b64 exec, s[32:33]
  s_lshl_b32 s28, s24, 2
  s_lshl_b32 s29, s26, 4
  s_add_u32 s28, s28, s29
  v_mov_b32 v3, s28
  v_mov_b32 v4, s26
  ds_write_b32 v3, v4
  s_mov_b64 exec, s[34:35]
  s_waitcnt lgkmcnt(0)
.endm
.macro hear                              // checks that all four places have the round's number
  s_mov_b64 s[34:35], exec
  s_mov_b64 exec, s[32:33]
  s_lshl_b32 s29, s26, 4
  v_mov_b32 v3, s29
  ds_read_b128 v[4:7], v3
  v_mov_b32 v3, s26
  s_waitcnt lgkmcnt(0)
  v_xor_b32 v4, v4, v3
  v_xor_b32 v5, v5, v3
  v_xor_b32 v6, v6, v3
  v_xor_b32 v7, v7, v3
  v_or3_b32 v4, v4, v5, v6
  v_or_b32 v4, v4, v7
  v_readlane_b32 s29, v4, 4
  s_cmp_lg_u32 s29, 0
  s_addc_u32 s25, s25, 0
  s_mov_b64 exec, s[34:35]
.endm
  say
  s_cmp_lt_u32 s24, 2
  s_cbranch_scc1 .Lelse
  s_barrier
  s_branch .Lendif
.Lelse:
  s_nop 5
  s_barrier
.Lendif:
  hear
  say
  s_getreg_b32 s36, hwreg(1, 29, 3)      // wave 0: 8 lanes; 1: none are left on this side; 2, 3: all
  s_mov_b64 s[38:39], 0xff
  s_cmp_eq_u32 s24, 0
  s_cselect_b64 s[38:39], s[38:39], 0
  s_cbranch_i_fork s[38:39], .Lpass
  s_cmp_eq_u32 s24, 0
  s_cbranch_scc1 .Lfork_join
  s_cmp_eq_u32 s24, 1
  s_cselect_b64 exec, 0, exec
.Lpass:
  s_barrier
.Lfork_join:
  s_cbranch_join s36
  s_mov_b64 exec, s[30:31]
  hear
  say
  s_cmp_eq_u32 s24, 3
  s_cbranch_scc1 .Lhere
  s_cmp_eq_u32 s24, 1
  s_cbranch_scc1 .Ltrap
  s_call_b64 s[40:41], .Lfunction
  s_branch .Lafter
.Ltrap:
  s_trap 1
  s_branch .Lafter
.Lhere:
  s_barrier
.Lafter:
  hear
  s_mov_b32 s42, 3                       // three barriers, each wave with another number of turns between
.Lturn:
  say
  s_mov_b32 s43, s24
.Linner:
  s_cmp_eq_u32 s43, 0
  s_cbranch_scc1 .Lmeet
  s_sub_u32 s43, s43, 1
  s_sleep 1
  s_branch .Linner
.Lmeet:
  s_barrier
  hear
  s_sub_u32 s42, s42, 1
  s_cmp_lg_u32 s42, 0
  s_cbranch_scc1 .Lturn
  s_addk_i32 s25, 500
  v_mov_b32 v2, s25
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.Lfunction:
  s_barrier
  s_setpc_b64 s[40:41]
.p2align 8
handler:
  s_barrier
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_rfe_b64 ttmp[0:1]
