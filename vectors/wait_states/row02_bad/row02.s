// S_setreg, then s_setreg of the same register: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row02 states=1
