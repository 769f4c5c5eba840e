// s_waitcnt_vscnt in a unit with the memory of RDNA (buffer-memory.md 14.2). For each value n from 0 to 62 there are
// n + 1 stores in flight. So the wait promises the oldest store: a scalar load finds what it wrote. Odd values have
// bits 15:6 set, which mean nothing. The stores behind it take long.
//
//   out[n]:   what the scalar load of block n has found
//   s[4:5] out   s[6:7] place, 64 bytes for each block   s[10:11] other   v2 the results, one in each lane
// Decisions: D-MEM-56, D-MEM-57, D-MEM-58.
.globl main
.altmacro
.macro wait_stores n, more=0
  .long 0xbbfd0000 | \n | \more              // s_waitcnt_vscnt null, n
.endm
.macro block n
  v_mov_b32 v4, 1000 + \n
  s_mov_b64 exec, 1
  global_store_dword v3, v4, s[6:7] offset:64 * \n
  s_mov_b64 exec, -1
  .set more, 0
  .rept \n
  global_store_dword v5, v6, s[10:11] offset:256 * more
  .set more, (more + 1) % 8
  .endr
  .if \n & 1
  wait_stores \n, 0xffc0
  .else
  wait_stores \n
  .endif
  s_load_dword s20, s[6:7], 64 * \n
  s_waitcnt 0
  v_writelane_b32 v2, s20, \n
  wait_stores 0
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dwordx2 s[10:11], s[0:1], 0x10
  v_mov_b32 v2, 0
  v_mov_b32 v3, 0
  v_lshlrev_b32 v5, 2, v0
  v_mov_b32 v6, 6
  s_waitcnt 0
.set n, 0
.rept 63
  block %n
  .set n, n + 1
.endr
  global_store_dword v5, v2, s[4:5]
  s_endpgm
