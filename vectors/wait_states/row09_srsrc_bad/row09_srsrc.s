// The vector ALU writes a word of a V#, then a buffer store reads it: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_srsrc states=4
