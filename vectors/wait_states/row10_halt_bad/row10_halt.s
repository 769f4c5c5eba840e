// The scalar ALU writes M0, then s_sendmsghalt: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row10_halt states=0
