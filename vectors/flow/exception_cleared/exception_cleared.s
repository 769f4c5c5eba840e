// A handler of scalar instructions clears TRAPSTS and returns. The exception is over then: nothing raises it anew. So
// the wave enters the handler once for each instruction that raises it.
//
//   out = 2
//   s[4:5] out   s50 entries   v4 0
// Decisions: D-FLOW-26, D-FLOW-27.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v4, 0
  s_mov_b32 s50, 0
  s_waitcnt lgkmcnt(0)
  s_setreg_imm32_b32 hwreg(1, 12, 7), 0x04
  s_nop 1
  .rept 2
  v_rcp_f32 v3, v4
  s_nop 7
  s_nop 7
  .endr
  v_mov_b32 v2, s50
  global_store_dword v1, v2, s[4:5]
  s_endpgm

.p2align 8
handler:
  s_add_u32 s50, s50, 1
  s_setreg_imm32_b32 hwreg(3, 0, 7), 0
  s_nop 0
  s_rfe_b64 ttmp[0:1]
