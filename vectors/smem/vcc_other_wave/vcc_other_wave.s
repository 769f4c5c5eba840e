// Wave 0 loads VCC again and again; the other waves write theirs by compares and carries all the time. Some loads write
// VCC back in the cycle in which such an instruction does (control-flow.md 5). The next instruction reads each VCC.
//
//   out[64 * wave + lane]: what the wave has added up
//   s[28:29] in   s[30:31] out   s8 rounds that are left   v4 4 * lane of the group
.globl main
main:
  s_load_dwordx4 s[28:31], s[0:1], 0x0
  v_readfirstlane_b32 s4, v0
  v_mov_b32 v3, 0
  v_mov_b32 v5, 0
  v_mul_u32_u24 v6, 0xfedcb1, v0
  v_lshlrev_b32 v4, 2, v0
  s_mov_b64 vcc, 0
  s_mov_b32 s8, 16
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc0 .Lcarries
.Lloads:
  s_load_dwordx2 vcc, s[28:29], 0x0
  s_waitcnt lgkmcnt(0)
  v_add_u32 v3, vcc_lo, v3
  v_add_u32 v3, vcc_hi, v3
  s_sub_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 .Lloads
  s_branch .Lstore
.Lcarries:
.rept 2
  v_addc_co_u32 v3, vcc, v3, v6, vcc
  v_addc_co_u32 v5, vcc, v5, v3, vcc
  v_cmp_lt_u32 vcc, v3, v5
.endr
  s_sub_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 .Lcarries
.Lstore:
  global_store_dword v4, v3, s[30:31]
  s_endpgm
