// Every kind of program flow under single step. The handler between any two instructions changes nothing of what they
// do. There are forks and joins of both kinds, calls, branches, loops, VSKIP, s_sleep, messages, halt, barrier,
// priorities, waits, and code that is invalidated.
//
//   out[i] for work-item i: i + 0x10000 * good (1)
//   s67 steps   s66 traps   s26 good   s24 wave
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s24, v0
  s_lshr_b32 s24, s24, 6
  v_lshlrev_b32 v1, 2, v0
  v_and_b32 v2, 0xfc0, v0                 // v0 without the low 6 bits, which the forks put together
  s_mov_b32 s26, 1
  s_mov_b64 s[30:31], exec
  s_mov_b32 s62, 0xaaaaaaaa
  s_mov_b32 s63, 0xaaaaaaaa
  s_mov_b32 s64, 0xffff0000
  s_mov_b32 s65, 0xffff0000
  v_and_b32 v3, 47, v0
  v_or_b32 v2, v2, v3
  v_and_b32 v2, -2, v2
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s28, s4                       // s0..s23 are the forks'
  s_mov_b32 s29, s5
  s_mov_b32 s66, 0
  s_mov_b32 s67, 0
  s_setreg_imm32_b32 hwreg(1, 11, 1), 1
  s_mov_b64 s[32:33], exec
  s_getreg_b32 s34, hwreg(1, 29, 3)
  s_cbranch_i_fork s[62:63], .Lodd
  s_call_b64 s[40:41], .Linner
  s_branch .Ljoin
.Lodd:
  v_or_b32 v2, 1, v2
  s_call_b64 s[40:41], .Linner
.Ljoin:
  s_cbranch_join s34
  s_mov_b64 exec, s[32:33]
  s_mov_b32 s42, 3
.Lloop:
  s_sub_u32 s42, s42, 1
  s_cmp_lg_u32 s42, 0
  s_cbranch_scc1 .Lloop
  s_setvskip 1, 0
  s_nop 1
  v_mov_b32 v2, -1
  global_store_dwordx2 v1, v[2:3], s[28:29]
  s_nop 0
  s_setvskip 0, 0
  s_nop 1
  s_sleep 1
  s_wakeup
  s_setprio 2
  s_mov_b32 m0, s24
  s_nop 0
  s_sendmsg 1
  s_ttracedata
  s_barrier
  s_sendmsghalt 2
  s_sethalt 1
  s_icache_inv
  s_branch .Lfresh
.Lfresh:
  s_waitcnt 0
  s_setkill 1
  s_trap 3
  s_mov_b64 exec, 0
  s_cbranch_execz .Lempty
  s_mov_b32 s26, 0
.Lempty:
  s_mov_b64 exec, s[30:31]
  s_setreg_imm32_b32 hwreg(1, 11, 1), 0
  s_cmp_eq_u32 s66, 1                     // one trap
  s_cselect_b32 s26, s26, 0
  s_cmp_gt_u32 s67, 60                    // and so many steps at least
  s_cselect_b32 s26, s26, 0
  s_lshl_b32 s26, s26, 16
  v_or_b32 v2, s26, v2
  global_store_dword v1, v2, s[28:29]
  s_endpgm
.Linner:
  s_mov_b64 s[36:37], exec
  s_getreg_b32 s35, hwreg(1, 29, 3)
  s_getpc_b64 s[38:39]
.Lhere:
  s_add_u32 s38, s38, .Lpass-.Lhere
  s_addc_u32 s39, s39, 0
  s_cbranch_g_fork s[64:65], s[38:39]
  s_nop 0
  s_branch .Ljoin2
.Lpass:
  v_or_b32 v2, 16, v2
.Ljoin2:
  s_cbranch_join s35
  s_mov_b64 exec, s[36:37]
  s_setpc_b64 s[40:41]
.p2align 8
handler:
  s_cselect_b32 ttmp8, 1, 0
  s_bfe_u32 ttmp2, ttmp1, 0x80010
  s_cmp_eq_u32 ttmp2, 0
  s_cbranch_scc1 .Lstep
  s_add_u32 s66, s66, 1
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_branch .Lreturn
.Lstep:
  s_add_u32 s67, s67, 1
.Lreturn:
  s_cmp_eq_u32 ttmp8, 1
  s_rfe_b64 ttmp[0:1]
