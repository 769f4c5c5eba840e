// S_setvskip clears VSKIP, then an LDS instruction: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row04_lds states=2
