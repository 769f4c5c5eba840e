// The vector ALU writes the offset of a scratch store in an SGPR: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_scratch_saddr states=4
