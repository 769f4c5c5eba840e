// A scratch load whose SADDR is a TTMP, outside of the trap handler: an illegal instruction.
// Decisions: D-REG-6, D-REG-7.
.globl main
main:
refused:
  scratch_load_dword v2, off, ttmp4
  s_endpgm
.p2align 8
handler:
  s_add_u32 ttmp0, ttmp0, 4
  s_rfe_b64 ttmp[0:1]
