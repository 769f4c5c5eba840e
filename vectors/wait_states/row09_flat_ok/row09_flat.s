// The vector ALU writes FLAT_SCRATCH, then a flat store reads it: just the 5 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_flat states=5
