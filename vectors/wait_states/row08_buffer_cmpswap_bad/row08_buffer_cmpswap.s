// A buffer atomic that swaps 64 bits, then the vector ALU writes its compare value: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_buffer_cmpswap states=0
