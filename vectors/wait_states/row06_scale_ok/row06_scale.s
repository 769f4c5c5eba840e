// v_div_scale writes its flags into an SGPR, then v_readlane takes its lane from it: just the 4 wait states it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row06_scale states=4
