// S_setvskip, then a vector instruction: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row04 states=2
