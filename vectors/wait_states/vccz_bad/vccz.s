// Half of VCC is written, then VCCZ is used with nothing between.
.globl main
.include "../../include/wait_states.inc"
main:
  vccz written=0
