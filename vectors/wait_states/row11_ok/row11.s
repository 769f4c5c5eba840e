// The vector ALU writes a VGPR, then a DPP instruction reads it: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row11 states=2
