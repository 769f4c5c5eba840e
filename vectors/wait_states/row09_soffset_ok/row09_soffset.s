// The vector ALU writes an SGPR, then a buffer store has it as SOFFSET: just the 5 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_soffset states=5
