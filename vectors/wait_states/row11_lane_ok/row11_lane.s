// Lane 0 of a VGPR is written, and DPP reads it in another lane: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row11_lane states=1
