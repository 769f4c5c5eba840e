// The scalar ALU writes M0, then a global load goes to the LDS: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row15_global_lds states=0
