// The vector ALU writes an SGPR, then a load takes its address from it: just the 5 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_load states=5
