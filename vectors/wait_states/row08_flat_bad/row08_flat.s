// A flat store of four dwords, then the vector ALU writes its data: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_flat states=0
