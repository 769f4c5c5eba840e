// A flat store of three dwords, then the vector ALU writes its data: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_flat_three states=1
