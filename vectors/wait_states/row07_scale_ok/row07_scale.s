// v_div_scale writes its flags into VCC, then v_div_fmas scales by it: just the 4 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row07_scale states=4
