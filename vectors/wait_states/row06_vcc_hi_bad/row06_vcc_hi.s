// The vector ALU writes VCC, then v_readlane takes its lane from the upper half: 3 of 4 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row06_vcc_hi states=3
