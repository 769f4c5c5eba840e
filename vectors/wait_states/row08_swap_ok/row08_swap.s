// A store of more than 64 bits, then v_swap writes its data by its source: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_swap states=1
