// The vector ALU writes VCC, then v_writelane takes its lane from it: 3 of 4 wait states.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v2, 9
  v_writelane_b32 v2, 7, 0
  s_mov_b64 vcc, 3
  s_nop 7
  v_cmp_gt_u32 vcc, 0, v0
  s_nop 2
  v_writelane_b32 v2, 9, vcc_lo
  s_nop 7
  global_store_dword v1, v2, s[2:3]
  s_endpgm
