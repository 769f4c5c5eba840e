// S_setreg of MODE.VSKIP, then a vector instruction: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row04_setreg states=2
