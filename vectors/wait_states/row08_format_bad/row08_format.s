// A buffer store of four registers with a format, then the vector ALU writes one: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_format states=0
