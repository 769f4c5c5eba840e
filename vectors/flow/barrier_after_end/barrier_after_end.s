// The first wave of each group ends at once, before the second one is launched. Waves 1 and 2 meet at the barrier.
// From the second group on the code is in the instruction cache, and many SGPRs make a launch long.
//
//   out[128 * group + lane of the group - 64]: 7
//   s[4:5] kernarg   s16 group
.globl main
main:
  v_readfirstlane_b32 s20, v0
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 .Lend
  s_load_dwordx2 s[30:31], s[4:5], 0x0
  v_mov_b32 v2, 7
  s_lshl_b32 s16, s16, 7
  s_sub_u32 s16, s16, 64
  v_add_u32 v4, s16, v0
  v_lshlrev_b32 v4, 2, v4
  s_barrier
  s_waitcnt lgkmcnt(0)
  global_store_dword v4, v2, s[30:31]
.Lend:
  s_endpgm

.rodata
.p2align 6
.amdhsa_kernel main
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_queue_ptr 1
  .amdhsa_user_sgpr_private_segment_buffer 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_user_sgpr_dispatch_id 1
  .amdhsa_user_sgpr_flat_scratch_init 0
  .amdhsa_user_sgpr_count 16
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 48
.end_amdhsa_kernel
