// S_setvskip clears VSKIP, then an LDS instruction: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row04_lds states=1
