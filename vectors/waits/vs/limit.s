// More stores than VS_CNT counts, without a wait: the wave waits at issue while it is 63. Then more loads than VM_CNT
// counts, between stores. The end of the program waits for what is in flight (buffer-memory.md 14.2).
//
//   out[i]:    i, written by 90 stores of 64 dwords
//   sums[i]:   the sum of what 80 loads have read   in[i] = i
//   s[4:5] out   s[6:7] in   s[10:11] sums   v1 offset of the lane
// Decisions: D-MEM-56, D-WAIT-3.
.globl main
.altmacro
.macro store_row n
  v_add_u32 v3, 64 * \n, v0
  global_store_dword v2, v3, s[4:5]
  v_add_u32 v2, 256, v2
.endm
.macro load_row n
  global_load_dword v[8 + \n], v4, s[6:7]
  v_add_u32 v4, 256, v4
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dwordx2 s[10:11], s[0:1], 0x10
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, v1
  v_mov_b32 v4, v1
  v_mov_b32 v5, 0
  s_waitcnt 0
.set n, 0
.rept 80
  store_row %n
  .set n, n + 1
.endr
.rept 2
.set k, 0
.rept 40
  load_row %k
  .if k % 8 == 7
  store_row %n
  .set n, n + 1
  .endif
  .set k, k + 1
.endr
  s_waitcnt vmcnt(0)
.set k, 0
.rept 40
  v_add_u32 v5, v5, v[8 + k]
  .set k, k + 1
.endr
.endr
  global_store_dword v1, v5, s[10:11]
  s_endpgm
