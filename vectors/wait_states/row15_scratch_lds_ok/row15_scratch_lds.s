// The scalar ALU writes M0, then a scratch load goes to the LDS: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row15_scratch_lds states=1
