// One scalar move, one vector move, a store of both results to out, and the end.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b32 s8, 7
  v_mov_b32 v3, s8
  v_lshlrev_b32 v0, 2, v0
  s_waitcnt lgkmcnt(0)
  global_store_dword v0, v3, s[4:5]
  s_endpgm
