// Owner writes and reads under an EXEC with holes, and reads of 2 to 4 dwords at every place of an entry. First each
// lane fills its entry. Then the lanes of EXEC write another value over 1 to 4 dwords of it.
//
//   out: rows of 64 dwords
// Decisions: D-R700-3, D-R700-5, D-R700-8, D-R700-9, D-R700-10.
.globl owner_exec
.include "../include/r700.inc"
.include "../include/ds.inc"

// The lanes of a mask write n dwords; then all read their own entry again.
.macro holes n, mask, relative
  owner_write 4, 10, 8, 4, 1
  s_waitcnt lgkmcnt(0)
  s_mov_b64 s[40:41], exec
  s_mov_b32 s42, \mask
  s_and_b32 exec_lo, exec_lo, s42
  s_not_b32 s42, s42
  s_and_b32 exec_hi, exec_hi, s42
  owner_write \n, 20, 8, 4, \relative
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, s[40:41]
  owner_read 4, 16, 32, 0, 0
  s_waitcnt lgkmcnt(0)
  rows v16, v17, v18, v19
.endm

// The lanes of a mask read. The other lanes keep their values.
.macro read_holes n, offset, mask, broadcast
  .irp register, v16, v17, v18, v19
  v_mov_b32 \register, -1
  .endr
  s_mov_b64 s[40:41], exec
  s_mov_b32 s42, \mask
  s_and_b32 exec_lo, exec_lo, s42
  s_and_b32 exec_hi, exec_hi, s42
  owner_read \n, 16, 32, \offset, \broadcast
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, s[40:41]
  rows v16, v17, v18, v19
.endm

// Reads of n dwords at each place of an entry, by OFFSET0 and by the address.
.macro places n
  .irp offset, 1, 2, 3, 5
  read_holes \n, \offset, -1, 0
  .endr
  .irp more, 2, 3
  v_add_u32 v32, \more, v32
  read_holes \n, 0, -1, 0
  v_subrev_u32 v32, \more, v32
  .endr
.endm

owner_exec:
  start_group 108
  v_lshlrev_b32 v31, 8, v30
  .set n, 0
  .rept 4
  v_add_u32 v[10 + n], 1 + n, v31
  v_add_u32 v[20 + n], 0x81 + n, v31
  .set n, n + 1
  .endr
// The entry of a thread, in dwords: (((thread / 4) * 8 + 4) / 4 * 4 + thread % 4) * 4
  v_lshrrev_b32 v32, 2, v30
  v_lshlrev_b32 v32, 3, v32
  v_add_u32 v32, 4, v32
  v_and_b32 v33, 3, v30
  v_add_u32 v32, v32, v33
  v_lshlrev_b32 v32, 2, v32
  holes 4, 0x55555555, 1
  holes 1, 0x80000001, 1
  holes 3, 0x0000fff0, 1
  holes 2, 0, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 .Lnot_first
  holes 4, 0x33333333, 0
.Lnot_first:
  s_barrier
  places 4
  places 3
  places 2
  read_holes 4, 2, 0x12345678, 0
  read_holes 4, 3, 0x88888888, 0
  read_holes 4, 3, 0x80000000, 1
  read_holes 1, 3, 0x00000f00, 1
  s_endpgm
