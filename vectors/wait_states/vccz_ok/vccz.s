// Half of VCC is written, then VCCZ is used after all of it was written.
.globl main
.include "../../include/wait_states.inc"
main:
  vccz written=1
