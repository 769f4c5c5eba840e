// The scalar ALU writes M0, then a GDS instruction: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row10_gds states=0
