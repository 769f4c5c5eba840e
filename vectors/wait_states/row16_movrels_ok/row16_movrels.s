// The scalar ALU writes M0, then s_movrels: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row16_movrels states=1
