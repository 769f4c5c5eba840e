// The vector ALU writes EXEC, then reads EXECZ as data: just the 5 wait states it needs.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v2, 3
  v_mov_b32 v3, -1
  s_mov_b64 exec, 0
  s_nop 7
  v_readlane_b32 exec_lo, v3, 0
  s_nop 4
  v_mov_b32 v2, src_execz
  s_nop 7
  global_store_dword v1, v2, s[2:3]
  s_endpgm
