// S_setreg of a field with MODE.VSKIP in it, then a vector instruction: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row04_field states=2
