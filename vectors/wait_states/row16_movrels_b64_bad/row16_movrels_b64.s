// The scalar ALU writes M0, then s_movrels of a pair: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row16_movrels_b64 states=0
