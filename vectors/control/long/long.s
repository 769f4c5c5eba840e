// Long instructions: their results by a wait, by distance and by neither; their sources under a load.
//
//   rows: the high half of 1 / 2.0, 0x3fe00000, or 5 where it was old
// Decisions: D-CTRL-35, D-CTRL-37, D-CTRL-40, D-CTRL-45.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
// v[2:3] is 2.0 of f64, v[4:5] holds 5.
.macro begin name
  start \name
  set v2, 0
  set v3, 2.0
  set v4, 5
  set v5, 5
.endm
.macro distance50
  ctrl 15+Y, 15+Y, 10
  i s_nop 0
  i s_nop 0
  i s_nop 0
.endm
begin main
  // By a wait.
  ctrl 2+W0, 1+B0
  i v_rcp_f64 v[4:5], v[2:3]
  i global_store_dword v1, v5, s[4:5]
  // By distance: 10 and 40.
  set v7, 5
  ctrl 10
  i v_rcp_f64 v[6:7], v[2:3]
  distance50
  ctrl
  i global_store_dword v1, v7, s[4:5] offset:256
  // By the pace of the vector ALU alone: the next one of its instructions comes 48 cycles later.
  set v9, 5
  ctrl 1, 11
  i v_rcp_f64 v[8:9], v[2:3]
  i v_mov_b32 v10, v9
  .set rows, 2
  row v10
  // A wait for a younger long instruction covers the older.
  ctrl 1, 2+W1, 1+B1
  i v_rcp_f64 v[12:13], v[2:3]
  i v_exp_f32 v14, v0
  i global_store_dword v1, v13, s[4:5] offset:256*rows
  .set rows, rows + 1
  // The source of a long instruction behind a wait for it.
  ctrl 2+W2, 2+W3+B2, 1+B3
  i v_rcp_f64 v[16:17], v[2:3]
  i ds_read_b32 v3, v1
  i s_nop 0
  row v17
  // Long ones of other lengths.
  ctrl 2+W4, 2+B4+W5, 1+B5
  i v_sqrt_f32 v18, 4.0
  i v_add_f64 v[20:21], 1.0, 1.0
  i s_nop 0
  row v18
  row v21
  finish

// The last pass is written at the end of t + 51, read in the reader's issue + 2 at the earliest.
.macro store distance, first, second
  begin case_store_\distance
  ctrl \first, \second, 15+Y
make_store_\distance:
  i v_rcp_f64 v[4:5], v[2:3]
  i s_nop 0
  i s_nop 0
  ctrl 15+Y
  i s_nop 0
use_store_\distance:
  i global_store_dword v1, v5, s[4:5]
  finish
.endm
store 49, 15+Y, 4
store 50, 15+Y, 5
begin case_neither
  ctrl 1
make_neither:
  i v_rcp_f64 v[4:5], v[2:3]
use_neither:
  i global_store_dword v1, v5, s[4:5]
  finish
// Reciprocals of f32: last pass 35. exp: 19.
.macro short name, least, first, second, third, instruction:vararg
  begin case_\name
  ctrl \first, \second, \third
make_\name:
  i \instruction
  i s_nop 0
  i s_nop 0
  ctrl
use_\name:
  i global_store_dword v1, v5, s[4:5]
  finish
.endm
short rcp_33, 34, 15+Y, 15+Y, 3, v_rcp_f32 v5, v0
short rcp_34, 34, 15+Y, 15+Y, 4, v_rcp_f32 v5, v0
short exp_17, 18, 15+Y, 1, 1, v_exp_f32 v5, v0
short exp_18, 18, 15+Y, 2, 1, v_exp_f32 v5, v0
short fma_17, 18, 15+Y, 1, 1, v_add_f64 v[4:5], v[2:3], v[2:3]
short fma_18, 18, 15+Y, 2, 1, v_add_f64 v[4:5], v[2:3], v[2:3]

// A ds_read over a source. Pass 3 is read in t + 37; the read returns 5 cycles after its issue at the earliest.
.macro source distance, third
  begin case_source_\distance
  ctrl 15+Y, 15+Y, \third
make_source_\distance:
  i v_rcp_f64 v[4:5], v[2:3]
  i s_nop 0
  i s_nop 0
  ctrl 2+W0, 1+B0
use_source_\distance:
  i ds_read_b32 v3, v1
  finish
.endm
source 31, 1
source 32, 2
