// The vector ALU writes half of VCC, then vector memory reads it: just the 5 wait states it needs.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v2, 9
  v_and_b32 v1, 28, v1
  v_mov_b32 v3, s2
  s_add_u32 vcc_lo, s2, 32
  s_mov_b32 vcc_hi, s3
  s_nop 7
  v_readfirstlane_b32 vcc_lo, v3
  s_nop 4
  global_store_dword v1, v2, vcc
  s_endpgm
