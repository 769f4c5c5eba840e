// Aligned accesses are the same in all alignment modes (buffer-memory.md 5): DS, GLOBAL and scalar loads.
// VSKIP discards a GLOBAL store.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v1, v0
  ds_read_b32 v2, v1
  s_waitcnt lgkmcnt(0)
  s_setvskip 1, 0
  s_nop 1
  global_store_dword v1, v2, s[2:3]
  s_setvskip 0, 0
  s_nop 1
  s_mov_b32 m0, 7
  s_nop 0
  s_sendmsg 1
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[2:3]
  s_endpgm
