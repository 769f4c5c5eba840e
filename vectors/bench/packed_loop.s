// Times the model on packed f16 with all lanes on. Each trip halves v5 and adds 1.0, and v5 stays at 2.0 in both halves
// after thirty trips. So out[i] = i for any number of trips from thirty on.
// Arguments: out, number of trips (thirty or more). Each trip: 16 vector and 3 scalar instructions.
.text
.globl model_packed
.p2align 8
.type model_packed,@function
model_packed:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  s_load_dword s20, s[0:1], 0x8
  v_lshlrev_b32 v4, 2, v0
  v_mov_b32 v5, 0
  v_mov_b32 v6, 0x38003800  // 0.5
  v_mov_b32 v7, 0x3c003c00  // 1.0
  v_mov_b32 v8, 0x40004000  // 2.0
  s_waitcnt lgkmcnt(0)
.Ltrip:
  v_pk_fma_f16 v5, v5, v6, v7
  v_pk_mul_f16 v9, v5, v6
  v_pk_add_f16 v10, v9, v7
  v_pk_max_f16 v11, v10, v9
  v_pk_fma_f16 v12, v11, v6, v9
  v_pk_min_f16 v13, v12, v7
  v_pk_mul_f16 v14, v13, v12
  v_pk_add_f16 v15, v14, v11
  v_pk_fma_f16 v9, v15, v6, v7
  v_pk_add_f16 v10, v9, v13
  v_pk_mul_f16 v11, v10, v6
  v_pk_max_f16 v12, v11, v7
  v_pk_fma_f16 v13, v12, v6, v9
  v_pk_add_f16 v14, v13, v10
  v_pk_mul_f16 v15, v14, v6
  v_pk_min_f16 v9, v15, v7
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 .Ltrip
  v_sub_u32 v1, v5, v8
  v_add_u32 v1, v1, v0
  global_store_dword v4, v1, s[30:31]
  s_endpgm
.Lend:
.size model_packed, .Lend-model_packed

.rodata
.p2align 6
.amdhsa_kernel model_packed
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 16
  .amdhsa_next_free_sgpr 48
.end_amdhsa_kernel
