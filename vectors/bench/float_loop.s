// Keeps the float units of the SIMD busy: unit_f32 with FMA and transcendentals, unit_packed with f16 pairs, unit_f64.
// Each trip turns x into 1 - x, and computes with x / 512, which is near zero: nothing overflows. After an even number
// of trips x is the work-item again, so out[i] = i.
// Arguments: out, number of trips (even). Each trip: 16 vector and 3 scalar instructions.
.macro begin name
.text
.globl \name
.p2align 8
.type \name,@function
\name:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  s_load_dword s20, s[0:1], 0x8
  v_lshlrev_b32 v1, 2, v0
.endm

.macro repeat label
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 \label
.endm

.macro end name, vgprs
  global_store_dword v1, v2, s[30:31]
  s_endpgm
.Lend_\name:
.size \name, .Lend_\name-\name

.rodata
.p2align 6
.amdhsa_kernel \name
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr \vgprs
  .amdhsa_next_free_sgpr 48
.end_amdhsa_kernel
.endm

begin unit_f32
  v_cvt_f32_u32 v2, v0
  v_mov_b32 v5, 0x3b000000  // 1 / 512
  v_mov_b32 v6, 1.0
  v_mov_b32 v7, -1.0
  s_waitcnt lgkmcnt(0)
.Ltrip_f32:
  v_fma_f32 v2, v2, v7, v6
  v_mul_f32 v8, v2, v5
  v_exp_f32 v9, v8
  v_fma_f32 v10, v9, v8, v6
  v_add_f32 v11, v10, v2
  v_rcp_f32 v12, v9
  v_fma_f32 v13, v12, v10, v8
  v_mul_f32 v14, v13, v11
  v_log_f32 v15, v9
  v_fma_f32 v10, v15, v5, v14
  v_sub_f32 v11, v14, v10
  v_max_f32 v12, v10, v11
  v_sin_f32 v13, v8
  v_fma_f32 v14, v13, v12, v10
  v_mad_f32 v15, v14, v5, v6
  v_fma_f32 v9, v9, v7, v15
  repeat .Ltrip_f32
  v_cvt_u32_f32 v2, v2
end unit_f32, 16

begin unit_packed
  v_cvt_f16_u16 v2, v0
  v_lshl_or_b32 v2, v2, 16, v2
  v_mov_b32 v5, 0x18001800  // 1 / 512
  v_mov_b32 v6, 0x3c003c00  // 1.0
  v_mov_b32 v7, 0xbc00bc00  // -1.0
  s_waitcnt lgkmcnt(0)
.Ltrip_packed:
  v_pk_fma_f16 v2, v2, v7, v6
  v_pk_mul_f16 v8, v2, v5
  v_pk_fma_f16 v9, v8, v8, v6
  v_pk_add_f16 v10, v9, v8
  v_pk_max_f16 v11, v10, v9
  v_pk_fma_f16 v12, v11, v8, v6
  v_pk_mul_f16 v13, v12, v9
  v_pk_min_f16 v14, v13, v12
  v_pk_fma_f16 v15, v14, v7, v13
  v_pk_add_f16 v9, v15, v6
  v_pk_mul_f16 v10, v9, v8
  v_pk_fma_f16 v11, v10, v9, v6
  v_pk_add_f16 v12, v11, v10
  v_pk_fma_f16 v13, v12, v8, v11
  v_pk_mul_f16 v14, v13, v9
  v_pk_fma_f16 v15, v14, v8, v13
  repeat .Ltrip_packed
  v_cvt_u16_f16 v2, v2
end unit_packed, 16

begin unit_f64
  v_cvt_f64_u32 v[2:3], v0
  v_cvt_f64_i32 v[6:7], 1
  v_cvt_f64_i32 v[8:9], -1
  v_ldexp_f64 v[4:5], v[6:7], -9  // 1 / 512
  s_waitcnt lgkmcnt(0)
.Ltrip_f64:
  v_fma_f64 v[2:3], v[2:3], v[8:9], v[6:7]
  v_mul_f64 v[10:11], v[2:3], v[4:5]
  v_fma_f64 v[12:13], v[10:11], v[10:11], v[6:7]
  v_add_f64 v[14:15], v[12:13], v[10:11]
  v_max_f64 v[16:17], v[14:15], v[12:13]
  v_fma_f64 v[18:19], v[16:17], v[10:11], v[6:7]
  v_mul_f64 v[20:21], v[18:19], v[12:13]
  v_min_f64 v[22:23], v[20:21], v[18:19]
  v_fma_f64 v[12:13], v[22:23], v[8:9], v[20:21]
  v_add_f64 v[14:15], v[12:13], v[6:7]
  v_rcp_f64 v[16:17], v[14:15]
  v_fma_f64 v[18:19], v[16:17], v[14:15], v[10:11]
  v_add_f64 v[20:21], v[18:19], v[12:13]
  v_fma_f64 v[22:23], v[20:21], v[10:11], v[16:17]
  v_mul_f64 v[12:13], v[22:23], v[14:15]
  v_fma_f64 v[14:15], v[12:13], v[10:11], v[22:23]
  repeat .Ltrip_f64
  v_cvt_u32_f64 v2, v[2:3]
end unit_f64, 24
