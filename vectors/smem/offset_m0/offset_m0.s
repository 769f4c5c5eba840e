// M0 as the offset register of scalar loads, alone and beside an immediate (SOE), whose fields name it by code 124.
//   s[4:5] in, dword i of it i + 7   s[6:7] out
// Decisions: D-ENC-3.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_mov_b32 m0, 40
  s_waitcnt lgkmcnt(0)
  s_load_dword s8, s[4:5], m0                 // 17
  s_load_dwordx4 s[12:15], s[4:5], m0         // 17 ..
  s_waitcnt lgkmcnt(0)
  s_mov_b32 m0, 0x102                         // the last two bits of the sum do not count
  s_load_dword s9, s[4:5], m0                 // 64 + 7
  .long 0xc0024282, 0xf8000010                // s_load_dword s10, s[4:5], m0 offset:0x10: 64 + 4 + 7
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, 1
  v_mov_b32 v0, 0
.irp r, 8, 9, 10, 12, 15
  v_mov_b32 v1, s\r
  global_store_dword v0, v1, s[6:7]
  v_add_u32 v0, 4, v0
.endr
  s_endpgm
