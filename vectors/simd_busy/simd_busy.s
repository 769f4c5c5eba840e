// Keeps the SIMD busy: eight waves of vector code with all lanes on, no memory in the loop. `KIND=bench` times it.
// Arguments: out, number of trips. Each trip: 16 vector instructions, integer and f32 mixed.
//   out[i] = trips*8*lane' + bits of the float trips*4   (lane' = work-item number)
.text
.globl simd_busy
.p2align 8
.type simd_busy,@function
simd_busy:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  s_load_dword s20, s[0:1], 0x8
  v_mov_b32 v1, 0
  v_mov_b32 v2, 0
  v_mov_b32 v3, 1.0
  v_lshlrev_b32 v4, 2, v0
  s_waitcnt lgkmcnt(0)
trip:
.rept 4
  v_add_u32 v1, v1, v0
  v_fma_f32 v2, v2, v3, v3
  v_lshl_add_u32 v1, v0, 0, v1
  v_xor_b32 v5, v1, v2
.endr
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 trip
  v_add_u32 v1, v1, v2
  global_store_dword v4, v1, s[30:31]
  s_endpgm
.Lend:
.size simd_busy, .Lend-simd_busy

.rodata
.p2align 6
.amdhsa_kernel simd_busy
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 48
.end_amdhsa_kernel
