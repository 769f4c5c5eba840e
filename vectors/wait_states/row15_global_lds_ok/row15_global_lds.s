// The scalar ALU writes M0, then a global load goes to the LDS: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row15_global_lds states=1
