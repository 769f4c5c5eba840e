// VGPR operands of memory instructions and exports that are overwritten before a wait covers their reading. In main
// waits, or the order of the queue, just cover it.
//
//   rows of main: 9 9 77 77 10   of a case: the operand's new value   s[6:7] in: 77
// Decisions: D-CTRL-24.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start_in main
  set v2, 9
  set v3, 9
  // The read barrier of a younger store covers the store; the write barrier of a younger load covers the load.
  ctrl 1, 2+R0, 11+B0
  i global_store_dword v1, v2, s[4:5]
  i global_store_dword v1, v3, s[4:5] offset:256
  i v_mov_b32 v2, 10
  set v4, v1
  ctrl 1, 2+W1, 11+B1
  i global_load_dword v5, v4, s[6:7]
  i global_load_dword v6, v1, s[6:7]
  i v_mov_b32 v4, 0
  .set rows, 2
  row v5
  row v6
  // Its own queue overwrites the operand.
  set v7, 77
  set v8, v1
  ctrl 2+R3, 1, 2+W2
  i ds_write_b32 v1, v7
  i ds_read_b32 v8, v8
  i ds_read_b32 v7, v1
  ctrl 1+B2, 11
  i s_nop 0
  i v_subrev_u32 v9, 67, v7
  row v9
  // Two exports of one type, two writes of the LDS: the read barrier of the younger covers both.
  set v10, 9
  set v11, 9
  ctrl 1, 2+R0, 11+B0
  i exp mrt0 v10, off, off, off
  i exp mrt1 v0, off, off, off
  i v_mov_b32 v10, 0
  ctrl 1, 2+R1, 11+B1
  i ds_write_b32 v1, v11
  i ds_write_b32 v1, v7
  i v_mov_b32 v11, 0
  // s_barrier waits for stores and for atomics without a result, so what their queue has before them is read, too.
  set v12, v1
  set v13, 1
  ctrl 1+W2, 1, 1
  i global_load_dword v14, v12, s[6:7]
  i global_store_dword v1, v13, s[6:7] offset:512
  i global_atomic_add v1, v13, s[6:7] offset:256
  ctrl 5, 4, 11
  i s_barrier
  i v_mov_b32 v12, 0
  i v_mov_b32 v13, 0
  ctrl 11+B2
  i v_mov_b32 v14, v14
  set v15, 1
  ctrl 1, 5, 11
  i global_store_dword v1, v15, s[6:7] offset:512
  i s_barrier
  i v_mov_b32 v15, 0
  finish

.macro unread name, overwriter, field, instruction:vararg
  start_in case_\name
  set v2, 9
  set v3, v1
  ctrl 2, \field
read_\name:
  i \instruction
write_\name:
  i \overwriter
  ctrl 1+B0
  i s_nop 0
  finish
.endm
unread data, "v_mov_b32 v2, 10", 11, global_store_dword v1, v2, s[4:5]
unread address, "v_mov_b32 v3, 10", 11, global_load_dword v4, v3, s[6:7]
unread share_data, "v_mov_b32 v2, 10", 11, ds_write_b32 v1, v2
unread share_address, "v_mov_b32 v3, 10", 11, ds_read_b32 v4, v3
unread export, "v_mov_b32 v2, 10", 11, exp mrt0 v2, off, off, off
unread by_share, "ds_read_b32 v2, v1", 2+W0, global_store_dword v1, v2, s[4:5]
unread by_vmem, "global_load_dword v2, v1, s[6:7]", 2+W0, ds_write_b32 v1, v2

// Nor does a read barrier for which nobody waits.
start_in case_other_barrier
  set v2, 9
  ctrl 2+R0, 2+R1, 11+B1
read_other_barrier:
  i global_store_dword v1, v2, s[4:5]
  i exp mrt0 v0, off, off, off
write_other_barrier:
  i v_mov_b32 v2, 10
  finish
// s_barrier waits for no atomic with a result.
start_in case_atomic
  set v2, 1
  ctrl 1+W0, 5, 11
read_atomic:
  i global_atomic_add v3, v1, v2, s[6:7] glc
  i s_barrier
write_atomic:
  i v_mov_b32 v2, 10
  finish
// LDS and GDS, FLAT and global memory: none covers another.
.macro two_queues name, one, two
  start_in case_\name
  set v2, 9
  set v10, v1
  set v11, 5
  ctrl 1, 2+R0, 11+B0
read_\name:
  i \one
  i \two
write_\name:
  i v_mov_b32 v2, 10
  finish
.endm
two_queues gds, "ds_write_b32 v1, v2 gds", "ds_write_b32 v1, v0"
two_queues flat, "flat_store_dword v[10:11], v2", "global_store_dword v1, v0, s[6:7]"
// An export of another type covers nothing.
start_in case_other_type
  set v2, 9
  ctrl 1, 2+R0, 11+B0
read_other_type:
  i exp mrt0 v2, off, off, off
  i exp pos0 v0, off, off, off
write_other_type:
  i v_mov_b32 v2, 10
  finish
// Nor does another queue.
start_in case_other_queue
  set v2, 9
  ctrl 1, 2+R0, 11+B0
read_other_queue:
  i global_store_dword v1, v2, s[4:5]
  i ds_write_b32 v1, v0
write_other_queue:
  i v_mov_b32 v2, 10
  finish
