// The branches on COND_DBG_SYS and COND_DBG_USER, which the launch sets.
//
//   out[0]: one bit for each branch that is taken   out[1]: STATUS[21:20]
// Decisions: D-LAUNCH-3.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b64 exec, 1
  s_mov_b32 s8, 0
  v_mov_b32 v0, 0
.macro try name, mark
  s_cbranch_\name .Ltaken\@
  s_branch .Ldone\@
.Ltaken\@:
  s_or_b32 s8, s8, \mark
.Ldone\@:
.endm
  try cdbgsys, 1
  try cdbguser, 2
  try cdbgsys_or_user, 4
  try cdbgsys_and_user, 8
  s_getreg_b32 s9, hwreg(2, 20, 2)
  v_mov_b32 v1, s8
  v_mov_b32 v2, s9
  s_waitcnt lgkmcnt(0)
  global_store_dwordx2 v0, v[1:2], s[4:5]
  s_endpgm
