// S_setreg, then s_getreg of the number of shared registers: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row01_shared states=1
