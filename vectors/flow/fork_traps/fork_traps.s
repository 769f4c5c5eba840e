// Fork and join across traps. Both sides of every fork trap to a handler. The handler saves CSP and the fork stack's
// first entry, and sets CSP to 0 and EXEC to all lanes. Then it forks and joins itself, and restores everything.
// Another s_trap stands between fork and target. The side that waits must stay the same across a trap.
//
//   out[i] for lane i: i. Bits 5:4 are the path of two forks, and the rest is added at the end.
//   s[24:25] out   s27 traps taken   ttmp4..11 what the handler saves
.globl main
main:
  s_load_dwordx2 s[24:25], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_and_b32 v2, 15, v0
  v_mov_b32 v6, 0
  s_mov_b32 s27, 0
  v_cmp_lt_u32 vcc, 31, v0
  s_mov_b64 s[40:41], vcc
  v_and_b32 v3, 16, v0
  v_cmp_ne_u32 vcc, 0, v3
  s_mov_b64 s[42:43], vcc
  s_waitcnt lgkmcnt(0)
  s_mov_b64 s[30:31], exec
  s_getreg_b32 s34, hwreg(1, 29, 3)
  s_trap 1
  s_cbranch_i_fork s[40:41], .Lpass
  s_trap 2
  s_call_b64 s[28:29], .Linner
  s_branch .Ljoin
.Lpass:
  s_trap 3
  v_or_b32 v2, 32, v2
  s_call_b64 s[28:29], .Linner
  s_trap 4
.Ljoin:
  s_trap 5
  s_cbranch_join s34
  s_mov_b64 exec, s[30:31]
  s_getreg_b32 s37, hwreg(1, 29, 3)
  s_cmp_eq_u32 s37, 0
  s_cselect_b32 s37, 0, 0x1000
  v_or_b32 v2, s37, v2
  v_cmp_ne_u32 vcc, s27, v6               // every lane counted every handler
  v_cndmask_b32 v3, 0, 1, vcc
  v_lshlrev_b32 v3, 16, v3
  v_or_b32 v2, v3, v2
  global_store_dword v1, v2, s[24:25]
  s_endpgm
.Linner:
  s_mov_b64 s[32:33], exec
  s_getreg_b32 s35, hwreg(1, 29, 3)
  s_trap 6
  s_cbranch_i_fork s[42:43], .Lpass2
  s_trap 7
  s_branch .Ljoin2
.Lpass2:
  v_or_b32 v2, 16, v2
  s_trap 8
.Ljoin2:
  s_cbranch_join s35
  s_mov_b64 exec, s[32:33]
  s_trap 9
  s_setpc_b64 s[28:29]

.p2align 8
handler:
  s_mov_b64 ttmp[4:5], exec
  s_getreg_b32 ttmp6, hwreg(1, 29, 3)
  s_mov_b64 ttmp[8:9], s[0:1]
  s_mov_b64 ttmp[10:11], s[2:3]
  s_mov_b64 exec, -1
  s_setreg_imm32_b32 hwreg(1, 29, 3), 0
  s_mov_b64 ttmp[12:13], 0x0f
  s_nop 1
  s_getreg_b32 ttmp7, hwreg(1, 29, 3)
  s_cbranch_i_fork ttmp[12:13], .Lhandler_pass
  v_add_u32 v6, 1, v6
  s_branch .Lhandler_join
.Lhandler_pass:
  v_add_u32 v6, 1, v6
.Lhandler_join:
  s_cbranch_join ttmp7
  s_add_u32 s27, s27, 1
  s_mov_b64 s[0:1], ttmp[8:9]
  s_mov_b64 s[2:3], ttmp[10:11]
  s_mov_b64 exec, ttmp[4:5]
  s_setreg_b32 hwreg(1, 29, 3), ttmp6
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_rfe_b64 ttmp[0:1]
