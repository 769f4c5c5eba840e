// A global load whose SADDR is a TTMP pair, outside of the trap handler: an illegal instruction.
// Decisions: D-REG-6, D-REG-7.
.globl main
main:
refused:
  global_load_dword v2, v1, ttmp[4:5]
  s_endpgm
.p2align 8
handler:
  s_add_u32 ttmp0, ttmp0, 4
  s_rfe_b64 ttmp[0:1]
