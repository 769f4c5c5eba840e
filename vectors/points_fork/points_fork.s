; SPDX-License-Identifier: Apache-2.0
; Every outcome of both forks at every CSP, and a join that goes on at CSP 6. s_setreg sets CSP. s50 counts the forks
; after which the target comes first.

.macro outcome csp, active, lanes, kind
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 29, 3), \csp
  s_mov_b64 exec, \active
  .if \lanes == 64
  s_mov_b64 s[44:45], -1
  .else
  s_bfm_b64 s[44:45], \lanes, 0
  .endif
  .if \kind
  s_getpc_b64 s[46:47]
.Lhere\@:
  s_add_u32 s46, s46, .Ltarget\@-.Lhere\@
  s_addc_u32 s47, s47, 0
  s_cbranch_g_fork s[44:45], s[46:47]
  .else
  s_cbranch_i_fork s[44:45], .Ltarget\@
  .endif
  s_branch .Lover\@
.Ltarget\@:
  s_add_u32 s50, s50, 1
.Lover\@:
.endm

.globl main
main:
  s_load_dwordx2 s[52:53], s[0:1], 0x0
  s_mov_b32 s50, 0
  s_waitcnt lgkmcnt(0)
  .irp kind, 0, 1
  .irp csp, 0, 1, 2, 3, 4, 5, 6
  outcome \csp, 0, 64, \kind
  outcome \csp, -1, 64, \kind
  outcome \csp, -1, 0, \kind
  .if \csp < 6
  outcome \csp, -1, 1, \kind
  outcome \csp, -1, 63, \kind
  outcome \csp, -1, 32, \kind
  .endif
  .endr
  .endr
  s_mov_b32 s42, 6
  s_cbranch_join s42
  s_nop 1
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 29, 3), 0
  s_mov_b64 exec, -1
  v_mov_b32 v1, s50
  v_lshlrev_b32 v0, 2, v0
  global_store_dword v0, v1, s[52:53]
  s_endpgm
