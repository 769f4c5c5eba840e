// The vector ALU writes the upper word of FLAT_SCRATCH, then a scratch store reads it: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_scratch_hi states=4
