// The vector ALU writes M0, then a buffer store has it as SOFFSET: just the 5 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_m0 states=5
