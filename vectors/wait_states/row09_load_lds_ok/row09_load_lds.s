// The vector ALU writes M0, then a load goes to the LDS: just the 5 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_load_lds states=5
