// The scalar ALU writes M0, then a load goes to the LDS: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row15_load_lds states=1
