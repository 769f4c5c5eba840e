// The vector ALU writes an SGPR, then vector memory reads it: just the 5 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row09 states=5
