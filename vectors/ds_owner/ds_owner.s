// R700 owner writes and linear reads: strides, indexes, by lane and by thread, broadcast.
// Decisions: D-R700-1, D-R700-2, D-R700-3, D-R700-5, D-R700-6, D-R700-9, D-R700-10.
.globl ds_owner
.include "../include/r700.inc"
.include "../include/ds.inc"

// Every thread writes n dwords to its own place; where relative is 0, every lane does.
.macro write n, stride, index, relative
  owner_write \n, 10, \stride, \index, \relative
  s_waitcnt lgkmcnt(0)
.endm

// Reads n dwords from the linear address in v32. Stores all of them if n dwords were written, else the first.
.macro read written, n, offset, broadcast
  .irp register, v16, v17, v18, v19
    v_mov_b32 \register, -1
  .endr
  owner_read \n, 16, 32, \offset, \broadcast
  s_waitcnt lgkmcnt(0)
  .set count, 1
  .if \n == \written
    .set count, \n
  .endif
  .set register, 16
  .rept count
    rows v[register]
    .set register, register + 1
  .endr
.endm

// Reads around what owner number wrote: its dwords lie at ((number / 4) * stride + index + number % 4) * 4.
.macro read_back n, stride, index, number
  v_lshrrev_b32 v32, 2, \number
  v_mul_u32_u24 v32, \stride, v32
  v_add_u32 v32, \index, v32
  v_lshlrev_b32 v32, 2, v32
  v_and_b32 v33, 3, v30
  v_lshlrev_b32 v33, 2, v33
  v_add_u32 v32, v33, v32
  read \n, \n, 0, 0
  read \n, 1, 3, 0
  read \n, 4, 5, 0
  read \n, 2, 1, 1
  read \n, 3, 0, 1
.endm

// All threads write, each by its number in the group.
.macro by_thread n, stride, index
  s_barrier
  write \n, \stride, \index, 1
  s_barrier
  read_back \n, \stride, \index, v30
.endm

// Wave 2 alone writes, by lane.
.macro by_lane n, stride, index
  s_barrier
  in_wave 2, write \n, \stride, \index, 0
  read_back \n, \stride, \index, v0
.endm

ds_owner:
  start_group 59
  v_lshlrev_b32 v31, 8, v30
  v_add_u32 v10, 1, v31
  v_add_u32 v11, 2, v31
  v_add_u32 v12, 3, v31
  v_add_u32 v13, 4, v31
  //        n, stride, index
  by_thread 4, 4, 0
  by_thread 3, 16, 12
  by_thread 1, 8, 4
  by_thread 2, 12, 8
  by_lane   4, 64, 60
  by_lane   1, 64, 0
  by_thread 4, 16, 4
  s_endpgm
