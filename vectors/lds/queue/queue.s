// Instructions that wait in the LDS unit keep their place and their values.
//
// First short reads behind a long one. v[4:7] comes from four rows of a bank. The operands of the three reads behind it
// are read meanwhile. Then the service of each begins before the four VGPRs of the one before are written. Each has
// lanes 0 to 3, 64 bytes behind the one before.
//
// Then all sixteen waves read and write with bank conflicts, one instruction behind the other, so that the queue is
// full.
//
//   s[4:5] out   s[6:7] short   s8 wave   v1 64 bytes a lane   v2 byte of the thread's dword   v3 its number
//   v11 256 bytes for each of 16 lanes
// The LDS holds the number of the dword. out[thread] = 4 * thread. short[l]: dwords 4 l, 4 l + 1, 4 l + 18 and 4 l + 35
// less 16 l, which is 54.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  v_mov_b32 v3, v0
  v_lshlrev_b32 v2, 2, v0
  v_and_b32 v0, 63, v0
  v_lshlrev_b32 v1, 6, v0
  v_lshlrev_b32 v8, 4, v0
  ds_write_b32 v2, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 .Lmeet
  ds_read_b128 v[4:7], v1
  s_mov_b64 exec, 15
  ds_read_b128 v[12:15], v8
  ds_read_b128 v[16:19], v8 offset:64
  ds_read_b128 v[20:23], v8 offset:128
  s_waitcnt lgkmcnt(0)
  v_add_u32 v9, v12, v13
  v_add_u32 v9, v9, v18
  v_add_u32 v9, v9, v23
  v_sub_u32 v9, v9, v8
  global_store_dword v2, v9, s[6:7]
  s_mov_b64 exec, -1
.Lmeet:
  s_barrier
  v_and_b32 v11, 15, v0
  v_lshlrev_b32 v11, 8, v11
.macro round step
  ds_read_b32 v30, v11 offset:4 * \step
  ds_read_b32 v31, v2
  ds_write_b32 v2, v3
.endm
  round 0
  round 1
  round 2
  s_waitcnt lgkmcnt(0)
  v_lshlrev_b32 v10, 2, v31
  global_store_dword v2, v10, s[4:5]
  s_endpgm
