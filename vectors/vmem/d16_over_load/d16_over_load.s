// Loads over pending loads of the same VGPR, of which one or both write a half alone (D16). Nothing waits between them.
// They return in order, and the half that the second does not write is what the first has left. So is it of FORMAT_D16.
// All rows are in flight at once. The first load of a row has lanes 0 to 39, the second lanes 24 to 63. So there are
// lanes of the first alone (0 to 23), of both, and of the second alone (40 to 63).
//
// Every dword of `a` is 0x8091a233, of `b` 0xa4b5c6d7. The registers hold 0x5555aaaa. A row: what is loaded, then
// out[64 * row + lane] of the first alone, both, the second alone.
//    0  low 16 bits of a, zeros above; low 16 of b to the high half   0x0000a233  0xc6d7a233  0xc6d7aaaa
//    1  a to the low half; b to the high half                         0x5555a233  0xc6d7a233  0xc6d7aaaa
//    2  a to the high half; b to the low half                         0xa233aaaa  0xa233c6d7  0x5555c6d7
//    3  all of a; b to the low half                                   0x8091a233  0x8091c6d7  0x5555c6d7
//    4  a to the high half; all of b                                  0xa233aaaa  0xa4b5c6d7  0xa4b5c6d7
//    5  byte 0x33 to the low half; byte 0xd7 signed to the high half  0x55550033  0xffd70033  0xffd7aaaa
//    6  FORMAT: a to the low half; b to the high half                 0x5555a233  0xc6d7a233  0xc6d7aaaa
//    7  all of a; FORMAT xyz: Z of b to the low half                  0x8091a233  0x8091c6d7  0x5555c6d7
//    8  FORMAT xyz: Z of a to the low half; b to the high half        0x5555a233  0xc6d7a233  0xc6d7aaaa
//    9  a to the low half; b to the high half, a + 2 to the low half  0x5555a233  0xc6d78091  0xc6d78091
//   10  a to the low half; b to the low half                          0x5555a233  0x5555c6d7  0x5555c6d7
// Decisions: D-WAIT-7, D-MEM-70.
.globl main
.macro pair one, two
  s_mov_b64 exec, s[20:21]
  \one
  s_mov_b64 exec, s[22:23]
  \two
.endm
// 8 bytes at 8 * lane
.macro xyz vgprs, from
  tbuffer_load_format_d16_xyz \vgprs, v2, \from, 0 format:[BUF_DATA_FORMAT_16_16_16_16,BUF_NUM_FORMAT_UINT] offen
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0        // a, b
  s_load_dwordx2 s[8:9], s[0:1], 0x10       // out
  s_mov_b32 s20, -1
  s_movk_i32 s21, 0xff
  s_mov_b32 s22, 0xff000000
  s_mov_b32 s23, -1
  v_lshlrev_b32 v1, 2, v0
  v_lshlrev_b32 v2, 3, v0
.set r, 8
.rept 15
  v_mov_b32 v[r], 0x5555aaaa
.set r, r + 1
.endr
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s12, s4                         // a and b as 16-bit UINT
  s_mov_b32 s13, s5
  s_movk_i32 s14, 0x200
  s_mov_b32 s15, 0x14fac
  s_mov_b32 s16, s6
  s_mov_b32 s17, s7
  s_mov_b32 s18, s14
  s_mov_b32 s19, s15
  pair "global_load_ushort v8, v1, s[4:5]", "global_load_short_d16_hi v8, v1, s[6:7]"
  pair "global_load_short_d16 v9, v1, s[4:5]", "global_load_short_d16_hi v9, v1, s[6:7]"
  pair "global_load_short_d16_hi v10, v1, s[4:5]", "global_load_short_d16 v10, v1, s[6:7]"
  pair "global_load_dword v11, v1, s[4:5]", "global_load_short_d16 v11, v1, s[6:7]"
  pair "global_load_short_d16_hi v12, v1, s[4:5]", "global_load_dword v12, v1, s[6:7]"
  pair "global_load_ubyte_d16 v13, v1, s[4:5]", "global_load_sbyte_d16_hi v13, v1, s[6:7]"
  s_mov_b64 exec, s[20:21]
  buffer_load_format_d16_x v14, v1, s[12:15], 0 offen
  s_mov_b64 exec, s[22:23]
  buffer_load_format_d16_hi_x v14, v1, s[16:19], 0 offen
  pair "buffer_load_dword v20, v1, s[12:15], 0 offen", "xyz v[19:20], s[16:19]"
  pair "xyz v[21:22], s[12:15]", "buffer_load_short_d16_hi v22, v1, s[16:19], 0 offen"
  s_mov_b64 exec, s[20:21]
  global_load_short_d16 v15, v1, s[4:5]
  s_mov_b64 exec, s[22:23]
  global_load_short_d16_hi v15, v1, s[6:7]
  global_load_short_d16 v15, v1, s[4:5] offset:2
  pair "global_load_short_d16 v16, v1, s[4:5]", "global_load_short_d16 v16, v1, s[6:7]"
  s_mov_b64 exec, -1
  s_waitcnt vmcnt(0)
  global_store_dword v1, v8, s[8:9]
  global_store_dword v1, v9, s[8:9] offset:256
  global_store_dword v1, v10, s[8:9] offset:512
  global_store_dword v1, v11, s[8:9] offset:768
  global_store_dword v1, v12, s[8:9] offset:1024
  global_store_dword v1, v13, s[8:9] offset:1280
  global_store_dword v1, v14, s[8:9] offset:1536
  global_store_dword v1, v20, s[8:9] offset:1792
  global_store_dword v1, v22, s[8:9] offset:2048
  global_store_dword v1, v15, s[8:9] offset:2304
  global_store_dword v1, v16, s[8:9] offset:2560
  s_endpgm
