// The vector ALU writes VCC, then v_writelane takes its lane from it: 3 of 4 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row06_writelane states=3
