// Waves of both modes in a group: `waves` of a description starts some at `control`, the others are GFX9 from main on.
// Each loads its dword, adds what its loop has counted, and stores it.
//
//   out[i] = 1000 + i + 60 for GFX9 waves, 2000 + i + 60 for the others
//   s[4:5] out of the group   s[6:7] in of the group   v1 item * 4
// Decisions: D-CTRL-14, D-CTRL-30.
.include "../../include/control.inc"
.globl main
main:
  s_lshl_b32 s8, s2, 10
  s_mov_b32 s4, s8
  s_mov_b32 s5, 4
  s_mov_b32 s6, s8
  s_mov_b32 s7, 5
  v_lshlrev_b32 v1, 2, v0
  global_load_dword v2, v1, s[6:7]
  s_mov_b32 s9, 0
.Lloop:
  s_add_u32 s9, s9, 3
  s_cmp_lt_u32 s9, 60
  s_cbranch_scc1 .Lloop
  v_mov_b32 v3, s9
  s_waitcnt vmcnt(0)
  v_add_u32 v2, v2, v3
  v_add_u32 v2, 1000, v2
  global_store_dword v1, v2, s[4:5]
  s_endpgm

.p2align 5
control:
  ctrl 1, 1, 1
  i s_lshl_b32 s8, s2, 10
  i s_mov_b32 s4, s8
  i s_mov_b32 s5, 4
  ctrl 1, 11, 2
  i s_mov_b32 s6, s8
  i v_lshlrev_b32 v1, 2, v0
  i s_mov_b32 s7, 5
  ctrl 2+W0, 1, 1
  i global_load_dword v2, v1, s[6:7]
  i s_mov_b32 s9, 0
  ctrl 1, 3+Y, 5
.Lcontrol_loop:
  i s_add_u32 s9, s9, 3
  i s_cmp_lt_u32 s9, 60
  i s_cbranch_scc1 .Lcontrol_loop
  ctrl 11, 11+B0, 11
  i v_mov_b32 v3, s9
  i v_add_u32 v2, v2, v3
  i v_add_u32 v2, 2000, v2
  ctrl 1, 5
  i global_store_dword v1, v2, s[4:5]
  i s_endpgm
