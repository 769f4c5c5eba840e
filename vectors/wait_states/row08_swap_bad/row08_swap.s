// A store of more than 64 bits, then v_swap writes its data by its source: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_swap states=0
