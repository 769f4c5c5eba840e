// The scalar ALU writes M0, then s_sendmsghalt: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row10_halt states=1
