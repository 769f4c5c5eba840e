// The vector ALU writes half of VCC, then v_div_fmas scales by it: 3 of 4 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row07_lane states=3
