// A fork with EXEC = 0: no lane is outside of the mask, so the fork goes to its target and pushes nothing. I_FORK gets
// six masks, G_FORK three. Scalar instructions count, since no lane is active.
//
//   out[i] for lane i:   9 forks that went to their target
//   + 16 for each fork that did not   + 256 for each fork that changed CSP or the stack
//   s[28:29] out   s[30:31] EXEC   s20 result   s[32:43] masks
.globl main
.altmacro
.macro fork kind, n, operands:vararg
  s_mov_b32 s0, 0x5a5a
  s_mov_b64 exec, 0
  \kind \operands
  s_add_u32 s20, s20, 16
  s_branch .Lbehind_\n
.Ltarget_\n:
  s_add_u32 s20, s20, 1
.Lbehind_\n:
  s_getreg_b32 s22, hwreg(HW_REG_MODE, 29, 3)
  s_sub_u32 s23, s0, 0x5a5a
  s_or_b32 s22, s22, s23
  s_cmp_lg_u32 s22, 0
  s_cselect_b32 s22, 256, 0
  s_add_u32 s20, s20, s22
  s_mov_b64 exec, s[30:31]
.endm
.macro target n
  s_getpc_b64 s[24:25]
.Lhere_\n:
  s_add_u32 s24, s24, .Ltarget_\n - .Lhere_\n
  s_addc_u32 s25, s25, 0
.endm
main:
  s_load_dwordx2 s[28:29], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_mov_b64 s[30:31], exec
  s_mov_b32 s20, 0
  s_mov_b64 s[32:33], 0
  s_mov_b64 s[34:35], -1
  s_mov_b64 s[36:37], 15
  s_mov_b64 s[38:39], 1
  s_mov_b64 s[40:41], 0xffff0000
  s_mov_b64 vcc, 3
  s_waitcnt lgkmcnt(0)
  fork s_cbranch_i_fork, 0, s[32:33], .Ltarget_0
  fork s_cbranch_i_fork, 1, s[34:35], .Ltarget_1
  fork s_cbranch_i_fork, 2, s[36:37], .Ltarget_2
  fork s_cbranch_i_fork, 3, s[38:39], .Ltarget_3
  fork s_cbranch_i_fork, 4, s[40:41], .Ltarget_4
  fork s_cbranch_i_fork, 5, vcc, .Ltarget_5
  target 6
  fork s_cbranch_g_fork, 6, s[32:33], s[24:25]
  target 7
  fork s_cbranch_g_fork, 7, s[34:35], s[24:25]
  target 8
  fork s_cbranch_g_fork, 8, s[36:37], s[24:25]
  v_mov_b32 v2, s20
  global_store_dword v1, v2, s[28:29]
  s_endpgm
