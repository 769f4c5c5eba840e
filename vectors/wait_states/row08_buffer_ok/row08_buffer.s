// A buffer store of more than 64 bits, then the vector ALU writes its data: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_buffer states=1
