// The scalar ALU writes M0, then s_sendmsg: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row10_sendmsg states=1
