// A scalar load of FLAT_SCRATCH, XNACK_MASK or VCC by one name, and a use by the other. There is a wait before each
// use; in case n the n-th is missing.
//
//   out[i] for lane i: 5   in[i]: -1   s[2:3] work   s[4:5] in   s7 case
// Decisions: D-REG-23.
.set n, 32
.include "../../include/vcc_alias.inc"
.globl main
.macro case number
  s_cmp_eq_u32 s7, \number
  s_cbranch_scc1 use_\number
  s_waitcnt lgkmcnt(0)
use_\number:
.endm
main:
  start
  s_load_dword s7, s[0:1], 0x18
  v_mov_b32 v5, 5
  s_mov_b64 flat_scratch, s[2:3]
  s_waitcnt lgkmcnt(0)
load_1:
  s_load_dwordx2 s[n-2:n-1], s[4:5], 0x0
  case 1
  v_cndmask_b32 v4, 1, v5, vcc
  s_waitcnt lgkmcnt(0)
load_2:
  s_load_dwordx2 vcc, s[4:5], 0x8
  case 2
  s_mov_b32 s8, s[n-1]
  s_waitcnt lgkmcnt(0)
load_3:
  s_load_dword s[n-6], s[0:1], 0x10
  case 3
  scratch_load_dword v6, v1, off
  s_waitcnt lgkmcnt(0)
load_4:
  s_load_dwordx4 s[n-8:n-5], s[4:5], 0x0
  case 4
  s_mov_b32 flat_scratch_hi, 0
  s_waitcnt lgkmcnt(0)
load_5:
  s_load_dword vcc_lo, s[4:5], 0x0
  case 5
  s_mov_b32 s[n-2], 0
  s_waitcnt lgkmcnt(0)
load_6:
  s_load_dwordx2 s[n-2:n-1], s[4:5], 0x0
  case 6
  s_cbranch_vccnz behind
  v_mov_b32 v4, 0
behind:
  s_waitcnt lgkmcnt(0)
load_7:
  s_load_dwordx8 s[n-8:n-1], s[4:5], 0x0
  case 7
  s_mov_b32 s8, xnack_mask_hi
  s_waitcnt lgkmcnt(0)
load_8:
  s_load_dwordx2 xnack_mask, s[0:1], 0x0
  case 8
  global_load_dword v7, v1, s[n-4:n-3]
  s_waitcnt vmcnt(0) lgkmcnt(0)
  row v4
  finish

.rodata
.p2align 6
.amdhsa_kernel main
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 16
  .amdhsa_next_free_sgpr 32
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
.end_amdhsa_kernel
