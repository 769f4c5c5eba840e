// S_setreg, then s_getreg of the number of shared registers: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row01_shared states=2
