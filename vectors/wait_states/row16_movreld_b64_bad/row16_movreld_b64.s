// The scalar ALU writes M0, then s_movreld of a pair: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row16_movreld_b64 states=0
