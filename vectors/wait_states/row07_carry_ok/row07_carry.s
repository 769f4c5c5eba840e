// The vector ALU writes VCC as a carry, then v_div_fmas scales by it: just the 4 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row07_carry states=4
