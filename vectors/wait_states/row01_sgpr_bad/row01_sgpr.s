// S_setreg from an SGPR, then s_getreg of the same register: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row01_sgpr states=1
