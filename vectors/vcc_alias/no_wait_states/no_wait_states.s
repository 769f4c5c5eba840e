// Pairs that look like row 13 of the wait states and need no wait: carries in and lane masks, the same name, the other
// word, FLAT_SCRATCH and XNACK_MASK. In others one of the two is no VALU instruction, or one lies between.
//
//   out: a row of each v4, then what is kept
// Decisions: D-WAIT-30.
.set n, 32
.include "../../include/vcc_alias.inc"
.globl main
main:
  start
  v_mul_u32_u24 v3, 0x12345, v0
  v_not_b32 v6, v3
  s_mov_b64 vcc, 0
  s_nop 7

  // Implicit VCC, and SRC2 as carry or mask.
  v_cmp_gt_u32 s[n-2:n-1], 20, v0
  v_cndmask_b32 v4, v3, v0, vcc
  row v4
  v_cmp_gt_u32 s[n-2:n-1], 21, v0
  v_cndmask_b32_e64 v4, v3, v0, vcc
  row v4
  v_cmp_gt_u32 vcc, 22, v0
  v_cndmask_b32 v4, v3, v0, s[n-2:n-1]
  row v4
  v_cmp_gt_u32 s[n-2:n-1], 23, v0
  v_addc_co_u32 v4, vcc, v3, v0, vcc
  row v4
  v_cmp_gt_u32 vcc, 24, v0
  v_subb_co_u32 v4, vcc, v3, v0, s[n-2:n-1]
  row v4
  v_cmp_gt_u32 vcc, 25, v0
  v_subbrev_co_u32 v4, s[n-2:n-1], v3, v0, s[n-2:n-1]
  row v4

  // The same name, the other word.
  v_cmp_gt_u32 vcc, 5, v0
  v_xor_b32 v4, vcc_lo, v3
  row v4
  v_cmp_gt_u32 s[n-2:n-1], 6, v0
  v_xor_b32 v4, s[n-2], v3
  row v4
  v_readlane_b32 vcc_lo, v3, 7
  v_xor_b32 v4, s[n-1], v3
  row v4
  v_readlane_b32 s[n-1], v3, 8
  v_xor_b32 v4, vcc_lo, v3
  row v4

  // No VCC.
  v_readlane_b32 flat_scratch_lo, v3, 9
  v_xor_b32 v4, s[n-6], v3
  row v4
  v_readlane_b32 s[n-3], v3, 10
  v_xor_b32 v4, xnack_mask_hi, v3
  row v4

  // No vector ALU.
  v_cmp_gt_u32 vcc, 11, v0
  s_mov_b32 s8, s[n-2]
  keep s8
  s_mov_b32 vcc_hi, 0x1234
  v_xor_b32 v4, s[n-1], v3
  row v4
  s_load_dword s[n-2], s[4:5], 0x8
  s_waitcnt lgkmcnt(0)
  v_xor_b32 v4, vcc_lo, v3
  row v4

  // A state between: an instruction of any unit.
  v_cmp_gt_u32 vcc, 12, v0
  v_mov_b32 v5, 1
  v_xor_b32 v4, s[n-2], v3
  row v4
  v_cmp_gt_u32 s[n-2:n-1], 13, v0
  s_mov_b32 s8, 0
  v_xor_b32 v4, vcc_lo, v3
  row v4
  v_cmp_gt_u32 s[n-2:n-1], 14, v0
  s_waitcnt lgkmcnt(0)
  v_xor_b32 v4, vcc_lo, v3
  row v4
  v_cmp_gt_u32 vcc, 15, v0
  s_branch .Lnext
.Lnext:
  v_xor_b32 v4, s[n-2], v3
  row v4
  finish

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
