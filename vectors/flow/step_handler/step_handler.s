// Single steps through nested forks, with a handler that uses the same mechanisms as the program. The handler saves CSP
// and the fork stack's first entry, forks, joins, and meets the other waves at a barrier. It sets HALT, which holds the
// wave when the handler has returned, and restores everything. The program forks with VSKIP set on one side. So VSKIP
// discards the handler's vector instructions in some steps.
// Handlers are counted in s51 for each wave and in v6 for lanes 0 to 3. s52 counts the handlers under VSKIP.
//
//   out[i] for lane i: the path: 0x11 fail and fail, 0x21 fail and pass, 2 pass;
//   + 0x100 where s51 equals v6 + s52 in every wave
.globl main
main:
  s_load_dwordx2 s[24:25], s[0:1], 0x0
  v_and_b32 v4, 63, v0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  v_mov_b32 v6, 0
  s_mov_b32 s51, 0
  s_mov_b32 s52, 0
  v_cmp_lt_u32 vcc, 31, v4
  s_mov_b64 s[40:41], vcc
  v_and_b32 v3, 16, v4
  v_cmp_ne_u32 vcc, 0, v3
  s_mov_b64 s[42:43], vcc
  s_waitcnt lgkmcnt(0)
  s_mov_b64 s[30:31], exec
  s_getreg_b32 s34, hwreg(1, 29, 3)
  s_setreg_imm32_b32 hwreg(1, 11, 1), 1
  s_cbranch_i_fork s[40:41], .Lpass
  v_or_b32 v2, 1, v2
  s_getreg_b32 s35, hwreg(1, 29, 3)
  s_getpc_b64 s[44:45]
.Lhere:
  s_add_u32 s44, s44, .Lpass2-.Lhere
  s_addc_u32 s45, s45, 0
  s_cbranch_g_fork s[42:43], s[44:45]
  v_or_b32 v2, 0x10, v2
  s_branch .Ljoin2
.Lpass2:
  v_or_b32 v2, 0x20, v2
.Ljoin2:
  s_cbranch_join s35
  s_branch .Ljoin
.Lpass:
  v_or_b32 v2, 2, v2
  s_setvskip 1, 0
  s_nop 1
  v_or_b32 v2, 0x40, v2
  s_trap 3
  s_setvskip 0, 0
  s_nop 1
.Ljoin:
  s_cbranch_join s34
  s_mov_b64 exec, s[30:31]
  s_setreg_imm32_b32 hwreg(1, 11, 1), 0
  v_readfirstlane_b32 s53, v6
  s_add_u32 s53, s53, s52
  s_cmp_eq_u32 s53, s51
  s_cselect_b32 s53, 0x100, 0
  v_add_u32 v2, s53, v2
  global_store_dword v1, v2, s[24:25]
  s_endpgm

.p2align 8
handler:
  s_cselect_b32 ttmp8, 1, 0
  s_add_u32 s51, s51, 1
  s_mov_b64 ttmp[4:5], exec
  s_getreg_b32 ttmp6, hwreg(1, 29, 3)
  s_getreg_b32 ttmp3, hwreg(1, 28, 1)
  s_add_u32 s52, s52, ttmp3
  s_mov_b64 ttmp[10:11], s[0:1]
  s_mov_b64 ttmp[12:13], s[2:3]
  s_mov_b64 exec, -1
  s_setreg_imm32_b32 hwreg(1, 29, 3), 0
  s_mov_b64 ttmp[14:15], 0x0f
  s_mov_b32 ttmp7, 0
  s_cbranch_i_fork ttmp[14:15], .Lhandler_pass
  s_branch .Lhandler_join
.Lhandler_pass:
  v_add_u32 v6, 1, v6
.Lhandler_join:
  s_cbranch_join ttmp7
  s_barrier
  s_sethalt 1
  s_mov_b64 s[0:1], ttmp[10:11]
  s_mov_b64 s[2:3], ttmp[12:13]
  s_mov_b64 exec, ttmp[4:5]
  s_setreg_b32 hwreg(1, 29, 3), ttmp6
  s_bfe_u32 ttmp2, ttmp1, 0x80010
  s_cmp_eq_u32 ttmp2, 0
  s_cbranch_scc1 .Lreturn
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
.Lreturn:
  s_cmp_eq_u32 ttmp8, 1
  s_rfe_b64 ttmp[0:1]
