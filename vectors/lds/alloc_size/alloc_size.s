// LDS_ALLOC counts blocks of 512 bytes. LDS_SIZE is the allocation's size, rounded up. LDS_BASE of a single group is 0.
//
//   s[4:5] out
// Decisions: D-SCA-4.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b64 exec, 1
  s_getreg_b32 s8, hwreg(6)
  v_mov_b32 v0, 0
  v_mov_b32 v1, s8
  s_waitcnt lgkmcnt(0)
  global_store_dword v0, v1, s[4:5]
  s_endpgm
