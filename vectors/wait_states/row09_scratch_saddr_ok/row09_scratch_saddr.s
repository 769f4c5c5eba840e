// The vector ALU writes the offset of a scratch store in an SGPR: just the 5 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_scratch_saddr states=5
