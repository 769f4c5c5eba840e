// The vector ALU writes a word of a V#, then a buffer store reads it: just the 5 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_srsrc states=5
