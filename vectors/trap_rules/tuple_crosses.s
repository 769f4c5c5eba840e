// A load into a tuple that runs from the VCC codes into the TTMPs, in the trap handler: an illegal instruction.
// Decisions: D-REG-7.
.globl main
main:
  s_trap 1
  s_endpgm
.p2align 8
handler:
refused:
  .long 0xc0100000 | 104 << 6 | 0, 0 // s_load_dwordx16 from 104 on
  s_add_u32 ttmp0, ttmp0, 4
  s_rfe_b64 ttmp[0:1]
