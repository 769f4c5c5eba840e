// S_setreg from an SGPR, then s_getreg of the same register: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row01_sgpr states=2
