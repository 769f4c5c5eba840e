// An instruction of three sources writes a VGPR, then DPP reads it: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row11_vop3 states=2
