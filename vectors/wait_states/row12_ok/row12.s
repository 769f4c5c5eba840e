// The vector ALU writes EXEC, then a DPP instruction: just the 5 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row12 states=5
