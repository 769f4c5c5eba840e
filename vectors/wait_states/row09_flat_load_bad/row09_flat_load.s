// The vector ALU writes FLAT_SCRATCH, then a flat load reads it: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_flat_load states=4
