// S_setvskip clears VSKIP, then a store: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row04_store states=2
