// V_writelane writes a VGPR, then DPP reads it: just the 2 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row11_writelane states=2
