// Values of a launch in registers with two names. A wave of 16 SGPRs gets dispatch_id in s[10:11], which is
// FLAT_SCRATCH, and the base of the scratch memory in s[12:13], XNACK_MASK. s14 and s15, VCC, have its group's numbers.
//
//   out[i] of the wave: 0x600d + what is wrong   s[0:3] V# of the scratch memory   s[4:5] packet   s[8:9] kernarg
// Decisions: D-REG-21.
.globl launch
.type launch,@function
launch:
  s_load_dwordx2 s[4:5], s[8:9], 0x0
  s_mul_i32 s6, vcc_hi, 3
  s_add_u32 s6, s6, vcc_lo
  s_xor_b32 s7, s14, vcc_lo
  s_sub_u32 s8, s15, vcc_hi
  s_or_b32 s7, s7, s8
  s_or_b32 s7, s7, flat_scratch_lo
  s_or_b32 s7, s7, s11
  s_xor_b32 s8, xnack_mask_lo, s0
  s_or_b32 s7, s7, s8
  s_and_b32 s1, s1, 0xffff
  s_xor_b32 s8, s13, s1
  s_or_b32 s7, s7, s8
  s_lshl_b32 s6, s6, 8
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v1, s6, v1
  v_mov_b32 v2, 0x600d
  v_add_u32 v2, s7, v2
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[4:5]
  s_endpgm

.rodata
.p2align 6
.amdhsa_kernel launch
  .amdhsa_user_sgpr_private_segment_buffer 1
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_flat_scratch_init 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_private_segment_fixed_size 16
  .amdhsa_next_free_vgpr 4
  .amdhsa_next_free_sgpr 16
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
.end_amdhsa_kernel
