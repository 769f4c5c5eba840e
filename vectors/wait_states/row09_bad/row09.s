// The vector ALU writes an SGPR, then vector memory reads it: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row09 states=4
