// Eight waves exchange lanes, read, write and count in the LDS and in the GDS, one instruction behind the other without
// a wait. EXEC differs from one instruction to the next and from wave to wave. So what an instruction keeps while it is
// served, its lanes, its sources, its count, lies beside that of others of another kind.
//
//   s20 wave   s[12:13], s[14:15], s[16:17] shapes of EXEC   v20 data   v22, v23 addresses of lanes   v24 own LDS
// Decisions: D-LDS-14, D-LDS-17.
.globl exchange_waves
.type exchange_waves,@function
.include "../../include/ds.inc"

.macro turn
  s_mov_b64 exec, s[12:13]
  ds_permute_b32 v31, v22, v20
  s_mov_b64 exec, s[14:15]
  ds_bpermute_b32 v32, v23, v20
  ds_append v33 offset:8192
  s_mov_b64 exec, s[16:17]
  ds_read2_b64 v[34:37], v24 offset0:1 offset1:0
  ds_permute_b32 v38, v23, v22 offset:8
  s_mov_b64 exec, s[12:13]
  ds_swizzle_b32 v39, v20 offset:17 << 10 | 3 << 5 | 24
  ds_add_rtn_u32 v40, v24, v22
  ds_bpermute_b32 v41, v22, v23
  s_mov_b64 exec, s[14:15]
  ds_add_u32 v25, v20 offset:64 gds
  ds_read_b128 v[42:45], v24
  ds_consume v33 offset:8196
  ds_swizzle_b32 v46, v22 offset:swizzle(REVERSE, 32)
  s_mov_b64 exec, s[16:17]
  ds_wrxchg2_rtn_b32 v[47:48], v24, v20, v22 offset0:2 offset1:3
  ds_permute_b32 v49, v22, v20
  s_mov_b64 exec, 0
  ds_permute_b32 v49, v23, v20
  ds_append v33 offset:8192
  s_mov_b64 exec, 1
  ds_permute_b32 v50, v23, v20
  s_mov_b64 exec, s[12:13]
  ds_bpermute_b32 v51, v23, v22
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  rows v31, v32, v34, v35, v36, v37, v38, v39, v40, v41, v42, v43, v44, v45, v46, v47, v48, v49, v50, v51
  s_waitcnt vmcnt(0)
.endm

exchange_waves:
  start_group 43
  s_mul_i32 s21, s20, 0x1f3d5b79
  s_mov_b32 s12, 0xf0c35a17
  s_mov_b32 s13, 0x8000ffff
  s_add_u32 s14, s12, s21
  s_not_b32 s15, s21
  s_lshl_b64 s[16:17], s[14:15], s20
  s_xor_b64 s[12:13], s[12:13], s[14:15]
  v_mul_u32_u24 v20, 0x10203, v30
  v_mul_u32_u24 v22, 37, v30
  v_lshlrev_b32 v22, 2, v22
  v_lshrrev_b32 v23, 1, v0
  v_add_u32 v23, s20, v23
  v_lshlrev_b32 v23, 2, v23
  v_lshlrev_b32 v24, 4, v30
  v_mov_b32 v25, 0
.irp n, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51
  v_mov_b32 v\n, -1
.endr
  ds_write2_b64 v24, v[30:31], v[22:23] offset1:1
  s_mov_b32 m0, 0
  v_mov_b32 v26, 0x2000
  v_mov_b32 v27, 0
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc0 .Lset
  s_mov_b64 exec, 1
  ds_write2_b32 v26, v27, v27 offset1:1
  ds_write_b32 v25, v27 offset:64 gds
  s_mov_b64 exec, -1
.Lset:
  s_waitcnt lgkmcnt(0)
  s_barrier
  turn
  turn
  s_barrier
  ds_read2_b32 v[31:32], v26 offset1:1
  ds_read_b32 v33, v25 offset:64 gds
  s_waitcnt lgkmcnt(0)
  rows v31, v32, v33
  s_endpgm

.rodata
.p2align 6
.amdhsa_kernel exchange_waves
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_group_segment_fixed_size 8704
  .amdhsa_next_free_vgpr 64
  .amdhsa_next_free_sgpr 96
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
  .amdhsa_kernarg_size 16
.end_amdhsa_kernel
