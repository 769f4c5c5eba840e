// The scalar ALU writes M0, then an LDS instruction that adds the lane number: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row15_addtid states=1
