// Bit 25 of the format must be 0. With a 1 the word is no instruction, and the store behind it never executes.
// Decisions: D-LDS-25.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v8, 2, v0
  v_mov_b32 v1, 1
  s_mov_b32 m0, -1
  s_waitcnt lgkmcnt(0)
refused:
  .long 0xda1a0000, 0x00000108
  global_store_dword v8, v1, s[4:5]
  s_endpgm
