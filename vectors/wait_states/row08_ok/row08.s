// A store of more than 64 bits, then the vector ALU writes its data: just the one wait state it needs.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v2, 3
  v_lshlrev_b32 v4, 4, v0
  v_mov_b32 v8, 3
  v_mov_b32 v9, 3
  v_mov_b32 v10, 3
  v_mov_b32 v11, 3
  s_nop 7
  global_store_dwordx4 v4, v[8:11], s[2:3]
  s_nop 0
  v_mov_b32 v11, 1
  s_endpgm
