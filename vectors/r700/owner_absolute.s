// SIMD_WAVE_REL 0: the space of a lane, one for all waves. The second wave begins when the first has ended.
.text
.globl owner_absolute
.p2align 8
.include "owner_all.inc"
owner_absolute:
  owner_start
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 first
  s_barrier
first:
  v_add_u32 v1, s14, v0
  v_and_b32 v1, 63, v1
  v_lshrrev_b32 v2, 2, v1
  v_and_b32 v4, 3, v1
  v_lshlrev_b32 v4, 2, v4
  s_lshl_b32 s21, s20, 6
  v_add_u32 v1, s21, v1
  all_pairs 0
  s_cmp_eq_u32 s20, 1
  s_cbranch_scc1 second
  s_barrier
second:
  owner_end
