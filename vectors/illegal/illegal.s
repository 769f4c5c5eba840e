// An instruction that is not implemented: the wave halts there, and the store behind it never executes.
// Decisions: D-ILL-1.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v0, 2, v0
  v_mov_b32 v1, 1
  s_waitcnt lgkmcnt(0)
refused:
  v_screen_partition_4se_b32 v2, v1
  global_store_dword v0, v1, s[4:5]
  s_endpgm
