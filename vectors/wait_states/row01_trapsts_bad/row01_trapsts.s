// S_setreg of TRAPSTS, then s_getreg of it: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row01_trapsts states=1
