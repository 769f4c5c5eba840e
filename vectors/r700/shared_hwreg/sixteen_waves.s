// shared_hwreg.s with waves of eight VGPRs: sixteen of them have room beside 128 shared VGPRs.
// Decisions: D-R700-23.
.globl main
.include "shared_hwreg.s"

.rodata
.p2align 6
.amdhsa_kernel main
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 102
  .amdhsa_kernarg_size 256
.end_amdhsa_kernel
