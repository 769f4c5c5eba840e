// The vector ALU writes VCC, then reads VCCZ as data: just the 5 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row05_vcc states=5
