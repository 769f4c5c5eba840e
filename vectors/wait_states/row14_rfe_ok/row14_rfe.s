// S_setreg of TRAPSTS, then s_rfe: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row14_rfe states=1
