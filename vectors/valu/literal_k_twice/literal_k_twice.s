// v_madmk_f32 and v_madak_f32 with the literal as SRC0 too: both take the one dword behind the instruction.
// The NaN that comes out is the first of S0, K, S1 of madmk, and of S0, S1, K of madak. It is made quiet.
// Decisions: D-VEC-11, D-NUM-5, D-NUM-9.
//
//   s[30:31] out: a row of 64 for each check, all lanes alike
.globl literal_k_twice
.include "../../include/ds.inc"

literal_k_twice:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  v_mov_b32 v1, 1.0
  v_mov_b32 v2, 0x7f800001                    // a signalling NaN
  v_mov_b32 v3, 0xffc00002                    // a quiet one
  s_waitcnt lgkmcnt(0)
  .long 0x2e0a02ff, 0x40400000                // v_madmk_f32 v5, 3.0, 3.0, v1
  rows v5                                     // -> 10.0
  .long 0x300a02ff, 0x40400000                // v_madak_f32 v5, 3.0, v1, 3.0
  rows v5                                     // -> 6.0
  v_madmk_f32 v5, v1, 0x7fa12345, v3          // K before S1
  rows v5                                     // -> 0x7fe12345
  v_madak_f32 v5, v1, v3, 0x7fa12345          // S1 before K
  rows v5                                     // -> 0xffc00002
  v_madmk_f32 v5, v2, 0x7fa12345, v3          // S0 before both
  rows v5                                     // -> 0x7fc00001
  s_endpgm
