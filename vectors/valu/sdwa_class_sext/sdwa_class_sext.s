// v_cmp_class_f32 in SDWA form, with SEXT of the mask. A byte with its sign set accepts all classes from the sign bit's
// on, +normal and +infinity among them. Lane i has a value of class i: a signalling and a quiet NaN, -inf, -normal,
// -denormal, -0, +0, +denormal, +normal, +inf.
//
//   s[4:5] in   s[6:7] out: a word of ten bits each
// Decisions: D-VEC-36.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  s_mov_b64 exec, 0x3ff
  s_waitcnt lgkmcnt(0)
  global_load_dword v1, v4, s[4:5]
  v_mov_b32 v2, 0x40a00180                    // bytes 0x80, 0x01, 0xa0, 0x40
  v_mov_b32 v3, 0
  s_waitcnt vmcnt(0)
.macro put
  s_mov_b64 s[8:9], exec
  s_mov_b64 exec, 1
  v_mov_b32 v5, vcc_lo
  global_store_dword v3, v5, s[6:7]
  v_add_u32 v3, 4, v3
  s_mov_b64 exec, s[8:9]
.endm
.macro class select, extended                 // v_cmp_class_f32_sdwa vcc, v1, v2 or sext(v2)
  .long 0x7c2004f9, 0x00060001 | \select << 24 | \extended << 27
  put
.endm
  class 0, 0                                  // 0x80: +denormal
  class 0, 1                                  // and +normal, +inf
  class 1, 1                                  // 0x01: a signalling NaN
  class 2, 0                                  // 0xa0: -0, +denormal
  class 2, 1
  class 3, 1                                  // 0x40: +0
  class 4, 1                                  // word 0x0180: +denormal, +normal
  class 5, 1                                  // word 0x40a0
  class 6, 1                                  // 0x40a00180
  s_endpgm
