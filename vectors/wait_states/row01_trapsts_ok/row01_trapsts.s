// S_setreg of TRAPSTS, then s_getreg of it: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row01_trapsts states=2
