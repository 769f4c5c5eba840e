// The marks of absolute data end with the allocation of the LDS to another group. Each of twelve groups reads the
// dwords that an earlier group has written in a clause, in the same place. Then it writes them in a clause of its own.
//
//   s[4:5] out   out[i] = 7
// Decisions: D-R700-22.
.globl main
.include "../../include/r700.inc"
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_lshl_b32 s8, s2, 8
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v1, s8, v1
  v_lshlrev_b32 v2, 2, v0
  v_mov_b32 v3, 7
  owner_read 1, 4, 2
  s_waitcnt lgkmcnt(0)
  clause 2
  owner_write 1, 3, 4, 0
  owner_read 1, 5, 2
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v5, s[4:5]
  s_endpgm
