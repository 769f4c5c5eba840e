// The SDWA and DPP form of every VOP1, VOP2 and VOPC opcode that has one. Two forms are words, since LLVM has no text
// for them. These are SDWA of VOP1 with a src1_sel (ignored, since there is no src1) and DPP of VOPC.
// RTL and model are compared register by register. The program also stores the result of v_max_u16, so the test has an
// expectation.
// Decisions: D-VEC-33, D-VEC-40.
.globl main

.macro vop2 op, operands:vararg
  \op\()_sdwa \operands dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
  \op\()_dpp \operands quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
.endm

.macro vop1 number, op
  .long 0x7e0200f9 | \number << 9, 0x06060602  // \op\()_sdwa v1, v2
  \op\()_dpp v1, v2 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
.endm

// A compare by its opcode. v_cmpx takes lanes from EXEC, so all are set again, and a DPP instruction waits for that.
.macro compare op, condition, type
  \op\()_\condition\()_\type\()_sdwa vcc, v2, v2 src0_sel:DWORD src1_sel:DWORD
  all_lanes \op
  .long 0x7c0004fa | number << 17, 0xff00e402  // \op\()_\condition\()_\type\()_dpp vcc, v2, v2
  all_lanes \op
.endm
.macro all_lanes op
  .ifc \op, v_cmpx
    s_mov_b64 exec, -1
    s_nop 4
  .endif
.endm

// Compares whose numbers follow each other.
.macro vopc first, op, type, conditions:vararg
  .set number, \first
  .irp condition, \conditions
    compare \op, \condition, \type
    .set number, number + 1
  .endr
.endm

.macro floats first, op, type
  vopc \first, \op, \type, f, lt, eq, le, gt, lg, ge, o, u, nge, nlg, ngt, nle, neq, nlt, tru
.endm

.macro integers first, op, type
  vopc \first, \op, \type, f, lt, eq, le, gt, ne, ge, t
.endm

main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_mul_u32_u24 v1, 0x9e3779, v0
  v_bfrev_b32 v2, v0
  v_xor_b32 v3, v1, v2
  v_lshlrev_b32 v5, 2, v0
  v_max_u16_e64 v4, v1, v2
  s_mov_b32 vcc_lo, 0x5555
  vop2 v_cndmask_b32, v3, v2, v2, vcc
  vop2 v_add_f32, v3, v2, v2
  vop2 v_sub_f32, v3, v2, v2
  vop2 v_subrev_f32, v3, v2, v2
  vop2 v_mul_f32, v3, v2, v2
  vop2 v_mul_i32_i24, v3, v2, v2
  vop2 v_mul_hi_i32_i24, v3, v2, v2
  vop2 v_mul_u32_u24, v3, v2, v2
  vop2 v_mul_hi_u32_u24, v3, v2, v2
  vop2 v_min_f32, v3, v2, v2
  vop2 v_max_f32, v3, v2, v2
  vop2 v_min_i32, v3, v2, v2
  vop2 v_max_i32, v3, v2, v2
  vop2 v_min_u32, v3, v2, v2
  vop2 v_max_u32, v3, v2, v2
  vop2 v_lshrrev_b32, v3, v2, v2
  vop2 v_ashrrev_i32, v3, v2, v2
  vop2 v_lshlrev_b32, v3, v2, v2
  vop2 v_and_b32, v3, v2, v2
  vop2 v_or_b32, v3, v2, v2
  vop2 v_xor_b32, v3, v2, v2
  s_nop 1  // it reads v3
  v_mac_f32_dpp v3, v2, v2 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
  vop2 v_add_co_u32, v3, vcc, v2, v2
  vop2 v_sub_co_u32, v3, vcc, v2, v2
  vop2 v_subrev_co_u32, v3, vcc, v2, v2
  vop2 v_addc_co_u32, v3, vcc, v2, v2, vcc
  vop2 v_subb_co_u32, v3, vcc, v2, v2, vcc
  vop2 v_subbrev_co_u32, v3, vcc, v2, v2, vcc
  vop2 v_add_u16, v3, v2, v2
  vop2 v_sub_u16, v3, v2, v2
  vop2 v_subrev_u16, v3, v2, v2
  vop2 v_mul_lo_u16, v3, v2, v2
  vop2 v_lshlrev_b16, v3, v2, v2
  vop2 v_lshrrev_b16, v3, v2, v2
  vop2 v_ashrrev_i16, v3, v2, v2
  vop2 v_max_u16, v3, v2, v2
  vop2 v_max_i16, v3, v2, v2
  vop2 v_min_u16, v3, v2, v2
  vop2 v_min_i16, v3, v2, v2
  vop2 v_add_u32, v3, v2, v2
  vop2 v_sub_u32, v3, v2, v2
  vop2 v_subrev_u32, v3, v2, v2
  .long 0x7e0000f9, 0x06060602  // v_nop_sdwa
  .long 0x7e0000fa, 0xff00e402  // v_nop_dpp
  vop1 1, v_mov_b32
  vop1 5, v_cvt_f32_i32
  vop1 6, v_cvt_f32_u32
  vop1 7, v_cvt_u32_f32
  vop1 8, v_cvt_i32_f32
  vop1 10, v_cvt_f16_f32
  vop1 11, v_cvt_f32_f16
  vop1 12, v_cvt_rpi_i32_f32
  vop1 13, v_cvt_flr_i32_f32
  vop1 17, v_cvt_f32_ubyte0
  vop1 18, v_cvt_f32_ubyte1
  vop1 19, v_cvt_f32_ubyte2
  vop1 20, v_cvt_f32_ubyte3
  vop1 27, v_fract_f32
  vop1 28, v_trunc_f32
  vop1 29, v_ceil_f32
  vop1 30, v_rndne_f32
  vop1 31, v_floor_f32
  vop1 43, v_not_b32
  vop1 44, v_bfrev_b32
  vop1 45, v_ffbh_u32
  vop1 46, v_ffbl_b32
  vop1 47, v_ffbh_i32
  vop1 79, v_sat_pk_u8_i16
  vopc 0x10, v_cmp, f32, class
  vopc 0x11, v_cmpx, f32, class
  floats 0x40, v_cmp, f32
  floats 0x50, v_cmpx, f32
  integers 0xa0, v_cmp, i16
  integers 0xa8, v_cmp, u16
  integers 0xb0, v_cmpx, i16
  integers 0xb8, v_cmpx, u16
  integers 0xc0, v_cmp, i32
  integers 0xc8, v_cmp, u32
  integers 0xd0, v_cmpx, i32
  integers 0xd8, v_cmpx, u32
  s_waitcnt lgkmcnt(0)
  global_store_dword v5, v4, s[2:3]
  s_endpgm
