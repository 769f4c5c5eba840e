// The vector ALU writes EXEC, then reads EXECZ as data: 4 of 5 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row05_exec states=4
