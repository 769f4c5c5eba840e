// S_setreg from an SGPR, then another of the same register: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row02_sgpr states=1
