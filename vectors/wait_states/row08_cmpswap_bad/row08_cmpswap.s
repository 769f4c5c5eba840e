// An atomic with more than 64 bits of data, then the vector ALU writes its data: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_cmpswap states=0
