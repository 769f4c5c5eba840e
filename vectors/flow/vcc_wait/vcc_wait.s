// Instructions that read VCC without naming it, behind a scalar load of VCC. There is a wait before each; in case n the
// n-th wait is missing.
//
//   out[i] for lane i: the bits of 5 * 2^64: 1 * 1 + 4 as v_div_fmas scales it
//   out[64 + i]: 7 (v_cndmask)   out[128 + i]: 4 (v_addc)
//   s[4:5] out   s[6:7] in   s8 case
// Decisions: D-WAIT-6.
.globl main
.macro load_vcc n
load_\n:
  s_load_dwordx2 vcc, s[6:7], 0x0
  s_cmp_eq_u32 s8, \n
  s_cbranch_scc1 use_\n
  s_waitcnt lgkmcnt(0)
use_\n:
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x10
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v3, 4.0
  v_mov_b32 v4, 7
  v_mov_b32 v5, 1
  s_mov_b64 vcc, 0
  s_waitcnt lgkmcnt(0)
  load_vcc 1
  v_div_fmas_f32 v10, 1.0, 1.0, v3
  s_waitcnt lgkmcnt(0)
  s_mov_b64 vcc, 0
  load_vcc 2
  v_cndmask_b32 v11, v5, v4, vcc
  s_waitcnt lgkmcnt(0)
  s_mov_b64 vcc, 0
  load_vcc 3
  v_addc_co_u32 v12, vcc, 2, v5, vcc
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v10, s[4:5]
  global_store_dword v1, v11, s[4:5] offset:256
  global_store_dword v1, v12, s[4:5] offset:512
  s_endpgm
