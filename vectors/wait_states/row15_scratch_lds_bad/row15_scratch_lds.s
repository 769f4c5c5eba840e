// The scalar ALU writes M0, then a scratch load goes to the LDS: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row15_scratch_lds states=0
