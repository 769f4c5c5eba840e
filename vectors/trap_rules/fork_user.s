// A fork with a mask in TTMPs outside of the trap handler: an illegal instruction.
// Decisions: D-FLOW-11, D-REG-6.
.globl main
main:
refused:
  s_cbranch_g_fork ttmp[0:1], s[4:5]
  s_endpgm
.p2align 8
handler:
  s_add_u32 ttmp0, ttmp0, 4
  s_rfe_b64 ttmp[0:1]
