// Scalar shifts and bit fields by each amount. Every second one has other bits above the amount. Bit counts have the
// first and the last one in each bit, and fields reach past the top. Each result and its SCC go into a hash.
//
//   out: s20
//   s[4:5] out   s8 amount   s9 offset and width   s[10:11] result   s[12:13] pattern   s20 hash   s30 an odd number
.globl main

.macro fold registers:vararg
  .irp register, \registers
    s_addc_u32 s20, s20, \register
    s_mul_i32 s20, s20, s30
  .endr
.endm

.macro short ops:vararg
  .irp op, \ops
    \op s10, s12, s8
    fold s10
  .endr
.endm
.macro long ops:vararg
  .irp op, \ops
    \op s[10:11], s[12:13], s8
    fold s10, s11
  .endr
.endm
.macro field width
  s_mov_b32 s9, n | (\width) << 16
  s_bfe_u32 s10, s12, s9
  fold s10
  s_bfe_i32 s10, s12, s9
  fold s10
  s_bfe_u64 s[10:11], s[12:13], s9
  fold s10, s11
  s_bfe_i64 s[10:11], s[12:13], s9
  fold s10, s11
  s_bfm_b32 s10, \width, s8
  fold s10
  s_bfm_b64 s[10:11], \width, s8
  fold s10, s11
.endm

// s[10:11] is one bit, or all but that bit.
.macro ones
  .irp op, s_ff0_i32_b32, s_ff1_i32_b32, s_flbit_i32_b32, s_flbit_i32, s_bcnt0_i32_b32, s_bcnt1_i32_b32, s_brev_b32
    \op s14, s10
    fold s14
  .endr
  .irp op, s_ff0_i32_b64, s_ff1_i32_b64, s_flbit_i32_b64, s_flbit_i32_i64, s_bcnt0_i32_b64, s_bcnt1_i32_b64
    \op s14, s[10:11]
    fold s14
  .endr
  .irp op, s_mul_hi_u32, s_mul_hi_i32, s_absdiff_i32, s_lshl1_add_u32, s_lshl2_add_u32, s_lshl3_add_u32, s_lshl4_add_u32
    \op s14, s10, s12
    fold s14
  .endr
.endm

.macro all
  .set n, 0
  .rept 64
    s_mov_b32 s8, n + (n & 1) * 0xabc0
    short s_lshl_b32, s_lshr_b32, s_ashr_i32
    long s_lshl_b64, s_lshr_b64, s_ashr_i64
    field 64 - n
    field 1
    s_bitcmp0_b32 s12, s8
    fold s12
    s_bitcmp1_b64 s[12:13], s8
    fold s12
    s_mov_b64 s[10:11], s[12:13]
    s_bitset0_b64 s[10:11], s8
    s_bitset1_b32 s11, s8
    fold s10, s11
    s_mov_b64 s[10:11], 0
    s_bitset1_b64 s[10:11], s8
    ones
    s_not_b64 s[10:11], s[10:11]
    ones
    .set n, n + 1
  .endr
.endm

main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_mov_b32 s30, 0x01000193
  s_mov_b32 s12, 0x9e3779b9
  s_mov_b32 s13, 0xc5a3f00f
  s_mov_b32 s20, 0
  all
  v_mov_b32 v2, s20
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[4:5]
  s_endpgm
