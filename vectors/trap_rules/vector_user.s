// A vector instruction that reads a TTMP outside of the trap handler: an illegal instruction.
// Decisions: D-REG-6.
.globl main
main:
refused:
  v_mov_b32 v1, ttmp3
  s_endpgm
.p2align 8
handler:
  s_add_u32 ttmp0, ttmp0, 4
  s_rfe_b64 ttmp[0:1]
