// v_div_scale writes its flags into an SGPR, then v_readlane takes its lane from it: 3 of 4 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row06_scale states=3
