// The vector ALU writes an SGPR, then a load takes its address from it: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_load states=4
