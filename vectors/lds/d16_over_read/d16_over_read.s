// Reads of the LDS over pending reads of the same VGPR, of which one or both write a half alone (D16), and the same of
// the GDS. Nothing waits between them. They return in order, and the half that the second does not write is what the
// first has left. The first read of a row has lanes 0 to 39, the second lanes 24 to 63. So there are lanes of the first
// alone (0 to 23), of both, and of the second alone (40 to 63).
//
// The dwords at 4 * lane are 0x8091a233 (a), those at 256 + 4 * lane 0xa4b5c6d7 (b). The registers hold 0x5555aaaa
// before. A row: what is read, then out[64 * row + lane] of the first alone, both, the second alone.
//    0  low 16 bits of a, zeros above; low 16 of b to the high half   0x0000a233  0xc6d7a233  0xc6d7aaaa
//    1  a to the low half; b to the high half                         0x5555a233  0xc6d7a233  0xc6d7aaaa
//    2  a to the high half; b to the low half                         0xa233aaaa  0xa233c6d7  0x5555c6d7
//    3  all of a; b to the low half                                   0x8091a233  0x8091c6d7  0x5555c6d7
//    4  a to the high half; all of b                                  0xa233aaaa  0xa4b5c6d7  0xa4b5c6d7
//    5  byte 0x33 to the low half; byte 0xd7 signed to the high half  0x55550033  0xffd70033  0xffd7aaaa
//    6  a to the low half; b to the high half, a + 2 to the low half  0x5555a233  0xc6d78091  0xc6d78091
//    7  GDS: as row 1                                                 0x5555a233  0xc6d7a233  0xc6d7aaaa
//    8  GDS: all of a; b to the high half                             0x8091a233  0xc6d7a233  0xc6d7aaaa
// Decisions: D-WAIT-7.
.globl main
.macro pair one, two, three
  s_mov_b64 exec, s[20:21]
  \one
  s_mov_b64 exec, s[22:23]
  \two
  \three
.endm
main:
  s_load_dwordx2 s[8:9], s[0:1], 0x0        // out
  s_mov_b32 s20, -1
  s_movk_i32 s21, 0xff
  s_mov_b32 s22, 0xff000000
  s_mov_b32 s23, -1
  s_mov_b32 m0, 0x200
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0x8091a233
  v_mov_b32 v3, 0xa4b5c6d7
  ds_write_b32 v1, v2
  ds_write_b32 v1, v3 offset:256
  ds_write_b32 v1, v2 gds
  ds_write_b32 v1, v3 offset:256 gds
.set r, 8
.rept 9
  v_mov_b32 v[r], 0x5555aaaa
.set r, r + 1
.endr
  s_waitcnt lgkmcnt(0)
  pair "ds_read_u16 v8, v1", "ds_read_u16_d16_hi v8, v1 offset:256"
  pair "ds_read_u16_d16 v9, v1", "ds_read_u16_d16_hi v9, v1 offset:256"
  pair "ds_read_u16_d16_hi v10, v1", "ds_read_u16_d16 v10, v1 offset:256"
  pair "ds_read_b32 v11, v1", "ds_read_u16_d16 v11, v1 offset:256"
  pair "ds_read_u16_d16_hi v12, v1", "ds_read_b32 v12, v1 offset:256"
  pair "ds_read_u8_d16 v13, v1", "ds_read_i8_d16_hi v13, v1 offset:256"
  pair "ds_read_u16_d16 v14, v1", "ds_read_u16_d16_hi v14, v1 offset:256", "ds_read_u16_d16 v14, v1 offset:2"
  pair "ds_read_u16_d16 v15, v1 gds", "ds_read_u16_d16_hi v15, v1 offset:256 gds"
  pair "ds_read_b32 v16, v1 gds", "ds_read_u16_d16_hi v16, v1 offset:256 gds"
  s_mov_b64 exec, -1
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v8, s[8:9]
  global_store_dword v1, v9, s[8:9] offset:256
  global_store_dword v1, v10, s[8:9] offset:512
  global_store_dword v1, v11, s[8:9] offset:768
  global_store_dword v1, v12, s[8:9] offset:1024
  global_store_dword v1, v13, s[8:9] offset:1280
  global_store_dword v1, v14, s[8:9] offset:1536
  global_store_dword v1, v15, s[8:9] offset:1792
  global_store_dword v1, v16, s[8:9] offset:2048
  s_endpgm
