// A store of more than 64 bits, then v_writelane writes a lane of its data: just the 1 wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_writelane states=1
