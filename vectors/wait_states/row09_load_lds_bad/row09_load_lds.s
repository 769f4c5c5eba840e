// The vector ALU writes M0, then a load goes to the LDS: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_load_lds states=4
