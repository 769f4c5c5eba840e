// The LDS is read where a load to it has yet to write (control-flow.md 5.4).
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_mov_b32 m0, 0
  s_movk_i32 s6, 0x100
  s_mov_b32 s7, 0x30020000
  s_waitcnt lgkmcnt(0)
load:
  buffer_load_dword v1, s[4:7], 0 offen lds
read:
  ds_read_b32 v2, v1
  s_waitcnt vmcnt(0) lgkmcnt(0)
  global_store_dword v1, v2, s[4:5]
  s_endpgm
