// An atomic with more than 64 bits of data, then the vector ALU writes its data: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_cmpswap states=1
