// An instruction of three sources writes a VGPR, then DPP reads it: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row11_vop3 states=1
