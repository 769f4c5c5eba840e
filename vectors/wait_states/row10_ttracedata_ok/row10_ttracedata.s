// The scalar ALU writes M0, then s_ttracedata: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row10_ttracedata states=1
