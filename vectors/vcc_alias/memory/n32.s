// Second names of FLAT_SCRATCH, XNACK_MASK and VCC in memory instructions: a wave of 32 SGPRs.
.set n, 32
.include "../../include/vcc_alias.inc"
.globl main
main:
  memory_uses

.rodata
.p2align 6
.amdhsa_kernel main
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 16
  .amdhsa_next_free_sgpr 32
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
.end_amdhsa_kernel
