// A scalar load whose offset register is a TTMP, in the trap handler: an illegal instruction.
// Decisions: D-REG-7.
.globl main
main:
  s_trap 1
  s_endpgm
.p2align 8
handler:
refused:
  .long 0xc0001900 | 54, 108 // offset in ttmp0
  s_add_u32 ttmp0, ttmp0, 4
  s_rfe_b64 ttmp[0:1]
