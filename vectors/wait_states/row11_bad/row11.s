// The vector ALU writes a VGPR, then a DPP instruction reads it: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row11 states=1
