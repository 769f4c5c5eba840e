// 400 random 16-bit, packed, SDWA and DPP integer instructions as words (LLVM rejects some forms that the unit has: docs/decisions.md).
// Nothing is stored: RTL and model are compared register by register.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  s_mov_b32 s40, 0x1
  s_mov_b32 s41, 0x7fff8000
  s_mov_b32 s42, 0xb5b40836
  s_mov_b32 s43, 0x7fff8000
  s_mov_b32 s44, 0xffffffff
  s_mov_b32 s45, 0x80007fff
  s_mov_b32 s46, 0x7fff8000
  s_mov_b32 s47, 0xffffffff
  s_mov_b32 s48, 0x0
  s_mov_b32 s49, 0x1
  s_mov_b32 s50, 0x1
  s_mov_b32 s51, 0x1
  s_mov_b32 s52, 0x0
  s_mov_b32 s53, 0x1
  s_mov_b32 s54, 0x1
  s_mov_b32 s55, 0x7fff8000
  s_mov_b32 s56, 0x1
  s_mov_b32 s57, 0x1
  s_mov_b32 s58, 0x0
  s_mov_b32 s59, 0x80007fff
  s_mov_b32 s60, 0xffffffff
  s_mov_b32 s61, 0x7fff8000
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
  .long 0xd386cd15, 0xe49e4b0f
  .long 0x06443afa, 0xff41340f  // v_subrev_f32_dpp v34, v15, -v29 wave_rol:1 row_mask:0xf bank_mask:0xf
  .long 0x7daa68f9, 0xa11cb81a
  s_nop 4
  .long 0x582a28fa, 0xf1e14116
  s_mov_b64 exec, -1
  .long 0x683244fa, 0xfbe14327
  .long 0xd1f2f90f, 0x246248f4  // v_mad_i32_i16 v15, 0x4000, v36, v24 op_sel:[1,1,1,1] clamp
  .long 0xd38b7423, 0xcc823110
  s_mov_b64 exec, 0x75f995ed
  .long 0xd18f6b16, 0x24321315  // v_lshlrev_b32_e32 v25, v21, v9
  .long 0x003c2efa, 0xff51411f  // v_cndmask_b32_dpp v30, -v31, -v23, vcc row_half_mirror row_mask:0xf bank_mask:0xf
  .long 0xd3863510, 0x98de2f11  // s_lshl4_add_u32 s94, s17, s47
  .long 0xd3850b25, 0x7c8a3916  // v_cmp_lg_f32_e32 vcc, v22, v28
  .long 0x5e2018fa, 0xfac9421d
  s_mov_b64 exec, 0x4a566eb6
  .long 0xd0a2f238, 0x9c3e2b21
  .long 0xd380fb14, 0xfc664f1e
  s_mov_b64 exec, -1
  .long 0x7d7a1cfa, 0x6f590525
  s_nop 4
  .long 0x7c8e20f9, 0x2b940035  // v_xor_b32_e32 v202, s53, v0
  .long 0x7d7826fa, 0x4f013c1d  // v_sub_u16_e32 v128, s29, v158
  s_nop 4
  .long 0xd384281f, 0xec922b0c
  .long 0x7caa46fa, 0xf7f0c823
  s_nop 4
  .long 0x2a3c1cfa, 0xef51401f
  .long 0x7c843ef9, 0x28280023  // v_or_b32_e32 v20, s35, v0
  s_mov_b64 exec, 0x7e88a04f
  .long 0xd3836d0f, 0x1c522312  // v_min_u32_e32 v41, v18, v17
  .long 0x7c9214f9, 0x0b39000e  // v_mul_f32_e32 v156, s14, v128
  .long 0x7d7c42f9, 0x0194b82d  // v_cndmask_b32_e32 v202, s45, v92, vcc
  s_nop 4
  .long 0xd380c015, 0x2c22311a  // v_pk_mad_i16 v21, v26, v24, v8 op_sel_hi:[1,0,1] neg_lo:[1,0,0] clamp
  .long 0x7c9640fa, 0x5fa12f11  // v_max_u16_e32 v208, v17, v151
  .long 0x7d8410f9, 0x299bbc29  // v_or_b32_e32 v205, s41, v222
  .long 0x7c8c14fa, 0xff294014
  .long 0xd0a8d56a, 0x78ae3b1a
  .long 0x7e409ef9, 0x001c6d09  // v_cndmask_b32_e32 v14, v9, v54, vcc
  s_mov_b64 exec, -1
  .long 0x7d741cf9, 0x0236ba11  // v_add_f32_e32 v27, s17, v93
  s_nop 4
  .long 0x7e3856f9, 0x00a4662a  // v_cndmask_b32_e32 v82, s42, v51, vcc
  .long 0x521040fa, 0x1f293423  // v_max_u32_e32 v148, s35, v154
  .long 0xd0af4e3a, 0x64463123  // v_min_i16_e32 v35, v35, v24
  s_mov_b64 exec, 0x72116681
  .long 0x7e403efa, 0xf4094218  // v_floor_f32_dpp v32, v24 row_bcast:15 row_mask:0xf bank_mask:0x4 bound_ctrl:1
  .long 0xd0ac243a, 0xec5a390d
  .long 0x7d8702f9, 0xb03e001d  // s_movk_i32 s62, 0x1d
  .long 0xd1f25c24, 0x345a271a  // v_sub_co_u32_e32 v45, vcc, v26, v19
  .long 0x341012fa, 0x9de1420d
  .long 0x163040f9, 0x1eac3337  // v_max_u32_e32 v86, v55, v25
  .long 0xd0bf996a, 0xf4764b1a
  s_nop 4
  .long 0xd1e5830d, 0x848a471d  // s_max_u32 s10, s29, s71
  .long 0x0c203cfa, 0x6fd92822
  .long 0x7d4628f9, 0x3a25ba27  // v_subb_co_u32_e32 v18, vcc, s39, v221, vcc
  .long 0x182a14f9, 0x019aa229  // v_cndmask_b32_e32 v205, s41, v81, vcc
  .long 0x601c34f9, 0x0c00c91e  // v_mul_i32_i24_e32 v0, v30, v100
  .long 0xd131f41d, 0xe2062f1a
  s_mov_b64 exec, 0x49773d4d
  .long 0xd3807e1c, 0xd43a3327  // v_interp_mov_f32_e32 v14, invalid_param_39, attr12.w
  .long 0x7e3a3afa, 0xfab94125
  s_mov_b64 exec, 0x17a74602
  .long 0x7e1616f9, 0x0031310e  // v_cvt_f32_f16_sdwa v11, -|v14| clamp dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1
  .long 0x7cbc20f9, 0x29b8eaf8  // v_or_b32_e32 v220, 0.15915494, v117
  s_nop 4
  s_mov_b64 exec, 0x4e96768f
  .long 0x7d742cf9, 0x3c100025  // v_subbrev_co_u32_e32 v8, vcc, s37, v0, vcc
  s_nop 4
  .long 0x6c3a3af9, 0x068392f7  // v_subrev_f32_e32 v65, -4.0, v201
  .long 0xd3876114, 0x246e3f1b  // v_lshlrev_b32_e32 v55, v27, v31
  .long 0x7c9630fa, 0xf601410b
  .long 0x6a4a4cf9, 0x2c322d18  // v_mac_f32_e32 v25, v24, v22
  .long 0xd38a3021, 0xf3d24b1e
  .long 0x7da644f9, 0x139dbac1  // v_mul_hi_u32_u24_e32 v206, -1, v221
  s_nop 4
  .long 0xd1e5df14, 0x446e2516  // v_mul_f16_e32 v55, v22, v18
  .long 0x60164cfa, 0x1fb12f19  // v_max_u32_e32 v216, v25, v151
  .long 0xd1eb5323, 0xbc56150c
  .long 0x4c383ef9, 0x34261310  // v_sub_co_u32_e32 v19, vcc, v16, v9
  s_mov_b64 exec, -1
  .long 0x224c3cf9, 0x36ba4cf7  // v_subrev_co_u32_e32 v93, vcc, -4.0, v38
  .long 0xd38c220e, 0xfc56210b
  .long 0xd380d518, 0x5c5a1310  // v_min_f16_e32 v45, v16, v9
  .long 0x263a14fa, 0x95e1401c  // s_rfe_restore_b64 s[28:29], s64
  .long 0x7c841ef9, 0x053d0014  // v_sub_f32_e32 v158, s20, v128
  .long 0x7e383af9, 0x003e4c1c  // v_cndmask_b32_e32 v31, s28, v38, vcc
  .long 0x182856f9, 0xb111031c  // s_cmpk_eq_i32 s17, 0x31c
  .long 0xd38df814, 0xcc6a1d1d
  .long 0x7ca434fa, 0xffc13020
  s_nop 4
  .long 0x7e4c38f9, 0x00b376f7  // v_trunc_f32_sdwa v38, -|-4.0| clamp mul:2 dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
  .long 0x623046f9, 0x35357111  // v_sub_co_u32_e32 v154, vcc, v17, v184
  .long 0x7d6a12fa, 0x0ce14314  // v_mul_i32_i24_e32 v112, v20, v161
  s_nop 4
  .long 0x7e340ef9, 0x00a86af4  // v_cndmask_b32_e32 v84, 2.0, v53, vcc
  .long 0xd1316608, 0xc4386f16
  .long 0x18162efa, 0x62d93820  // v_min_u16_e32 v108, s32, v156
  .long 0xd29e8b0c, 0x84923b1c  // s_max_u32 s18, s28, s59
  .long 0xd298a11d, 0x7b06471c
  .long 0x161846fa, 0xfff94314  // v_max_f32_dpp v12, -|v20|, -|v35| row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  .long 0x181810fa, 0xeff94220
  .long 0x5e4c26f9, 0x32086013  // v_add_co_u32_e32 v4, vcc, s19, v48
  .long 0xd0b5063a, 0xbc9e2f18
  s_nop 4
  .long 0x7d8e12f9, 0x02340024  // v_add_f32_e32 v26, s36, v0
  .long 0x7c8240fa, 0xff114212
  .long 0x7d624ef9, 0x358c0032  // v_sub_co_u32_e32 v198, vcc, s50, v0
  s_nop 4
  .long 0x2a201afa, 0xf3b13815
  .long 0x7e423efa, 0x4f894118  // v_sub_u16_e32 v196, v24, v160
  .long 0xd3883f0a, 0x9c2a4f19
  .long 0x7d6838f9, 0x0093b8f8  // v_cndmask_b32_e32 v73, 0.15915494, v220, vcc
  s_nop 4
  .long 0x7d8c48f9, 0x2d3e0022  // v_mac_f32_e32 v159, s34, v0
  .long 0x22364af9, 0x33089518  // v_add_co_u32_e32 v132, vcc, v24, v74
  .long 0xd3834712, 0xac6e210d
  .long 0x7d723cfa, 0x49f1261d
  s_nop 4
  .long 0x7dae38fa, 0xafb8bb13
  s_nop 4
  .long 0x7cae36f9, 0x2aa1bc34  // v_xor_b32_e32 v80, s52, v222
  s_nop 4
  s_mov_b64 exec, 0x459dfb83
  .long 0x7d9c4ef9, 0x08050015  // v_cmp_ge_u32_sdwa vcc, v21, sext(v39) src0_sel:WORD_1 src1_sel:BYTE_0
  .long 0xd0a35e6a, 0x243e4b22  // v_lshlrev_b32_e32 v31, v34, v37
  .long 0x3c304cfa, 0xff790b08
  s_mov_b64 exec, 0x53d92684
  .long 0xd3800517, 0xb459050a  // s_cmpk_eq_u32 s89, 0x50a
  .long 0x7e4056f9, 0x0004f308  // v_cndmask_b32_e32 v2, v8, v121, vcc
  .long 0x7d7a30fa, 0xf5d90e19
  s_nop 4
  .long 0x6c3e34f9, 0x0116f317  // v_cndmask_b32_e32 v139, v23, v121, vcc
  .long 0x7da428f9, 0x26a2bc81  // v_and_b32_e32 v81, 1, v94
  s_nop 4
  .long 0xd38c6214, 0xe4963b17
  .long 0xd388b70c, 0xdc761f12
  .long 0xd388ab15, 0xf4522b08
  .long 0x7e2e5cfa, 0xcfc94011
  s_mov_b64 exec, -1
  .long 0x7cba36fa, 0xffa11919
  s_nop 4
  .long 0x7e4818fa, 0x5b892419  // v_max_f16_e32 v196, s25, v146
  .long 0x7ca24cf9, 0x1283ea2b  // v_cmpx_lt_f32_sdwa vcc, s43, -v38 src0_sel:BYTE_3 src1_sel:BYTE_2
  s_nop 4
  .long 0x7d4820f9, 0x2800ba1c  // v_or_b32_e32 v0, s28, v93
  .long 0x7e321af9, 0x00981332  // v_cndmask_b32_e32 v76, v50, v9, vcc
  .long 0x7d683cf9, 0x220a001f  // v_ashrrev_i32_e32 v5, s31, v0
  s_nop 4
  .long 0x7e4422fa, 0xfff94109
  s_mov_b64 exec, 0x4b1462a7
  .long 0x7e325cfa, 0xff510815
  .long 0xd3845f0f, 0xe44e3f0a
  .long 0x7e103af9, 0x00036d24  // v_ceil_f32_sdwa v8, v36 clamp mul:2 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_3
  .long 0xd1f55512, 0x74521d0f
  .long 0x7cb834f9, 0x169d002c  // v_max_f32_e32 v78, s44, v128
  s_nop 4
  .long 0x1c3648fa, 0xcf61421d
  .long 0x7e309ef9, 0x003ee514  // v_cndmask_b32_e32 v31, v20, v114, vcc
  .long 0x7c9a20f9, 0x1021001e  // v_cmp_neq_f32_sdwa vcc, |v30|, -v16 src0_sel:BYTE_1 src1_sel:BYTE_0
  .long 0xd1ec3620, 0x6c4e2d1a  // v_subrev_u32_e32 v39, v26, v22
  s_mov_b64 exec, 0x646e5ecb
  .long 0xd3815310, 0x449e4323  // v_mul_f16_e32 v79, v35, v33
  .long 0x7d9426fa, 0xff293c1f
  s_mov_b64 exec, 0x45797fff
  .long 0x644e36f9, 0x28b2cd2c  // v_or_b32_e32 v89, v44, v102
  .long 0xd384910c, 0x0c423ac1  // v_mul_i32_i24_e32 v33, -1, v29
  .long 0x7e4c56fa, 0xad113414
  s_mov_b64 exec, 0x567ff8f8
  .long 0xd0a09e6a, 0x1c82190c  // v_min_u32_e32 v65, v12, v12
  s_mov_b64 exec, 0x1560689f
  .long 0x7d95e2f9, 0xad2eb813
  .long 0x7ca84afa, 0x3a59410b  // v_subb_co_u32_e32 v44, vcc, v11, v160, vcc
  s_nop 4
  s_mov_b64 exec, -1
  .long 0xd3846b20, 0xa48e391d
  .long 0x522216f9, 0x1115e927  // v_mul_u32_u24_e32 v138, v39, v244
  .long 0x7e3a26fa, 0xf909400b  // v_cvt_f32_ubyte2_dpp v29, v11 row_mirror row_mask:0xf bank_mask:0x9 bound_ctrl:1
  .long 0x264618fa, 0xfc294310
  .long 0x7d464efa, 0x9f01300a
  .long 0xd0a05d3a, 0x0c2e4b11  // v_mul_i32_i24_e32 v23, v17, v37
  .long 0x242234f9, 0x3d0b6020  // v_subbrev_co_u32_e32 v133, vcc, s32, v176, vcc
  .long 0x7d4826fa, 0x1f713c1d  // v_max_u32_e32 v184, s29, v158
  .long 0x7e3e56fa, 0xf4287b0c
  .long 0xd0b05138, 0x44261d1e  // v_mul_f16_e32 v19, v30, v14
  s_nop 4
  s_mov_b64 exec, 0x1063de0b
  .long 0x7c8a20fa, 0xffc93419
  .long 0xd0a02d6a, 0x14364b10  // v_min_f32_e32 v27, v16, v37
  .long 0x7e203efa, 0x31e93c16
  .long 0x644222f9, 0x183cc510  // v_min_i32_e32 v30, v16, v98
  s_mov_b64 exec, 0x535ebf4e
  .long 0xd0b0e538, 0x946e10f8  // s_bfe_i64 ttmp[2:3], 0.15915494309189532, s16
  s_nop 4
  .long 0x68484af9, 0x341e1026  // v_sub_co_u32_e32 v15, vcc, s38, v8
  s_mov_b64 exec, 0x21f66a26
  .long 0x7e2856fa, 0x05b94122  // v_sub_f32_e32 v220, v34, v160
  .long 0x7e4428fa, 0xd6993816  // v_interp_p2_f32_e32 v166, v22, attr14.x
  .long 0xd384d809, 0xac662123
  .long 0x7d4842fa, 0xff406327
  .long 0x7e2016f9, 0x0034e613  // v_cvt_f32_f16_sdwa v16, -|v19| clamp div:2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0
  .long 0xd12bd608, 0x8c26110c  // s_nor_b32 s38, s12, s17
  s_mov_b64 exec, 0x24f3df79
  .long 0x7cb7e8f9, 0xb6130017  // v_cmpx_ngt_f32_sdwa vcc, -v23, -|2.0| src0_sel:BYTE_3 src1_sel:DWORD
  s_nop 4
  .long 0xd0a8e538, 0xdc49e315
  .long 0xd3818013, 0xec5e3313
  s_mov_b64 exec, 0x761acd1c
  .long 0x04382ef9, 0x08bcc9f0  // v_mul_legacy_f32_e32 v94, v240, v100
  .long 0xd385b30a, 0x3c5618d0  // v_subbrev_co_u32_e32 v43, vcc, -16, v12, vcc
  .long 0xd18f8c24, 0x60b22522  // v_max_i16_e32 v89, v34, v18
  .long 0xd1307c12, 0x34964f1a  // v_sub_co_u32_e32 v75, vcc, v26, v39
  s_mov_b64 exec, 0x596a0384
  .long 0x7e280af9, 0x00352009  // v_cndmask_b32_e32 v26, s9, v144, vcc
  .long 0x7e3056f9, 0x003eca19  // v_cndmask_b32_e32 v31, s25, v101, vcc
  .long 0x643448f9, 0x102e5610  // v_mul_u32_u24_e32 v23, s16, v43
  .long 0x7e260cf9, 0x003bf126  // v_cndmask_b32_e32 v29, v38, v248, vcc
  .long 0x7e3e24f9, 0x00022d24  // v_cvt_f32_ubyte1_sdwa v31, v36 clamp dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
  .long 0x7c864efa, 0xff19411c
  .long 0xd0a43d6a, 0x7476150b
  .long 0x621c30fa, 0x9fa1380b
  .long 0x7da010fa, 0x5f81421c  // v_max_u16_e32 v192, s28, v161
  s_nop 4
  .long 0x684c34fa, 0xffc93013
  s_mov_b64 exec, -1
  s_nop 1
  .long 0x28464cfa, 0x02c9430e  // v_add_f32_e32 v100, v14, v161
  .long 0x7cb5e8f9, 0xa0130008  // v_cmpx_nlg_f32_sdwa vcc, -v8, |2.0| src0_sel:BYTE_3 src1_sel:BYTE_0
  s_nop 4
  .long 0x7e3e58fa, 0xffb9171c
  .long 0xd1e4ad1b, 0xbc7a3b27
  .long 0x0a1038fa, 0xff89211a  // v_mul_f32_dpp v8, v26, |v28| row_ror:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  .long 0x7e4258fa, 0xac39421f
  .long 0xd0b02c6a, 0xbc6e4926
  s_nop 4
  .long 0x7c8a6af9, 0xbd1ebc19
  s_mov_b64 exec, -1
  .long 0x521832fa, 0xffe1280d
  .long 0xd3846a1e, 0x54364ac1  // v_lshlrev_b16_e32 v27, -1, v37
  s_mov_b64 exec, -1
  .long 0x7d4a16fa, 0xf661381d
  .long 0x7e2626f9, 0x003a2822  // v_cndmask_b32_e32 v29, s34, v20, vcc
  .long 0xd0b99938, 0xcc663b1a
  s_nop 4
  s_mov_b64 exec, -1
  .long 0xd3800116, 0x349a2b0e  // v_pk_mad_i16 v22, v14, v21, v38 op_sel_hi:[0,1,0] neg_lo:[1,0,0] neg_hi:[1,0,0]
  .long 0x7d8866f9, 0xb00a0027  // s_movk_i32 s10, 0x27
  .long 0xd382300f, 0x448a2118  // v_mul_f16_e32 v69, v24, v16
  .long 0xd38b3518, 0x1c8a2d15  // v_min_u32_e32 v69, v21, v22
  .long 0xd3884020, 0x444a491b  // v_mul_f16_e32 v37, v27, v36
  .long 0xd388ba1b, 0x348a2521  // v_sub_co_u32_e32 v69, vcc, v33, v18
  .long 0x7d8026fa, 0x8f394118  // s_lshr_b32 s57, s24, s65
  .long 0x7c8032fa, 0x6f205022
  .long 0xd38a3108, 0xb3c6150a  // s_cmpk_le_i32 s70, 0x150a
  s_mov_b64 exec, 0x52c90cc9
  .long 0x161a10f9, 0x19223210  // v_min_i32_e32 v145, s16, v25
  .long 0x7cb864f9, 0xb51b0008  // s_cmpk_gt_u32 s27, 0x8
  s_nop 4
  .long 0xd3812e15, 0x2c3232f4  // v_mac_f32_e32 v25, 2.0, v25
  .long 0xd12ba721, 0x6c863121  // v_subrev_u32_e32 v67, v33, v24
  .long 0x7d725af9, 0xbb25ba12
  s_nop 4
  .long 0x7d406ef9, 0x82120022  // s_addc_u32 s18, s34, s0
  s_mov_b64 exec, 0x42898642
  .long 0x7e3c1af9, 0x0092822c  // v_cndmask_b32_e32 v73, s44, v65, vcc
  .long 0x524e16fa, 0x21214113  // v_lshrrev_b32_e32 v144, v19, v160
  .long 0xd38d880a, 0xd47a4f25  // v_interp_mov_f32_e32 v30, invalid_param_37, attr19.w
  .long 0x7d4a1ef9, 0x290d001f  // v_or_b32_e32 v134, s31, v128
  s_mov_b64 exec, -1
  .long 0x7e189efa, 0x6f912e0b
  .long 0x564c18f9, 0x399e0233  // v_addc_co_u32_e32 v207, vcc, s51, v1, vcc
  .long 0x7c9a36f9, 0x1111bc19  // v_cmp_neq_f32_sdwa s[60:61], -v25, -v27 src0_sel:BYTE_1 src1_sel:BYTE_1
  .long 0x1e4a36fa, 0x7ba8800f
  .long 0x7e305afa, 0xffe93027
  .long 0xd1e72625, 0x2c761111  // v_mac_f32_e32 v59, v17, v8
  .long 0xd38de622, 0x6c922e2f  // v_subrev_u32_e32 v73, s47, v23
  .long 0xd38c530c, 0x6c921323  // v_subrev_u32_e32 v73, v35, v9
  .long 0x7e1602fa, 0xf3812b08
  s_mov_b64 exec, 0x1ad12597
  .long 0x7e1c38fa, 0xf2f94223
  s_mov_b64 exec, -1
  .long 0xd38a791b, 0x645a2519  // v_min_i16_e32 v45, v25, v18
  .long 0xd38cb31c, 0x3c924325  // v_subbrev_co_u32_e32 v73, vcc, v37, v33, vcc
  .long 0x1a221af9, 0x3d298410  // v_subbrev_co_u32_e32 v148, vcc, s16, v194, vcc
  .long 0x522040f9, 0x2336e814  // v_ashrrev_i32_e32 v155, s20, v116
  .long 0x7d6e6af9, 0xa91e0010
  s_nop 4
  .long 0x061504f9, 0xac03c322
  s_nop 1
  .long 0x7d8418fa, 0xaf61420a
  .long 0x7e1056fa, 0x8f893025  // s_lshr_b64 s[8:9], s[36:37], s48
  .long 0xd0ae2c6a, 0xfc52251c
  .long 0xd2987f20, 0xcc5e230a
  .long 0x7e320cf9, 0x00002b0b  // v_cvt_f32_u32_sdwa v25, v11 clamp dst_sel:BYTE_3 dst_unused:UNUSED_SEXT src0_sel:BYTE_0
  .long 0x7d4e4ef9, 0x2634001f  // v_and_b32_e32 v26, s31, v0
  .long 0x7d5042fa, 0xfff1341c
  .long 0x3c1a30fa, 0x3fd1380d  // v_add_f16_e32 v232, s13, v156
  .long 0x521e46fa, 0xf0792a13
  s_mov_b64 exec, -1
  .long 0x7c8464f9, 0xba1d001c
  .long 0x7c8e16fa, 0xff093020
  .long 0xd386ad23, 0xa8ca110d
  .long 0x7e381af9, 0x00b4a837  // v_cndmask_b32_e32 v90, s55, v84, vcc
  .long 0x183e48f9, 0x0dad56d0  // v_mul_i32_i24_e32 v214, -16, v171
  .long 0x7e4256f9, 0x003ca61d  // v_cndmask_b32_e32 v30, s29, v83, vcc
  .long 0x0e3848fa, 0xaff13422
  s_mov_b64 exec, -1
  .long 0x7e2e0afa, 0xffa13414
  .long 0xd0a46138, 0x8c962720  // s_nor_b64 s[22:23], s[32:33], s[38:39]
  .long 0x7cb438fa, 0x6ae9111d  // v_sub_u32_e32 v116, v29, v136
  s_nop 4
  .long 0x1c4c4efa, 0xff714318
  .long 0xd389b608, 0x34324b18  // v_sub_co_u32_e32 v25, vcc, v24, v37
  s_mov_b64 exec, -1
  .long 0xd380f40f, 0xb42c691d  // s_cmpk_eq_u32 s44, 0x691d
  s_mov_b64 exec, 0x69691b08
  .long 0x7ca61cf9, 0x20040018  // v_cmpx_le_f32_sdwa vcc, v24, |v14| src0_sel:WORD_0 src1_sel:BYTE_0
  s_nop 4
  .long 0x16462ef9, 0x2c04ee08  // v_mac_f32_e32 v2, s8, v119
  .long 0xd385b421, 0x7c261b22  // v_cmpx_class_f64_e32 vcc, v[34:35], v13
  s_mov_b64 exec, -1
  .long 0x7e4a24fa, 0xcf094008  // v_cvt_f32_ubyte1_dpp v37, v8 row_mirror row_mask:0xc bank_mask:0xf bound_ctrl:1
  .long 0x7d6a12f9, 0x2cbbea2b  // v_mac_f32_e32 v93, s43, v245
  s_nop 4
  .long 0x7d983efa, 0xf0212511
  .long 0x7d644cfa, 0x21814020  // v_lshrrev_b32_e32 v192, s32, v160
  s_nop 4
  .long 0x7e4a28f9, 0x008805f0  // v_cvt_f32_ubyte3_sdwa v37, sext(0.5) dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0
  .long 0xd0b3413a, 0x344e2f21  // v_sub_co_u32_e32 v39, vcc, v33, v23
  s_nop 4
  .long 0x7daa38fa, 0xf0f9081a
  s_nop 4
  .long 0x7cbe26fa, 0xfd49410c
  s_nop 4
  .long 0xd383af1e, 0x54361d11  // v_lshlrev_b16_e32 v27, v17, v14
  .long 0x7dbc60f9, 0xa9120027
  s_nop 4
  .long 0xd0b6cd6a, 0x6c6a1912  // v_subrev_u32_e32 v53, v18, v12
  s_nop 4
  .long 0x7c8a34f9, 0x3d28b818  // v_subbrev_co_u32_e32 v148, vcc, s24, v92, vcc
  .long 0xd0bc1f3a, 0x8a061718  // s_orn2_b32 s6, s24, s23
  s_nop 4
  .long 0x7cb44afa, 0x9ab1411c
  s_nop 4
  .long 0x7e3a10f9, 0x003acc12  // v_cndmask_b32_e32 v29, s18, v102, vcc
  s_mov_b64 exec, -1
  s_nop 1
  .long 0x7cbe42fa, 0x66d9161d  // v_ldexp_f16_e32 v108, s29, v139
  s_nop 4
  .long 0xd383d715, 0xc44a3310
  .long 0x26202cfa, 0xdf313c09
  .long 0xd380c927, 0x58de330f  // v_ashrrev_i16_e32 v111, v15, v25
  .long 0x7e325afa, 0xffd9381e
  s_mov_b64 exec, 0x50032762
  .long 0x7e3a9ef9, 0x003b820a  // v_cndmask_b32_e32 v29, s10, v193, vcc
  .long 0xd1e75f09, 0x1c6e371c  // v_min_u32_e32 v55, v28, v27
  .long 0xd387151a, 0x24961319  // v_lshlrev_b32_e32 v75, v25, v9
  s_nop 1
  .long 0x28221cfa, 0x2329400b  // v_ashrrev_i32_e32 v148, s11, v160
  .long 0xd0b40d6a, 0x90ba4119  // s_ashr_i64 s[58:59], s[24:25], s65
  s_nop 4
  .long 0x7e2a1af9, 0x002e4919  // v_cndmask_b32_e32 v23, v25, v36, vcc
  .long 0x7e363ef9, 0x0005f41e  // v_floor_f32_sdwa v27, v30 clamp div:2 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1
  s_mov_b64 exec, -1
  .long 0x7e220efa, 0xf9492825
  s_mov_b64 exec, -1
  .long 0x7e4e0afa, 0xff91410a
  s_mov_b64 exec, 0x3806d797
  .long 0x7ca010fa, 0xff594208
  s_nop 4
  .long 0x624e28f9, 0x3830f424  // v_addc_co_u32_e32 v24, vcc, s36, v122, vcc
  .long 0xd0ba016a, 0x0c424319  // v_mul_i32_i24_e32 v33, v25, v33
  s_nop 4
  s_mov_b64 exec, -1
  .long 0x7e1c02f9, 0x0023aa1d  // v_cndmask_b32_e32 v17, s29, v213, vcc
  .long 0xd383b10b, 0xfc66110b
  s_mov_b64 exec, 0x249de2a2
  .long 0x7e2810f9, 0x001b0127  // v_cndmask_b32_e32 v13, v39, v128, vcc
  .long 0xd38a140f, 0x149a4315  // v_min_f32_e32 v77, v21, v33
  .long 0x161c42f9, 0x1e9b3234  // v_max_u32_e32 v77, s52, v153
  .long 0xd18fdb11, 0x0c4a1b25  // v_mul_i32_i24_e32 v37, v37, v13
  .long 0xd3875c17, 0xdc8a431b
  .long 0xd382b415, 0xc47e1c29
  .long 0x7c8618fa, 0x4e39340f  // v_sub_u16_e32 v28, s15, v154
  .long 0xd132821c, 0x1c5a151b  // v_min_u32_e32 v45, v27, v10
  .long 0x164a3cf9, 0x2903a81f  // v_or_b32_e32 v129, s31, v212
  .long 0xd0b1ff3a, 0xfc824b08
  s_nop 4
  .long 0xd12b6127, 0x6bde1311  // v_sub_u32_e32 v239, v17, v9
  s_mov_b64 exec, -1
  .long 0x7da24cf9, 0x3d38ba15  // v_subbrev_co_u32_e32 v156, vcc, s21, v93, vcc
  s_nop 4
  .long 0x7e1656f9, 0x00116e09  // v_cndmask_b32_e32 v8, s9, v183, vcc
  .long 0x7d59e8f9, 0x9d1c0019
  .long 0xd387f025, 0x1c261b22  // v_min_u32_e32 v19, v34, v13
  .long 0x7e263af9, 0x000b510a  // v_cndmask_b32_e32 v5, v10, v168, vcc
  s_mov_b64 exec, 0x61f08298
  .long 0xd387b30f, 0xac6a2b10
  .long 0x7ca034f9, 0x151a000b  // v_min_f32_e32 v141, s11, v0
  s_nop 4
  .long 0x7e2216fa, 0xf2c1380c
  s_mov_b64 exec, 0x6b1edd34
  .long 0x7e109efa, 0xff11430c
  .long 0x18425af9, 0x9822ad0a  // s_lshl3_add_u32 s34, s10, 45
  .long 0xd388b111, 0xb0be1f26  // s_cmovk_i32 s62, 0x1f26
  .long 0xd38b230f, 0x64386d24  // v_min_i16_e32 v28, v36, v54
  .long 0x7dbe16fa, 0x7ac9341c
  s_nop 4
  .long 0xd29f2924, 0xd49a3d0a  // v_interp_mov_f32_e32 v38, invalid_param_10, attr15.y
  .long 0xd0b6d73a, 0x70da331c
  s_nop 4
  .long 0x7e1c1afa, 0x0880fd12  // v_mul_legacy_f32_e32 v64, v18, v126
  .long 0xd3863818, 0x548d0110  // v_lshlrev_b16_e32 v70, v16, v128
  .long 0x7c9626fa, 0xf0794125
  .long 0xd1e74e16, 0xf44e1915
  .long 0x541a4cfa, 0xfb993024
  .long 0x7e1238f9, 0x0020f409  // v_trunc_f32_sdwa v9, |v9| clamp div:2 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
  .long 0x1e4832f9, 0x03088e0d  // v_add_f32_e32 v132, s13, v71
  .long 0x243420fa, 0xff293415
  .long 0xd380b919, 0x94962112  // s_cbranch_g_fork s[18:19], s[32:33]
  .long 0xd1f1f817, 0xcc46351b
  .long 0x7daa3cf9, 0x36b5b882  // v_subrev_co_u32_e32 v90, vcc, 2, v220
  s_nop 4
  .long 0x7d503ef9, 0x2212ba09  // v_ashrrev_i32_e32 v9, s9, v93
  s_mov_b64 exec, -1
  .long 0x7d4982f9, 0xba3e0017
  .long 0x7ca410fa, 0xfb913c23
  s_nop 4
  .long 0xd1fb1c18, 0x1c285d1e  // v_min_u32_e32 v20, v30, v46
  .long 0x7e220afa, 0xff212312
  .long 0x7e4214fa, 0xfda92309
  s_mov_b64 exec, -1
  .long 0xd0af596a, 0x842e411f  // s_max_i32 s46, s31, s65
  s_mov_b64 exec, -1
  .long 0x4e4818f9, 0x38341224  // v_addc_co_u32_e32 v26, vcc, s36, v9, vcc
  .long 0xd1266a26, 0xbc8a1f0c
  .long 0x7c8444f9, 0x2088ba33  // v_lshrrev_b32_e32 v68, s51, v93
  .long 0x1c2a42f9, 0x01314d21  // v_cndmask_b32_e32 v152, v33, v166, vcc
  .long 0xd3891c1b, 0xf4463117
  .long 0x001444fa, 0xf3b94014  // v_cndmask_b32_dpp v10, -|v20|, |v34|, vcc row_mirror row_mask:0xf bank_mask:0x3 bound_ctrl:1
  .long 0x1e2242f9, 0x26131113  // v_and_b32_e32 v9, v19, v136
  .long 0x7e1402fa, 0x8f19040c  // s_lshr_b32 s25, s12, s4
  .long 0xd131e61e, 0xdc96130e
  .long 0xd38c9f0d, 0xfc324316
  .long 0xd3873e1d, 0x1c8e1f09  // v_min_u32_e32 v71, v9, v15
  .long 0x5e2c34fa, 0x47d13c0b  // v_mac_f16_e32 v232, s11, v158
  .long 0x4c3216f9, 0x210ea817  // v_lshrrev_b32_e32 v135, s23, v84
  .long 0xd1f23511, 0x44464521  // v_mad_i32_i16 v17, v33, v34, v17 op_sel:[0,1,1,0]
  .long 0x7e3816f9, 0x00985481  // v_cndmask_b32_e32 v76, 1, v42, vcc
  .long 0x7dba12fa, 0x9fd90d13
  s_nop 4
  .long 0x7d9c18f9, 0x0e3eb817  // v_mul_hi_i32_i24_e32 v31, s23, v92
  s_mov_b64 exec, 0x3d0f09af
  .long 0x7c224ef9, 0x19abbc37  // v_min_i32_e32 v213, s55, v222
  s_nop 4
  .long 0xd0aa5c38, 0xbc863b21
  .long 0xd129b917, 0xec261cc0
  .long 0x0c4c12f9, 0x3535a214  // v_sub_co_u32_e32 v154, vcc, s20, v209
  .long 0x7e205efa, 0x3191430a
  .long 0x4e461cf9, 0x34392e0d  // v_sub_co_u32_e32 v28, vcc, s13, v151
  .long 0x7e3a14fa, 0xffb93811
  s_mov_b64 exec, -1
  .long 0x7e2e5af9, 0x0014e30b  // v_cndmask_b32_e32 v10, v11, v113, vcc
  .long 0x7e1858fa, 0xf8891f1c
  .long 0x004432fa, 0xaf714018  // v_cndmask_b32_dpp v34, -|v24|, -v25, vcc row_mirror row_mask:0xa bank_mask:0xf
  s_nop 1
  .long 0x1a1044fa, 0xfa11341f
  s_mov_b64 exec, -1
  .long 0x7e469ef9, 0x000d4b20  // v_cndmask_b32_e32 v6, v32, v165, vcc
  .long 0xd3886812, 0xf48e2b0d
  .long 0x582c1cfa, 0xffd10517
  .long 0xd18f961a, 0x342e3d1b  // v_sub_co_u32_e32 v23, vcc, v27, v30
  .long 0x04284afa, 0xffc8bc0e  // v_sub_f32_dpp v20, v14, -|v37| quad_perm:[0,3,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
  s_mov_b64 exec, 0x652603c2
  .long 0x7e345cf9, 0x0020d011  // v_cndmask_b32_e32 v16, s17, v104, vcc
  s_mov_b64 exec, 0xd327848
  .long 0xd1fb8b1b, 0x2c6a1709  // v_mac_f32_e32 v53, v9, v11
  .long 0x7cbc44fa, 0xe2e1300f
  s_nop 4
  .long 0x6a4e3afa, 0xcf894210
  .long 0xd382140e, 0xf4623f1e
  s_mov_b64 exec, -1
  .long 0xd38db10e, 0x5c6e1b0f  // v_min_f16_e32 v55, v15, v13
  s_mov_b64 exec, 0x7eb31603
  .long 0xd0a72e38, 0x643a1b14  // v_min_i16_e32 v29, v20, v13
  .long 0x7e1e16f9, 0x00213108  // v_cvt_f32_f16_sdwa v15, |v8| clamp dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1
  .long 0x7e2410f9, 0x00a1d0c0  // v_cndmask_b32_e32 v80, 64, v232, vcc
  .long 0xd1e61912, 0x4c72171a  // v_add_u16_e32 v57, v26, v11
  .long 0x7c8616fa, 0xf0f82924
  .long 0xd1296217, 0xac6a151d
  .long 0xd38cfe18, 0x4456151c  // v_mul_f16_e32 v43, v28, v10
  .long 0xd380141c, 0x4b42210b
  .long 0x7e1838fa, 0xf8314219  // v_trunc_f32_dpp v12, -|v25| row_bcast:15 row_mask:0xf bank_mask:0x8
  .long 0xd0ac2f38, 0x74762b27
  .long 0x7db83afa, 0xff89381a
  s_nop 4
  .long 0xd0a2306a, 0x0c7a111d  // v_mul_i32_i24_e32 v61, v29, v8
  .long 0x7e1610fa, 0x7fa93c16
  .long 0x7e4c22f9, 0x00282d1b  // v_cndmask_b32_e32 v20, v27, v22, vcc
  s_mov_b64 exec, -1
  .long 0x562230fa, 0x5f013416  // v_lshrrev_b16_dpp v17, v22, v24 wave_rol:1 row_mask:0x5 bank_mask:0xf
  s_mov_b64 exec, -1
  .long 0x7e3222fa, 0xff19061b
  s_mov_b64 exec, -1
  .long 0xd1309e1e, 0xa4321918
  .long 0x222a30fa, 0x9c194320
  .long 0xd1318b25, 0x7c8e211f  // v_cmp_o_f32_e32 vcc, v31, v16
  .long 0xd2052a26, 0x54562917  // v_lshlrev_b16_e32 v43, v23, v20
  s_mov_b64 exec, 0x17fd0ced
  .long 0x7d6634f9, 0x2010b814  // v_lshrrev_b32_e32 v8, s20, v92
  s_nop 4
  .long 0x18423ef9, 0x19034408  // v_min_i32_e32 v129, s8, v162
  .long 0xd0bd4d38, 0x1c92431d  // v_min_u32_e32 v73, v29, v33
  s_nop 4
  .long 0xd38bef10, 0x94963117  // s_cbranch_g_fork s[22:23], s[48:49]
  .long 0x264440f9, 0x28a6ee2b  // v_or_b32_e32 v83, s43, v119
  .long 0x4c1210fa, 0x3fa10615  // v_add_f16_e32 v208, s21, v131
  s_mov_b64 exec, -1
  .long 0x7cba28f9, 0x1b250019  // v_max_i32_e32 v146, s25, v128
  s_nop 4
  .long 0x7db62efa, 0x3fb93c1d  // v_add_f16_e32 v220, s29, v158
  s_nop 4
  .long 0x7e4e22fa, 0x4f31421a  // v_sub_u16_e32 v152, s26, v161
  .long 0x002840fa, 0xf841430d  // v_cndmask_b32_dpp v20, v13, -v32, vcc row_bcast:31 row_mask:0xf bank_mask:0x8
  .long 0x7e2c10fa, 0xf6a13413
  .long 0xd3878b10, 0x44962920  // v_mul_f16_e32 v75, v32, v20
  s_mov_b64 exec, 0x2d26e550
  .long 0x7db83cf9, 0x1331001e  // v_mul_hi_u32_u24_e32 v152, s30, v128
  s_nop 4
  s_mov_b64 exec, -1
  .long 0x1e1612fa, 0xf7f93c0e
  s_nop 1
  .long 0x7d7616fa, 0x5c811e25  // v_min_f16_e32 v64, s37, v143
  s_nop 4
  .long 0x321022fa, 0x4f81431d  // v_sub_u16_e32 v192, v29, v161
  .long 0x7e263af9, 0x002ad51a  // v_cndmask_b32_e32 v21, v26, v106, vcc
  .long 0x282c18f9, 0x209c6328  // v_lshrrev_b32_e32 v78, v40, v49
  .long 0xd1e55022, 0x344e4d17  // v_sub_co_u32_e32 v39, vcc, v23, v38
  s_endpgm
