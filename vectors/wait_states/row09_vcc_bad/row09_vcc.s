// The vector ALU writes half of VCC, then vector memory reads it: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_vcc states=4
