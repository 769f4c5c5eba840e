// A jump through a TTMP pair outside of the trap handler: an illegal instruction.
.globl main
main:
refused:
  s_setpc_b64 ttmp[0:1]
  s_endpgm
.p2align 8
handler:
  s_add_u32 ttmp0, ttmp0, 4
  s_rfe_b64 ttmp[0:1]
