// 400 more instructions of the kind of int_forms_a, with other operands.
.globl main
.include "../include/int_forms.inc"
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  s_load_dwordx2 s[4:5], s[0:1], 0x8
  scalars 40, 0x1, 0x7fff8000, 0xb5b40836, 0x7fff8000, 0xffffffff, 0x80007fff, 0x7fff8000, 0xffffffff, 0x0, 0x1, 0x1
  scalars 51, 0x1, 0x0, 0x1, 0x1, 0x7fff8000, 0x1, 0x1, 0x0, 0x80007fff, 0xffffffff, 0x7fff8000
  load_vectors
  v_mov_b32 v6, 0
  words v_pk_ashrrev_i16, 0xd386cd15, 0xe49e4b0f
  v_subrev_f32_dpp v34, v15, -v29 wave_rol:1 row_mask:0xf bank_mask:0xf
  words v_cmpx_ne_i32_sdwa, 0x7daa68f9, 0xa11cb81a
  s_nop 4
  words v_ashrrev_i16_dpp, 0x582a28fa, 0xf1e14116
  s_mov_b64 exec, -1
  words v_add_u32_dpp, 0x683244fa, 0xfbe14327
  words v_mad_i32_i16, 0xd1f2f90f, 0x246248f4
  words v_pk_sub_u16, 0xd38b7423, 0xcc823110
  s_mov_b64 exec, 0x75f995ed
  words v_sat_pk_u8_i16_e64, 0xd18f6b16, 0x24321315
  keep v21, v34, v25, v15, v35, v22
  keep_mask s56, s57
  v_cndmask_b32_dpp v30, -v31, -v23, vcc row_half_mirror row_mask:0xf bank_mask:0xf
  words v_pk_ashrrev_i16, 0xd3863510, 0x98de2f11
  words v_pk_lshrrev_b16, 0xd3850b25, 0x7c8a3916
  words v_max_u16_dpp, 0x5e2018fa, 0xfac9421d
  s_mov_b64 exec, 0x4a566eb6
  words v_cmp_eq_i16_e64, 0xd0a2f238, 0x9c3e2b21
  words v_pk_mad_i16, 0xd380fb14, 0xfc664f1e
  s_mov_b64 exec, -1
  words v_cmpx_ne_u16_dpp, 0x7d7a1cfa, 0x6f590525
  s_nop 4
  words v_cmp_o_f32_sdwa, 0x7c8e20f9, 0x2b940035
  keep v30, v16, v37, v20
  keep_mask s56, s57
  keep_mask vcc_lo, vcc_hi
  words v_cmpx_gt_u16_dpp, 0x7d7826fa, 0x4f013c1d
  s_nop 4
  words v_pk_lshlrev_b16, 0xd384281f, 0xec922b0c
  words v_cmpx_lg_f32_dpp, 0x7caa46fa, 0xf7f0c823
  s_nop 4
  words v_xor_b32_dpp, 0x2a3c1cfa, 0xef51401f
  words v_cmp_eq_f32_sdwa, 0x7c843ef9, 0x28280023
  s_mov_b64 exec, 0x7e88a04f
  words v_pk_sub_i16, 0xd3836d0f, 0x1c522312
  words v_cmp_nge_f32_sdwa, 0x7c9214f9, 0x0b39000e
  words v_cmpx_ge_u16_sdwa, 0x7d7c42f9, 0x0194b82d
  s_nop 4
  keep v31, v30, v15
  keep_mask vcc_lo, vcc_hi
  keep_mask s56, s57
  v_pk_mad_i16 v21, v26, v24, v8 op_sel_hi:[1,0,1] neg_lo:[1,0,0] clamp
  words v_cmp_ngt_f32_dpp, 0x7c9640fa, 0x5fa12f11
  words v_cmp_eq_i32_sdwa, 0x7d8410f9, 0x299bbc29
  words v_cmp_ge_f32_dpp, 0x7c8c14fa, 0xff294014
  words v_cmp_f_u16_e64, 0xd0a8d56a, 0x78ae3b1a
  words v_sat_pk_u8_i16_sdwa, 0x7e409ef9, 0x001c6d09
  s_mov_b64 exec, -1
  words v_cmpx_eq_u16_sdwa, 0x7d741cf9, 0x0236ba11
  s_nop 4
  words v_not_b32_sdwa, 0x7e3856f9, 0x00a4662a
  keep v21, v32, v28
  keep_mask vcc_lo, vcc_hi
  keep_mask s60, s61
  keep_mask s58, s59
  row
  words v_mul_lo_u16_dpp, 0x521040fa, 0x1f293423
  words v_cmp_t_u16_e64, 0xd0af4e3a, 0x64463123
  s_mov_b64 exec, 0x72116681
  v_floor_f32_dpp v32, v24 row_bcast:15 row_mask:0xf bank_mask:0x4 bound_ctrl:1
  words v_cmp_gt_u16_e64, 0xd0ac243a, 0xec5a390d
  words v_cmp_le_i32_sdwa, 0x7d8702f9, 0xb03e001d
  words v_mad_i32_i16, 0xd1f25c24, 0x345a271a
  words v_sub_co_u32_dpp, 0x341012fa, 0x9de1420d
  words v_max_f32_sdwa, 0x163040f9, 0x1eac3337
  keep v8, v32, v36, v24
  keep_mask s58, s59
  keep_mask vcc_lo, vcc_hi
  words v_cmpx_t_u16_e64, 0xd0bf996a, 0xf4764b1a
  s_nop 4
  words v_qsad_pk_u16_u8, 0xd1e5830d, 0x848a471d
  words v_mul_i32_i24_dpp, 0x0c203cfa, 0x6fd92822
  words v_cmp_le_i16_sdwa, 0x7d4628f9, 0x3a25ba27
  words v_min_i32_sdwa, 0x182a14f9, 0x019aa229
  words v_max_i16_sdwa, 0x601c34f9, 0x0c00c91e
  words v_min_u16_e64, 0xd131f41d, 0xe2062f1a
  s_mov_b64 exec, 0x49773d4d
  words v_pk_mad_i16, 0xd3807e1c, 0xd43a3327
  keep v13, v14, v16, v21, v29, v28
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  words v_ceil_f32_dpp, 0x7e3a3afa, 0xfab94125
  s_mov_b64 exec, 0x17a74602
  v_cvt_f32_f16_sdwa v11, -|v14| clamp dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1
  words v_cmpx_nlt_f32_sdwa, 0x7cbc20f9, 0x29b8eaf8
  s_nop 4
  s_mov_b64 exec, 0x4e96768f
  words v_cmpx_eq_u16_sdwa, 0x7d742cf9, 0x3c100025
  s_nop 4
  words v_subrev_u32_sdwa, 0x6c3a3af9, 0x068392f7
  words v_pk_max_i16, 0xd3876114, 0x246e3f1b
  words v_cmp_ngt_f32_dpp, 0x7c9630fa, 0xf601410b
  words v_sub_u32_sdwa, 0x6a4a4cf9, 0x2c322d18
  keep v29, v11, v20, v37
  keep_mask vcc_lo, vcc_hi
  words v_pk_add_u16, 0xd38a3021, 0xf3d24b1e
  words v_cmpx_le_i32_sdwa, 0x7da644f9, 0x139dbac1
  s_nop 4
  words v_qsad_pk_u16_u8, 0xd1e5df14, 0x446e2516
  words v_max_i16_dpp, 0x60164cfa, 0x1fb12f19
  words v_mad_legacy_u16, 0xd1eb5323, 0xbc56150c
  words v_add_u16_sdwa, 0x4c383ef9, 0x34261310
  s_mov_b64 exec, -1
  words v_ashrrev_i32_sdwa, 0x224c3cf9, 0x36ba4cf7
  words v_pk_max_u16, 0xd38c220e, 0xfc56210b
  keep v33, v20, v21, v11, v35, v28, v38, v14
  keep_mask s58, s59
  row
  words v_pk_mad_i16, 0xd380d518, 0x5c5a1310
  words v_and_b32_dpp, 0x263a14fa, 0x95e1401c
  words v_cmp_eq_f32_sdwa, 0x7c841ef9, 0x053d0014
  words v_ceil_f32_sdwa, 0x7e383af9, 0x003e4c1c
  words v_min_i32_sdwa, 0x182856f9, 0xb111031c
  words v_pk_min_u16, 0xd38df814, 0xcc6a1d1d
  words v_cmpx_eq_f32_dpp, 0x7ca434fa, 0xffc13020
  s_nop 4
  v_trunc_f32_sdwa v38, -|-4.0| clamp mul:2 dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
  keep v24, v29, v28, v20, v38
  keep_mask vcc_lo, vcc_hi
  words v_min_u16_sdwa, 0x623046f9, 0x35357111
  words v_cmpx_ne_i16_dpp, 0x7d6a12fa, 0x0ce14314
  s_nop 4
  words v_cvt_u32_f32_sdwa, 0x7e340ef9, 0x00a86af4
  words v_min_u16_e64, 0xd1316608, 0xc4386f16
  words v_min_i32_dpp, 0x18162efa, 0x62d93820
  words v_add_i16, 0xd29e8b0c, 0x84923b1c
  words v_cvt_pk_i16_i32, 0xd298a11d, 0x7b06471c
  v_max_f32_dpp v12, -|v20|, -|v35| row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  keep v24, v26, v8, v11, v12, v29
  keep_mask vcc_lo, vcc_hi
  words v_min_i32_dpp, 0x181810fa, 0xeff94220
  words v_max_u16_sdwa, 0x5e4c26f9, 0x32086013
  words v_cmpx_ne_i16_e64, 0xd0b5063a, 0xbc9e2f18
  s_nop 4
  words v_cmp_t_i32_sdwa, 0x7d8e12f9, 0x02340024
  words v_cmp_lt_f32_dpp, 0x7c8240fa, 0xff114212
  words v_cmpx_lt_i16_sdwa, 0x7d624ef9, 0x358c0032
  s_nop 4
  words v_xor_b32_dpp, 0x2a201afa, 0xf3b13815
  words v_floor_f32_dpp, 0x7e423efa, 0x4f894118
  keep v12, v38, v16, v33
  keep_mask s58, s59
  keep_mask vcc_lo, vcc_hi
  words v_pk_min_i16, 0xd3883f0a, 0x9c2a4f19
  words v_cmpx_gt_i16_sdwa, 0x7d6838f9, 0x0093b8f8
  s_nop 4
  words v_cmp_ge_i32_sdwa, 0x7d8c48f9, 0x2d3e0022
  words v_ashrrev_i32_sdwa, 0x22364af9, 0x33089518
  words v_pk_sub_i16, 0xd3834712, 0xac6e210d
  words v_cmpx_lt_u16_dpp, 0x7d723cfa, 0x49f1261d
  s_nop 4
  words v_cmpx_t_i32_dpp, 0x7dae38fa, 0xafb8bb13
  s_nop 4
  words v_cmpx_o_f32_sdwa, 0x7cae36f9, 0x2aa1bc34
  s_nop 4
  s_mov_b64 exec, 0x459dfb83
  keep v10, v27, v18
  keep_mask s56, s57
  keep_mask vcc_lo, vcc_hi
  keep_mask s60, s61
  row
  v_cmp_ge_u32_sdwa vcc, v21, sext(v39) src0_sel:WORD_1 src1_sel:BYTE_0
  words v_cmp_le_i16_e64, 0xd0a35e6a, 0x243e4b22
  words v_subbrev_co_u32_dpp, 0x3c304cfa, 0xff790b08
  s_mov_b64 exec, 0x53d92684
  words v_pk_mad_i16, 0xd3800517, 0xb459050a
  words v_not_b32_sdwa, 0x7e4056f9, 0x0004f308
  words v_cmpx_ne_u16_dpp, 0x7d7a30fa, 0xf5d90e19
  s_nop 4
  words v_subrev_u32_sdwa, 0x6c3e34f9, 0x0116f317
  words v_cmpx_eq_i32_sdwa, 0x7da428f9, 0x26a2bc81
  s_nop 4
  keep v24, v23, v32, v31
  keep_mask vcc_lo, vcc_hi
  keep_mask s60, s61
  words v_pk_max_u16, 0xd38c6214, 0xe4963b17
  words v_pk_min_i16, 0xd388b70c, 0xdc761f12
  words v_pk_min_i16, 0xd388ab15, 0xf4522b08
  words v_ffbl_b32_dpp, 0x7e2e5cfa, 0xcfc94011
  s_mov_b64 exec, -1
  words v_cmpx_neq_f32_dpp, 0x7cba36fa, 0xffa11919
  s_nop 4
  words v_cvt_rpi_i32_f32_dpp, 0x7e4818fa, 0x5b892419
  words v_cmpx_lt_f32_sdwa, 0x7ca24cf9, 0x1283ea2b
  s_nop 4
  words v_cmp_gt_i16_sdwa, 0x7d4820f9, 0x2800ba1c
  keep v20, v12, v21, v23, v36
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  words v_cvt_flr_i32_f32_sdwa, 0x7e321af9, 0x00981332
  words v_cmpx_gt_i16_sdwa, 0x7d683cf9, 0x220a001f
  s_nop 4
  words v_cvt_f32_ubyte0_dpp, 0x7e4422fa, 0xfff94109
  s_mov_b64 exec, 0x4b1462a7
  words v_ffbl_b32_dpp, 0x7e325cfa, 0xff510815
  words v_pk_lshlrev_b16, 0xd3845f0f, 0xe44e3f0a
  v_ceil_f32_sdwa v8, v36 clamp mul:2 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_3
  words v_min3_i16, 0xd1f55512, 0x74521d0f
  words v_cmpx_nle_f32_sdwa, 0x7cb834f9, 0x169d002c
  s_nop 4
  keep v25, v34, v15, v8, v18
  keep_mask vcc_lo, vcc_hi
  words v_min_u32_dpp, 0x1c3648fa, 0xcf61421d
  words v_sat_pk_u8_i16_sdwa, 0x7e309ef9, 0x003ee514
  v_cmp_neq_f32_sdwa vcc, |v30|, -v16 src0_sel:BYTE_1 src1_sel:BYTE_0
  words v_mad_legacy_i16, 0xd1ec3620, 0x6c4e2d1a
  s_mov_b64 exec, 0x646e5ecb
  words v_pk_mul_lo_u16, 0xd3815310, 0x449e4323
  words v_cmp_eq_u32_dpp, 0x7d9426fa, 0xff293c1f
  s_mov_b64 exec, 0x45797fff
  words v_min_i16_sdwa, 0x644e36f9, 0x28b2cd2c
  words v_pk_lshlrev_b16, 0xd384910c, 0x0c423ac1
  keep v27, v24, v32, v16, v39, v12
  keep_mask vcc_lo, vcc_hi
  row
  words v_not_b32_dpp, 0x7e4c56fa, 0xad113414
  s_mov_b64 exec, 0x567ff8f8
  words v_cmp_f_i16_e64, 0xd0a09e6a, 0x1c82190c
  s_mov_b64 exec, 0x1560689f
  words v_cmp_eq_u32_sdwa, 0x7d95e2f9, 0xad2eb813
  words v_cmpx_gt_f32_dpp, 0x7ca84afa, 0x3a59410b
  s_nop 4
  s_mov_b64 exec, -1
  words v_pk_lshlrev_b16, 0xd3846b20, 0xa48e391d
  words v_mul_lo_u16_sdwa, 0x522216f9, 0x1115e927
  v_cvt_f32_ubyte2_dpp v29, v11 row_mirror row_mask:0xf bank_mask:0x9 bound_ctrl:1
  words v_and_b32_dpp, 0x264618fa, 0xfc294310
  keep v38, v32, v17, v29, v35
  keep_mask vcc_lo, vcc_hi
  keep_mask s56, s57
  words v_cmp_le_i16_dpp, 0x7d464efa, 0x9f01300a
  words v_cmp_f_i16_e64, 0xd0a05d3a, 0x0c2e4b11
  words v_lshlrev_b32_sdwa, 0x242234f9, 0x3d0b6020
  words v_cmp_gt_i16_dpp, 0x7d4826fa, 0x1f713c1d
  words v_not_b32_dpp, 0x7e3e56fa, 0xf4287b0c
  words v_cmpx_f_i16_e64, 0xd0b05138, 0x44261d1e
  s_nop 4
  s_mov_b64 exec, 0x1063de0b
  words v_cmp_lg_f32_dpp, 0x7c8a20fa, 0xffc93419
  words v_cmp_f_i16_e64, 0xd0a02d6a, 0x14364b10
  keep v17, v31
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  keep_mask s56, s57
  words v_floor_f32_dpp, 0x7e203efa, 0x31e93c16
  words v_min_i16_sdwa, 0x644222f9, 0x183cc510
  s_mov_b64 exec, 0x535ebf4e
  words v_cmpx_f_i16_e64, 0xd0b0e538, 0x946e10f8
  s_nop 4
  words v_add_u32_sdwa, 0x68484af9, 0x341e1026
  s_mov_b64 exec, 0x21f66a26
  words v_not_b32_dpp, 0x7e2856fa, 0x05b94122
  words v_cvt_f32_ubyte3_dpp, 0x7e4428fa, 0xd6993816
  words v_pk_lshlrev_b16, 0xd384d809, 0xac662123
  words v_cmp_gt_i16_dpp, 0x7d4842fa, 0xff406327
  keep v16, v33, v36, v20, v34, v9
  keep_mask s56, s57
  keep_mask vcc_lo, vcc_hi
  v_cvt_f32_f16_sdwa v16, -|v19| clamp div:2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0
  words v_lshrrev_b16_e64, 0xd12bd608, 0x8c26110c
  s_mov_b64 exec, 0x24f3df79
  v_cmpx_ngt_f32_sdwa vcc, -v23, -|2.0| src0_sel:BYTE_3 src1_sel:DWORD
  s_nop 4
  words v_cmp_f_u16_e64, 0xd0a8e538, 0xdc49e315
  words v_pk_mul_lo_u16, 0xd3818013, 0xec5e3313
  s_mov_b64 exec, 0x761acd1c
  words v_sub_f32_sdwa, 0x04382ef9, 0x08bcc9f0
  words v_pk_lshrrev_b16, 0xd385b30a, 0x3c5618d0
  words v_sat_pk_u8_i16_e64, 0xd18f8c24, 0x60b22522
  keep v16, v8, v19, v28, v10, v36
  keep_mask vcc_lo, vcc_hi
  keep_mask s56, s57
  row
  words v_max_i16_e64, 0xd1307c12, 0x34964f1a
  s_mov_b64 exec, 0x596a0384
  words v_cvt_f32_i32_sdwa, 0x7e280af9, 0x00352009
  words v_not_b32_sdwa, 0x7e3056f9, 0x003eca19
  words v_min_i16_sdwa, 0x643448f9, 0x102e5610
  words v_cvt_f32_u32_sdwa, 0x7e260cf9, 0x003bf126
  v_cvt_f32_ubyte1_sdwa v31, v36 clamp dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
  words v_cmp_le_f32_dpp, 0x7c864efa, 0xff19411c
  words v_cmp_gt_i16_e64, 0xd0a43d6a, 0x7476150b
  keep v18, v20, v24, v26, v19, v31
  keep_mask vcc_lo, vcc_hi
  words v_min_u16_dpp, 0x621c30fa, 0x9fa1380b
  words v_cmpx_f_i32_dpp, 0x7da010fa, 0x5f81421c
  s_nop 4
  words v_add_u32_dpp, 0x684c34fa, 0xffc93013
  s_mov_b64 exec, -1
  s_nop 1
  words v_or_b32_dpp, 0x28464cfa, 0x02c9430e
  v_cmpx_nlg_f32_sdwa vcc, -v8, |2.0| src0_sel:BYTE_3 src1_sel:BYTE_0
  s_nop 4
  words v_bfrev_b32_dpp, 0x7e3e58fa, 0xffb9171c
  words v_msad_u8, 0xd1e4ad1b, 0xbc7a3b27
  v_mul_f32_dpp v8, v26, |v28| row_ror:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  keep v14, v38, v35, v31, v27, v8
  keep_mask vcc_lo, vcc_hi
  words v_bfrev_b32_dpp, 0x7e4258fa, 0xac39421f
  words v_cmpx_f_i16_e64, 0xd0b02c6a, 0xbc6e4926
  s_nop 4
  words v_cmp_lg_f32_sdwa, 0x7c8a6af9, 0xbd1ebc19
  s_mov_b64 exec, -1
  words v_mul_lo_u16_dpp, 0x521832fa, 0xffe1280d
  words v_pk_lshlrev_b16, 0xd3846a1e, 0x54364ac1
  s_mov_b64 exec, -1
  words v_cmp_ne_i16_dpp, 0x7d4a16fa, 0xf661381d
  words v_cvt_f32_ubyte2_sdwa, 0x7e2626f9, 0x003a2822
  words v_cmpx_lt_u16_e64, 0xd0b99938, 0xcc663b1a
  s_nop 4
  s_mov_b64 exec, -1
  keep v33, v12, v30, v19
  keep_mask vcc_lo, vcc_hi
  keep_mask s60, s61
  keep_mask s56, s57
  v_pk_mad_i16 v22, v14, v21, v38 op_sel_hi:[0,1,0] neg_lo:[1,0,0] neg_hi:[1,0,0]
  words v_cmp_gt_i32_sdwa, 0x7d8866f9, 0xb00a0027
  words v_pk_add_i16, 0xd382300f, 0x448a2118
  words v_pk_sub_u16, 0xd38b3518, 0x1c8a2d15
  words v_pk_min_i16, 0xd3884020, 0x444a491b
  words v_pk_min_i16, 0xd388ba1b, 0x348a2521
  words v_cmp_f_i32_dpp, 0x7d8026fa, 0x8f394118
  words v_cmp_f_f32_dpp, 0x7c8032fa, 0x6f205022
  keep v22, v15, v24, v32, v27
  keep_mask vcc_lo, vcc_hi
  row
  words v_pk_add_u16, 0xd38a3108, 0xb3c6150a
  s_mov_b64 exec, 0x52c90cc9
  words v_max_f32_sdwa, 0x161a10f9, 0x19223210
  words v_cmpx_nle_f32_sdwa, 0x7cb864f9, 0xb51b0008
  s_nop 4
  words v_pk_mul_lo_u16, 0xd3812e15, 0x2c3232f4
  words v_lshrrev_b16_e64, 0xd12ba721, 0x6c863121
  words v_cmpx_lt_u16_sdwa, 0x7d725af9, 0xbb25ba12
  s_nop 4
  words v_cmp_f_i16_sdwa, 0x7d406ef9, 0x82120022
  s_mov_b64 exec, 0x42898642
  words v_cvt_flr_i32_f32_sdwa, 0x7e3c1af9, 0x0092822c
  keep v8, v13, v21, v33, v30
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  words v_mul_lo_u16_dpp, 0x524e16fa, 0x21214113
  words v_pk_min_u16, 0xd38d880a, 0xd47a4f25
  words v_cmp_ne_i16_sdwa, 0x7d4a1ef9, 0x290d001f
  s_mov_b64 exec, -1
  words v_sat_pk_u8_i16_dpp, 0x7e189efa, 0x6f912e0b
  words v_lshrrev_b16_sdwa, 0x564c18f9, 0x399e0233
  v_cmp_neq_f32_sdwa s[60:61], -v25, -v27 src0_sel:BYTE_1 src1_sel:BYTE_1
  words v_max_u32_dpp, 0x1e4a36fa, 0x7ba8800f
  words v_ffbh_u32_dpp, 0x7e305afa, 0xffe93027
  keep v39, v10, v12, v38, v37, v24
  keep_mask vcc_lo, vcc_hi
  keep_mask s60, s61
  words v_mqsad_u32_u8, 0xd1e72625, 0x2c761111
  words v_pk_min_u16, 0xd38de622, 0x6c922e2f
  words v_pk_max_u16, 0xd38c530c, 0x6c921323
  words v_mov_b32_dpp, 0x7e1602fa, 0xf3812b08
  s_mov_b64 exec, 0x1ad12597
  words v_trunc_f32_dpp, 0x7e1c38fa, 0xf2f94223
  s_mov_b64 exec, -1
  words v_pk_add_u16, 0xd38a791b, 0x645a2519
  words v_pk_max_u16, 0xd38cb31c, 0x3c924325
  words v_max_i32_sdwa, 0x1a221af9, 0x3d298410
  keep v37, v38, v39, v40, v34, v12, v11, v14, v27, v28, v17
  words v_mul_lo_u16_sdwa, 0x522040f9, 0x2336e814
  words v_cmpx_t_i16_sdwa, 0x7d6e6af9, 0xa91e0010
  s_nop 4
  words v_subrev_f32_sdwa, 0x061504f9, 0xac03c322
  s_nop 1
  words v_cmp_eq_i32_dpp, 0x7d8418fa, 0xaf61420a
  words v_not_b32_dpp, 0x7e1056fa, 0x8f893025
  words v_cmp_ge_u16_e64, 0xd0ae2c6a, 0xfc52251c
  words v_cvt_pk_i16_i32, 0xd2987f20, 0xcc5e230a
  v_cvt_f32_u32_sdwa v25, v11 clamp dst_sel:BYTE_3 dst_unused:UNUSED_SEXT src0_sel:BYTE_0
  keep v16, v10, v8, v32, v25
  keep_mask vcc_lo, vcc_hi
  row
  words v_cmp_t_i16_sdwa, 0x7d4e4ef9, 0x2634001f
  words v_cmp_f_u16_dpp, 0x7d5042fa, 0xfff1341c
  words v_subbrev_co_u32_dpp, 0x3c1a30fa, 0x3fd1380d
  words v_mul_lo_u16_dpp, 0x521e46fa, 0xf0792a13
  s_mov_b64 exec, -1
  words v_cmp_eq_f32_sdwa, 0x7c8464f9, 0xba1d001c
  words v_cmp_o_f32_dpp, 0x7c8e16fa, 0xff093020
  words v_pk_ashrrev_i16, 0xd386ad23, 0xa8ca110d
  words v_cvt_flr_i32_f32_sdwa, 0x7e381af9, 0x00b4a837
  keep v13, v15, v35, v28
  keep_mask vcc_lo, vcc_hi
  words v_min_i32_sdwa, 0x183e48f9, 0x0dad56d0
  words v_not_b32_sdwa, 0x7e4256f9, 0x003ca61d
  words v_mul_hi_i32_i24_dpp, 0x0e3848fa, 0xaff13422
  s_mov_b64 exec, -1
  words v_cvt_f32_i32_dpp, 0x7e2e0afa, 0xffa13414
  words v_cmp_gt_i16_e64, 0xd0a46138, 0x8c962720
  words v_cmpx_nlg_f32_dpp, 0x7cb438fa, 0x6ae9111d
  s_nop 4
  words v_min_u32_dpp, 0x1c4c4efa, 0xff714318
  words v_pk_mad_u16, 0xd389b608, 0x34324b18
  s_mov_b64 exec, -1
  keep v31, v33, v28, v23, v38, v8
  keep_mask s56, s57
  keep_mask vcc_lo, vcc_hi
  words v_pk_mad_i16, 0xd380f40f, 0xb42c691d
  s_mov_b64 exec, 0x69691b08
  v_cmpx_le_f32_sdwa vcc, v24, |v14| src0_sel:WORD_0 src1_sel:BYTE_0
  s_nop 4
  words v_max_f32_sdwa, 0x16462ef9, 0x2c04ee08
  words v_pk_lshrrev_b16, 0xd385b421, 0x7c261b22
  s_mov_b64 exec, -1
  v_cvt_f32_ubyte1_dpp v37, v8 row_mirror row_mask:0xc bank_mask:0xf bound_ctrl:1
  words v_cmpx_ne_i16_sdwa, 0x7d6a12f9, 0x2cbbea2b
  s_nop 4
  words v_cmp_gt_u32_dpp, 0x7d983efa, 0xf0212511
  words v_cmpx_eq_i16_dpp, 0x7d644cfa, 0x21814020
  s_nop 4
  keep v15, v35, v33, v37
  keep_mask vcc_lo, vcc_hi
  v_cvt_f32_ubyte3_sdwa v37, sext(0.5) dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0
  words v_cmpx_le_i16_e64, 0xd0b3413a, 0x344e2f21
  s_nop 4
  words v_cmpx_ne_i32_dpp, 0x7daa38fa, 0xf0f9081a
  s_nop 4
  words v_cmpx_tru_f32_dpp, 0x7cbe26fa, 0xfd49410c
  s_nop 4
  words v_pk_sub_i16, 0xd383af1e, 0x54361d11
  words v_cmpx_ge_u32_sdwa, 0x7dbc60f9, 0xa9120027
  s_nop 4
  words v_cmpx_ge_i16_e64, 0xd0b6cd6a, 0x6c6a1912
  s_nop 4
  words v_cmp_lg_f32_sdwa, 0x7c8a34f9, 0x3d28b818
  keep v37, v30
  keep_mask s58, s59
  keep_mask vcc_lo, vcc_hi
  keep_mask s56, s57
  row
  words v_cmpx_gt_u16_e64, 0xd0bc1f3a, 0x8a061718
  s_nop 4
  words v_cmpx_nlg_f32_dpp, 0x7cb44afa, 0x9ab1411c
  s_nop 4
  words v_cvt_i32_f32_sdwa, 0x7e3a10f9, 0x003acc12
  s_mov_b64 exec, -1
  s_nop 1
  words v_cmpx_tru_f32_dpp, 0x7cbe42fa, 0x66d9161d
  s_nop 4
  words v_pk_sub_i16, 0xd383d715, 0xc44a3310
  words v_and_b32_dpp, 0x26202cfa, 0xdf313c09
  words v_pk_mad_i16, 0xd380c927, 0x58de330f
  words v_ffbh_u32_dpp, 0x7e325afa, 0xffd9381e
  s_mov_b64 exec, 0x50032762
  keep v29, v21, v16, v39, v25
  keep_mask s58, s59
  keep_mask vcc_lo, vcc_hi
  words v_sat_pk_u8_i16_sdwa, 0x7e3a9ef9, 0x003b820a
  words v_mqsad_u32_u8, 0xd1e75f09, 0x1c6e371c
  words v_pk_max_i16, 0xd387151a, 0x24961319
  s_nop 1
  words v_or_b32_dpp, 0x28221cfa, 0x2329400b
  words v_cmpx_gt_i16_e64, 0xd0b40d6a, 0x90ba4119
  s_nop 4
  words v_cvt_flr_i32_f32_sdwa, 0x7e2a1af9, 0x002e4919
  v_floor_f32_sdwa v27, v30 clamp div:2 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1
  s_mov_b64 exec, -1
  words v_cvt_u32_f32_dpp, 0x7e220efa, 0xf9492825
  s_mov_b64 exec, -1
  keep v29, v9, v10, v11, v12, v26, v17, v21, v27
  keep_mask vcc_lo, vcc_hi
  words v_cvt_f32_i32_dpp, 0x7e4e0afa, 0xff91410a
  s_mov_b64 exec, 0x3806d797
  words v_cmpx_f_f32_dpp, 0x7ca010fa, 0xff594208
  s_nop 4
  words v_min_u16_sdwa, 0x624e28f9, 0x3830f424
  words v_cmpx_eq_u16_e64, 0xd0ba016a, 0x0c424319
  s_nop 4
  s_mov_b64 exec, -1
  words v_mov_b32_sdwa, 0x7e1c02f9, 0x0023aa1d
  words v_pk_sub_i16, 0xd383b10b, 0xfc66110b
  s_mov_b64 exec, 0x249de2a2
  words v_cvt_i32_f32_sdwa, 0x7e2810f9, 0x001b0127
  words v_pk_add_u16, 0xd38a140f, 0x149a4315
  keep v39, v14, v11, v20, v15
  keep_mask vcc_lo, vcc_hi
  words v_max_f32_sdwa, 0x161c42f9, 0x1e9b3234
  words v_sat_pk_u8_i16_e64, 0xd18fdb11, 0x0c4a1b25
  words v_pk_max_i16, 0xd3875c17, 0xdc8a431b
  words v_pk_add_i16, 0xd382b415, 0xc47e1c29
  words v_cmp_le_f32_dpp, 0x7c8618fa, 0x4e39340f
  words v_min_i16_e64, 0xd132821c, 0x1c5a151b
  words v_max_f32_sdwa, 0x164a3cf9, 0x2903a81f
  words v_cmpx_lt_i16_e64, 0xd0b1ff3a, 0xfc824b08
  s_nop 4
  keep v14, v17, v23, v21, v28, v37
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  row
  words v_lshrrev_b16_e64, 0xd12b6127, 0x6bde1311
  s_mov_b64 exec, -1
  words v_cmpx_lt_i32_sdwa, 0x7da24cf9, 0x3d38ba15
  s_nop 4
  words v_not_b32_sdwa, 0x7e1656f9, 0x00116e09
  words v_cmp_gt_u16_sdwa, 0x7d59e8f9, 0x9d1c0019
  words v_pk_max_i16, 0xd387f025, 0x1c261b22
  words v_ceil_f32_sdwa, 0x7e263af9, 0x000b510a
  s_mov_b64 exec, 0x61f08298
  words v_pk_max_i16, 0xd387b30f, 0xac6a2b10
  words v_cmpx_f_f32_sdwa, 0x7ca034f9, 0x151a000b
  s_nop 4
  keep v39, v11, v37, v19, v15
  keep_mask s58, s59
  keep_mask vcc_lo, vcc_hi
  words v_cvt_f32_f16_dpp, 0x7e2216fa, 0xf2c1380c
  s_mov_b64 exec, 0x6b1edd34
  words v_sat_pk_u8_i16_dpp, 0x7e109efa, 0xff11430c
  words v_min_i32_sdwa, 0x18425af9, 0x9822ad0a
  words v_pk_min_i16, 0xd388b111, 0xb0be1f26
  words v_pk_sub_u16, 0xd38b230f, 0x64386d24
  words v_cmpx_t_u32_dpp, 0x7dbe16fa, 0x7ac9341c
  s_nop 4
  words v_sub_i16, 0xd29f2924, 0xd49a3d0a
  words v_cmpx_ge_i16_e64, 0xd0b6d73a, 0x70da331c
  s_nop 4
  keep v17, v8, v33, v15, v36
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  words v_cvt_flr_i32_f32_dpp, 0x7e1c1afa, 0x0880fd12
  words v_pk_ashrrev_i16, 0xd3863818, 0x548d0110
  words v_cmp_ngt_f32_dpp, 0x7c9626fa, 0xf0794125
  words v_mqsad_u32_u8, 0xd1e74e16, 0xf44e1915
  words v_lshlrev_b16_dpp, 0x541a4cfa, 0xfb993024
  v_trunc_f32_sdwa v9, |v9| clamp div:2 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
  words v_max_u32_sdwa, 0x1e4832f9, 0x03088e0d
  words v_lshlrev_b32_dpp, 0x243420fa, 0xff293415
  keep v14, v24, v22, v23, v25, v13, v9, v36, v26
  keep_mask vcc_lo, vcc_hi
  words v_pk_mad_i16, 0xd380b919, 0x94962112
  words v_mad_u32_u16, 0xd1f1f817, 0xcc46351b
  words v_cmpx_ne_i32_sdwa, 0x7daa3cf9, 0x36b5b882
  s_nop 4
  words v_cmp_f_u16_sdwa, 0x7d503ef9, 0x2212ba09
  s_mov_b64 exec, -1
  words v_cmp_gt_i16_sdwa, 0x7d4982f9, 0xba3e0017
  words v_cmpx_eq_f32_dpp, 0x7ca410fa, 0xfb913c23
  s_nop 4
  words v_med3_i16, 0xd1fb1c18, 0x1c285d1e
  words v_cvt_f32_i32_dpp, 0x7e220afa, 0xff212312
  keep v25, v23, v24, v17
  keep_mask s56, s57
  keep_mask s58, s59
  keep_mask vcc_lo, vcc_hi
  row
  words v_cvt_f16_f32_dpp, 0x7e4214fa, 0xfda92309
  s_mov_b64 exec, -1
  words v_cmp_t_u16_e64, 0xd0af596a, 0x842e411f
  s_mov_b64 exec, -1
  words v_sub_u16_sdwa, 0x4e4818f9, 0x38341224
  words v_add_u16_e64, 0xd1266a26, 0xbc8a1f0c
  words v_cmp_eq_f32_sdwa, 0x7c8444f9, 0x2088ba33
  words v_min_u32_sdwa, 0x1c2a42f9, 0x01314d21
  words v_pk_mad_u16, 0xd3891c1b, 0xf4463117
  v_cndmask_b32_dpp v10, -|v20|, |v34|, vcc row_mirror row_mask:0xf bank_mask:0x3 bound_ctrl:1
  keep v33, v36, v38, v21, v27, v10
  keep_mask vcc_lo, vcc_hi
  keep_mask s58, s59
  words v_max_u32_sdwa, 0x1e2242f9, 0x26131113
  words v_mov_b32_dpp, 0x7e1402fa, 0x8f19040c
  words v_min_u16_e64, 0xd131e61e, 0xdc96130e
  words v_pk_max_u16, 0xd38c9f0d, 0xfc324316
  words v_pk_max_i16, 0xd3873e1d, 0x1c8e1f09
  words v_max_u16_dpp, 0x5e2c34fa, 0x47d13c0b
  words v_add_u16_sdwa, 0x4c3216f9, 0x210ea817
  words v_mad_i32_i16, 0xd1f23511, 0x44464521
  keep v17, v10, v30, v13, v29, v22, v25
  words v_cvt_f32_f16_sdwa, 0x7e3816f9, 0x00985481
  words v_cmpx_ne_u32_dpp, 0x7dba12fa, 0x9fd90d13
  s_nop 4
  words v_cmp_ge_u32_sdwa, 0x7d9c18f9, 0x0e3eb817
  s_mov_b64 exec, 0x3d0f09af
  words v_cmpx_class_f32_sdwa, 0x7c224ef9, 0x19abbc37
  s_nop 4
  words v_cmp_eq_u16_e64, 0xd0aa5c38, 0xbc863b21
  words v_mul_lo_u16_e64, 0xd129b917, 0xec261cc0
  words v_mul_i32_i24_sdwa, 0x0c4c12f9, 0x3535a214
  words v_ffbh_i32_dpp, 0x7e205efa, 0x3191430a
  keep v28, v23, v38, v16
  keep_mask vcc_lo, vcc_hi
  keep_mask s56, s57
  keep_mask s60, s61
  words v_sub_u16_sdwa, 0x4e461cf9, 0x34392e0d
  words v_cvt_f16_f32_dpp, 0x7e3a14fa, 0xffb93811
  s_mov_b64 exec, -1
  words v_ffbh_u32_sdwa, 0x7e2e5af9, 0x0014e30b
  words v_bfrev_b32_dpp, 0x7e1858fa, 0xf8891f1c
  v_cndmask_b32_dpp v34, -|v24|, -v25, vcc row_mirror row_mask:0xa bank_mask:0xf
  s_nop 1
  words v_max_i32_dpp, 0x1a1044fa, 0xfa11341f
  s_mov_b64 exec, -1
  words v_sat_pk_u8_i16_sdwa, 0x7e469ef9, 0x000d4b20
  words v_pk_min_i16, 0xd3886812, 0xf48e2b0d
  keep v35, v29, v23, v12, v34, v8, v18
  row
  words v_ashrrev_i16_dpp, 0x582c1cfa, 0xffd10517
  words v_sat_pk_u8_i16_e64, 0xd18f961a, 0x342e3d1b
  v_sub_f32_dpp v20, v14, -|v37| quad_perm:[0,3,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
  s_mov_b64 exec, 0x652603c2
  words v_ffbl_b32_sdwa, 0x7e345cf9, 0x0020d011
  s_mov_b64 exec, 0xd327848
  words v_med3_i16, 0xd1fb8b1b, 0x2c6a1709
  words v_cmpx_nlt_f32_dpp, 0x7cbc44fa, 0xe2e1300f
  s_nop 4
  words v_sub_u32_dpp, 0x6a4e3afa, 0xcf894210
  words v_pk_add_i16, 0xd382140e, 0xf4623f1e
  s_mov_b64 exec, -1
  keep v22, v26, v20, v27, v39, v14
  keep_mask vcc_lo, vcc_hi
  words v_pk_min_u16, 0xd38db10e, 0x5c6e1b0f
  s_mov_b64 exec, 0x7eb31603
  words v_cmp_t_i16_e64, 0xd0a72e38, 0x643a1b14
  v_cvt_f32_f16_sdwa v15, |v8| clamp dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1
  words v_cvt_i32_f32_sdwa, 0x7e2410f9, 0x00a1d0c0
  words v_mqsad_pk_u16_u8, 0xd1e61912, 0x4c72171a
  words v_cmp_le_f32_dpp, 0x7c8616fa, 0xf0f82924
  words v_mul_lo_u16_e64, 0xd1296217, 0xac6a151d
  words v_pk_max_u16, 0xd38cfe18, 0x4456151c
  keep v14, v15, v18, v19, v23, v24
  keep_mask s56, s57
  keep_mask vcc_lo, vcc_hi
  words v_pk_mad_i16, 0xd380141c, 0x4b42210b
  v_trunc_f32_dpp v12, -|v25| row_bcast:15 row_mask:0xf bank_mask:0x8
  words v_cmp_gt_u16_e64, 0xd0ac2f38, 0x74762b27
  words v_cmpx_gt_u32_dpp, 0x7db83afa, 0xff89381a
  s_nop 4
  words v_cmp_eq_i16_e64, 0xd0a2306a, 0x0c7a111d
  words v_cvt_i32_f32_dpp, 0x7e1610fa, 0x7fa93c16
  words v_cvt_f32_ubyte0_sdwa, 0x7e4c22f9, 0x00282d1b
  s_mov_b64 exec, -1
  v_lshrrev_b16_dpp v17, v22, v24 wave_rol:1 row_mask:0x5 bank_mask:0xf
  s_mov_b64 exec, -1
  keep v28, v12, v11, v38, v17
  keep_mask s56, s57
  keep_mask vcc_lo, vcc_hi
  words v_cvt_f32_ubyte0_dpp, 0x7e3222fa, 0xff19061b
  s_mov_b64 exec, -1
  words v_max_i16_e64, 0xd1309e1e, 0xa4321918
  words v_ashrrev_i32_dpp, 0x222a30fa, 0x9c194320
  words v_min_u16_e64, 0xd1318b25, 0x7c8e211f
  words v_mad_i16, 0xd2052a26, 0x54562917
  s_mov_b64 exec, 0x17fd0ced
  words v_cmpx_le_i16_sdwa, 0x7d6634f9, 0x2010b814
  s_nop 4
  words v_min_i32_sdwa, 0x18423ef9, 0x19034408
  words v_cmpx_ne_u16_e64, 0xd0bd4d38, 0x1c92431d
  s_nop 4
  keep v25, v30, v21, v37, v38, v33
  keep_mask s56, s57
  row
  words v_pk_sub_u16, 0xd38bef10, 0x94963117
  words v_and_b32_sdwa, 0x264440f9, 0x28a6ee2b
  words v_add_u16_dpp, 0x4c1210fa, 0x3fa10615
  s_mov_b64 exec, -1
  words v_cmpx_neq_f32_sdwa, 0x7cba28f9, 0x1b250019
  s_nop 4
  words v_cmpx_le_u32_dpp, 0x7db62efa, 0x3fb93c1d
  s_nop 4
  words v_cvt_f32_ubyte0_dpp, 0x7e4e22fa, 0x4f31421a
  v_cndmask_b32_dpp v20, v13, -v32, vcc row_bcast:31 row_mask:0xf bank_mask:0x8
  words v_cvt_i32_f32_dpp, 0x7e2c10fa, 0xf6a13413
  keep v16, v34, v9, v39, v20, v22
  keep_mask vcc_lo, vcc_hi
  words v_pk_max_i16, 0xd3878b10, 0x44962920
  s_mov_b64 exec, 0x2d26e550
  words v_cmpx_gt_u32_sdwa, 0x7db83cf9, 0x1331001e
  s_nop 4
  s_mov_b64 exec, -1
  words v_max_u32_dpp, 0x1e1612fa, 0xf7f93c0e
  s_nop 1
  words v_cmpx_le_u16_dpp, 0x7d7616fa, 0x5c811e25
  s_nop 4
  words v_add_co_u32_dpp, 0x321022fa, 0x4f81431d
  words v_ceil_f32_sdwa, 0x7e263af9, 0x002ad51a
  words v_or_b32_sdwa, 0x282c18f9, 0x209c6328
  words v_qsad_pk_u16_u8, 0xd1e55022, 0x344e4d17
  keep v16, v11, v8, v19, v22, v34, v35
  keep_mask vcc_lo, vcc_hi
  row
  s_endpgm
