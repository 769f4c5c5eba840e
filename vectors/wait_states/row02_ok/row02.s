// S_setreg, then s_setreg of the same register: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row02 states=2
