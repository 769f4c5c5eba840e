// S_setreg of a field with MODE.VSKIP in it, then a vector instruction: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row04_field states=1
