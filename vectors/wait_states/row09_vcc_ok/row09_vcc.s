// The vector ALU writes half of VCC, then vector memory reads it: just the 5 wait states it needs.
// Decisions: D-MEM-36.
.globl main
.include "../../include/wait_states.inc"
main:
  row09_vcc states=5
