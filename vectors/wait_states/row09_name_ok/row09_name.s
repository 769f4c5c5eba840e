// The vector ALU writes flat_scratch_lo, then a store has s[26:27] as its address: just the 5 wait states it needs.
.include "../../include/wait_states.inc"
.globl main
main:
  row09_name states=5

.rodata
.p2align 6
.amdhsa_kernel main
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 32
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
.end_amdhsa_kernel
