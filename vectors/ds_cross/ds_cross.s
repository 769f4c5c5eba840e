// Swizzle, permute, bpermute: every form, holes in EXEC, several lanes to one, offsets.
//
//   v20 data   v22, v23 addresses
// Decisions: D-LDS-15, D-LDS-17.
.globl ds_cross
.include "../include/ds.inc"

// One instruction with destination v10 under an EXEC mask; lanes that it does not write keep -1.
.macro cross low, high, op, operands:vararg
  s_mov_b64 exec, -1
  v_mov_b32 v10, -1
  s_mov_b32 exec_lo, \low
  s_mov_b32 exec_hi, \high
  \op v10, \operands
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  rows v10
.endm

.macro every_form low, high
  s_mov_b64 s[10:11], exec
  s_mov_b32 exec_lo, \low
  s_mov_b32 exec_hi, \high
  cross \low, \high, ds_swizzle_b32, v20 offset:swizzle(QUAD_PERM, 3, 2, 1, 0)
  cross \low, \high, ds_swizzle_b32, v20 offset:swizzle(QUAD_PERM, 0, 1, 2, 3)
  cross \low, \high, ds_swizzle_b32, v20 offset:swizzle(QUAD_PERM, 1, 1, 1, 1)
  cross \low, \high, ds_swizzle_b32, v20 offset:swizzle(SWAP, 1)
  cross \low, \high, ds_swizzle_b32, v20 offset:swizzle(REVERSE, 32)
  cross \low, \high, ds_swizzle_b32, v20 offset:17 << 10 | 3 << 5 | 24  // ((lane & 24) | 3) ^ 17
  cross \low, \high, ds_swizzle_b32, v20 offset:0 << 10 | 9 << 5 | 31   // lane | 9
  .irp address, v22, v23
    .irp offset, 0, 36, 1027
      cross \low, \high, ds_permute_b32, \address, v20 offset:\offset
      cross \low, \high, ds_bpermute_b32, \address, v20 offset:\offset
    .endr
  .endr
.endm

ds_cross:
  start_wave 4
  every_form 0xffffffff, 0xffffffff
  every_form 0xfdff3cf5, 0xfffe0f7f
// no lane at all, and ds_nop
  s_mov_b64 exec, 0
  ds_permute_b32 v10, v22, v20
  ds_append v11
  ds_nop
  ds_swizzle_b32 v12, v20
  s_mov_b64 exec, -1
  ds_nop
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v10, v4
  s_waitcnt lgkmcnt(0)
  rows v10
  s_endpgm
