// Lane 0 of a VGPR is written, and DPP reads it in another lane: 1 of 2 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row11_lane states=0
