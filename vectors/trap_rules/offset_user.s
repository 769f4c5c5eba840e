// A scalar load whose offset register is a TTMP, outside of the trap handler: an illegal instruction.
// Decisions: D-REG-6, D-REG-7.
.globl main
main:
refused:
  s_load_dword s20, s[6:7], ttmp12
  s_endpgm
.p2align 8
handler:
  s_add_u32 ttmp0, ttmp0, 4
  s_rfe_b64 ttmp[0:1]
