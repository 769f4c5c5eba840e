// The scalar ALU writes M0, then buffer_store_lds_dword: just the one wait state it needs.
.globl main
.include "../../include/wait_states.inc"
main:
  row15_store_lds states=1
