// The vector ALU writes EXEC, then reads EXECZ as data: just the 5 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row05_exec states=5
