// S_setvskip clears VSKIP, then a store: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row04_store states=1
