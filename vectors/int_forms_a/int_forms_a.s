// 400 random 16-bit, packed, SDWA and DPP integer instructions, as words where LLVM rejects the fields.
// After every eighth instruction the results go into a hash in v6, by lane. The program stores v6 now and then, and at
// the end.
// Decisions: D-NUM-22, D-VEC-33, D-VEC-36, D-VEC-38, D-VEC-40.
.globl main
.include "../include/int_forms.inc"
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  s_load_dwordx2 s[4:5], s[0:1], 0x8
  scalars 40, 0x0, 0xe0188525, 0x7fff8000, 0x7fff8000, 0x0, 0xffffffff, 0x1, 0x7fff8000, 0xffffffff, 0x1, 0xffffffff
  scalars 51, 0x80007fff, 0x1, 0x7fff8000, 0x80007fff, 0xd8db8175, 0x1, 0x0, 0x80007fff, 0x80007fff
  scalars 60, 0xffffffff, 0xffffffff
  load_vectors
  v_mov_b32 v6, 0
  s_mov_b32 exec_lo, 0x8cab30d1
  s_mov_b32 exec_hi, 0x5e7c6b8
  words v_min_f32_sdwa, 0x141642f9, 0x3a234e1b
  v_subrev_u16_dpp v39, v30, v25 wave_ror:1 row_mask:0xf bank_mask:0xf
  words v_min3_u16, 0xd1f63a25, 0x3452491b
  s_mov_b64 exec, -1
  v_mul_f32_dpp v12, -|v16|, v32 wave_shl:1 row_mask:0x8 bank_mask:0xf
  words v_sub_f32_sdwa, 0x04362af9, 0x1b3d8011
  v_sub_f32_dpp v27, v15, v33 wave_shl:1 row_mask:0xf bank_mask:0xb bound_ctrl:1
  words v_mul_u32_u24_dpp, 0x103c28fa, 0xbf814117
  s_mov_b64 exec, 0x61164394
  words v_ffbh_i32_dpp, 0x7e1e5efa, 0xff394109
  keep v11, v39, v37, v12, v27, v30, v15
  words v_cmp_lt_f32_dpp, 0x7c824afa, 0x5f591526
  words v_cmp_lt_u16_sdwa, 0x7d5304f9, 0x8e34ba0d
  words v_cmpx_lt_f32_sdwa, 0x7ca25ef9, 0x981b0014
  s_nop 4
  words v_sat_pk_u8_i16_dpp, 0x7e2a9efa, 0xfb314014
  s_nop 1
  words v_floor_f32_dpp, 0x7e2a3efa, 0xf9693c15
  words v_xor_b32_dpp, 0x2a4828fa, 0xfce94319
  words v_cmp_t_i32_dpp, 0x7d8e1afa, 0x9c794227
  words v_med3_i16, 0xd1fb121b, 0xcc321708
  keep v21, v36, v27
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  words v_mul_hi_u32_u24_dpp, 0x12463afa, 0x9db91211
  words v_cvt_f32_ubyte2_sdwa, 0x7e1626f9, 0x00b935d0
  words v_sub_co_u32_dpp, 0x341026fa, 0xd5493421
  words v_pk_add_u16, 0xd38a7725, 0x9c963726
  v_lshrrev_b32_dpp v16, v13, v24 wave_ror:1 row_mask:0xd bank_mask:0xf
  s_mov_b64 exec, 0x2bbf5b39
  words v_pk_lshrrev_b16, 0xd385840c, 0xcbe23520
  words v_subrev_u16_dpp, 0x50204efa, 0xf6812809
  words v_ashrrev_i16_dpp, 0x58464afa, 0xcfa13015
  keep v35, v11, v8, v37, v16, v12
  keep_mask vcc_lo, vcc_hi
  words v_or_b32_sdwa, 0x28262ef9, 0x3a3d7622
  s_mov_b64 exec, -1
  words v_cmpx_eq_u16_e64, 0xd0bade6a, 0xbc92442a
  s_nop 4
  v_cvt_i32_f32_sdwa v22, -|v16| clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2
  words v_sub_co_u32_sdwa, 0x344632f9, 0x3500b015
  words v_pk_min_i16, 0xd388300c, 0x945e4716
  words v_mad_legacy_i16, 0xd1ec6919, 0x74562a2c
  words v_max_i16_sdwa, 0x601fe2f9, 0xac05a917
  words v_mul_lo_u16_e64, 0xd129c20f, 0xe46d810c
  keep v19, v22, v35, v12, v25, v15
  keep_mask vcc_lo, vcc_hi
  row
  words v_sub_u16_e64, 0xd1279a11, 0x1bde3508
  words v_max_i16_dpp, 0x601c40fa, 0x9fb13816
  words v_cmp_le_i32_dpp, 0x7d862cfa, 0x05810e24
  words v_cvt_flr_i32_f32_sdwa, 0x7e221af9, 0x002e531c
  words v_cmpx_gt_i16_e64, 0xd0b4443a, 0xfc2a411d
  s_nop 4
  words v_cvt_f32_f16_sdwa, 0x7e1e16f9, 0x001bc30b
  words v_mad_u16, 0xd204fe26, 0xe0b6250f
  words v_cmpx_gt_u16_sdwa, 0x7d784cf9, 0x0d1c0022
  s_nop 4
  keep v17, v14, v15, v38
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  v_cndmask_b32_dpp v27, |v36|, -v21, vcc row_half_mirror row_mask:0x0 bank_mask:0xf bound_ctrl:1
  words v_mul_i32_i24_dpp, 0x0c3a2cfa, 0x62194022
  words v_msad_u8, 0xd1e48d0b, 0x8c945921
  words v_cmp_class_f32_sdwa, 0x7c21e2f9, 0xa53a000e
  s_mov_b64 exec, -1
  words v_sub_u32_sdwa, 0x6a3646f9, 0x261a4626
  words v_not_b32_sdwa, 0x7e1e56f9, 0x0098c830
  words v_cmp_le_u16_e64, 0xd0ab8138, 0x3c724f22
  s_mov_b64 exec, 0x73e5e13f
  words v_pk_sub_i16, 0xd383b90b, 0xb47a1925
  keep v27, v29, v11, v15
  keep_mask vcc_lo, vcc_hi
  keep_mask s56, s57
  words v_cmpx_eq_f32_dpp, 0x7ca420fa, 0x67b92411
  s_nop 4
  words v_ffbh_u32_sdwa, 0x7e2a5af9, 0x009b9637
  words v_cmp_f_i16_e64, 0xd0a02a3a, 0x220a1523
  s_mov_b64 exec, -1
  words v_add_co_u32_dpp, 0x32241cfa, 0xb6b13c16
  s_mov_b64 exec, -1
  words v_ffbh_u32_sdwa, 0x7e165af9, 0x0005e01b
  v_fract_f32_sdwa v15, -v36 clamp dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD
  words v_min_u16_sdwa, 0x624c3ef9, 0x1405130d
  s_mov_b64 exec, 0x16aeefc2
  words v_cmpx_eq_i16_e64, 0xd0b2003a, 0xec72191d
  s_nop 4
  keep v21, v18, v11, v15, v38
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  words v_pk_min_u16, 0xd38d830b, 0xd8d61b1d
  words v_cmp_ge_u32_sdwa, 0x7d9c66f9, 0xac12bc19
  words v_ffbh_u32_dpp, 0x7e4a5afa, 0xe1c8d713
  words v_mov_b32_dpp, 0x7e2802fa, 0xff61381c
  s_mov_b64 exec, -1
  words v_pk_lshrrev_b16, 0xd385d11c, 0x6c8e4511
  words v_cmp_le_u16_e64, 0xd0ab106a, 0x34223521
  words v_fract_f32_dpp, 0x7e2836fa, 0x1f692823
  words v_bfrev_b32_sdwa, 0x7e2e58f9, 0x00190509
  keep v11, v37, v20, v28, v23
  keep_mask s60, s61
  keep_mask vcc_lo, vcc_hi
  row
  words v_sat_pk_u8_i16_sdwa, 0x7e109ef9, 0x0035ed18
  words v_pk_mad_u16, 0xd389131c, 0xb8b64b25
  s_mov_b64 exec, -1
  words v_subrev_co_u32_sdwa, 0x361a18f9, 0x0a3ed10c
  words v_min3_u16, 0xd1f60f21, 0x8476430f
  s_nop 1
  words v_cmpx_lg_f32_dpp, 0x7caa42fa, 0xfce14016
  s_nop 4
  s_mov_b64 exec, -1
  words v_cmp_ge_u16_e64, 0xd0ae593a, 0xac664916
  v_sub_f32_dpp v16, -v21, |v20| row_ror:1 row_mask:0xf bank_mask:0xf
  words v_mul_f32_sdwa, 0x0a364cf9, 0x323ef312
  keep v8, v28, v13, v33, v16, v27
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  words v_cmpx_ne_u32_dpp, 0x7dba4efa, 0x1fe14212
  s_nop 4
  words v_pk_ashrrev_i16, 0xd386f71c, 0xfc4e4724
  words v_lshrrev_b16_dpp, 0x563814fa, 0x2f210814
  words v_min3_u16, 0xd1f63d17, 0x3c223522
  words v_cmp_f_u16_e64, 0xd0a84b6a, 0xd44a411d
  v_fract_f32_sdwa v17, |v25| clamp mul:4 dst_sel:BYTE_0 dst_unused:UNUSED_SEXT src0_sel:BYTE_1
  words v_sub_u32_dpp, 0x6a484afa, 0xfd110c16
  words v_mov_b32_sdwa, 0x7e2602f9, 0x00943531
  s_mov_b64 exec, -1
  keep v28, v23, v17, v36, v19
  keep_mask vcc_lo, vcc_hi
  words v_add_u32_sdwa, 0x684238f9, 0x1c2e550b
  words v_cmp_neq_f32_sdwa, 0x7c9a44f9, 0x301bea25
  words v_pk_mul_lo_u16, 0xd381b817, 0xf4222b11
  words v_max_i16_sdwa, 0x601418f9, 0x132c831d
  words v_cmp_neq_f32_dpp, 0x7c9a46fa, 0x6f70d60c
  words v_pk_min_u16, 0xd38da218, 0x04664d15
  v_sub_f32_dpp v18, -v9, v25 row_bcast:31 row_mask:0xf bank_mask:0x1 bound_ctrl:1
  v_pk_mad_u16 v8, v38, v20, v35 op_sel:[0,1,0] op_sel_hi:[1,0,1] neg_lo:[1,0,0] neg_hi:[1,0,0] clamp
  keep v33, v23, v10, v24, v18, v8
  keep_mask vcc_lo, vcc_hi
  words v_cmpx_ge_i32_dpp, 0x7dac1efa, 0xf1293c10
  s_nop 4
  words v_subb_co_u32_dpp, 0x3a2230fa, 0xfc41431e
  words v_cvt_i32_f32_dpp, 0x7e4410fa, 0x94792921
  words v_cvt_f32_u32_dpp, 0x7e4a0cfa, 0xfff9161a
  words v_med3_u16, 0xd1fcbb17, 0x9c563719
  words v_pk_add_i16, 0xd382ec23, 0xc0da2521
  s_mov_b64 exec, 0x707637a9
  words v_cmp_o_f32_dpp, 0x7c8e1cfa, 0xffc1341a
  words v_lshlrev_b32_sdwa, 0x243a4af9, 0x25824081
  keep v17, v34, v37, v23, v35, v29
  keep_mask vcc_lo, vcc_hi
  row
  words v_pk_add_i16, 0xd382ab1a, 0x5c561d1b
  words v_cmp_ge_u32_sdwa, 0x7d9c5af9, 0x9b1db815
  words v_cmpx_ne_i16_sdwa, 0x7d6a2ef9, 0x001bea15
  s_nop 4
  words v_ashrrev_i16_sdwa, 0x582650f9, 0xb21b2d11
  words v_mad_legacy_u16, 0xd1eb580e, 0xbc7df111
  v_subrev_f32_dpp v12, -|v11|, -|v15| quad_perm:[1,3,2,0] row_mask:0x4 bank_mask:0xf
  words v_mul_i32_i24_sdwa, 0x0c4e3af9, 0x21bdc9c0
  words v_pk_sub_i16, 0xd3836c0e, 0x446e3f16
  keep v26, v19, v14, v12, v39
  keep_mask s56, s57
  keep_mask vcc_lo, vcc_hi
  v_floor_f32_sdwa v10, |v39| mul:2 dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2
  words v_msad_u8, 0xd1e43c1c, 0x3c324719
  v_cvt_f16_f32_dpp v37, v35 row_ror:7 row_mask:0x9 bank_mask:0x0
  words v_mad_legacy_i16, 0xd1ec4b10, 0x2c6e1508
  words v_cvt_f32_ubyte0_sdwa, 0x7e3a22f9, 0x00a0232c
  words v_cmpx_f_i16_sdwa, 0x7d6014f9, 0x1295ba34
  s_nop 4
  words v_max3_u16, 0xd1f90623, 0x143644f7
  words v_pk_min_u16, 0xd38d500b, 0x7c9a2b24
  keep v10, v28, v37, v16, v29, v35, v11
  keep_mask s58, s59
  words v_cvt_rpi_i32_f32_dpp, 0x7e4218fa, 0xfa793822
  words v_pk_lshrrev_b16, 0xd385d313, 0x345a211e
  words v_mul_lo_u16_dpp, 0x524228fa, 0xffd8d317
  words v_cmpx_u_f32_sdwa, 0x7cb05af9, 0xb419b81b
  s_nop 4
  words v_pk_sub_u16, 0xd38bd01e, 0x40da4916
  words v_cmp_gt_i16_e64, 0xd0a43338, 0xac461927
  words v_subrev_co_u32_sdwa, 0x364658f9, 0xa51eec0a
  v_rndne_f32_sdwa v33, v10 mul:2 dst_sel:BYTE_3 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
  s_mov_b64 exec, 0x598b178a
  keep v33, v19, v30, v35
  keep_mask s56, s57
  keep_mask vcc_lo, vcc_hi
  words v_cmpx_ne_i16_e64, 0xd0b58438, 0xc8a64d10
  s_nop 4
  words v_cmpx_t_i32_dpp, 0x7dae42fa, 0xaf892e1d
  s_nop 4
  words v_floor_f32_dpp, 0x7e343efa, 0xef913c1d
  words v_add_u16_e64, 0xd1260a10, 0xec50551c
  words v_ffbh_i32_dpp, 0x7e145efa, 0xafa93c0d
  words v_mul_i32_i24_dpp, 0x0c263cfa, 0xffa12908
  words v_add_u16_dpp, 0x4c1442fa, 0xff494226
  s_mov_b64 exec, 0xf8625b4
  words v_bfrev_b32_sdwa, 0x7e3258f9, 0x002eb116
  s_mov_b64 exec, -1
  keep v26, v16, v10, v19, v25
  keep_mask s56, s57
  keep_mask vcc_lo, vcc_hi
  row
  words v_ashrrev_i16_sdwa, 0x583420f9, 0x0c296112
  words v_cmp_lt_u16_dpp, 0x7d522afa, 0x5ff9400e
  words v_cmpx_f_u16_sdwa, 0x7d7020f9, 0x04a0ba80
  s_nop 4
  words v_cmpx_ne_u16_dpp, 0x7d7a18fa, 0x5f99380f
  s_nop 4
  v_and_b32_dpp v9, v13, v20 row_shr:10 row_mask:0x4 bank_mask:0x7 bound_ctrl:1
  words v_min_i16_sdwa, 0x643644f9, 0x01aa4bf7
  s_mov_b64 exec, -1
  words v_ffbh_u32_sdwa, 0x7e325af9, 0x009a2981
  words v_sub_u16_sdwa, 0x4e4434f9, 0x342b4a1d
  keep v26, v9, v27, v25, v34
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  words v_lshlrev_b32_sdwa, 0x242652f9, 0xb30b4519
  words v_min3_i16, 0xd1f5231f, 0xd4323113
  words v_cmpx_ne_u16_e64, 0xd0bdf33a, 0xa46e4122
  s_nop 4
  words v_cvt_rpi_i32_f32_sdwa, 0x7e2018f9, 0x009b6a30
  s_mov_b64 exec, 0x6033d5b3
  words v_add_u16_sdwa, 0x4c2c18f9, 0x0616010c
  s_mov_b64 exec, -1
  words v_pk_max_i16, 0xd387b61f, 0x6c423632
  words v_cmpx_ge_i16_sdwa, 0x7d6c34f9, 0x29bc00f2
  s_nop 4
  v_floor_f32_sdwa v24, -s53 mul:2 dst_sel:BYTE_0 dst_unused:UNUSED_SEXT src0_sel:BYTE_0
  keep v19, v31, v16, v22, v24
  keep_mask s58, s59
  keep_mask vcc_lo, vcc_hi
  words v_cmpx_lt_i16_e64, 0xd0b1356a, 0x4c323908
  s_nop 4
  s_mov_b64 exec, 0x6f2df5da
  words v_pk_sub_i16, 0xd383200c, 0x84862cc0
  s_mov_b64 exec, 0xdb6344a
  words v_ashrrev_i32_sdwa, 0x223104f9, 0x9631d00b
  v_trunc_f32_sdwa v20, |v38| clamp dst_sel:BYTE_2 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
  v_cmpx_gt_f32_sdwa s[58:59], -|v21|, -v16 src0_sel:DWORD src1_sel:BYTE_3
  s_nop 4
  s_mov_b64 exec, -1
  words v_cmp_f_i16_dpp, 0x7d4026fa, 0xfeb9431e
  words v_pk_max_i16, 0xd3871b0a, 0x2469e90f
  words v_pk_ashrrev_i16, 0xd386a109, 0x9c3c510b
  keep v12, v24, v20, v10, v9
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  v_cvt_f32_ubyte2_dpp v11, v39 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
  v_cvt_f32_i32_sdwa v20, s55 clamp dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1
  words v_cmpx_ne_u16_e64, 0xd0bd593a, 0x44261318
  s_nop 4
  words v_and_b32_dpp, 0x264c4cfa, 0xff705622
  words v_cvt_f16_f32_sdwa, 0x7e4814f9, 0x00b9f4c0
  s_mov_b64 exec, -1
  words v_cvt_flr_i32_f32_dpp, 0x7e181afa, 0xbc592814
  words v_add_u16_dpp, 0x4c4810fa, 0x0fa93c09
  words v_pk_mad_i16, 0xd380100a, 0xcc422c2a
  keep v11, v20, v38, v36, v12, v10
  keep_mask s58, s59
  row
  words v_cmp_le_f32_sdwa, 0x7c8646f9, 0x3813ea1a
  words v_cmp_ge_i16_e64, 0xd0a67b3a, 0x5c6a1316
  v_cvt_i32_f32_dpp v28, -v24 row_shr:10 row_mask:0xc bank_mask:0xf
  words v_cvt_f32_f16_sdwa, 0x7e3a16f9, 0x00084609
  words v_cvt_pk_u16_u32, 0xd297f30c, 0x94521712
  s_nop 1
  words v_sat_pk_u8_i16_dpp, 0x7e349efa, 0xff59021d
  words v_subrev_u16_sdwa, 0x501c3ef9, 0x0520640a
  words v_min_i32_dpp, 0x182442fa, 0xf1c94014
  keep v28, v29, v12, v26, v14, v18
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  words v_cmp_ge_f32_dpp, 0x7c8c40fa, 0xff49411b
  s_nop 1
  words v_xor_b32_dpp, 0x2a4e4afa, 0xb4c14212
  s_mov_b64 exec, -1
  v_lshlrev_b32_sdwa v15, sext(v8), sext(v9) clamp dst_sel:BYTE_2 dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:BYTE_0
  s_mov_b64 exec, 0x6fa0156a
  words v_cmpx_ge_i16_e64, 0xd0b69538, 0x4c462b09
  s_nop 4
  words v_min_i16_dpp, 0x641446fa, 0x0b592915
  words v_cmpx_le_i16_e64, 0xd0b3cf3a, 0x84322908
  s_nop 4
  s_mov_b64 exec, 0xb7ba9e
  words v_mqsad_pk_u16_u8, 0xd1e6cb18, 0x1c521d21
  words v_cmp_nge_f32_dpp, 0x7c9234fa, 0xf0793808
  s_mov_b64 exec, -1
  keep v39, v15, v10, v24, v25
  keep_mask vcc_lo, vcc_hi
  keep_mask s56, s57
  keep_mask s58, s59
  words v_cmpx_gt_u32_sdwa, 0x7db840f9, 0x1992bcf1
  s_nop 4
  words v_cmp_t_u16_e64, 0xd0affe38, 0x9c762120
  words v_mul_hi_u32_u24_sdwa, 0x121614f9, 0x112a8320
  words v_cmpx_nlg_f32_sdwa, 0x7cb416f9, 0x0ab000c0
  s_nop 4
  s_mov_b64 exec, 0x7eb758e5
  words v_pk_sub_u16, 0xd38bc612, 0x7c521911
  words v_cmp_ge_i16_dpp, 0x7d4c20fa, 0xff494318
  s_mov_b64 exec, -1
  words v_cmpx_ge_u32_dpp, 0x7dbc40fa, 0xfdd93414
  s_nop 4
  words v_cmpx_eq_u16_sdwa, 0x7d7446f9, 0x1925b81f
  s_nop 4
  keep v11, v18
  keep_mask s60, s61
  keep_mask s56, s57
  keep_mask vcc_lo, vcc_hi
  words v_cvt_i32_f32_sdwa, 0x7e1210f9, 0x001c8322
  words v_pk_mul_lo_u16, 0xd3816c1f, 0x94823d27
  words v_cvt_f32_ubyte2_sdwa, 0x7e3a26f9, 0x003e840c
  v_floor_f32_sdwa v32, v15 clamp mul:4 dst_sel:BYTE_0 dst_unused:UNUSED_SEXT src0_sel:WORD_1
  words v_cmpx_le_u16_dpp, 0x7d7626fa, 0x3f393811
  s_nop 4
  words v_cvt_f32_f16_sdwa, 0x7e4e16f9, 0x001d5020
  v_cmpx_le_f32_sdwa s[56:57], -|v9|, -|v20| src0_sel:WORD_0 src1_sel:BYTE_1
  s_nop 4
  words v_cmp_gt_i16_sdwa, 0x7d4838f9, 0x3424ba13
  keep v9, v31, v29, v32, v39
  keep_mask vcc_lo, vcc_hi
  keep_mask s56, s57
  keep_mask s58, s59
  row
  words v_add_i16, 0xd29e3715, 0x6c6a4d26
  v_cvt_f32_ubyte0_sdwa v29, v19 clamp mul:2 dst_sel:DWORD dst_unused:UNUSED_SEXT src0_sel:WORD_1
  s_mov_b64 exec, 0x39dd2e90
  words v_min3_u16, 0xd1f69112, 0x947a3f18
  s_mov_b64 exec, 0x1c598c58
  words v_min_u16_e64, 0xd1310d0c, 0x74823723
  words v_ceil_f32_dpp, 0x7e463afa, 0x9f410111
  words v_mad_legacy_i16, 0xd1ecdb15, 0x345e1519
  words v_cmp_eq_i16_e64, 0xd0a25438, 0x7c262725
  words v_cmpx_lg_f32_dpp, 0x7caa24fa, 0xff412a0c
  s_nop 4
  keep v21, v29, v18, v12, v35
  keep_mask s56, s57
  keep_mask vcc_lo, vcc_hi
  words v_cmpx_class_f32_dpp, 0x7c2222fa, 0xffa90d1a
  s_nop 4
  words v_cmp_le_i32_dpp, 0x7d863efa, 0xffd14116
  s_mov_b64 exec, 0x42cd2114
  words v_cmp_f_u32_dpp, 0x7d9030fa, 0xff314212
  words v_mul_lo_u16_e64, 0xd1294610, 0xf42a2725
  words v_sub_i16, 0xd29f1d12, 0x0342470f
  v_rndne_f32_sdwa v33, -|v31| dst_sel:BYTE_3 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
  words v_cmpx_ngt_f32_sdwa, 0x7cb61af9, 0x2a11bc22
  s_nop 4
  words v_cvt_u32_f32_sdwa, 0x7e2c0ef9, 0x008cb02c
  keep v16, v18, v33, v22
  keep_mask vcc_lo, vcc_hi
  keep_mask s60, s61
  words v_pk_max_u16, 0xd38c3e1a, 0x347a3429
  words v_ffbh_i32_dpp, 0x7e365efa, 0xf9791f17
  s_mov_b64 exec, 0x1f914161
  words v_cmpx_nlg_f32_dpp, 0x7cb418fa, 0x2f31040c
  s_nop 4
  v_cvt_i32_f32_sdwa v25, -v8 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0
  words v_cmpx_nlt_f32_dpp, 0x7cbc36fa, 0xff113009
  s_nop 4
  words v_cmp_ge_u16_e64, 0xd0ae0d6a, 0xdc721f08
  words v_mul_hi_i32_i24_dpp, 0x0e343efa, 0xfaf9341a
  words v_mul_f32_sdwa, 0x0a2840f9, 0x3eb4d0f7
  keep v26, v27, v25, v20
  keep_mask vcc_lo, vcc_hi
  words v_lshrrev_b16_dpp, 0x561e1cfa, 0x42d14024
  s_mov_b64 exec, -1
  v_floor_f32_dpp v10, -v20 row_mirror row_mask:0x1 bank_mask:0x0
  words v_sub_u32_dpp, 0x6a341afa, 0x26390611
  words v_ashrrev_i16_e64, 0xd12cac0e, 0x14261927
  words v_min_i16_e64, 0xd1328415, 0x6c3e250b
  words v_subrev_co_u32_sdwa, 0x36364ef9, 0x0c1e6c1e
  words v_pk_add_u16, 0xd38ad908, 0xf0ba2524
  words v_mqsad_u32_u8, 0xd1e78b21, 0x64521f12
  s_mov_b64 exec, 0xe5a67bd
  keep v15, v10, v26, v14, v21, v27, v8, v33, v34, v35, v36
  keep_mask vcc_lo, vcc_hi
  row
  words v_pk_min_u16, 0xd38d8a1f, 0xb486350a
  s_nop 1
  words v_rndne_f32_dpp, 0x7e223cfa, 0x7fe9431f
  words v_cmp_ne_u32_sdwa, 0x7d9be4f9, 0x9112000e
  words v_cmpx_f_i32_dpp, 0x7da01cfa, 0xf0701f24
  s_nop 4
  s_mov_b64 exec, 0x26aef377
  words v_subrev_co_u32_dpp, 0x364e3afa, 0xff494015
  words v_ashrrev_i16_e64, 0xd12ca008, 0xa42a170d
  words v_subbrev_co_u32_dpp, 0x3c2c1afa, 0x5f593820
  words v_pk_max_u16, 0xd38c2921, 0xec3e2b15
  s_mov_b64 exec, -1
  keep v31, v17, v39, v8, v22, v33
  keep_mask vcc_lo, vcc_hi
  words v_cmpx_f_u32_sdwa, 0x7db018f9, 0x3ba4bac1
  s_nop 4
  words v_cmp_gt_f32_dpp, 0x7c8836fa, 0xffa10d1d
  words v_cmpx_lt_i16_e64, 0xd0b10838, 0x74561714
  s_nop 4
  words v_max3_i16, 0xd1f8ef0c, 0x4c8a1b15
  words v_cmpx_ge_i16_e64, 0xd0b6c83a, 0x24763f11
  s_nop 4
  words v_ffbh_i32_sdwa, 0x7e1e5ef9, 0x00215617
  words v_lshrrev_b32_sdwa, 0x20443af9, 0x00144d17
  s_mov_b64 exec, 0x69658d73
  words v_cvt_u32_f32_dpp, 0x7e100efa, 0xf349341b
  keep v12, v15, v34, v8
  keep_mask s58, s59
  keep_mask vcc_lo, vcc_hi
  keep_mask s56, s57
  words v_cvt_i32_f32_dpp, 0x7e4210fa, 0x9cf13c13
  s_mov_b64 exec, -1
  v_lshrrev_b16_dpp v35, v39, v35 row_shr:4 row_mask:0x0 bank_mask:0x6
  s_mov_b64 exec, 0x6f8bbcd9
  words v_subrev_co_u32_sdwa, 0x363c3cf9, 0x2931940f
  v_cvt_f16_f32_dpp v31, -|v24| wave_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  words v_trunc_f32_sdwa, 0x7e3238f9, 0x00aa6b2b
  words v_cvt_rpi_i32_f32_dpp, 0x7e3618fa, 0xf7794113
  words v_bfrev_b32_dpp, 0x7e3a58fa, 0xff994113
  words v_pk_mad_i16, 0xd380df0e, 0x04462b10
  s_mov_b64 exec, 0x2f260a1a
  keep v33, v35, v30, v31, v25, v27, v29, v14
  keep_mask vcc_lo, vcc_hi
  words v_pk_mad_u16, 0xd3899810, 0xcc7e12f4
  words v_pk_min_i16, 0xd388b821, 0x646e3719
  words v_cmpx_nlg_f32_dpp, 0x7cb418fa, 0x2b39430e
  s_nop 4
  words v_cmpx_le_i16_e64, 0xd0b3e53a, 0x444e3324
  s_nop 4
  words v_subbrev_co_u32_dpp, 0x3c383efa, 0x5b794126
  words v_ffbh_i32_sdwa, 0x7e1e5ef9, 0x000de808
  words v_ashrrev_i16_e64, 0xd12c9817, 0x246c651b
  words v_pk_mad_u16, 0xd3897b18, 0x148a171b
  s_nop 1
  keep v16, v33, v28, v15, v23, v24
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  row
  words v_cmp_t_u16_dpp, 0x7d5e12fa, 0xff793418
  s_mov_b64 exec, -1
  words v_cvt_flr_i32_f32_sdwa, 0x7e401af9, 0x0021e31c
  words v_sat_pk_u8_i16_e64, 0xd18ff71f, 0xdc3e4325
  words v_cmpx_t_u32_sdwa, 0x7dbe20f9, 0x2122bc1f
  s_nop 4
  words v_pk_lshrrev_b16, 0xd385e112, 0x544a1915
  words v_mul_hi_u32_u24_dpp, 0x123e40fa, 0xff69220f
  words v_max_i16_dpp, 0x601234fa, 0xffc93013
  words v_lshlrev_b16_e64, 0xd12a5420, 0xd43e2127
  keep v32, v31, v18, v9
  keep_mask vcc_lo, vcc_hi
  keep_mask s60, s61
  words v_cmp_class_f32_dpp, 0x7c2038fa, 0xfc994122
  words v_not_b32_sdwa, 0x7e4256f9, 0x0084e5d0
  words v_pk_sub_i16, 0xd383a920, 0xf43e330d
  words v_ffbh_i32_sdwa, 0x7e305ef9, 0x009d01f4
  words v_mul_lo_u16_e64, 0xd129ea0e, 0x6c9df127
  words v_mov_b32_dpp, 0x7e4a02fa, 0xf839341f
  v_floor_f32_sdwa v12, |1.0| clamp div:2 dst_sel:WORD_0 dst_unused:UNUSED_SEXT src0_sel:BYTE_3
  words v_med3_i16, 0xd1fb7919, 0x5c424d27
  keep v33, v32, v24, v14, v37, v12, v25
  keep_mask vcc_lo, vcc_hi
  words v_ashrrev_i16_sdwa, 0x582620f9, 0x1d994c81
  words v_cmp_le_u16_sdwa, 0x7d5640f9, 0x2b3eea27
  words v_max3_u16, 0xd1f91926, 0xc42e491f
  words v_trunc_f32_sdwa, 0x7e3638f9, 0x000b111d
  s_mov_b64 exec, -1
  words v_mul_u32_u24_dpp, 0x103426fa, 0xf6793c0a
  words v_pk_sub_u16, 0xd38b9510, 0x2425811b
  s_mov_b64 exec, 0x2a29b664
  words v_cmp_o_f32_dpp, 0x7c8e42fa, 0xfbc9380f
  v_subrev_co_u32_sdwa v27, vcc, v19, v26 dst_sel:BYTE_3 dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:BYTE_1
  keep v19, v38, v27, v26, v16
  keep_mask vcc_lo, vcc_hi
  words v_cmpx_f_u16_e64, 0xd0b8993a, 0x5c6e4910
  s_nop 4
  words v_cmpx_ge_u16_e64, 0xd0be2a38, 0x8c8a302b
  s_nop 4
  words v_cmpx_eq_f32_sdwa, 0x7ca5a0f9, 0x803bba1e
  s_nop 4
  words v_med3_i16, 0xd1fb3312, 0xcc7e151a
  words v_pk_sub_u16, 0xd38bc727, 0xbc4e2121
  words v_cmpx_gt_i32_sdwa, 0x7da82cf9, 0x0886ea2e
  s_nop 4
  words v_cmpx_class_f32_dpp, 0x7c2246fa, 0xffa13c10
  s_nop 4
  words v_cmp_f_i16_e64, 0xd0a0ea6a, 0xe3e23521
  keep v18, v39
  keep_mask s58, s59
  keep_mask s56, s57
  keep_mask vcc_lo, vcc_hi
  row
  words v_cmp_f_i16_e64, 0xd0a0ec3a, 0xec8a231e
  words v_cvt_f16_f32_dpp, 0x7e2614fa, 0xffe14219
  words v_cmpx_le_u32_sdwa, 0x7db62af9, 0x341a001d
  s_nop 4
  words v_pk_min_i16, 0xd3888109, 0x0c9a2f1c
  v_cmpx_gt_f32_sdwa vcc, neg(2), -|v39| src0_sel:WORD_1 src1_sel:WORD_1
  s_nop 4
  words v_cmp_gt_u16_e64, 0xd0acf838, 0x64363d0a
  s_mov_b64 exec, -1
  words v_pk_add_u16, 0xd38aeb0c, 0x845a2327
  words v_sub_co_u32_sdwa, 0x344822f9, 0x2e1e5321
  s_mov_b64 exec, 0x249e1eb8
  keep v19, v9, v12, v36
  keep_mask s58, s59
  keep_mask vcc_lo, vcc_hi
  keep_mask s56, s57
  words v_qsad_pk_u16_u8, 0xd1e54717, 0x647e4d27
  words v_cmpx_f_u16_e64, 0xd0b84b3a, 0x2c46491a
  s_nop 4
  s_mov_b64 exec, 0x8f7d85a
  words v_sat_pk_u8_i16_sdwa, 0x7e389ef9, 0x0026750e
  words v_max3_i16, 0xd1f84c26, 0xa4321112
  words v_pk_min_u16, 0xd38d6124, 0x048e4914
  s_mov_b64 exec, 0x10434437
  words v_cmpx_ne_u32_dpp, 0x7dba34fa, 0xdf49241e
  s_nop 4
  words v_pk_lshlrev_b16, 0xd3845b24, 0x5c8c6521
  s_mov_b64 exec, 0x202bf1a0
  words v_add_u16_sdwa, 0x4c4618f9, 0x31a931f2
  s_mov_b64 exec, 0x2c2d5449
  keep v23, v24, v28, v38, v36, v35
  keep_mask s58, s59
  keep_mask vcc_lo, vcc_hi
  words v_add_f32_sdwa, 0x024436f9, 0x2b2c1121
  words v_cmpx_lt_u32_dpp, 0x7db23cfa, 0x5ff94008
  s_nop 4
  words v_cmp_nle_f32_dpp, 0x7c984cfa, 0xff49230e
  words v_pk_min_i16, 0xd3884d12, 0x1c6a371a
  words v_cvt_rpi_i32_f32_sdwa, 0x7e3c18f9, 0x00249412
  s_mov_b64 exec, 0x3b20fe16
  v_lshlrev_b32_dpp v38, v35, v23 row_shr:3 row_mask:0x4 bank_mask:0xf
  s_mov_b64 exec, -1
  words v_sub_u16_sdwa, 0x4e2256f9, 0x96304427
  words v_pk_min_i16, 0xd3885a0d, 0x5c823d21
  keep v34, v18, v30, v38, v17, v13
  keep_mask vcc_lo, vcc_hi
  words v_add_co_u32_sdwa, 0x321830f9, 0x11a88e35
  words v_not_b32_sdwa, 0x7e3a56f9, 0x00140d0f
  v_cvt_f32_f16_sdwa v13, -s51 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
  s_mov_b64 exec, -1
  words v_cvt_pk_i16_i32, 0xd298301b, 0xe44a2b0d
  v_cvt_f32_i32_sdwa v15, sext(v23) div:2 dst_sel:DWORD dst_unused:UNUSED_SEXT src0_sel:BYTE_2
  words v_pk_mad_u16, 0xd3891317, 0x442a1513
  s_mov_b64 exec, -1
  words v_add_u32_sdwa, 0x681e2ef9, 0x3928d51f
  s_mov_b64 exec, -1
  words v_cvt_f32_i32_dpp, 0x7e1e0afa, 0xf439381f
  s_mov_b64 exec, -1
  keep v12, v29, v13, v27, v15, v23
  keep_mask vcc_lo, vcc_hi
  row
  words v_cvt_flr_i32_f32_dpp, 0x7e2e1afa, 0x31794214
  words v_ffbh_i32_dpp, 0x7e245efa, 0xf279120b
  s_mov_b64 exec, 0x74514c58
  v_min_f32_dpp v35, -|v31|, |v31| row_shr:7 row_mask:0x1 bank_mask:0xa
  words v_add_f32_sdwa, 0x021c32f9, 0x1925a511
  words v_pk_lshlrev_b16, 0xd3845017, 0x546a3481
  s_mov_b64 exec, 0x511ac9e2
  words v_cvt_i32_f32_dpp, 0x7e2810fa, 0xf6692424
  v_ceil_f32_sdwa v17, -|v27| clamp div:2 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:WORD_0
  s_nop 1
  words v_lshrrev_b32_dpp, 0x204622fa, 0x9fd05e1d
  keep v23, v18, v35, v14, v20, v17
  words v_min_f32_sdwa, 0x144e3ef9, 0x1e09320c
  s_mov_b64 exec, -1
  words v_max_u16_sdwa, 0x5e3640f9, 0x25168211
  words v_cmp_le_u32_sdwa, 0x7d961cf9, 0x3e88b8f4
  s_mov_b64 exec, 0x5d442255
  words v_cmp_gt_u16_e64, 0xd0ac1938, 0x74661716
  words v_sat_pk_u8_i16_dpp, 0x7e189efa, 0x9f592127
  words v_mul_u32_u24_sdwa, 0x102c4cf9, 0x0436e326
  words v_cmpx_eq_u32_sdwa, 0x7db43af9, 0x011aba15
  s_nop 4
  words v_min_i32_sdwa, 0x183828f9, 0x35844cf4
  s_mov_b64 exec, 0x17e01e31
  keep v39, v27, v12, v22, v28
  keep_mask s56, s57
  keep_mask s58, s59
  words v_cmp_t_u32_sdwa, 0x7d9e38f9, 0x369abcc0
  words v_cvt_f32_u32_sdwa, 0x7e2a0cf9, 0x00182d11
  v_mqsad_u32_u8 v[29:32], v[24:25], v12, v[33:36] clamp
  words v_cmp_le_u32_sdwa, 0x7d9640f9, 0x25120018
  words v_pk_sub_u16, 0xd38b6c09, 0xd496250b
  words v_lshrrev_b16_e64, 0xd12b5421, 0x3be22125
  words v_min_u16_dpp, 0x62324afa, 0x8c713016
  words v_max_i16_dpp, 0x60301cfa, 0xf9694308
  keep v21, v29, v30, v31, v32, v9, v33, v25, v24
  keep_mask s60, s61
  keep_mask vcc_lo, vcc_hi
  words v_cvt_flr_i32_f32_dpp, 0x7e4e1afa, 0xcf513412
  words v_pk_add_i16, 0xd3828b15, 0xe0ba3322
  words v_rndne_f32_dpp, 0x7e1c3cfa, 0xf3a14309
  words v_cmp_f_u16_dpp, 0x7d5016fa, 0xbf19300a
  words v_pk_min_i16, 0xd388b30a, 0x7c6a1515
  words v_pk_add_u16, 0xd38a541d, 0x5c450520
  words v_ffbl_b32_sdwa, 0x7e265cf9, 0x000ed012
  words v_pk_mad_u16, 0xd3892824, 0xec4e3f08
  keep v39, v21, v14, v10, v29, v19, v36
  keep_mask vcc_lo, vcc_hi
  row
  v_rndne_f32_sdwa v10, -|v32| clamp mul:4 dst_sel:BYTE_3 dst_unused:UNUSED_SEXT src0_sel:WORD_1
  s_mov_b64 exec, 0x5b15796c
  words v_pk_lshlrev_b16, 0xd3849b26, 0x4c4a1f20
  s_mov_b64 exec, 0x516d83ba
  words v_sub_u16_sdwa, 0x4e1626f9, 0x082d0821
  v_cmpx_o_f32_sdwa s[56:57], v36, -|s41| src0_sel:BYTE_2 src1_sel:WORD_1
  s_nop 4
  words v_ashrrev_i16_dpp, 0x583c4efa, 0x6fa14110
  words v_min_i16_e64, 0xd1322416, 0x245a2f0e
  words v_sat_pk_u8_i16_dpp, 0x7e4e9efa, 0xe3390b25
  words v_cvt_f16_f32_dpp, 0x7e1a14fa, 0xf261031d
  keep v10, v38, v11, v30, v22, v39, v13
  keep_mask s56, s57
  words v_rndne_f32_dpp, 0x7e483cfa, 0x5ff9421c
  s_mov_b64 exec, -1
  words v_pk_min_u16, 0xd38dca25, 0x9c3c5917
  words v_cmpx_ne_u32_sdwa, 0x7dba10f9, 0x3023ba0f
  s_nop 4
  words v_mul_i32_i24_dpp, 0x0c124cfa, 0xc9b8bf13
  s_mov_b64 exec, -1
  words v_cmp_eq_i16_e64, 0xd0a2723a, 0x7475011d
  words v_ceil_f32_dpp, 0x7e103afa, 0xaf81420a
  words v_pk_add_i16, 0xd382390b, 0xbc65ef1d
  words v_ffbl_b32_sdwa, 0x7e4e5cf9, 0x00238217
  s_mov_b64 exec, 0x5e3efd17
  keep v36, v37, v9, v8, v11, v39
  keep_mask s58, s59
  words v_cvt_f32_i32_sdwa, 0x7e4e0af9, 0x00a2a035
  words v_cmp_t_i32_sdwa, 0x7d8e3ef9, 0x20a8b831
  words v_cmp_le_i32_dpp, 0x7d8632fa, 0xcfb11c1c
  words v_cmp_ge_u16_dpp, 0x7d5c2afa, 0xff89420f
  v_cndmask_b32_dpp v13, v19, |v8|, vcc wave_shl:1 row_mask:0x1 bank_mask:0xc bound_ctrl:1
  words v_cmp_ge_f32_dpp, 0x7c8c44fa, 0xffd91e17
  words v_min3_i16, 0xd1f5851a, 0xd4824d08
  s_mov_b64 exec, 0x6f86b2b7
  words v_med3_u16, 0xd1fc3422, 0x44321912
  s_mov_b64 exec, 0x528eea41
  keep v39, v13, v26, v34
  keep_mask s56, s57
  keep_mask vcc_lo, vcc_hi
  words v_cmpx_f_u16_e64, 0xd0b8ec38, 0x3c363f09
  s_nop 4
  s_mov_b64 exec, -1
  words v_add_i16, 0xd29e320b, 0x54622127
  words v_ceil_f32_dpp, 0x7e403afa, 0xf7710c22
  v_cvt_rpi_i32_f32_dpp v18, v26 wave_shl:1 row_mask:0xa bank_mask:0xf
  words v_not_b32_sdwa, 0x7e1656f9, 0x001a6e11
  words v_cmp_eq_i32_dpp, 0x7d844efa, 0xefd90f24
  words v_pk_mul_lo_u16, 0xd3819c1d, 0x5c7a3f0d
  s_mov_b64 exec, -1
  words v_cvt_f32_ubyte0_sdwa, 0x7e3622f9, 0x003e4a19
  keep v11, v32, v18, v29, v27
  keep_mask s56, s57
  keep_mask vcc_lo, vcc_hi
  row
  words v_cmp_f_u32_sdwa, 0x7d9014f9, 0x0bad00f8
  words v_or_b32_sdwa, 0x282646f9, 0x131bf612
  words v_mul_i32_i24_sdwa, 0x0c102ef9, 0x03162d0d
  words v_max_i16_dpp, 0x604c48fa, 0xf851431c
  words v_cmp_ge_u16_e64, 0xd0ae2c3a, 0x446c6118
  words v_cmpx_le_i16_dpp, 0x7d6626fa, 0xaff0be15
  s_nop 4
  words v_cvt_i32_f32_sdwa, 0x7e1210f9, 0x0001e61a
  words v_bfrev_b32_dpp, 0x7e1e58fa, 0xff21120f
  keep v19, v8, v38, v9, v15
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  v_floor_f32_sdwa v33, s40 clamp mul:2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1
  words v_sub_co_u32_sdwa, 0x344a2ef9, 0x3e23550b
  words v_pk_ashrrev_i16, 0xd386c91d, 0x742e1308
  words v_cmpx_ge_u32_dpp, 0x7dbc2efa, 0xf2206b12
  s_nop 4
  v_min_f32_dpp v25, |v23|, v18 row_shr:11 row_mask:0xf bank_mask:0x7 bound_ctrl:1
  words v_cvt_flr_i32_f32_dpp, 0x7e281afa, 0xff610a16
  words v_mad_legacy_i16, 0xd1ec6f27, 0x547e48f8
  words v_cmp_lt_i16_e64, 0xd0a1623a, 0xec4a171d
  s_mov_b64 exec, 0x5a370957
  keep v33, v37, v29, v25, v20, v39
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  row
  s_endpgm
