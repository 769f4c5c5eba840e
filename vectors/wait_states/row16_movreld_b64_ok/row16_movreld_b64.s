// The scalar ALU writes M0, then s_movreld of a pair: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row16_movreld_b64 states=1
