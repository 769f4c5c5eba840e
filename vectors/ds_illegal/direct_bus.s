// LDS_DIRECT, which takes no constant bus, and two SGPRs, which do: illegal.
// Decisions: D-LDS-32.
.include "../include/r700.inc"
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v0, 2, v0
  v_mov_b32 v1, 1
  s_waitcnt lgkmcnt(0)
refused:
  .long 0xd1ff0002, 0x000000fe | 4 << 9 | 5 << 18
  global_store_dword v0, v1, s[4:5]
  s_endpgm
