// A global load whose SADDR is an odd TTMP, in the trap handler: an illegal instruction.
// Decisions: D-REG-7, D-MEM-36.
.globl main
main:
  s_trap 1
  s_endpgm
.p2align 8
handler:
refused:
  .long 0xdc508000, 0x02710001 // ttmp[5:6]
  s_add_u32 ttmp0, ttmp0, 4
  s_rfe_b64 ttmp[0:1]
