// 400 random 16-bit, packed, SDWA and DPP integer instructions as words (LLVM rejects some forms that the unit has: docs/decisions.md).
// Nothing is stored: RTL and model are compared register by register.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  s_mov_b32 s40, 0x0
  s_mov_b32 s41, 0xe0188525
  s_mov_b32 s42, 0x7fff8000
  s_mov_b32 s43, 0x7fff8000
  s_mov_b32 s44, 0x0
  s_mov_b32 s45, 0xffffffff
  s_mov_b32 s46, 0x1
  s_mov_b32 s47, 0x7fff8000
  s_mov_b32 s48, 0xffffffff
  s_mov_b32 s49, 0x1
  s_mov_b32 s50, 0xffffffff
  s_mov_b32 s51, 0x80007fff
  s_mov_b32 s52, 0x1
  s_mov_b32 s53, 0x7fff8000
  s_mov_b32 s54, 0x80007fff
  s_mov_b32 s55, 0xd8db8175
  s_mov_b32 s56, 0x1
  s_mov_b32 s57, 0x0
  s_mov_b32 s58, 0x80007fff
  s_mov_b32 s59, 0x80007fff
  s_mov_b32 s60, 0xffffffff
  s_mov_b32 s61, 0xffffffff
  v_lshlrev_b32 v1, 4, v0
  s_waitcnt lgkmcnt(0)
  global_load_dwordx4 v[8:11], v1, s[2:3] offset:0
  global_load_dwordx4 v[12:15], v1, s[2:3] offset:400
  global_load_dwordx4 v[16:19], v1, s[2:3] offset:800
  global_load_dwordx4 v[20:23], v1, s[2:3] offset:1200
  global_load_dwordx4 v[24:27], v1, s[2:3] offset:1600
  global_load_dwordx4 v[28:31], v1, s[2:3] offset:2000
  global_load_dwordx4 v[32:35], v1, s[2:3] offset:2400
  global_load_dwordx4 v[36:39], v1, s[2:3] offset:2800
  global_load_dwordx4 v[40:43], v1, s[2:3] offset:3200
  s_waitcnt vmcnt(0)
  s_mov_b32 exec_lo, 0x8cab30d1
  s_mov_b32 exec_hi, 0x5e7c6b8
  .long 0x141642f9, 0x3a234e1b  // v_subb_co_u32_e32 v17, vcc, s27, v167, vcc
  .long 0x504e32fa, 0xff013c1e  // v_subrev_u16_dpp v39, v30, v25 wave_ror:1 row_mask:0xf bank_mask:0xf
  .long 0xd1f63a25, 0x3452491b  // v_sub_co_u32_e32 v41, vcc, v27, v36
  s_mov_b64 exec, -1
  .long 0x0a1840fa, 0x8f313010  // v_mul_f32_dpp v12, -|v16|, v32 wave_shl:1 row_mask:0x8 bank_mask:0xf
  .long 0x04362af9, 0x1b3d8011  // v_max_i32_e32 v158, s17, v192
  .long 0x043642fa, 0xfb09300f  // v_sub_f32_dpp v27, v15, v33 wave_shl:1 row_mask:0xf bank_mask:0xb bound_ctrl:1
  .long 0x103c28fa, 0xbf814117  // s_endpgm 16663
  s_mov_b64 exec, 0x61164394
  .long 0x7e1e5efa, 0xff394109
  .long 0x7c824afa, 0x5f591526  // v_max_u16_e32 v172, v38, v138
  .long 0x7d5304f9, 0x8e34ba0d  // s_lshl_b32 s52, s13, 58
  .long 0x7ca25ef9, 0x981b0014  // s_lshl3_add_u32 s27, s20, s0
  s_nop 4
  .long 0x7e2a9efa, 0xfb314014
  s_nop 1
  .long 0x7e2a3efa, 0xf9693c15
  .long 0x2a4828fa, 0xfce94319
  .long 0x7d8e1afa, 0x9c794227
  .long 0xd1fb121b, 0xcc321708
  .long 0x12463afa, 0x9db91211
  .long 0x7e1626f9, 0x00b935d0  // v_cndmask_b32_e32 v92, v208, v154, vcc
  .long 0x341026fa, 0xd5493421  // v_interp_p2_f32_e32 v82, v33, attr13.x
  .long 0xd38a7725, 0x9c963726
  .long 0x202030fa, 0xdf013c0d  // v_lshrrev_b32_dpp v16, v13, v24 wave_ror:1 row_mask:0xd bank_mask:0xf
  s_mov_b64 exec, 0x2bbf5b39
  .long 0xd385840c, 0xcbe23520
  .long 0x50204efa, 0xf6812809
  .long 0x58464afa, 0xcfa13015
  .long 0x28262ef9, 0x3a3d7622  // v_subb_co_u32_e32 v30, vcc, s34, v187, vcc
  s_mov_b64 exec, -1
  .long 0xd0bade6a, 0xbc92442a
  s_nop 4
  .long 0x7e2c10f9, 0x00322610  // v_cvt_i32_f32_sdwa v22, -|v16| clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2
  .long 0x344632f9, 0x3500b015  // v_sub_co_u32_e32 v128, vcc, s21, v88
  .long 0xd388300c, 0x945e4716  // s_bfe_i64 s[94:95], s[22:23], s71
  .long 0xd1ec6919, 0x74562a2c
  .long 0x601fe2f9, 0xac05a917
  .long 0xd129c20f, 0xe46d810c
  .long 0xd1279a11, 0x1bde3508  // v_max_i32_e32 v239, v8, v26
  .long 0x601c40fa, 0x9fb13816
  .long 0x7d862cfa, 0x05810e24  // v_sub_f32_e32 v192, s36, v135
  .long 0x7e221af9, 0x002e531c  // v_cndmask_b32_e32 v23, v28, v41, vcc
  .long 0xd0b4443a, 0xfc2a411d
  s_nop 4
  .long 0x7e1e16f9, 0x001bc30b  // v_cndmask_b32_e32 v13, v11, v225, vcc
  .long 0xd204fe26, 0xe0b6250f  // v_mad_u16 v38, v15, v18, s45 op_sel:[1,1,1,1] clamp
  .long 0x7d784cf9, 0x0d1c0022  // v_mul_i32_i24_e32 v142, s34, v0
  s_nop 4
  .long 0x00362afa, 0x0f694124  // v_cndmask_b32_dpp v27, |v36|, -v21, vcc row_half_mirror row_mask:0x0 bank_mask:0xf bound_ctrl:1
  .long 0x0c3a2cfa, 0x62194022  // v_min_u16_e32 v12, s34, v160
  .long 0xd1e48d0b, 0x8c945921  // s_nor_b64 s[20:21], s[32:33], s[88:89]
  .long 0x7c21e2f9, 0xa53a000e
  s_mov_b64 exec, -1
  .long 0x6a3646f9, 0x261a4626  // v_and_b32_e32 v13, s38, v35
  .long 0x7e1e56f9, 0x0098c830  // v_cndmask_b32_e32 v76, s48, v100, vcc
  .long 0xd0ab8138, 0x3c724f22  // v_subbrev_co_u32_e32 v57, vcc, v34, v39, vcc
  s_mov_b64 exec, 0x73e5e13f
  .long 0xd383b90b, 0xb47a1925  // s_cmpk_eq_u32 ttmp14, 0x1925
  .long 0x7ca420fa, 0x67b92411  // v_ldexp_f16_e32 v220, s17, v146
  s_nop 4
  .long 0x7e2a5af9, 0x009b9637  // v_cndmask_b32_e32 v77, s55, v203, vcc
  .long 0xd0a02a3a, 0x220a1523  // v_ashrrev_i32_e32 v5, v35, v10
  s_mov_b64 exec, -1
  .long 0x32241cfa, 0xb6b13c16  // s_cmpk_le_u32 s49, 0x3c16
  s_mov_b64 exec, -1
  .long 0x7e165af9, 0x0005e01b  // v_cndmask_b32_e32 v2, s27, v240, vcc
  .long 0x7e1e36f9, 0x00162524  // v_fract_f32_sdwa v15, -v36 clamp dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD
  .long 0x624c3ef9, 0x1405130d  // v_min_f32_e32 v2, v13, v137
  s_mov_b64 exec, 0x16aeefc2
  .long 0xd0b2003a, 0xec72191d
  s_nop 4
  .long 0xd38d830b, 0xd8d61b1d
  .long 0x7d9c66f9, 0xac12bc19
  .long 0x7e4a5afa, 0xe1c8d713
  .long 0x7e2802fa, 0xff61381c
  s_mov_b64 exec, -1
  .long 0xd385d11c, 0x6c8e4511  // v_subrev_u32_e32 v71, v17, v34
  .long 0xd0ab106a, 0x34223521  // v_sub_co_u32_e32 v17, vcc, v33, v26
  .long 0x7e2836fa, 0x1f692823  // v_max_u32_e32 v180, s35, v148
  .long 0x7e2e58f9, 0x00190509  // v_cndmask_b32_e32 v12, v9, v130, vcc
  .long 0x7e109ef9, 0x0035ed18  // v_cndmask_b32_e32 v26, v24, v246, vcc
  .long 0xd389131c, 0xb8b64b25  // s_getreg_b32 s54, hwreg(37, 12, 10)
  s_mov_b64 exec, -1
  .long 0x361a18f9, 0x0a3ed10c  // v_mul_f32_e32 v31, v12, v104
  .long 0xd1f60f21, 0x8476430f  // v_min3_u16 v33, v15, v33, v29 op_sel:[1,0,0,0]
  s_nop 1
  .long 0x7caa42fa, 0xfce14016
  s_nop 4
  s_mov_b64 exec, -1
  .long 0xd0ae593a, 0xac664916
  .long 0x042028fa, 0xff912115  // v_sub_f32_dpp v16, -v21, |v20| row_ror:1 row_mask:0xf bank_mask:0xf
  .long 0x0a364cf9, 0x323ef312  // v_add_co_u32_e32 v31, vcc, v18, v121
  .long 0x7dba4efa, 0x1fe14212  // v_max_u32_e32 v240, s18, v161
  s_nop 4
  .long 0xd386f71c, 0xfc4e4724
  .long 0x563814fa, 0x2f210814
  .long 0xd1f63d17, 0x3c223522  // v_subbrev_co_u32_e32 v17, vcc, v34, v26, vcc
  .long 0xd0a84b6a, 0xd44a411d  // v_interp_mov_f32_e32 v18, invalid_param_29, attr16.y
  .long 0x7e2236f9, 0x0021a819  // v_fract_f32_sdwa v17, |v25| clamp mul:4 dst_sel:BYTE_0 dst_unused:UNUSED_SEXT src0_sel:BYTE_1
  .long 0x6a484afa, 0xfd110c16
  .long 0x7e2602f9, 0x00943531  // v_cndmask_b32_e32 v74, v49, v26, vcc
  s_mov_b64 exec, -1
  .long 0x684238f9, 0x1c2e550b  // v_min_u32_e32 v23, v11, v42
  .long 0x7c9a44f9, 0x301bea25
  .long 0xd381b817, 0xf4222b11
  .long 0x601418f9, 0x132c831d  // v_mul_hi_u32_u24_e32 v150, v29, v65
  .long 0x7c9a46fa, 0x6f70d60c
  .long 0xd38da218, 0x04664d15  // v_sub_f32_e32 v51, v21, v38
  .long 0x042432fa, 0xf1194309  // v_sub_f32_dpp v18, -v9, v25 row_bcast:31 row_mask:0xf bank_mask:0x1 bound_ctrl:1
  .long 0xd389d108, 0x2c8e2926  // v_pk_mad_u16 v8, v38, v20, v35 op_sel:[0,1,0] op_sel_hi:[1,0,1] neg_lo:[1,0,0] neg_hi:[1,0,0] clamp
  .long 0x7dac1efa, 0xf1293c10
  s_nop 4
  .long 0x3a2230fa, 0xfc41431e
  .long 0x7e4410fa, 0x94792921  // s_bfe_i64 ttmp[12:13], s[32:33], s41
  .long 0x7e4a0cfa, 0xfff9161a
  .long 0xd1fcbb17, 0x9c563719
  .long 0xd382ec23, 0xc0da2521
  s_mov_b64 exec, 0x707637a9
  .long 0x7c8e1cfa, 0xffc1341a
  .long 0x243a4af9, 0x25824081  // v_lshlrev_b32_e32 v193, 1, v32
  .long 0xd382ab1a, 0x5c561d1b  // v_min_f16_e32 v43, v27, v14
  .long 0x7d9c5af9, 0x9b1db815
  .long 0x7d6a2ef9, 0x001bea15  // v_cndmask_b32_e32 v13, s21, v245, vcc
  s_nop 4
  .long 0x582650f9, 0xb21b2d11  // s_cmpk_gt_i32 s27, 0x2d11
  .long 0xd1eb580e, 0xbc7df111
  .long 0x06181efa, 0x4ff02d0b  // v_subrev_f32_dpp v12, -|v11|, -|v15| quad_perm:[1,3,2,0] row_mask:0x4 bank_mask:0xf
  .long 0x0c4e3af9, 0x21bdc9c0  // v_lshrrev_b32_e32 v222, v192, v228
  .long 0xd3836c0e, 0x446e3f16  // v_mul_f16_e32 v55, v22, v31
  .long 0x7e143ef9, 0x00225627  // v_floor_f32_sdwa v10, |v39| mul:2 dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2
  .long 0xd1e43c1c, 0x3c324719  // v_subbrev_co_u32_e32 v25, vcc, v25, v35, vcc
  .long 0x7e4a14fa, 0x90012723  // v_cvt_f16_f32_dpp v37, v35 row_ror:7 row_mask:0x9 bank_mask:0x0
  .long 0xd1ec4b10, 0x2c6e1508  // v_mac_f32_e32 v55, v8, v10
  .long 0x7e3a22f9, 0x00a0232c  // v_cndmask_b32_e32 v80, v44, v17, vcc
  .long 0x7d6014f9, 0x1295ba34  // v_mul_hi_u32_u24_e32 v74, s52, v221
  s_nop 4
  .long 0xd1f90623, 0x143644f7  // v_min_f32_e32 v27, -4.0, v34
  .long 0xd38d500b, 0x7c9a2b24  // v_cmp_neq_f32_e32 vcc, v36, v21
  .long 0x7e4218fa, 0xfa793822
  .long 0xd385d313, 0x345a211e  // v_sub_co_u32_e32 v45, vcc, v30, v16
  .long 0x524228fa, 0xffd8d317
  .long 0x7cb05af9, 0xb419b81b  // s_cmpk_eq_u32 s25, 0xb81b
  s_nop 4
  .long 0xd38bd01e, 0x40da4916  // v_sub_f16_e32 v109, v22, v36
  .long 0xd0a43338, 0xac461927
  .long 0x364658f9, 0xa51eec0a
  .long 0x7e423cf9, 0x0000530a  // v_rndne_f32_sdwa v33, v10 mul:2 dst_sel:BYTE_3 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
  s_mov_b64 exec, 0x598b178a
  .long 0xd0b58438, 0xc8a64d10
  s_nop 4
  .long 0x7dae42fa, 0xaf892e1d
  s_nop 4
  .long 0x7e343efa, 0xef913c1d
  .long 0xd1260a10, 0xec50551c
  .long 0x7e145efa, 0xafa93c0d
  .long 0x0c263cfa, 0xffa12908
  .long 0x4c1442fa, 0xff494226
  s_mov_b64 exec, 0xf8625b4
  .long 0x7e3258f9, 0x002eb116  // v_cndmask_b32_e32 v23, v22, v88, vcc
  s_mov_b64 exec, -1
  .long 0x583420f9, 0x0c296112  // v_mul_i32_i24_e32 v20, v18, v176
  .long 0x7d522afa, 0x5ff9400e  // v_max_u16_e32 v252, s14, v160
  .long 0x7d7020f9, 0x04a0ba80  // v_sub_f32_e32 v80, 0, v93
  s_nop 4
  .long 0x7d7a18fa, 0x5f99380f  // v_max_u16_e32 v204, s15, v156
  s_nop 4
  .long 0x261228fa, 0x47091a0d  // v_and_b32_dpp v9, v13, v20 row_shr:10 row_mask:0x4 bank_mask:0x7 bound_ctrl:1
  .long 0x643644f9, 0x01aa4bf7  // v_cndmask_b32_e32 v213, v247, v37, vcc
  s_mov_b64 exec, -1
  .long 0x7e325af9, 0x009a2981  // v_cndmask_b32_e32 v77, v129, v20, vcc
  .long 0x4e4434f9, 0x342b4a1d  // v_sub_co_u32_e32 v21, vcc, s29, v165
  .long 0x242652f9, 0xb30b4519  // s_cmpk_lt_i32 s11, 0x4519
  .long 0xd1f5231f, 0xd4323113  // v_interp_mov_f32_e32 v12, invalid_param_19, attr12.y
  .long 0xd0bdf33a, 0xa46e4122
  s_nop 4
  .long 0x7e2018f9, 0x009b6a30  // v_cndmask_b32_e32 v77, s48, v181, vcc
  s_mov_b64 exec, 0x6033d5b3
  .long 0x4c2c18f9, 0x0616010c  // v_subrev_f32_e32 v11, v12, v0
  s_mov_b64 exec, -1
  .long 0xd387b61f, 0x6c423632  // v_subrev_u32_e32 v33, s50, v27
  .long 0x7d6c34f9, 0x29bc00f2  // v_or_b32_e32 v222, 1.0, v0
  s_nop 4
  .long 0x7e303ef9, 0x00904835  // v_floor_f32_sdwa v24, -s53 mul:2 dst_sel:BYTE_0 dst_unused:UNUSED_SEXT src0_sel:BYTE_0
  .long 0xd0b1356a, 0x4c323908  // v_add_u16_e32 v25, v8, v28
  s_nop 4
  s_mov_b64 exec, 0x6f2df5da
  .long 0xd383200c, 0x84862cc0  // s_max_u32 s6, 64, s44
  s_mov_b64 exec, 0xdb6344a
  .long 0x223104f9, 0x9631d00b  // s_mul_hi_u32 s49, s11, -16
  .long 0x7e2838f9, 0x00222a26  // v_trunc_f32_sdwa v20, |v38| clamp dst_sel:BYTE_2 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
  .long 0x7ca820f9, 0x1336ba15  // v_cmpx_gt_f32_sdwa s[58:59], -|v21|, -v16 src0_sel:DWORD src1_sel:BYTE_3
  s_nop 4
  s_mov_b64 exec, -1
  .long 0x7d4026fa, 0xfeb9431e
  .long 0xd3871b0a, 0x2469e90f  // v_lshlrev_b32_e32 v52, v15, v244
  .long 0xd386a109, 0x9c3c510b
  .long 0x7e1626fa, 0xf3091127  // v_cvt_f32_ubyte2_dpp v11, v39 row_shr:1 row_mask:0xf bank_mask:0x3 bound_ctrl:1
  .long 0x7e280af9, 0x00853037  // v_cvt_f32_i32_sdwa v20, s55 clamp dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1
  .long 0xd0bd593a, 0x44261318  // v_mul_f16_e32 v19, v24, v9
  s_nop 4
  .long 0x264c4cfa, 0xff705622
  .long 0x7e4814f9, 0x00b9f4c0  // v_cndmask_b32_e32 v92, 64, v250, vcc
  s_mov_b64 exec, -1
  .long 0x7e181afa, 0xbc592814
  .long 0x4c4810fa, 0x0fa93c09  // v_mul_hi_i32_i24_e32 v212, s9, v158
  .long 0xd380100a, 0xcc422c2a
  .long 0x7c8646f9, 0x3813ea1a  // v_addc_co_u32_e32 v9, vcc, s26, v245, vcc
  .long 0xd0a67b3a, 0x5c6a1316  // v_min_f16_e32 v53, v22, v9
  .long 0x7e3810fa, 0xcf111a18  // v_cvt_i32_f32_dpp v28, -v24 row_shr:10 row_mask:0xc bank_mask:0xf
  .long 0x7e3a16f9, 0x00084609  // v_cndmask_b32_e32 v4, s9, v35, vcc
  .long 0xd297f30c, 0x94521712  // s_bfe_i64 s[82:83], s[18:19], s23
  s_nop 1
  .long 0x7e349efa, 0xff59021d
  .long 0x501c3ef9, 0x0520640a  // v_sub_f32_e32 v144, s10, v50
  .long 0x182442fa, 0xf1c94014
  .long 0x7c8c40fa, 0xff49411b
  s_nop 1
  .long 0x2a4e4afa, 0xb4c14212  // s_cmpk_lg_u32 s65, 0x4212
  s_mov_b64 exec, -1
  .long 0x241e12f9, 0x080d2208  // v_lshlrev_b32_sdwa v15, sext(v8), sext(v9) clamp dst_sel:BYTE_2 dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:BYTE_0
  s_mov_b64 exec, 0x6fa0156a
  .long 0xd0b69538, 0x4c462b09  // v_add_u16_e32 v35, v9, v21
  s_nop 4
  .long 0x641446fa, 0x0b592915  // v_mul_f32_e32 v172, v21, v148
  .long 0xd0b3cf3a, 0x84322908  // s_max_i32 s50, s8, s41
  s_nop 4
  s_mov_b64 exec, 0xb7ba9e
  .long 0xd1e6cb18, 0x1c521d21  // v_min_u32_e32 v41, v33, v14
  .long 0x7c9234fa, 0xf0793808
  s_mov_b64 exec, -1
  .long 0x7db840f9, 0x1992bcf1  // v_min_i32_e32 v201, -0.5, v94
  s_nop 4
  .long 0xd0affe38, 0x9c762120
  .long 0x121614f9, 0x112a8320  // v_mul_u32_u24_e32 v149, v32, v65
  .long 0x7cb416f9, 0x0ab000c0  // v_mul_f32_e32 v88, 64, v0
  s_nop 4
  s_mov_b64 exec, 0x7eb758e5
  .long 0xd38bc612, 0x7c521911  // v_cmp_nge_f16_e32 vcc, v17, v12
  .long 0x7d4c20fa, 0xff494318
  s_mov_b64 exec, -1
  .long 0x7dbc40fa, 0xfdd93414
  s_nop 4
  .long 0x7d7446f9, 0x1925b81f  // v_min_i32_e32 v146, s31, v220
  s_nop 4
  .long 0x7e1210f9, 0x001c8322  // v_cndmask_b32_e32 v14, v34, v65, vcc
  .long 0xd3816c1f, 0x94823d27  // s_cbranch_g_fork s[38:39], s[60:61]
  .long 0x7e3a26f9, 0x003e840c  // v_cndmask_b32_e32 v31, s12, v66, vcc
  .long 0x7e403ef9, 0x0005a80f  // v_floor_f32_sdwa v32, v15 clamp mul:4 dst_sel:BYTE_0 dst_unused:UNUSED_SEXT src0_sel:WORD_1
  .long 0x7d7626fa, 0x3f393811  // v_add_f16_e32 v156, s17, v156
  s_nop 4
  .long 0x7e4e16f9, 0x001d5020  // v_cndmask_b32_e32 v14, s32, v168, vcc
  .long 0x7ca628f9, 0x3134b809  // v_cmpx_le_f32_sdwa s[56:57], -|v9|, -|v20| src0_sel:WORD_0 src1_sel:BYTE_1
  s_nop 4
  .long 0x7d4838f9, 0x3424ba13  // v_sub_co_u32_e32 v18, vcc, s19, v93
  .long 0xd29e3715, 0x6c6a4d26  // v_subrev_u32_e32 v53, v38, v38
  .long 0x7e3a22f9, 0x00056e13  // v_cvt_f32_ubyte0_sdwa v29, v19 clamp mul:2 dst_sel:DWORD dst_unused:UNUSED_SEXT src0_sel:WORD_1
  s_mov_b64 exec, 0x39dd2e90
  .long 0xd1f69112, 0x947a3f18  // s_bfe_i64 ttmp[14:15], s[24:25], s63
  s_mov_b64 exec, 0x1c598c58
  .long 0xd1310d0c, 0x74823723
  .long 0x7e463afa, 0x9f410111
  .long 0xd1ecdb15, 0x345e1519  // v_sub_co_u32_e32 v47, vcc, v25, v10
  .long 0xd0a25438, 0x7c262725  // v_cmpx_class_f64_e32 vcc, v[37:38], v19
  .long 0x7caa24fa, 0xff412a0c
  s_nop 4
  .long 0x7c2222fa, 0xffa90d1a
  s_nop 4
  .long 0x7d863efa, 0xffd14116
  s_mov_b64 exec, 0x42cd2114
  .long 0x7d9030fa, 0xff314212
  .long 0xd1294610, 0xf42a2725
  .long 0xd29f1d12, 0x0342470f  // v_add_f32_e32 v161, v15, v35
  .long 0x7e423cf9, 0x0030131f  // v_rndne_f32_sdwa v33, -|v31| dst_sel:BYTE_3 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
  .long 0x7cb61af9, 0x2a11bc22  // v_xor_b32_e32 v8, s34, v222
  s_nop 4
  .long 0x7e2c0ef9, 0x008cb02c  // v_cndmask_b32_e32 v70, s44, v88, vcc
  .long 0xd38c3e1a, 0x347a3429  // v_sub_co_u32_e32 v61, vcc, s41, v26
  .long 0x7e365efa, 0xf9791f17
  s_mov_b64 exec, 0x1f914161
  .long 0x7cb418fa, 0x2f31040c
  s_nop 4
  .long 0x7e3210f9, 0x00141008  // v_cvt_i32_f32_sdwa v25, -v8 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0
  .long 0x7cbc36fa, 0xff113009
  s_nop 4
  .long 0xd0ae0d6a, 0xdc721f08
  .long 0x0e343efa, 0xfaf9341a
  .long 0x0a2840f9, 0x3eb4d0f7  // v_add_f16_e32 v90, -4.0, v104
  .long 0x561e1cfa, 0x42d14024  // v_subrev_f16_e32 v104, s36, v160
  s_mov_b64 exec, -1
  .long 0x7e143efa, 0x10114014  // v_floor_f32_dpp v10, -v20 row_mirror row_mask:0x1 bank_mask:0x0
  .long 0x6a341afa, 0x26390611  // v_and_b32_e32 v28, s17, v131
  .long 0xd12cac0e, 0x14261927  // v_min_f32_e32 v19, v39, v12
  .long 0xd1328415, 0x6c3e250b  // v_subrev_u32_e32 v31, v11, v18
  .long 0x36364ef9, 0x0c1e6c1e  // v_mul_i32_i24_e32 v15, s30, v54
  .long 0xd38ad908, 0xf0ba2524
  .long 0xd1e78b21, 0x64521f12  // v_min_i16_e32 v41, v18, v15
  s_mov_b64 exec, 0xe5a67bd
  .long 0xd38d8a1f, 0xb486350a  // s_cmpk_lg_u32 s6, 0x350a
  s_nop 1
  .long 0x7e223cfa, 0x7fe9431f
  .long 0x7d9be4f9, 0x9112000e  // s_bfm_b32 s18, s14, s0
  .long 0x7da01cfa, 0xf0701f24
  s_nop 4
  s_mov_b64 exec, 0x26aef377
  .long 0x364e3afa, 0xff494015
  .long 0xd12ca008, 0xa42a170d
  .long 0x3c2c1afa, 0x5f593820  // v_max_u16_e32 v172, s32, v156
  .long 0xd38c2921, 0xec3e2b15
  s_mov_b64 exec, -1
  .long 0x7db018f9, 0x3ba4bac1  // v_subb_co_u32_e32 v210, vcc, -1, v93, vcc
  s_nop 4
  .long 0x7c8836fa, 0xffa10d1d
  .long 0xd0b10838, 0x74561714
  s_nop 4
  .long 0xd1f8ef0c, 0x4c8a1b15  // v_add_u16_e32 v69, v21, v13
  .long 0xd0b6c83a, 0x24763f11  // v_lshlrev_b32_e32 v59, v17, v31
  s_nop 4
  .long 0x7e1e5ef9, 0x00215617  // v_cndmask_b32_e32 v16, s23, v171, vcc
  .long 0x20443af9, 0x00144d17  // v_cndmask_b32_e32 v10, v23, v38, vcc
  s_mov_b64 exec, 0x69658d73
  .long 0x7e100efa, 0xf349341b
  .long 0x7e4210fa, 0x9cf13c13
  s_mov_b64 exec, -1
  .long 0x564646fa, 0x06011427  // v_lshrrev_b16_dpp v35, v39, v35 row_shr:4 row_mask:0x0 bank_mask:0x6
  s_mov_b64 exec, 0x6f8bbcd9
  .long 0x363c3cf9, 0x2931940f  // v_or_b32_e32 v152, s15, v202
  .long 0x7e3e14fa, 0xff393818  // v_cvt_f16_f32_dpp v31, -|v24| wave_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  .long 0x7e3238f9, 0x00aa6b2b  // v_cndmask_b32_e32 v85, v43, v53, vcc
  .long 0x7e3618fa, 0xf7794113
  .long 0x7e3a58fa, 0xff994113
  .long 0xd380df0e, 0x04462b10  // v_sub_f32_e32 v35, v16, v21
  s_mov_b64 exec, 0x2f260a1a
  .long 0xd3899810, 0xcc7e12f4
  .long 0xd388b821, 0x646e3719  // v_min_i16_e32 v55, v25, v27
  .long 0x7cb418fa, 0x2b39430e  // v_xor_b32_e32 v156, v14, v161
  s_nop 4
  .long 0xd0b3e53a, 0x444e3324  // v_mul_f16_e32 v39, v36, v25
  s_nop 4
  .long 0x3c383efa, 0x5b794126  // v_max_f16_e32 v188, v38, v160
  .long 0x7e1e5ef9, 0x000de808  // v_cndmask_b32_e32 v6, s8, v244, vcc
  .long 0xd12c9817, 0x246c651b  // v_lshlrev_b32_e32 v54, v27, v50
  .long 0xd3897b18, 0x148a171b  // v_min_f32_e32 v69, v27, v11
  s_nop 1
  .long 0x7d5e12fa, 0xff793418
  s_mov_b64 exec, -1
  .long 0x7e401af9, 0x0021e31c  // v_cndmask_b32_e32 v16, v28, v241, vcc
  .long 0xd18ff71f, 0xdc3e4325
  .long 0x7dbe20f9, 0x2122bc1f  // v_lshrrev_b32_e32 v145, s31, v94
  s_nop 4
  .long 0xd385e112, 0x544a1915  // v_lshlrev_b16_e32 v37, v21, v12
  .long 0x123e40fa, 0xff69220f
  .long 0x601234fa, 0xffc93013
  .long 0xd12a5420, 0xd43e2127  // v_interp_mov_f32_e32 v15, invalid_param_39, attr8.y
  .long 0x7c2038fa, 0xfc994122
  .long 0x7e4256f9, 0x0084e5d0  // v_cndmask_b32_e32 v66, v208, v114, vcc
  .long 0xd383a920, 0xf43e330d
  .long 0x7e305ef9, 0x009d01f4  // v_cndmask_b32_e32 v78, v244, v128, vcc
  .long 0xd129ea0e, 0x6c9df127  // v_subrev_u32_e32 v78, v39, v248
  .long 0x7e4a02fa, 0xf839341f
  .long 0x7e183ef9, 0x00a3ecf2  // v_floor_f32_sdwa v12, |1.0| clamp div:2 dst_sel:WORD_0 dst_unused:UNUSED_SEXT src0_sel:BYTE_3
  .long 0xd1fb7919, 0x5c424d27  // v_min_f16_e32 v33, v39, v38
  .long 0x582620f9, 0x1d994c81  // v_min_u32_e32 v204, 1, v166
  .long 0x7d5640f9, 0x2b3eea27  // v_xor_b32_e32 v159, s39, v117
  .long 0xd1f91926, 0xc42e491f  // v_max3_u16 v38, v31, v36, v11 op_sel:[1,1,0,0]
  .long 0x7e3638f9, 0x000b111d  // v_cndmask_b32_e32 v5, v29, v136, vcc
  s_mov_b64 exec, -1
  .long 0x103426fa, 0xf6793c0a
  .long 0xd38b9510, 0x2425811b  // v_lshlrev_b32_e32 v18, v27, v192
  s_mov_b64 exec, 0x2a29b664
  .long 0x7c8e42fa, 0xfbc9380f
  .long 0x363634f9, 0x01000313  // v_subrev_co_u32_sdwa v27, vcc, v19, v26 dst_sel:BYTE_3 dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:BYTE_1
  .long 0xd0b8993a, 0x5c6e4910  // v_min_f16_e32 v55, v16, v36
  s_nop 4
  .long 0xd0be2a38, 0x8c8a302b  // s_nor_b64 s[10:11], s[42:43], s[48:49]
  s_nop 4
  .long 0x7ca5a0f9, 0x803bba1e  // s_add_u32 s59, s30, 58
  s_nop 4
  .long 0xd1fb3312, 0xcc7e151a
  .long 0xd38bc727, 0xbc4e2121
  .long 0x7da82cf9, 0x0886ea2e  // v_cmpx_gt_i32_sdwa vcc, s46, sext(v22) src0_sel:DWORD src1_sel:BYTE_0
  s_nop 4
  .long 0x7c2246fa, 0xffa13c10
  s_nop 4
  .long 0xd0a0ea6a, 0xe3e23521
  .long 0xd0a0ec3a, 0xec8a231e
  .long 0x7e2614fa, 0xffe14219
  .long 0x7db62af9, 0x341a001d  // v_sub_co_u32_e32 v13, vcc, s29, v0
  s_nop 4
  .long 0xd3888109, 0x0c9a2f1c  // v_mul_i32_i24_e32 v77, v28, v23
  .long 0x7ca84ef9, 0x35950082  // v_cmpx_gt_f32_sdwa vcc, neg(2), -|v39| src0_sel:WORD_1 src1_sel:WORD_1
  s_nop 4
  .long 0xd0acf838, 0x64363d0a  // v_min_i16_e32 v27, v10, v30
  s_mov_b64 exec, -1
  .long 0xd38aeb0c, 0x845a2327  // s_max_i32 s90, s39, s35
  .long 0x344822f9, 0x2e1e5321
  s_mov_b64 exec, 0x249e1eb8
  .long 0xd1e54717, 0x647e4d27  // v_min_i16_e32 v63, v39, v38
  .long 0xd0b84b3a, 0x2c46491a  // v_mac_f32_e32 v35, v26, v36
  s_nop 4
  s_mov_b64 exec, 0x8f7d85a
  .long 0x7e389ef9, 0x0026750e  // v_cndmask_b32_e32 v19, v14, v58, vcc
  .long 0xd1f84c26, 0xa4321112  // v_max3_i16 v38, v18, v8, v12 op_sel:[1,0,0,1]
  .long 0xd38d6124, 0x048e4914  // v_sub_f32_e32 v71, v20, v36
  s_mov_b64 exec, 0x10434437
  .long 0x7dba34fa, 0xdf49241e
  s_nop 4
  .long 0xd3845b24, 0x5c8c6521  // v_min_f16_e32 v70, v33, v50
  s_mov_b64 exec, 0x202bf1a0
  .long 0x4c4618f9, 0x31a931f2
  s_mov_b64 exec, 0x2c2d5449
  .long 0x024436f9, 0x2b2c1121  // v_xor_b32_e32 v150, v33, v8
  .long 0x7db23cfa, 0x5ff94008  // v_max_u16_e32 v252, s8, v160
  s_nop 4
  .long 0x7c984cfa, 0xff49230e
  .long 0xd3884d12, 0x1c6a371a  // v_min_u32_e32 v53, v26, v27
  .long 0x7e3c18f9, 0x00249412  // v_cndmask_b32_e32 v18, s18, v74, vcc
  s_mov_b64 exec, 0x3b20fe16
  .long 0x244c2efa, 0x4f011323  // v_lshlrev_b32_dpp v38, v35, v23 row_shr:3 row_mask:0x4 bank_mask:0xf
  s_mov_b64 exec, -1
  .long 0x4e2256f9, 0x96304427  // s_mul_hi_u32 s48, s39, s68
  .long 0xd3885a0d, 0x5c823d21  // v_min_f16_e32 v65, v33, v30
  .long 0x321830f9, 0x11a88e35  // v_mul_u32_u24_e32 v212, s53, v71
  .long 0x7e3a56f9, 0x00140d0f  // v_cndmask_b32_e32 v10, v15, v6, vcc
  .long 0x7e1a16f9, 0x00931233  // v_cvt_f32_f16_sdwa v13, -s51 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
  s_mov_b64 exec, -1
  .long 0xd298301b, 0xe44a2b0d
  .long 0x7e1e0af9, 0x000ace17  // v_cvt_f32_i32_sdwa v15, sext(v23) div:2 dst_sel:DWORD dst_unused:UNUSED_SEXT src0_sel:BYTE_2
  .long 0xd3891317, 0x442a1513  // v_mul_f16_e32 v21, v19, v10
  s_mov_b64 exec, -1
  .long 0x681e2ef9, 0x3928d51f  // v_addc_co_u32_e32 v148, vcc, v31, v106, vcc
  s_mov_b64 exec, -1
  .long 0x7e1e0afa, 0xf439381f
  s_mov_b64 exec, -1
  .long 0x7e2e1afa, 0x31794214
  .long 0x7e245efa, 0xf279120b
  s_mov_b64 exec, 0x74514c58
  .long 0x14463efa, 0x1ab1171f  // v_min_f32_dpp v35, -|v31|, |v31| row_shr:7 row_mask:0x1 bank_mask:0xa
  .long 0x021c32f9, 0x1925a511  // v_min_i32_e32 v146, v17, v210
  .long 0xd3845017, 0x546a3481  // v_lshlrev_b16_e32 v53, 1, v26
  s_mov_b64 exec, 0x511ac9e2
  .long 0x7e2810fa, 0xf6692424
  .long 0x7e223af9, 0x0034ed1b  // v_ceil_f32_sdwa v17, -|v27| clamp div:2 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:WORD_0
  s_nop 1
  .long 0x204622fa, 0x9fd05e1d
  .long 0x144e3ef9, 0x1e09320c  // v_max_u32_e32 v4, s12, v153
  s_mov_b64 exec, -1
  .long 0x5e3640f9, 0x25168211  // v_lshlrev_b32_e32 v139, s17, v65
  .long 0x7d961cf9, 0x3e88b8f4  // v_add_f16_e32 v68, 2.0, v92
  s_mov_b64 exec, 0x5d442255
  .long 0xd0ac1938, 0x74661716
  .long 0x7e189efa, 0x9f592127
  .long 0x102c4cf9, 0x0436e326  // v_sub_f32_e32 v27, v38, v113
  .long 0x7db43af9, 0x011aba15  // v_cndmask_b32_e32 v141, s21, v93, vcc
  s_nop 4
  .long 0x183828f9, 0x35844cf4  // v_sub_co_u32_e32 v194, vcc, 2.0, v38
  s_mov_b64 exec, 0x17e01e31
  .long 0x7d9e38f9, 0x369abcc0  // v_subrev_co_u32_e32 v77, vcc, 64, v94
  .long 0x7e2a0cf9, 0x00182d11  // v_cndmask_b32_e32 v12, v17, v22, vcc
  .long 0xd1e7801d, 0x04861918  // v_mqsad_u32_u8 v[29:32], v[24:25], v12, v[33:36] clamp
  .long 0x7d9640f9, 0x25120018  // v_lshlrev_b32_e32 v137, s24, v0
  .long 0xd38b6c09, 0xd496250b  // v_interp_mov_f32_e32 v37, invalid_param_11, attr9.y
  .long 0xd12b5421, 0x3be22125  // v_subb_co_u32_e32 v241, vcc, v37, v16, vcc
  .long 0x62324afa, 0x8c713016  // s_nor_b32 ttmp5, s22, s48
  .long 0x60301cfa, 0xf9694308
  .long 0x7e4e1afa, 0xcf513412
  .long 0xd3828b15, 0xe0ba3322
  .long 0x7e1c3cfa, 0xf3a14309
  .long 0x7d5016fa, 0xbf19300a
  .long 0xd388b30a, 0x7c6a1515  // v_cmpx_lg_f16_e32 vcc, v21, v10
  .long 0xd38a541d, 0x5c450520  // v_min_f16_e32 v34, v32, v130
  .long 0x7e265cf9, 0x000ed012  // v_cndmask_b32_e32 v7, s18, v104, vcc
  .long 0xd3892824, 0xec4e3f08
  .long 0x7e143cf9, 0x0035ab20  // v_rndne_f32_sdwa v10, -|v32| clamp mul:4 dst_sel:BYTE_3 dst_unused:UNUSED_SEXT src0_sel:WORD_1
  s_mov_b64 exec, 0x5b15796c
  .long 0xd3849b26, 0x4c4a1f20  // v_add_u16_e32 v37, v32, v15
  s_mov_b64 exec, 0x516d83ba
  .long 0x4e1626f9, 0x082d0821  // v_mul_legacy_f32_e32 v22, s33, v132
  .long 0x7cae52f9, 0xb502b824  // v_cmpx_o_f32_sdwa s[56:57], v36, -|s41| src0_sel:BYTE_2 src1_sel:WORD_1
  s_nop 4
  .long 0x583c4efa, 0x6fa14110
  .long 0xd1322416, 0x245a2f0e  // v_lshlrev_b32_e32 v45, v14, v23
  .long 0x7e4e9efa, 0xe3390b25
  .long 0x7e1a14fa, 0xf261031d
  .long 0x7e483cfa, 0x5ff9421c  // v_max_u16_e32 v252, s28, v161
  s_mov_b64 exec, -1
  .long 0xd38dca25, 0x9c3c5917
  .long 0x7dba10f9, 0x3023ba0f
  s_nop 4
  .long 0x0c124cfa, 0xc9b8bf13
  s_mov_b64 exec, -1
  .long 0xd0a2723a, 0x7475011d
  .long 0x7e103afa, 0xaf81420a
  .long 0xd382390b, 0xbc65ef1d
  .long 0x7e4e5cf9, 0x00238217  // v_cndmask_b32_e32 v17, s23, v193, vcc
  s_mov_b64 exec, 0x5e3efd17
  .long 0x7e4e0af9, 0x00a2a035  // v_cndmask_b32_e32 v81, s53, v80, vcc
  .long 0x7d8e3ef9, 0x20a8b831  // v_lshrrev_b32_e32 v84, s49, v92
  .long 0x7d8632fa, 0xcfb11c1c
  .long 0x7d5c2afa, 0xff89420f
  .long 0x001a10fa, 0x1c893013  // v_cndmask_b32_dpp v13, v19, |v8|, vcc wave_shl:1 row_mask:0x1 bank_mask:0xc bound_ctrl:1
  .long 0x7c8c44fa, 0xffd91e17
  .long 0xd1f5851a, 0xd4824d08  // v_interp_mov_f32_e32 v32, invalid_param_8, attr19.y
  s_mov_b64 exec, 0x6f86b2b7
  .long 0xd1fc3422, 0x44321912  // v_med3_u16 v34, v18, v12, v12 op_sel:[0,1,1,0]
  s_mov_b64 exec, 0x528eea41
  .long 0xd0b8ec38, 0x3c363f09  // v_subbrev_co_u32_e32 v27, vcc, v9, v31, vcc
  s_nop 4
  s_mov_b64 exec, -1
  .long 0xd29e320b, 0x54622127  // v_lshlrev_b16_e32 v49, v39, v16
  .long 0x7e403afa, 0xf7710c22
  .long 0x7e2418fa, 0xaf01301a  // v_cvt_rpi_i32_f32_dpp v18, v26 wave_shl:1 row_mask:0xa bank_mask:0xf
  .long 0x7e1656f9, 0x001a6e11  // v_cndmask_b32_e32 v13, s17, v55, vcc
  .long 0x7d844efa, 0xefd90f24
  .long 0xd3819c1d, 0x5c7a3f0d  // v_min_f16_e32 v61, v13, v31
  s_mov_b64 exec, -1
  .long 0x7e3622f9, 0x003e4a19  // v_cndmask_b32_e32 v31, s25, v37, vcc
  .long 0x7d9014f9, 0x0bad00f8  // v_mul_f32_e32 v214, 0.15915494, v128
  .long 0x282646f9, 0x131bf612  // v_mul_hi_u32_u24_e32 v141, s18, v251
  .long 0x0c102ef9, 0x03162d0d  // v_add_f32_e32 v139, v13, v22
  .long 0x604c48fa, 0xf851431c
  .long 0xd0ae2c3a, 0x446c6118  // v_mul_f16_e32 v54, v24, v48
  .long 0x7d6626fa, 0xaff0be15
  s_nop 4
  .long 0x7e1210f9, 0x0001e61a  // v_cndmask_b32_e32 v0, s26, v243, vcc
  .long 0x7e1e58fa, 0xff21120f
  .long 0x7e423ef9, 0x00817128  // v_floor_f32_sdwa v33, s40 clamp mul:2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1
  .long 0x344a2ef9, 0x3e23550b  // v_add_f16_e32 v17, v11, v170
  .long 0xd386c91d, 0x742e1308
  .long 0x7dbc2efa, 0xf2206b12
  s_nop 4
  .long 0x143224fa, 0xf7291b17  // v_min_f32_dpp v25, |v23|, v18 row_shr:11 row_mask:0xf bank_mask:0x7 bound_ctrl:1
  .long 0x7e281afa, 0xff610a16
  .long 0xd1ec6f27, 0x547e48f8  // v_lshlrev_b16_e32 v63, 0x3118, v36
  .long 0xd0a1623a, 0xec4a171d
  s_mov_b64 exec, 0x5a370957
  s_endpgm
