// The vector ALU writes VCC, then v_div_fmas scales by it: 3 of 4 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row07 states=3
