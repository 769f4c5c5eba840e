// Times the model on vector code: model_valu with all lanes on, model_partial with half of them. Each trip takes away
// what it adds, and v5 stays at 2.0 after thirty trips. So out[i] = i for any number of trips from thirty on.
// Arguments: out, number of trips (thirty or more). Each trip: 16 vector instructions, integer and f32 mixed, and 3
// scalar instructions.
.macro kernel name, exec_lo, exec_hi
.text
.globl \name
.p2align 8
.type \name,@function
\name:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  s_load_dword s20, s[0:1], 0x8
  v_lshlrev_b32 v4, 2, v0
  v_mov_b32 v1, 0
  v_mov_b32 v5, 2.0
  v_mov_b32 v6, 0.5
  v_mov_b32 v7, 1.0
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s40, \exec_lo
  s_mov_b32 s41, \exec_hi
  s_mov_b64 exec, s[40:41]
  v_mov_b32 v5, 0
.Ltrip_\name:
  v_add_u32 v1, v1, v0
  v_fma_f32 v5, v5, v6, v7
  v_xor_b32 v2, v1, v5
  v_lshl_add_u32 v3, v2, 1, v0
  v_mul_f32 v8, v5, v6
  v_max_i32 v9, v3, v2
  v_add_f32 v10, v8, v7
  v_alignbit_b32 v11, v9, v9, 7
  v_cmp_lt_u32 vcc, v11, v0
  v_and_or_b32 v12, v11, v0, v2
  v_sub_u32 v1, v1, v0
  v_bfe_u32 v13, v12, 4, 8
  v_mac_f32 v10, v8, v7
  v_mad_u32_u24 v14, v13, v0, v1
  v_cndmask_b32 v15, v14, v12, vcc
  v_xor_b32 v2, v2, v15
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 .Ltrip_\name
  s_mov_b64 exec, -1
  v_add_u32 v1, v1, v5
  v_subrev_u32 v1, 2.0, v1
  v_add_u32 v1, v1, v0
  global_store_dword v4, v1, s[30:31]
  s_endpgm
.Lend_\name:
.size \name, .Lend_\name-\name

.rodata
.p2align 6
.amdhsa_kernel \name
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 16
  .amdhsa_next_free_sgpr 48
.end_amdhsa_kernel
.endm

kernel model_valu, -1, -1
kernel model_partial, 0x33333333, 0x0ff0f00f
