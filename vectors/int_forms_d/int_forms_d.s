// The SDWA and DPP form of every VOP1, VOP2 and VOPC opcode that has one, as words (LLVM rejects some of them: docs/decisions.md).
// RTL and model are compared register by register; what v_max_u16 leaves is stored, so that something is expected.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_mul_u32_u24 v1, 0x9e3779, v0
  v_bfrev_b32 v2, v0
  v_xor_b32 v3, v1, v2
  v_lshlrev_b32 v5, 2, v0
  v_max_u16_e64 v4, v1, v2
  s_mov_b32 vcc_lo, 0x5555
  .long 0x000604f9, 0x06060602  // v_cndmask_b32_sdwa
  .long 0x000604fa, 0xff00e402  // v_cndmask_b32_dpp
  .long 0x020604f9, 0x06060602  // v_add_f32_sdwa
  .long 0x020604fa, 0xff00e402  // v_add_f32_dpp
  .long 0x040604f9, 0x06060602  // v_sub_f32_sdwa
  .long 0x040604fa, 0xff00e402  // v_sub_f32_dpp
  .long 0x060604f9, 0x06060602  // v_subrev_f32_sdwa
  .long 0x060604fa, 0xff00e402  // v_subrev_f32_dpp
  .long 0x0a0604f9, 0x06060602  // v_mul_f32_sdwa
  .long 0x0a0604fa, 0xff00e402  // v_mul_f32_dpp
  .long 0x0c0604f9, 0x06060602  // v_mul_i32_i24_sdwa
  .long 0x0c0604fa, 0xff00e402  // v_mul_i32_i24_dpp
  .long 0x0e0604f9, 0x06060602  // v_mul_hi_i32_i24_sdwa
  .long 0x0e0604fa, 0xff00e402  // v_mul_hi_i32_i24_dpp
  .long 0x100604f9, 0x06060602  // v_mul_u32_u24_sdwa
  .long 0x100604fa, 0xff00e402  // v_mul_u32_u24_dpp
  .long 0x120604f9, 0x06060602  // v_mul_hi_u32_u24_sdwa
  .long 0x120604fa, 0xff00e402  // v_mul_hi_u32_u24_dpp
  .long 0x140604f9, 0x06060602  // v_min_f32_sdwa
  .long 0x140604fa, 0xff00e402  // v_min_f32_dpp
  .long 0x160604f9, 0x06060602  // v_max_f32_sdwa
  .long 0x160604fa, 0xff00e402  // v_max_f32_dpp
  .long 0x180604f9, 0x06060602  // v_min_i32_sdwa
  .long 0x180604fa, 0xff00e402  // v_min_i32_dpp
  .long 0x1a0604f9, 0x06060602  // v_max_i32_sdwa
  .long 0x1a0604fa, 0xff00e402  // v_max_i32_dpp
  .long 0x1c0604f9, 0x06060602  // v_min_u32_sdwa
  .long 0x1c0604fa, 0xff00e402  // v_min_u32_dpp
  .long 0x1e0604f9, 0x06060602  // v_max_u32_sdwa
  .long 0x1e0604fa, 0xff00e402  // v_max_u32_dpp
  .long 0x200604f9, 0x06060602  // v_lshrrev_b32_sdwa
  .long 0x200604fa, 0xff00e402  // v_lshrrev_b32_dpp
  .long 0x220604f9, 0x06060602  // v_ashrrev_i32_sdwa
  .long 0x220604fa, 0xff00e402  // v_ashrrev_i32_dpp
  .long 0x240604f9, 0x06060602  // v_lshlrev_b32_sdwa
  .long 0x240604fa, 0xff00e402  // v_lshlrev_b32_dpp
  .long 0x260604f9, 0x06060602  // v_and_b32_sdwa
  .long 0x260604fa, 0xff00e402  // v_and_b32_dpp
  .long 0x280604f9, 0x06060602  // v_or_b32_sdwa
  .long 0x280604fa, 0xff00e402  // v_or_b32_dpp
  .long 0x2a0604f9, 0x06060602  // v_xor_b32_sdwa
  .long 0x2a0604fa, 0xff00e402  // v_xor_b32_dpp
  s_nop 1  // it reads v3
  .long 0x2c0604fa, 0xff00e402  // v_mac_f32_dpp
  .long 0x320604f9, 0x06060602  // v_add_co_u32_sdwa
  .long 0x320604fa, 0xff00e402  // v_add_co_u32_dpp
  .long 0x340604f9, 0x06060602  // v_sub_co_u32_sdwa
  .long 0x340604fa, 0xff00e402  // v_sub_co_u32_dpp
  .long 0x360604f9, 0x06060602  // v_subrev_co_u32_sdwa
  .long 0x360604fa, 0xff00e402  // v_subrev_co_u32_dpp
  .long 0x380604f9, 0x06060602  // v_addc_co_u32_sdwa
  .long 0x380604fa, 0xff00e402  // v_addc_co_u32_dpp
  .long 0x3a0604f9, 0x06060602  // v_subb_co_u32_sdwa
  .long 0x3a0604fa, 0xff00e402  // v_subb_co_u32_dpp
  .long 0x3c0604f9, 0x06060602  // v_subbrev_co_u32_sdwa
  .long 0x3c0604fa, 0xff00e402  // v_subbrev_co_u32_dpp
  .long 0x4c0604f9, 0x06060602  // v_add_u16_sdwa
  .long 0x4c0604fa, 0xff00e402  // v_add_u16_dpp
  .long 0x4e0604f9, 0x06060602  // v_sub_u16_sdwa
  .long 0x4e0604fa, 0xff00e402  // v_sub_u16_dpp
  .long 0x500604f9, 0x06060602  // v_subrev_u16_sdwa
  .long 0x500604fa, 0xff00e402  // v_subrev_u16_dpp
  .long 0x520604f9, 0x06060602  // v_mul_lo_u16_sdwa
  .long 0x520604fa, 0xff00e402  // v_mul_lo_u16_dpp
  .long 0x540604f9, 0x06060602  // v_lshlrev_b16_sdwa
  .long 0x540604fa, 0xff00e402  // v_lshlrev_b16_dpp
  .long 0x560604f9, 0x06060602  // v_lshrrev_b16_sdwa
  .long 0x560604fa, 0xff00e402  // v_lshrrev_b16_dpp
  .long 0x580604f9, 0x06060602  // v_ashrrev_i16_sdwa
  .long 0x580604fa, 0xff00e402  // v_ashrrev_i16_dpp
  .long 0x5e0604f9, 0x06060602  // v_max_u16_sdwa
  .long 0x5e0604fa, 0xff00e402  // v_max_u16_dpp
  .long 0x600604f9, 0x06060602  // v_max_i16_sdwa
  .long 0x600604fa, 0xff00e402  // v_max_i16_dpp
  .long 0x620604f9, 0x06060602  // v_min_u16_sdwa
  .long 0x620604fa, 0xff00e402  // v_min_u16_dpp
  .long 0x640604f9, 0x06060602  // v_min_i16_sdwa
  .long 0x640604fa, 0xff00e402  // v_min_i16_dpp
  .long 0x680604f9, 0x06060602  // v_add_u32_sdwa
  .long 0x680604fa, 0xff00e402  // v_add_u32_dpp
  .long 0x6a0604f9, 0x06060602  // v_sub_u32_sdwa
  .long 0x6a0604fa, 0xff00e402  // v_sub_u32_dpp
  .long 0x6c0604f9, 0x06060602  // v_subrev_u32_sdwa
  .long 0x6c0604fa, 0xff00e402  // v_subrev_u32_dpp
  .long 0x7e0000f9, 0x06060602  // v_nop_sdwa
  .long 0x7e0000fa, 0xff00e402  // v_nop_dpp
  .long 0x7e0202f9, 0x06060602  // v_mov_b32_sdwa
  .long 0x7e0202fa, 0xff00e402  // v_mov_b32_dpp
  .long 0x7e020af9, 0x06060602  // v_cvt_f32_i32_sdwa
  .long 0x7e020afa, 0xff00e402  // v_cvt_f32_i32_dpp
  .long 0x7e020cf9, 0x06060602  // v_cvt_f32_u32_sdwa
  .long 0x7e020cfa, 0xff00e402  // v_cvt_f32_u32_dpp
  .long 0x7e020ef9, 0x06060602  // v_cvt_u32_f32_sdwa
  .long 0x7e020efa, 0xff00e402  // v_cvt_u32_f32_dpp
  .long 0x7e0210f9, 0x06060602  // v_cvt_i32_f32_sdwa
  .long 0x7e0210fa, 0xff00e402  // v_cvt_i32_f32_dpp
  .long 0x7e0214f9, 0x06060602  // v_cvt_f16_f32_sdwa
  .long 0x7e0214fa, 0xff00e402  // v_cvt_f16_f32_dpp
  .long 0x7e0216f9, 0x06060602  // v_cvt_f32_f16_sdwa
  .long 0x7e0216fa, 0xff00e402  // v_cvt_f32_f16_dpp
  .long 0x7e0218f9, 0x06060602  // v_cvt_rpi_i32_f32_sdwa
  .long 0x7e0218fa, 0xff00e402  // v_cvt_rpi_i32_f32_dpp
  .long 0x7e021af9, 0x06060602  // v_cvt_flr_i32_f32_sdwa
  .long 0x7e021afa, 0xff00e402  // v_cvt_flr_i32_f32_dpp
  .long 0x7e0222f9, 0x06060602  // v_cvt_f32_ubyte0_sdwa
  .long 0x7e0222fa, 0xff00e402  // v_cvt_f32_ubyte0_dpp
  .long 0x7e0224f9, 0x06060602  // v_cvt_f32_ubyte1_sdwa
  .long 0x7e0224fa, 0xff00e402  // v_cvt_f32_ubyte1_dpp
  .long 0x7e0226f9, 0x06060602  // v_cvt_f32_ubyte2_sdwa
  .long 0x7e0226fa, 0xff00e402  // v_cvt_f32_ubyte2_dpp
  .long 0x7e0228f9, 0x06060602  // v_cvt_f32_ubyte3_sdwa
  .long 0x7e0228fa, 0xff00e402  // v_cvt_f32_ubyte3_dpp
  .long 0x7e0236f9, 0x06060602  // v_fract_f32_sdwa
  .long 0x7e0236fa, 0xff00e402  // v_fract_f32_dpp
  .long 0x7e0238f9, 0x06060602  // v_trunc_f32_sdwa
  .long 0x7e0238fa, 0xff00e402  // v_trunc_f32_dpp
  .long 0x7e023af9, 0x06060602  // v_ceil_f32_sdwa
  .long 0x7e023afa, 0xff00e402  // v_ceil_f32_dpp
  .long 0x7e023cf9, 0x06060602  // v_rndne_f32_sdwa
  .long 0x7e023cfa, 0xff00e402  // v_rndne_f32_dpp
  .long 0x7e023ef9, 0x06060602  // v_floor_f32_sdwa
  .long 0x7e023efa, 0xff00e402  // v_floor_f32_dpp
  .long 0x7e0256f9, 0x06060602  // v_not_b32_sdwa
  .long 0x7e0256fa, 0xff00e402  // v_not_b32_dpp
  .long 0x7e0258f9, 0x06060602  // v_bfrev_b32_sdwa
  .long 0x7e0258fa, 0xff00e402  // v_bfrev_b32_dpp
  .long 0x7e025af9, 0x06060602  // v_ffbh_u32_sdwa
  .long 0x7e025afa, 0xff00e402  // v_ffbh_u32_dpp
  .long 0x7e025cf9, 0x06060602  // v_ffbl_b32_sdwa
  .long 0x7e025cfa, 0xff00e402  // v_ffbl_b32_dpp
  .long 0x7e025ef9, 0x06060602  // v_ffbh_i32_sdwa
  .long 0x7e025efa, 0xff00e402  // v_ffbh_i32_dpp
  .long 0x7e029ef9, 0x06060602  // v_sat_pk_u8_i16_sdwa
  .long 0x7e029efa, 0xff00e402  // v_sat_pk_u8_i16_dpp
  .long 0x7c2004f9, 0x06060002  // v_cmp_class_f32_sdwa
  .long 0x7c2004fa, 0xff00e402  // v_cmp_class_f32_dpp
  .long 0x7c2204f9, 0x06060002  // v_cmpx_class_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7c2204fa, 0xff00e402  // v_cmpx_class_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7c8004f9, 0x06060002  // v_cmp_f_f32_sdwa
  .long 0x7c8004fa, 0xff00e402  // v_cmp_f_f32_dpp
  .long 0x7c8204f9, 0x06060002  // v_cmp_lt_f32_sdwa
  .long 0x7c8204fa, 0xff00e402  // v_cmp_lt_f32_dpp
  .long 0x7c8404f9, 0x06060002  // v_cmp_eq_f32_sdwa
  .long 0x7c8404fa, 0xff00e402  // v_cmp_eq_f32_dpp
  .long 0x7c8604f9, 0x06060002  // v_cmp_le_f32_sdwa
  .long 0x7c8604fa, 0xff00e402  // v_cmp_le_f32_dpp
  .long 0x7c8804f9, 0x06060002  // v_cmp_gt_f32_sdwa
  .long 0x7c8804fa, 0xff00e402  // v_cmp_gt_f32_dpp
  .long 0x7c8a04f9, 0x06060002  // v_cmp_lg_f32_sdwa
  .long 0x7c8a04fa, 0xff00e402  // v_cmp_lg_f32_dpp
  .long 0x7c8c04f9, 0x06060002  // v_cmp_ge_f32_sdwa
  .long 0x7c8c04fa, 0xff00e402  // v_cmp_ge_f32_dpp
  .long 0x7c8e04f9, 0x06060002  // v_cmp_o_f32_sdwa
  .long 0x7c8e04fa, 0xff00e402  // v_cmp_o_f32_dpp
  .long 0x7c9004f9, 0x06060002  // v_cmp_u_f32_sdwa
  .long 0x7c9004fa, 0xff00e402  // v_cmp_u_f32_dpp
  .long 0x7c9204f9, 0x06060002  // v_cmp_nge_f32_sdwa
  .long 0x7c9204fa, 0xff00e402  // v_cmp_nge_f32_dpp
  .long 0x7c9404f9, 0x06060002  // v_cmp_nlg_f32_sdwa
  .long 0x7c9404fa, 0xff00e402  // v_cmp_nlg_f32_dpp
  .long 0x7c9604f9, 0x06060002  // v_cmp_ngt_f32_sdwa
  .long 0x7c9604fa, 0xff00e402  // v_cmp_ngt_f32_dpp
  .long 0x7c9804f9, 0x06060002  // v_cmp_nle_f32_sdwa
  .long 0x7c9804fa, 0xff00e402  // v_cmp_nle_f32_dpp
  .long 0x7c9a04f9, 0x06060002  // v_cmp_neq_f32_sdwa
  .long 0x7c9a04fa, 0xff00e402  // v_cmp_neq_f32_dpp
  .long 0x7c9c04f9, 0x06060002  // v_cmp_nlt_f32_sdwa
  .long 0x7c9c04fa, 0xff00e402  // v_cmp_nlt_f32_dpp
  .long 0x7c9e04f9, 0x06060002  // v_cmp_tru_f32_sdwa
  .long 0x7c9e04fa, 0xff00e402  // v_cmp_tru_f32_dpp
  .long 0x7ca004f9, 0x06060002  // v_cmpx_f_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7ca004fa, 0xff00e402  // v_cmpx_f_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7ca204f9, 0x06060002  // v_cmpx_lt_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7ca204fa, 0xff00e402  // v_cmpx_lt_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7ca404f9, 0x06060002  // v_cmpx_eq_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7ca404fa, 0xff00e402  // v_cmpx_eq_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7ca604f9, 0x06060002  // v_cmpx_le_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7ca604fa, 0xff00e402  // v_cmpx_le_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7ca804f9, 0x06060002  // v_cmpx_gt_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7ca804fa, 0xff00e402  // v_cmpx_gt_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7caa04f9, 0x06060002  // v_cmpx_lg_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7caa04fa, 0xff00e402  // v_cmpx_lg_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cac04f9, 0x06060002  // v_cmpx_ge_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cac04fa, 0xff00e402  // v_cmpx_ge_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cae04f9, 0x06060002  // v_cmpx_o_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cae04fa, 0xff00e402  // v_cmpx_o_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cb004f9, 0x06060002  // v_cmpx_u_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cb004fa, 0xff00e402  // v_cmpx_u_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cb204f9, 0x06060002  // v_cmpx_nge_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cb204fa, 0xff00e402  // v_cmpx_nge_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cb404f9, 0x06060002  // v_cmpx_nlg_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cb404fa, 0xff00e402  // v_cmpx_nlg_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cb604f9, 0x06060002  // v_cmpx_ngt_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cb604fa, 0xff00e402  // v_cmpx_ngt_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cb804f9, 0x06060002  // v_cmpx_nle_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cb804fa, 0xff00e402  // v_cmpx_nle_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cba04f9, 0x06060002  // v_cmpx_neq_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cba04fa, 0xff00e402  // v_cmpx_neq_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cbc04f9, 0x06060002  // v_cmpx_nlt_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cbc04fa, 0xff00e402  // v_cmpx_nlt_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cbe04f9, 0x06060002  // v_cmpx_tru_f32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7cbe04fa, 0xff00e402  // v_cmpx_tru_f32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d4004f9, 0x06060002  // v_cmp_f_i16_sdwa
  .long 0x7d4004fa, 0xff00e402  // v_cmp_f_i16_dpp
  .long 0x7d4204f9, 0x06060002  // v_cmp_lt_i16_sdwa
  .long 0x7d4204fa, 0xff00e402  // v_cmp_lt_i16_dpp
  .long 0x7d4404f9, 0x06060002  // v_cmp_eq_i16_sdwa
  .long 0x7d4404fa, 0xff00e402  // v_cmp_eq_i16_dpp
  .long 0x7d4604f9, 0x06060002  // v_cmp_le_i16_sdwa
  .long 0x7d4604fa, 0xff00e402  // v_cmp_le_i16_dpp
  .long 0x7d4804f9, 0x06060002  // v_cmp_gt_i16_sdwa
  .long 0x7d4804fa, 0xff00e402  // v_cmp_gt_i16_dpp
  .long 0x7d4a04f9, 0x06060002  // v_cmp_ne_i16_sdwa
  .long 0x7d4a04fa, 0xff00e402  // v_cmp_ne_i16_dpp
  .long 0x7d4c04f9, 0x06060002  // v_cmp_ge_i16_sdwa
  .long 0x7d4c04fa, 0xff00e402  // v_cmp_ge_i16_dpp
  .long 0x7d4e04f9, 0x06060002  // v_cmp_t_i16_sdwa
  .long 0x7d4e04fa, 0xff00e402  // v_cmp_t_i16_dpp
  .long 0x7d5004f9, 0x06060002  // v_cmp_f_u16_sdwa
  .long 0x7d5004fa, 0xff00e402  // v_cmp_f_u16_dpp
  .long 0x7d5204f9, 0x06060002  // v_cmp_lt_u16_sdwa
  .long 0x7d5204fa, 0xff00e402  // v_cmp_lt_u16_dpp
  .long 0x7d5404f9, 0x06060002  // v_cmp_eq_u16_sdwa
  .long 0x7d5404fa, 0xff00e402  // v_cmp_eq_u16_dpp
  .long 0x7d5604f9, 0x06060002  // v_cmp_le_u16_sdwa
  .long 0x7d5604fa, 0xff00e402  // v_cmp_le_u16_dpp
  .long 0x7d5804f9, 0x06060002  // v_cmp_gt_u16_sdwa
  .long 0x7d5804fa, 0xff00e402  // v_cmp_gt_u16_dpp
  .long 0x7d5a04f9, 0x06060002  // v_cmp_ne_u16_sdwa
  .long 0x7d5a04fa, 0xff00e402  // v_cmp_ne_u16_dpp
  .long 0x7d5c04f9, 0x06060002  // v_cmp_ge_u16_sdwa
  .long 0x7d5c04fa, 0xff00e402  // v_cmp_ge_u16_dpp
  .long 0x7d5e04f9, 0x06060002  // v_cmp_t_u16_sdwa
  .long 0x7d5e04fa, 0xff00e402  // v_cmp_t_u16_dpp
  .long 0x7d6004f9, 0x06060002  // v_cmpx_f_i16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6004fa, 0xff00e402  // v_cmpx_f_i16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6204f9, 0x06060002  // v_cmpx_lt_i16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6204fa, 0xff00e402  // v_cmpx_lt_i16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6404f9, 0x06060002  // v_cmpx_eq_i16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6404fa, 0xff00e402  // v_cmpx_eq_i16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6604f9, 0x06060002  // v_cmpx_le_i16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6604fa, 0xff00e402  // v_cmpx_le_i16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6804f9, 0x06060002  // v_cmpx_gt_i16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6804fa, 0xff00e402  // v_cmpx_gt_i16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6a04f9, 0x06060002  // v_cmpx_ne_i16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6a04fa, 0xff00e402  // v_cmpx_ne_i16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6c04f9, 0x06060002  // v_cmpx_ge_i16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6c04fa, 0xff00e402  // v_cmpx_ge_i16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6e04f9, 0x06060002  // v_cmpx_t_i16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d6e04fa, 0xff00e402  // v_cmpx_t_i16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7004f9, 0x06060002  // v_cmpx_f_u16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7004fa, 0xff00e402  // v_cmpx_f_u16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7204f9, 0x06060002  // v_cmpx_lt_u16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7204fa, 0xff00e402  // v_cmpx_lt_u16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7404f9, 0x06060002  // v_cmpx_eq_u16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7404fa, 0xff00e402  // v_cmpx_eq_u16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7604f9, 0x06060002  // v_cmpx_le_u16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7604fa, 0xff00e402  // v_cmpx_le_u16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7804f9, 0x06060002  // v_cmpx_gt_u16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7804fa, 0xff00e402  // v_cmpx_gt_u16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7a04f9, 0x06060002  // v_cmpx_ne_u16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7a04fa, 0xff00e402  // v_cmpx_ne_u16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7c04f9, 0x06060002  // v_cmpx_ge_u16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7c04fa, 0xff00e402  // v_cmpx_ge_u16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7e04f9, 0x06060002  // v_cmpx_t_u16_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d7e04fa, 0xff00e402  // v_cmpx_t_u16_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7d8004f9, 0x06060002  // v_cmp_f_i32_sdwa
  .long 0x7d8004fa, 0xff00e402  // v_cmp_f_i32_dpp
  .long 0x7d8204f9, 0x06060002  // v_cmp_lt_i32_sdwa
  .long 0x7d8204fa, 0xff00e402  // v_cmp_lt_i32_dpp
  .long 0x7d8404f9, 0x06060002  // v_cmp_eq_i32_sdwa
  .long 0x7d8404fa, 0xff00e402  // v_cmp_eq_i32_dpp
  .long 0x7d8604f9, 0x06060002  // v_cmp_le_i32_sdwa
  .long 0x7d8604fa, 0xff00e402  // v_cmp_le_i32_dpp
  .long 0x7d8804f9, 0x06060002  // v_cmp_gt_i32_sdwa
  .long 0x7d8804fa, 0xff00e402  // v_cmp_gt_i32_dpp
  .long 0x7d8a04f9, 0x06060002  // v_cmp_ne_i32_sdwa
  .long 0x7d8a04fa, 0xff00e402  // v_cmp_ne_i32_dpp
  .long 0x7d8c04f9, 0x06060002  // v_cmp_ge_i32_sdwa
  .long 0x7d8c04fa, 0xff00e402  // v_cmp_ge_i32_dpp
  .long 0x7d8e04f9, 0x06060002  // v_cmp_t_i32_sdwa
  .long 0x7d8e04fa, 0xff00e402  // v_cmp_t_i32_dpp
  .long 0x7d9004f9, 0x06060002  // v_cmp_f_u32_sdwa
  .long 0x7d9004fa, 0xff00e402  // v_cmp_f_u32_dpp
  .long 0x7d9204f9, 0x06060002  // v_cmp_lt_u32_sdwa
  .long 0x7d9204fa, 0xff00e402  // v_cmp_lt_u32_dpp
  .long 0x7d9404f9, 0x06060002  // v_cmp_eq_u32_sdwa
  .long 0x7d9404fa, 0xff00e402  // v_cmp_eq_u32_dpp
  .long 0x7d9604f9, 0x06060002  // v_cmp_le_u32_sdwa
  .long 0x7d9604fa, 0xff00e402  // v_cmp_le_u32_dpp
  .long 0x7d9804f9, 0x06060002  // v_cmp_gt_u32_sdwa
  .long 0x7d9804fa, 0xff00e402  // v_cmp_gt_u32_dpp
  .long 0x7d9a04f9, 0x06060002  // v_cmp_ne_u32_sdwa
  .long 0x7d9a04fa, 0xff00e402  // v_cmp_ne_u32_dpp
  .long 0x7d9c04f9, 0x06060002  // v_cmp_ge_u32_sdwa
  .long 0x7d9c04fa, 0xff00e402  // v_cmp_ge_u32_dpp
  .long 0x7d9e04f9, 0x06060002  // v_cmp_t_u32_sdwa
  .long 0x7d9e04fa, 0xff00e402  // v_cmp_t_u32_dpp
  .long 0x7da004f9, 0x06060002  // v_cmpx_f_i32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7da004fa, 0xff00e402  // v_cmpx_f_i32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7da204f9, 0x06060002  // v_cmpx_lt_i32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7da204fa, 0xff00e402  // v_cmpx_lt_i32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7da404f9, 0x06060002  // v_cmpx_eq_i32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7da404fa, 0xff00e402  // v_cmpx_eq_i32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7da604f9, 0x06060002  // v_cmpx_le_i32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7da604fa, 0xff00e402  // v_cmpx_le_i32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7da804f9, 0x06060002  // v_cmpx_gt_i32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7da804fa, 0xff00e402  // v_cmpx_gt_i32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7daa04f9, 0x06060002  // v_cmpx_ne_i32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7daa04fa, 0xff00e402  // v_cmpx_ne_i32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7dac04f9, 0x06060002  // v_cmpx_ge_i32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7dac04fa, 0xff00e402  // v_cmpx_ge_i32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7dae04f9, 0x06060002  // v_cmpx_t_i32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7dae04fa, 0xff00e402  // v_cmpx_t_i32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7db004f9, 0x06060002  // v_cmpx_f_u32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7db004fa, 0xff00e402  // v_cmpx_f_u32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7db204f9, 0x06060002  // v_cmpx_lt_u32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7db204fa, 0xff00e402  // v_cmpx_lt_u32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7db404f9, 0x06060002  // v_cmpx_eq_u32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7db404fa, 0xff00e402  // v_cmpx_eq_u32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7db604f9, 0x06060002  // v_cmpx_le_u32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7db604fa, 0xff00e402  // v_cmpx_le_u32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7db804f9, 0x06060002  // v_cmpx_gt_u32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7db804fa, 0xff00e402  // v_cmpx_gt_u32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7dba04f9, 0x06060002  // v_cmpx_ne_u32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7dba04fa, 0xff00e402  // v_cmpx_ne_u32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7dbc04f9, 0x06060002  // v_cmpx_ge_u32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7dbc04fa, 0xff00e402  // v_cmpx_ge_u32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7dbe04f9, 0x06060002  // v_cmpx_t_u32_sdwa
  s_mov_b64 exec, -1
  s_nop 4
  .long 0x7dbe04fa, 0xff00e402  // v_cmpx_t_u32_dpp
  s_mov_b64 exec, -1
  s_nop 4
  s_waitcnt lgkmcnt(0)
  global_store_dword v5, v4, s[2:3]
  s_endpgm
