// As modes.s without a load: what a launch whose waves are all in this mode starts, and groups that follow each other.
//
//   out[i] = 2000 + i + 60
//   s[4:5] out of the group   v1 item * 4
// Decisions: D-CTRL-14.
.include "../../include/control.inc"
.globl main
.p2align 8
main:
  ctrl 1, 1, 1
  i s_lshl_b32 s8, s2, 10
  i s_mov_b32 s4, s8
  i s_mov_b32 s5, 4
  ctrl 1, 11, 1
  i s_lshl_b32 s10, s2, 8
  i v_lshlrev_b32 v1, 2, v0
  i s_mov_b32 s9, 0
  ctrl 1, 3+Y, 5
.Lloop:
  i s_add_u32 s9, s9, 3
  i s_cmp_lt_u32 s9, 60
  i s_cbranch_scc1 .Lloop
  ctrl 11, 11, 11
  i v_add_u32 v2, s10, v0
  i v_add_u32 v2, s9, v2
  i v_add_u32 v2, 2000, v2
  ctrl 1, 5
  i global_store_dword v1, v2, s[4:5]
  i s_endpgm
