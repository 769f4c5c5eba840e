// A flat store of three dwords, then the vector ALU writes its data: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_flat_three states=0
