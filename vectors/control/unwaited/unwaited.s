// Results of memory instructions that no wait covers. In main waits just cover them. With hazards that are only counted
// a row has what the reader gets: the old value.
//
//   rows of main: 77   of a case: 5   s[6:7] in: 77
// Decisions: D-CTRL-22, D-CTRL-24.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start_in main
  set v3, 77
  ctrl 2+R0, 1+B0
  i ds_write_b32 v1, v3
  // A younger one of the queue covers, and a read barrier covers reads alone.
  ctrl 1, 2+W1, 11+B1
  i global_load_dword v2, v1, s[6:7]
  i global_load_dword v4, v1, s[6:7]
  i v_mov_b32 v5, v2
  row v5
  ctrl 1, 2+W2, 11+B2
  i ds_read_b32 v6, v1
  i ds_read_b32 v7, v1
  i v_mov_b32 v8, v6
  row v8
  // A younger load over the register of an older one of its queue.
  ctrl 1, 2+W3, 11+B3
  i global_load_dword v9, v1, s[4:5]
  i global_load_dword v9, v1, s[6:7]
  i v_mov_b32 v10, v9
  row v10
  ctrl 2+W4, 2+W5, 1+B4
  i s_load_dword s20, s[6:7], 0x0
  i s_load_dword s22, s[6:7], 0x0
  i s_mov_b32 s21, s20
  ctrl 1+B5
  i s_mov_b32 s23, s22
  scalar_row s21
  scalar_row s23
  finish

// The old value: v2 = 5, s20 = 5.
.macro old name
  start_in case_\name
  set v2, 5
  set v10, v1
  set v11, 5
  ctrl
  i s_mov_b32 s20, 5
.endm
.macro drained
  ctrl 1+B0+B1
  i s_nop 0
.endm

old load
  ctrl 2+W0, 11
load_load:
  i global_load_dword v2, v1, s[6:7]
use_load:
  i v_mov_b32 v3, v2
  row v3
  drained
  finish
old other_barrier
  ctrl 2+W0, 11+B1
load_other_barrier:
  i global_load_dword v2, v1, s[6:7]
use_other_barrier:
  i v_mov_b32 v3, v2
  row v3
  drained
  finish
old store
  ctrl 2+W0, 2+R1
load_store:
  i global_load_dword v2, v1, s[6:7]
use_store:
  i ds_write_b32 v1, v2
  drained
  row v2
  finish
old share
  ctrl 2+W0, 11
load_share:
  i ds_read_b32 v2, v1
use_share:
  i v_mov_b32 v3, v2
  row v3
  drained
  finish
old scalar
  ctrl 2+W0, 1
load_scalar:
  i s_load_dword s20, s[6:7], 0x0
use_scalar:
  i s_mov_b32 s21, s20
  drained
  scalar_row s21
  finish
// A scalar load's barrier covers no other scalar load.
old younger_scalar
  ctrl 1+W0, 2+W1, 1+B1
load_younger_scalar:
  i s_load_dword s20, s[6:7], 0x0
  i s_load_dword s22, s[6:7], 0x40
use_younger_scalar:
  i s_mov_b32 s21, s20
  finish
// FLAT is in no queue.
old younger_flat
  ctrl 1+W0, 2+W1, 11+B1
load_younger_flat:
  i global_load_dword v2, v1, s[6:7]
  i flat_load_dword v3, v[10:11]
use_younger_flat:
  i v_mov_b32 v4, v2
  finish
old flat
  ctrl 1, 2+W1, 11+B1
load_flat:
  i flat_load_dword v2, v[10:11]
  i global_load_dword v3, v1, s[6:7]
use_flat:
  i v_mov_b32 v4, v2
  finish
// A read barrier covers no result.
old read_barrier
  ctrl 2+R0, 11+B0
load_read_barrier:
  i global_load_dword v2, v1, s[6:7]
use_read_barrier:
  i v_mov_b32 v4, v2
  finish
// Overwritten by an instruction of another queue.
old over
  ctrl 2+W0, 11
load_over:
  i global_load_dword v2, v1, s[6:7]
use_over:
  i v_mov_b32 v2, 6
  drained
  row v2
  finish
old over_scalar
  ctrl 2+W0, 1
load_over_scalar:
  i s_load_dword s20, s[6:7], 0x0
use_over_scalar:
  i s_mov_b32 s20, 6
  drained
  scalar_row s20
  finish
// Scalar loads are in no queue.
old scalar_over_scalar
  ctrl 1+W0, 2+W1
load_scalar_over_scalar:
  i s_load_dword s20, s[6:7], 0x0
use_scalar_over_scalar:
  i s_load_dword s20, s[6:7], 0x40
  finish
// s_barrier waits for no load.
old barrier
  ctrl 1+W0, 5, 11
load_barrier:
  i global_load_dword v2, v1, s[6:7]
  i s_barrier
use_barrier:
  i v_mov_b32 v3, v2
  finish
// LDS and GDS are two queues.
old younger_share
  ctrl 1+W0, 2+W1, 11+B1
load_younger_share:
  i ds_read_b32 v2, v1 gds
  i ds_read_b32 v3, v1
use_younger_share:
  i v_mov_b32 v4, v2
  finish
// VCCZ of a scalar load's VCC.
old vccz
  ctrl 2+W0, 1
load_vccz:
  i s_load_dwordx2 vcc, s[6:7], 0x0
use_vccz:
  i s_getreg_b32 s20, hwreg(HW_REG_STATUS)
  finish
// The register of TFE.
old status
  ctrl 1, 2+W0, 11
  i s_mov_b32 s8, 0
load_status:
  i buffer_load_dword v[4:5], off, s[4:7], s8 tfe
use_status:
  i v_mov_b32 v6, v5
  finish
old over_share
  ctrl 2+W0, 2+W1
load_over_share:
  i global_load_dword v2, v1, s[6:7]
use_over_share:
  i ds_read_b32 v2, v1
  finish
