// The vector ALU writes VCC as a carry, then v_div_fmas scales by it: 3 of 4 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row07_carry states=3
