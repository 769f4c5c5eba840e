// S_setvskip clears VSKIP, then an export: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row04_export states=1
