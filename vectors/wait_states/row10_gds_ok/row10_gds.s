// The scalar ALU writes M0, then a GDS instruction: just the one wait state it needs.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v2, 8
  v_mov_b32 v3, 7
  s_mov_b64 exec, 1
  s_mov_b32 m0, 0
  s_nop 7
  ds_write_b32 v0, v2 gds
  s_mov_b32 m0, 0x40000
  s_nop 7
  ds_write_b32 v0, v3 gds
  s_waitcnt expcnt(0)
  s_nop 7
  s_mov_b32 m0, 0
  s_nop 0
  ds_read_b32 v2, v0 gds
  s_waitcnt lgkmcnt(0)
  s_nop 7
  global_store_dword v1, v2, s[2:3]
  s_endpgm
