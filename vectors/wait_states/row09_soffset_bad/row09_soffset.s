// The vector ALU writes an SGPR, then a buffer store has it as SOFFSET: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_soffset states=4
