// The vector ALU writes EXEC, then a DPP instruction: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row12 states=4
