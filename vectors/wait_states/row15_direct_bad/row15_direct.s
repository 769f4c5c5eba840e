// The scalar ALU writes M0, then an operand straight from the LDS: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row15_direct states=0
