// LDS_DIRECT of the last byte, half and dword of an allocation. The launch asks for 300 bytes, so it
// has 512. Each dword of it holds 0xf1e2d3c4.
// LDS_DIRECT of the bytes behind the allocation reads 0.
//
//   s[4:5] out
// Decisions: D-LDS-33, D-LAUNCH-16.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  v_mov_b32 v1, 0xf1e2d3c4
  v_mov_b32 v3, 0
  ds_write_b32 v4, v1
  ds_write_b32 v4, v1 offset:256
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, 1
.macro direct at, type                        // 0 u8, 1 u16, 2 dword, 4 i8, 5 i16
  s_mov_b32 m0, \type << 16 | \at
  s_nop 0
  v_mov_b32 v2, lds_direct
  global_store_dword v3, v2, s[4:5]
  v_add_u32 v3, 4, v3
.endm
  direct 508, 2
  direct 510, 1
  direct 511, 0
  direct 510, 5
  direct 511, 4
  direct 511, 2                               // forced to 508
  direct 511, 1                               // and to 510
  direct 512, 2
  direct 512, 1
  direct 512, 0
  s_endpgm
