// The vector ALU writes VCC, then v_div_fmas scales by it: just the 4 wait states it needs. Before, no lane was scaled: 1 * 1 + 3.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 vcc, 0
  v_mov_b32 v3, 0x40400000
  s_nop 7
  v_cmp_eq_u32 vcc, v0, v0
  s_nop 3
  v_div_fmas_f32 v2, 1.0, 1.0, v3
  global_store_dword v1, v2, s[2:3]
  s_endpgm
