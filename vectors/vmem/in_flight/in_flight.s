// Memory answers late. First 16 loads of 64 transactions each: the ids of all 64 transactions in flight are taken, and
// the next one waits for one of them. Then 16 loads of 4 transactions each: all are sent before the first one returns,
// and the queue is full.
//
//   v1 64 bytes a lane   v2 4 bytes a lane   v3..v18 what was loaded   v19 their sum
// Lane l of the first has elements 16*l to 16*l + 15, of the second elements l, 64 + l, .. 960 + l of 0, 1, 2 ..:
// together 272*l + 120 + 7680.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 6, v0
  v_lshlrev_b32 v2, 2, v0
  v_mov_b32 v19, 0
  s_waitcnt lgkmcnt(0)
.macro loads address, step
.set n, 0
.rept 16
  global_load_dword v[3 + n], \address, s[4:5] offset:n * \step
.set n, n + 1
.endr
  s_waitcnt vmcnt(0)
.set n, 0
.rept 16
  v_add_u32 v19, v19, v[3 + n]
.set n, n + 1
.endr
.endm
  loads v1, 4
  loads v2, 256
  global_store_dword v2, v19, s[6:7]
  s_endpgm
