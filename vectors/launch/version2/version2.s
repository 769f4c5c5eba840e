; A code object of version 2: every lane stores the size of its workgroup, which the dispatch packet has.
; Decisions: D-LAUNCH-12, D-LAUNCH-13.
.hsa_code_object_version 2,1
.hsa_code_object_isa 9,0,0,"AMD","AMDGPU"
.text
.p2align 8
.amdgpu_hsa_kernel version2
version2:
  .amd_kernel_code_t
    is_ptr64 = 1
    enable_sgpr_dispatch_ptr = 1
    enable_sgpr_kernarg_segment_ptr = 1
    enable_sgpr_workgroup_id_x = 1
    enable_vgpr_workitem_id = 0
    user_sgpr_count = 4
    kernarg_segment_byte_size = 8
    wavefront_sgpr_count = 16
    workitem_vgpr_count = 8
    granulated_workitem_vgpr_count = 1
    granulated_wavefront_sgpr_count = 1
    float_mode = 240
  .end_amd_kernel_code_t
  s_load_dword s5, s[0:1], 0x4
  s_load_dwordx2 s[6:7], s[2:3], 0x0
  s_waitcnt lgkmcnt(0)
  s_and_b32 s5, s5, 0xffff
  s_mul_i32 s4, s4, s5
  v_add_u32 v0, s4, v0
  v_lshlrev_b32 v0, 2, v0
  v_mov_b32 v1, s5
  global_store_dword v0, v1, s[6:7]
  s_endpgm
