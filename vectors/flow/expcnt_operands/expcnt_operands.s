// EXP_CNT covers every VGPR that a GDS instruction still has to read: its address and its second data too. Each GDS
// instruction queues up behind LDS atomics, which serve one lane after the other. Then the program overwrites one of
// its VGPRs behind expcnt(0). In case n it overwrites operand n at once.
//
//   case:   1 address of a write   2 second data of a compare and store   3 address of a read
//   out[i]:   i + 100 (written by address)   for lane i
//   out[64 + i]:   200 + i (exchanged by the second data)
//   out[128 + i]:   i + 100 (read by address)
//   s[4:5] out   s8 case
// Decisions: D-WAIT-6.
.globl main
.macro busy
  .rept 4
  ds_add_u32 v3, v3
  .endr
.endm
.macro unless case
  s_cmp_eq_u32 s8, \case
  s_cbranch_scc1 early_\case
  s_waitcnt expcnt(0)
early_\case:
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x8
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v3, 0
  v_mov_b32 v6, 0
  v_add_u32 v10, 100, v0
  v_add_u32 v11, 200, v0
  v_mov_b32 v12, v1
  v_mov_b32 v13, v1
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v1, v6 offset:256 gds
  s_waitcnt 0
  busy
write:
  ds_write_b32 v12, v10 gds
  unless 1
  v_mov_b32 v12, 0
  s_waitcnt 0
  busy
exchange:
  ds_cmpst_b32 v1, v6, v11 offset:256 gds
  unless 2
  v_mov_b32 v11, 0
  s_waitcnt 0
  busy
read:
  ds_read_b32 v5, v13 gds
  unless 3
  v_mov_b32 v13, 0
  s_waitcnt 0
  ds_read_b32 v7, v1 gds
  ds_read_b32 v8, v1 offset:256 gds
  s_waitcnt 0
  global_store_dword v1, v7, s[4:5]
  global_store_dword v1, v8, s[4:5] offset:256
  global_store_dword v1, v5, s[4:5] offset:512
  s_endpgm
