// GDS and LDS: instructions of both on one barrier, read and write.
//
//   rows: 33, 35   v2 33   v3 35
// Decisions: D-CTRL-24.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start main
  ctrl 11, 11, 1
  i v_mov_b32 v2, 33
  i v_mov_b32 v3, 35
  i s_mov_b32 m0, 0x1000100
  ctrl 1+R0, 2+R0, 11+B0
  i ds_write_b32 v1, v2 gds
  i ds_write_b32 v1, v3
  i v_mov_b32 v2, 0
  ctrl 11, 1+W1, 2+W1
  i v_mov_b32 v3, 0
  i ds_read_b32 v4, v1 gds
  i ds_read_b32 v5, v1
  ctrl 1+B1
  i global_store_dword v1, v4, s[4:5]
  i global_store_dword v1, v5, s[4:5] offset:256
  finish
