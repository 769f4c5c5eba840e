// S_setreg of TRAPSTS, then s_rfe_restore: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row14_restore states=1
