// S_setvskip, then s_getreg of MODE: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row03 states=1
