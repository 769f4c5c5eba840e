// R700's absolute addressing: lane t of each of sixteen waves owns the same dwords. Each wave writes and reads them in
// one clause, so that no other wave's data comes between. Three rounds, with 1, 2 and 4 dwords at several strides.
//
//   s[4:5] out   v2 to v5 what the lane writes   v6 its partner: lane + 37   v9 sum
//   out[i]: what the partner of work-item i in its wave has written, added up
// Decisions: D-R700-17, D-R700-18, D-R700-21, D-R700-22.
.globl main
.include "../../include/r700.inc"
// The linear address of the partner's first dword, with this stride and index.
.macro partner stride, index
  v_lshrrev_b32 v7, 2, v6
  v_mul_u32_u24 v7, \stride, v7
  v_add_u32 v7, \index, v7
  v_lshrrev_b32 v7, 2, v7
  v_lshlrev_b32 v7, 4, v7
  v_and_b32 v8, 3, v6
  v_lshlrev_b32 v8, 2, v8
  v_or_b32 v7, v7, v8
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mul_u32_u24 v2, 0x3001, v0
  v_add_u32 v3, 7, v2
  v_xor_b32 v4, -1, v2
  v_lshlrev_b32 v5, 9, v0
  v_and_b32 v6, 63, v0
  v_add_u32 v6, 37, v6
  v_and_b32 v6, 63, v6
  v_mov_b32 v9, 0
  s_waitcnt lgkmcnt(0)
  s_barrier
  // The LDS serves the write before the read.
  partner 4, 0
  clause 3
  owner_write 1, 2, 4, 0
  owner_read 1, 10, 7
  s_waitcnt lgkmcnt(0)
  v_add_u32 v9, v9, v10
  partner 12, 4
  clause 4
  owner_write 2, 3, 12, 4
  s_waitcnt lgkmcnt(0)
  owner_read 2, 10, 7
  s_waitcnt lgkmcnt(0)
  v_add_u32 v9, v9, v10
  v_add_u32 v9, v9, v11
  partner 64, 60
  clause 5
  owner_write 4, 2, 64, 60
  s_nop 7
  owner_read 4, 10, 7
  owner_read 1, 14, 7, 3
  s_waitcnt lgkmcnt(0)
  v_add_u32 v9, v9, v10
  v_add_u32 v9, v9, v11
  v_add_u32 v9, v9, v12
  v_xor_b32 v9, v9, v13
  v_add_u32 v9, v9, v14
  global_store_dword v1, v9, s[4:5]
  s_endpgm
