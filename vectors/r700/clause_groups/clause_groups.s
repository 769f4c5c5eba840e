// Forty groups of one wave count in one dword of memory, twice each, without an atomic: load, add and store in a
// clause. Groups start while clauses of others run, and issue after them.
//
//   s[4:5] out   s[6:7] counter   counter = 80   out[i] = i
// Decisions: D-R700-18, D-R700-19.
.globl main
.include "../../include/r700.inc"
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_lshl_b32 s8, s2, 6
  v_add_u32 v0, s8, v0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, 1
.rept 2
  clause 6
  global_load_dword v3, v2, s[6:7] glc
  s_waitcnt vmcnt(0)
  s_nop 7
  v_add_u32 v3, 1, v3
  global_store_dword v2, v3, s[6:7]
  s_waitcnt vmcnt(0)
.endr
  s_mov_b64 exec, -1
  global_store_dword v1, v0, s[4:5]
  s_endpgm
