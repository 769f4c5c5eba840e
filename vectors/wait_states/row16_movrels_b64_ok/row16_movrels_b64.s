// The scalar ALU writes M0, then s_movrels of a pair: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row16_movrels_b64 states=1
