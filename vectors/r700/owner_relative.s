// SIMD_WAVE_REL 1: the space of a thread of the group.
.text
.globl owner_relative
.p2align 8
.include "owner_all.inc"
owner_relative:
  owner_start
  v_add_u32 v1, s14, v0
  v_mov_b32 v9, s13
  v_sub_u32 v3, v1, v9
  v_cmp_ge_u32 vcc, v1, v9
  v_cndmask_b32 v1, v1, v3, vcc
  v_lshrrev_b32 v2, 2, v1
  v_and_b32 v4, 3, v1
  v_lshlrev_b32 v4, 2, v4
  all_pairs 1
  owner_end
