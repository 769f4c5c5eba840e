// The vector ALU writes M0, then a buffer store has it as SOFFSET: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_m0 states=4
