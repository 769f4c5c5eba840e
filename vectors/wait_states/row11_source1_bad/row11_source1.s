// The vector ALU writes a VGPR, then a DPP instruction reads it as source 1: 1 of 2 wait states.
// Decisions: D-WAIT-12.
.globl main
.include "../../include/wait_states.inc"
main:
  row11_source1 states=1
