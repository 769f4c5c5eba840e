// Rules of the vector ALU that can be read in two ways (numerics.md 11). Random programs found them. Each check stores
// one row of 64 dwords, all lanes alike.
//
//   s[30:31] out   v4 lane*4   v3 result
// Decisions: D-NUM-1, D-NUM-6, D-NUM-7, D-NUM-16, D-NUM-18, D-VEC-15, D-VEC-16, D-VEC-17, D-VEC-19, D-VEC-20, D-VEC-26,
// D-VEC-27.
.text
.globl valu_rules
.p2align 8
.type valu_rules,@function
.macro row n
  global_store_dword v4, v3, s[30:31] offset:(\n%8)*256
  .if \n % 8 == 7
    s_add_u32 s30, s30, 2048
    s_addc_u32 s31, s31, 0
  .endif
.endm
.macro mode bits
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 10), \bits
  s_nop 1
.endm
valu_rules:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  v_mov_b32 v10, -1
  v_mov_b32 v11, 0x80000000
  v_mov_b32 v12, 0x7fffffff
  v_mov_b32 v13, 1.0
  s_mov_b64 s[10:11], -1
  s_mov_b64 s[12:13], 0
  s_waitcnt lgkmcnt(0)

// Rows 0, 1: NEG and ABS of v_cndmask_b32 in VOP3 form.
  v_cndmask_b32_e64 v3, -v13, |v12|, s[12:13]
  row 0
  v_cndmask_b32_e64 v3, v13, -|v12|, s[10:11]
  row 1
// Rows 2, 3: v_mad_u64_u32 saturates; its carry comes from the sum. Row 4: v_mad_i64_i32 saturates too.
  v_mov_b32 v20, -1
  v_mov_b32 v21, -1
  v_mad_u64_u32 v[6:7], s[14:15], v10, v10, v[20:21] clamp
  v_mov_b32 v3, v7
  row 2
  v_mov_b32 v3, s14
  row 3
  v_mov_b32 v21, v12
  v_mad_i64_i32 v[6:7], s[14:15], v12, v12, v[20:21] clamp
  v_mov_b32 v3, v7
  row 4
// Rows 5..7: the 16-bit multiply-adds saturate.
  v_mad_u32_u16 v3, v10, v10, v10 clamp
  row 5
  v_mad_i32_i16 v3, v10, v10, v12 clamp
  row 6
  v_mad_i32_i16 v3, 1, v10, v11 clamp
  row 7
// Rows 8, 9: the forms with and without a carry in saturate.
  v_addc_co_u32_e64 v3, s[14:15], v10, v12, s[10:11] clamp
  row 8
  v_add_co_u32_e64 v3, s[14:15], v10, v10 clamp
  row 9
// Row 10: f16 operands take f16 constants.
  v_cvt_f32_f16 v3, 0.5
  row 10
// Row 11: 16-bit integer operands take the low half of the f32 pattern. The word is v_mad_u32_u16 v3, 1/(2*pi), 1, v20
// with v20 = 0, since the assembler takes no float constant here.
  v_mov_b32 v20, 0
  .long 0xd1f10003, 0x045102f8
  row 11
// Row 12: med3 of a negative denormal, -5 and a positive denormal with output flush: the negative one is passed on.
  mode 0x2d0
  v_mov_b32 v20, 0x80000001
  v_mov_b32 v21, 0xc0a00000
  v_mov_b32 v22, 12
  v_med3_f32 v3, v20, v21, v22
  row 12
// Row 13: -0 is below +0 for med3, so the middle of -0, -5, +0 is -0.
  v_mov_b32 v20, 0x80000000
  v_mov_b32 v22, 0
  v_med3_f32 v3, v20, v21, v22
  row 13
// Row 14: OMOD below the least normal number: 0 with the sign, not rounded up to it. Row 15: negative. IEEE and output
// denormals off.
  mode 0xc0
  v_mov_b32 v20, 0x00ffffff
  v_mul_f32_e64 v3, v20, v13 div:2
  row 14
  v_mul_f32_e64 v3, -v20, v13 div:2
  row 15
// Row 16: v_mac_f32_e64 v3, v13, v13 with NEG bit 2 set, which does not negate the accumulator: -2 + 1 = -1.
  mode 0x3c0
  v_mov_b32 v3, -2.0
  .long 0xd1160003, 0x80021b0d
  row 16
  s_endpgm
