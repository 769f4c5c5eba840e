// S_movrels_b32 that counts from a TTMP, in the trap handler: an illegal instruction.
// Decisions: D-REG-7.
.globl main
main:
  s_trap 1
  s_endpgm
.p2align 8
handler:
refused:
  s_movrels_b32 s20, ttmp4
  s_add_u32 ttmp0, ttmp0, 4
  s_rfe_b64 ttmp[0:1]
