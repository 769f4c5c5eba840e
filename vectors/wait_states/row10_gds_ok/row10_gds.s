// The scalar ALU writes M0, then a GDS instruction: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row10_gds states=1
