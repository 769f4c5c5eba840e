// The vector ALU writes VCC, then reads VCCZ as data: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row05_vcc states=4
