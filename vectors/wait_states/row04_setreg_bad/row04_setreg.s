// S_setreg of MODE.VSKIP, then a vector instruction: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row04_setreg states=1
