// Exports: a read barrier until the last beat, EXEC written at once, two types on one barrier.
//
//   row 0: 0x600d
// Decisions: D-CTRL-42.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start main
  ctrl 11, 11, 1
  i v_mov_b32 v2, 0x11
  i v_mov_b32 v3, 0x22
  i s_mov_b64 s[8:9], exec
  // An export takes EXEC at its issue.
  ctrl 1+R0, 1, 1
  i exp mrt0 v2, v3, off, off
  i s_mov_b64 exec, 0xff
  i s_mov_b64 exec, s[8:9]
  ctrl 11+B0, 11, 1+R1
  i v_mov_b32 v2, 0x33
  i v_mov_b32 v3, 0x44
  i exp pos0 v2, off, off, off
  ctrl 2+R1, 11+B1, 11
  i exp param1 v3, v2, off, off
  i v_mov_b32 v2, 0x55
  i v_mov_b32 v3, 0x66
  // No lanes.
  ctrl 1, 2+R2, 1+B2
  i s_mov_b64 exec, 0
  i exp mrt1 v2, off, off, off
  i s_mov_b64 exec, s[8:9]
  ctrl 2+R3, 11+B3, 11
  i exp mrt2 v3, v3, v3, v3 done
  i v_mov_b32 v3, 0x600d
  row v3
  finish
