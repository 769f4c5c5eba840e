// S_setreg, then s_setreg of the number of shared registers: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row02_shared states=1
