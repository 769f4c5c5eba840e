// v_div_scale writes its flags into VCC, then v_div_fmas scales by it: 3 of 4 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row07_scale states=3
