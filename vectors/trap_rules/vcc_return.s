// s_rfe from VCC, in the trap handler: an illegal instruction.
// Decisions: D-FLOW-21.
.globl main
main:
  s_trap 1
  s_endpgm
.p2align 8
handler:
refused:
  s_rfe_b64 vcc
  s_add_u32 ttmp0, ttmp0, 4
  s_rfe_b64 ttmp[0:1]
