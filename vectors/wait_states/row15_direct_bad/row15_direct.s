// The scalar ALU writes M0, then an operand straight from the LDS: 0 of 1 wait states.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  v_add_u32 v3, 7, v0
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  s_mov_b32 m0, 0x20000
  s_nop 7
  s_mov_b32 m0, 0x20004
  v_mov_b32 v2, src_lds_direct
  s_nop 7
  global_store_dword v1, v2, s[2:3]
  s_endpgm
