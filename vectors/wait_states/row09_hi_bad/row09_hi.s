// The vector ALU writes an SGPR, the upper one of a store's address: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_hi states=4
