// The vector ALU writes an SGPR, then v_readlane takes its lane from it: just the 4 wait states it needs.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v3, 5
  s_mov_b32 s4, 1
  s_nop 7
  v_readfirstlane_b32 s4, v3
  s_nop 3
  v_readlane_b32 s5, v0, s4
  v_mov_b32 v2, s5
  global_store_dword v1, v2, s[2:3]
  s_endpgm
