// Times the model on f64 code with all lanes on. v[6:7] stays at 2.0 after sixty trips, and what a trip adds to v[2:3]
// it takes away. So out[i] = i for any number of trips from sixty on.
// Arguments: out, number of trips (sixty or more). Each trip: 10 vector instructions, 8 of them of f64, and 3 scalar
// instructions.
.text
.globl model_f64
.p2align 8
.type model_f64,@function
model_f64:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  s_load_dword s20, s[0:1], 0x8
  v_lshlrev_b32 v1, 2, v0
  v_cvt_f64_u32 v[2:3], v0
  v_mov_b32 v4, 0
  v_mov_b32 v5, 0.5
  v_cvt_f64_f32 v[4:5], v5
  v_mov_b32 v6, 0
  v_mov_b32 v7, 0
  v_cvt_f64_u32 v[8:9], 1
  s_waitcnt lgkmcnt(0)
.Ltrip:
  v_fma_f64 v[6:7], v[6:7], v[4:5], v[8:9]
  v_add_f64 v[2:3], v[2:3], v[8:9]
  v_mul_f64 v[10:11], v[2:3], v[4:5]
  v_fma_f64 v[12:13], v[10:11], v[6:7], v[2:3]
  v_cmp_lt_f64 vcc, v[10:11], v[12:13]
  v_mul_f64 v[14:15], v[12:13], v[6:7]
  v_cndmask_b32 v14, v14, v10, vcc
  v_cndmask_b32 v15, v15, v11, vcc
  v_add_f64 v[2:3], v[2:3], -v[8:9]
  v_max_f64 v[14:15], v[14:15], v[2:3]
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 .Ltrip
  v_add_f64 v[2:3], v[2:3], v[6:7]
  v_add_f64 v[2:3], v[2:3], -2.0
  v_cvt_u32_f64 v2, v[2:3]
  global_store_dword v1, v2, s[30:31]
  s_endpgm
.Lend:
.size model_f64, .Lend-model_f64

.rodata
.p2align 6
.amdhsa_kernel model_f64
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 16
  .amdhsa_next_free_sgpr 48
.end_amdhsa_kernel
