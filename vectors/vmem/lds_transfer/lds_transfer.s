// Workgroups of two waves load into their LDS, exchange it there, and store from it (buffer-memory.md 9).
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0   // in, out
  s_load_dwordx2 s[8:9], s[0:1], 0x10  // back
  v_lshlrev_b32 v1, 2, v0
  v_readfirstlane_b32 s10, v1
  s_lshl_b32 s11, s2, 9
  v_add_u32 v2, s11, v1
  v_xor_b32 v3, 0x100, v1
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s16, s4
  s_mov_b32 s17, s5
  s_movk_i32 s18, 0x1000
  s_mov_b32 s19, 0x30020000
  s_mov_b32 s20, s8
  s_mov_b32 s21, s9
  s_mov_b32 s22, s18
  s_mov_b32 s23, s19
  s_mov_b32 m0, s10
  s_nop 0
  buffer_load_dword v2, s[16:19], 0 offen lds
  s_waitcnt vmcnt(0)
  s_barrier
  ds_read_b32 v4, v3
  s_waitcnt lgkmcnt(0)
  global_store_dword v2, v4, s[6:7]
  v_add_u32 v4, 1, v4
  ds_write_b32 v3, v4
  s_waitcnt lgkmcnt(0)
  s_barrier
  .long 0xe0f51000, 0x80050002         // buffer_store_lds_dword v2, s[20:23], 0 offen lds
  s_endpgm
