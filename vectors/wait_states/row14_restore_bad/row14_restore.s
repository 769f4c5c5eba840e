// S_setreg of TRAPSTS, then s_rfe_restore: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row14_restore states=0
