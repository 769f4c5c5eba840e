// The scalar ALU writes M0, then an LDS instruction that adds the lane number: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row15_addtid states=0
