// S_setvskip clears VSKIP, then an export: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row04_export states=2
