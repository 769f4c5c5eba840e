// A flat atomic that swaps 64 bits, then the vector ALU writes its compare value: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_flat_cmpswap states=1
