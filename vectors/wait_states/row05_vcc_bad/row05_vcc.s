// The vector ALU writes VCC, then reads VCCZ as data: 4 of 5 wait states.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 vcc, 1
  s_nop 7
  v_cmp_ne_u32 vcc, v0, v0
  s_nop 3
  v_mov_b32 v2, src_vccz
  s_nop 7
  global_store_dword v1, v2, s[2:3]
  s_endpgm
