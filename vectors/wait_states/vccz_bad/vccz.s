// Half of VCC is written, then VCCZ is used with nothing between.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 vcc, 1
  v_mov_b32 v2, 1
  s_mov_b32 vcc_lo, 0
  s_cbranch_vccz .Lzero
  s_endpgm
.Lzero:
  v_mov_b32 v2, 2
  global_store_dword v1, v2, s[2:3]
  s_endpgm
