// A load into a tuple that runs past the last TTMP, in the trap handler: an illegal instruction.
.globl main
main:
  s_trap 1
  s_endpgm
.p2align 8
handler:
refused:
  .long 0xc00e1e36, 0 // s_load_dwordx8 from ttmp12 on
  s_add_u32 ttmp0, ttmp0, 4
  s_rfe_b64 ttmp[0:1]
