// The vector ALU writes an SGPR, the upper one of a store's address: just the 5 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_hi states=5
