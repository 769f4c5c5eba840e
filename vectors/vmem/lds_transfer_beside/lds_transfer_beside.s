// The LDS is read and written beside the bytes that a load to it has yet to write (control-flow.md 5.4): no wait.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v2, 7, v0
  s_mov_b32 m0, 0x100
  s_movk_i32 s6, 0x100
  s_mov_b32 s7, 0x30020000
  ds_write_b32 v1, v2
  s_waitcnt lgkmcnt(0)
  buffer_load_dword v1, s[4:7], 0 offen lds
  ds_read_b32 v2, v1
  ds_write_b32 v1, v0 offset:512
  s_waitcnt vmcnt(0) lgkmcnt(0)
  ds_read_b32 v3, v1 offset:256
  ds_read_b32 v4, v1 offset:512
  s_waitcnt lgkmcnt(0)
  v_sub_u32 v2, v2, v0                // 7
  v_sub_u32 v3, v3, v0                // 100
  v_sub_u32 v4, v4, v0                // 0
  v_add3_u32 v2, v2, v3, v4
  global_store_dword v1, v2, s[4:5]
  s_endpgm
