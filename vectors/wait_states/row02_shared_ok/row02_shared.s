// S_setreg, then s_setreg of the number of shared registers: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row02_shared states=2
