// The vector ALU writes VCC, then v_writelane takes its lane from it: just the 4 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row06_writelane states=4
