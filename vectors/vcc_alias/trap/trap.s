// A trap handler reads and writes the last SGPRs of the wave under both names, and returns through s[30:31]. By its own
// name VCC would be no source of s_rfe.
//
//   out: what is kept   v1 lane * 4
// Decisions: D-REG-21, D-REG-22.
.set n, 32
.include "../../include/vcc_alias.inc"
.globl main
main:
  start
  set64 vcc, 0x01234567, 0x89abcdef
  set64 s[n-4:n-3], 0x11111111, 0x22222222
  s_mov_b32 flat_scratch_lo, 0x33333333
  s_trap 1
  keep64 s[n-6:n-5]
  keep64 xnack_mask
  s_mov_b32 flat_scratch_lo, 0x44444444
  set64 s[n-2:n-1], 0x76543210, 0xfedcba98
  s_trap 2
  keep64 flat_scratch
  keep64 s[n-4:n-3]
  s_cmp_eq_u64 vcc, 0
  s_cselect_b32 s8, 1, 2
  keep s8
  finish

.p2align 8
handler:
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_mov_b64 ttmp[4:5], s[n-2:n-1]
  s_add_u32 flat_scratch_hi, s[n-6], ttmp4
  s_xor_b64 s[n-4:n-3], ttmp[4:5], xnack_mask
  s_mov_b64 s[n-2:n-1], ttmp[0:1]
  s_rfe_b64 s[n-2:n-1]

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
