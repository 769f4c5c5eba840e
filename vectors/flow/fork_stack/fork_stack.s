// The fork stack and CSP as data:
// - An entry goes to s[4*CSP..4*CSP+3] for every CSP. s_getreg and s_setreg see CSP as MODE[31:29].
// - The program saves the whole stack and CSP inside nested forks, overwrites them, uses them for other forks, and
//   restores them.
// - A fork's mask may lie in the entry that the fork overwrites.
// - A join whose saved CSP was not 0 goes on at once.
//
//   s[24:25] out   s[60:83] the saved stack   v2 result
// Decisions: D-FLOW-13.
.globl main
main:
  s_load_dwordx2 s[24:25], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_mov_b64 s[30:31], exec
.set n, 0
.rept 24
  s_mov_b32 s[n], 0x5a
  .set n, n+1
.endr
  s_waitcnt lgkmcnt(0)
// Entry n for CSP n = 0 to 5: a mask of 16 lanes, EXEC with holes; only its four SGPRs change.
.macro entry
  s_mov_b64 exec, s[30:31]
  s_setreg_imm32_b32 hwreg(1, 29, 3), n
  s_mov_b32 s26, 0xf0f0f0f0
  s_mov_b32 s27, 0xf0f0f0f0
  s_mov_b32 exec_lo, 0x0ff00ff0
  s_mov_b32 s28, n
  s_mov_b32 s[4*n], 0x00ffff00              // the mask lies where the entry goes
  s_mov_b32 s[4*n+1], 0xffff0000
  s_getpc_b64 s[38:39]
.Lhere\@:
  s_cbranch_i_fork s[4*n:4*n+1], .Lpass\@
.Lnext\@:
  v_add_u32 v2, 1, v2
  s_branch .Ljoin\@
.Lpass\@:
  v_add_u32 v2, 3, v2
  s_getreg_b32 s29, hwreg(1, 29, 3)         // n + 1
  s_cmp_eq_u32 s29, n+1
  s_cbranch_scc0 .Lbad
  s_sub_u32 s33, s[4*n+2], s38
  s_cmp_eq_u32 s33, .Lnext\@-.Lhere\@       // the fail side waits (a tie)
  s_cbranch_scc0 .Lbad
  s_cmp_eq_u32 s[4*n+3], s39
  s_cbranch_scc0 .Lbad
  s_cmp_eq_u32 s[4*n], 0x0f0000f0
  s_cbranch_scc0 .Lbad
  s_cmp_eq_u32 s[4*n+1], 0x0000ffff
  s_cbranch_scc0 .Lbad
.Ljoin\@:
  s_cbranch_join s28
  .set n, n+1
.endm
.set n, 0
  entry
  entry
  entry
  entry
  entry
  entry
.set n, 0
.rept 24
  s_mov_b32 s[n], 0x5a
  .set n, n+1
.endr
  s_mov_b64 exec, s[30:31]
  s_setreg_imm32_b32 hwreg(1, 29, 3), 0
// Forks nested twice, the stack saved inside; others use it meanwhile. The inner join's CSP is 1.
  v_and_b32 v3, 1, v0
  v_cmp_eq_u32 vcc, 0, v3
  s_getreg_b32 s28, hwreg(1, 29, 3)
  s_cbranch_i_fork vcc, .Louter
  v_add_u32 v2, 0x100, v2
  s_branch .Louter_join
.Louter:
  v_add_u32 v2, 0x200, v2
  v_and_b32 v3, 2, v0
  v_cmp_eq_u32 vcc, 0, v3
  s_mov_b64 s[34:35], exec
  s_getreg_b32 s29, hwreg(1, 29, 3)
  s_cbranch_i_fork vcc, .Linner
  v_add_u32 v2, 0x1000, v2
  s_branch .Linner_join
.Linner:
  v_add_u32 v2, 0x2000, v2
  s_mov_b64 s[36:37], exec
  s_getreg_b32 s32, hwreg(1, 29, 3)         // 2
.set n, 0
.rept 12
  s_mov_b64 s[60+2*n:61+2*n], s[2*n:2*n+1]
  s_mov_b64 s[2*n:2*n+1], 0
  .set n, n+1
.endr
  s_setreg_imm32_b32 hwreg(1, 29, 3), 4
  s_mov_b64 exec, s[30:31]
  s_mov_b64 s[42:43], 0xff
  s_mov_b32 s33, 4
  s_cbranch_i_fork s[42:43], .Lother
  v_add_u32 v2, 0x10000, v2
  s_branch .Lother_join
.Lother:
  v_add_u32 v2, 0x10000, v2
.Lother_join:
  s_cbranch_join s33
  s_mov_b64 exec, s[36:37]
.set n, 0
.rept 12
  s_mov_b64 s[2*n:2*n+1], s[60+2*n:61+2*n]
  .set n, n+1
.endr
  s_setreg_b32 hwreg(1, 29, 3), s32
.Linner_join:
  s_cbranch_join s29
  s_mov_b64 exec, s[34:35]
.Louter_join:
  s_cbranch_join s28
  s_mov_b64 exec, s[30:31]
  s_getreg_b32 s33, hwreg(1, 29, 3)
  v_or_b32 v2, s33, v2
  global_store_dword v1, v2, s[24:25]
  s_endpgm
.Lbad:
  s_mov_b64 exec, s[30:31]
  v_mov_b32 v2, -1
  global_store_dword v1, v2, s[24:25]
  s_endpgm
