// The vector ALU writes VCC, then v_readlane takes its lane from the upper half: just the 4 wait states it needs.
// Decisions: D-WAIT-22.
.globl main
.include "../../include/wait_states.inc"
main:
  row06_vcc_hi states=4
