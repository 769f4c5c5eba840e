// S_setreg from an SGPR, then another of the same register: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row02_sgpr states=2
