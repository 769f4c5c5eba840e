// The vector ALU writes FLAT_SCRATCH, then a flat store reads it: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_flat states=4
