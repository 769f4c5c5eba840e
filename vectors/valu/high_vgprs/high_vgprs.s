// VGPRs from 128 on in each source and as destination. The registers 128 below have other values.
//
//   out = 80
//   s[4:5] out
// Decisions: D-REG-4.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0x111
  v_mov_b32 v3, 16
  v_mov_b32 v4, 0x222
  v_mov_b32 v5, 0x444
  v_mov_b32 v72, 0x888
  v_mov_b32 v127, 0x1111
  v_mov_b32 v200, 2
  v_mov_b32 v255, 4
  v_add_u32 v130, v3, v200                    // 18
  v_add3_u32 v131, v130, v255, v200           // 24
  v_mad_u32_u24 v132, v131, v255, v200        // 98
  v_sub_u32 v133, v132, v130                  // 80
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v133, s[4:5]
  s_endpgm
.Lend:
.size main, .Lend-main
.rodata
.p2align 6
.amdhsa_kernel main
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 256
  .amdhsa_next_free_sgpr 48
.end_amdhsa_kernel
