// The scalar ALU writes M0, then an operand straight from the LDS: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row15_direct states=1
