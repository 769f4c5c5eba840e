// 128 shared rows: 100 global rows, and 14 clause temporaries for each parity. The program uses the last global, and
// the first and the last temporary. An index register leads past the globals into the temporaries. There are two waves,
// one of each parity.
//
//   out: for each wave three rows of 64: global 99, temporary 0, temporary 13
// Decisions: D-R700-13, D-R700-16.
.text
.globl shared_limit
.p2align 8
.include "../include/r700.inc"
.macro row reg
  global_store_dword v4, \reg, s[8:9]
  s_add_u32 s8, s8, 256
  s_addc_u32 s9, s9, 0
.endm
shared_limit:
  s_load_dwordx2 s[8:9], s[0:1], 0x0
  v_mov_b32 v10, v0
  v_add_u32 v11, 1000, v0
  v_readfirstlane_b32 s20, v0
  s_lshr_b32 s20, s20, 6
  v_and_b32 v0, 63, v0
  v_lshlrev_b32 v4, 2, v0
  s_waitcnt lgkmcnt(0)
  s_mul_i32 s21, s20, 3*256
  s_add_u32 s8, s8, s21
  s_addc_u32 s9, s9, 0
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 temporaries
  shared_on 8
  v_add_u32 v99, 7, v10
temporaries:
  shared_on 8
  v_mov_b32 v100, v10
  v_mov_b32 v113, v11
  shared_off
  s_barrier
  shared_on 1
  v_mov_b32 v20, v99
  v_mov_b32 v21, v100
  shared_off
  s_movk_i32 s22, 23
  s_set_gpr_idx_on s22, 1
  shared_on 1
  v_mov_b32 v22, v90
  shared_off
  s_set_gpr_idx_off
  row v20
  row v21
  row v22
  s_endpgm
