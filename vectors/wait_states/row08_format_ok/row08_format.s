// A buffer store of four registers with a format, then the vector ALU writes one: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row08_format states=1
