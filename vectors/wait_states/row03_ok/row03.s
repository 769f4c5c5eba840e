// S_setvskip, then s_getreg of MODE: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row03 states=2
