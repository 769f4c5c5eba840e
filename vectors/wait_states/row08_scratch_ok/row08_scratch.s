// A scratch store of four dwords, then the vector ALU writes its data: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_scratch states=1
