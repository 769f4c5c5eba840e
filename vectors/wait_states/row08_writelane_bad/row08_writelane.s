// A store of more than 64 bits, then v_writelane writes a lane of its data: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_writelane states=0
