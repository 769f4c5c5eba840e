// The vector ALU writes FLAT_SCRATCH, then a scratch store reads it: just the 5 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_scratch states=5
