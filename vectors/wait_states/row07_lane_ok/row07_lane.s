// The vector ALU writes half of VCC, then v_div_fmas scales by it: just the 4 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row07_lane states=4
