// An instruction that is not implemented: the wave halts there, and the store behind it never executes.
// Decisions: D-ILL-1.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v0, 2, v0
  v_mov_b32 v1, 1
  s_waitcnt lgkmcnt(0)
refused:
  v_interp_p1_f32 v2, v1, attr0.x
  global_store_dword v0, v1, s[4:5]
  s_endpgm
