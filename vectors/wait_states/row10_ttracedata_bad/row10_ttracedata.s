// The scalar ALU writes M0, then s_ttracedata: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row10_ttracedata states=0
