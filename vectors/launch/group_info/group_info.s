// The SGPR of a work-group: whether the wave is the first, the number of the wave in its group, and how many there are.
//
//   out[i]: the SGPR of the wave of work-item i   s5 the SGPR   s2 group
// Decisions: D-LAUNCH-10.
.text
.globl main
.p2align 8
.type main,@function
main:
  s_load_dwordx2 s[8:9], s[0:1], 0x0
  s_lshl_b32 s10, s2, 10
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v1, s10, v1
  v_mov_b32 v2, s5
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[8:9]
  s_endpgm
.rodata
.p2align 6
.amdhsa_kernel main
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 32
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_sgpr_workgroup_info 1
.end_amdhsa_kernel
