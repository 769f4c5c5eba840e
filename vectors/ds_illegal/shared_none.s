// An absolute register where the launch shares none: illegal.
// Decisions: D-R700-16.
.include "../include/r700.inc"
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v0, 2, v0
  v_mov_b32 v1, 1
  s_waitcnt lgkmcnt(0)
  shared_on 1
refused:
  v_mov_b32 v2, v0
  global_store_dword v0, v1, s[4:5]
  s_endpgm
