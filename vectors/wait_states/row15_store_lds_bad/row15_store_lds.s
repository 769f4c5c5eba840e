// The scalar ALU writes M0, then buffer_store_lds_dword: 0 of 1 wait states.
.globl main
.include "../../include/wait_states.inc"
main:
  row15_store_lds states=0
