// Reuse flags never change a value. Some entries are used. Others are gone by a write, also of one lane or while the
// row is read. A reader without flag, 'Y' and other instructions drop one, too.
//
//   rows: 20 20 31 32 7 9 9 40 40
// Decisions: D-CTRL-28, D-CTRL-46.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start main
  set v2, 10
  set v3, 10
  // Used: in slots 1 and 2, four cycles on.
  ctrl 4+U1+U2, 4+U1, 11
  i v_add_u32 v4, v2, v3
  i v_add_u32 v5, v2, v3
  i v_mul_u32_u24 v5, v2, v3
  row v4
  // In slot 3, and by a reader without flag, behind which it is gone.
  ctrl 4+U3, 4, 11
  i v_mad_u32_u24 v6, 1, v2, v3
  i v_mad_u32_u24 v6, 1, v2, v3
  i v_mad_u32_u24 v6, 1, v2, v3
  row v6
  // Written between: the new value.
  ctrl 4+U1, 11, 11
  i v_add_u32 v7, v2, v3
  i v_mov_b32 v2, 21
  i v_add_u32 v7, v2, v3
  row v7
  // Written one lane after the other by v_writelane: the row of the entry changes in lane 5 and back.
  ctrl 4+U1, 11, 11
  i v_add_u32 v8, v2, v3
  i v_writelane_b32 v2, 22, 5
  i v_mov_b32 v8, v2
  ctrl 4+U1, 11, 1
  i v_mov_b32 v9, v2
  i v_readlane_b32 s20, v2, 5
  i s_add_u32 s20, s20, 10
  scalar_row s20
  // Written by the LDS, while it is read and behind it.
  set v10, 7
  set v11, 9
  ctrl 2+R0, 4+U1, 4+U1
  i ds_write_b32 v1, v10
  i v_mov_b32 v12, v11
  i v_mov_b32 v12, v11
  ctrl 2+W1+B0, 1, 11+B1
  i ds_read_b32 v11, v1
  i s_nop 0
  i v_mov_b32 v12, v11
  row v12
  // 'Y' leaves no entry; a flag of an instruction whose lanes are all off.
  set v13, 9
  ctrl 4+U1+Y, 4+U1, 11
  i v_mov_b32 v14, v13
  i v_mov_b32 v14, v13
  i v_mov_b32 v14, v13
  row v14
  ctrl 1, 4+U1, 1
  i s_mov_b64 exec, 0
  i v_mov_b32 v15, v13
  i s_mov_b64 exec, -1
  ctrl 11
  i v_mov_b32 v15, v13
  row v15
  // Instructions of 64 bits, SDWA, DPP between.
  set v16, 20
  ctrl 11+U1+U2, 15+Y, 4
  i v_add_u32 v17, v16, v16
  i v_add_f64 v[18:19], v[16:17], v[16:17]
  i v_add_u32 v20, v16, v16
  // A flag on the source of DPP is not used.
  ctrl 4+U1, 15+Y+U1, 11
  i v_add_u32 v20, v16, v16
  i v_mov_b32_dpp v21, v16 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
  i v_add_u32 v21, v16, v16
  row v20
  row v21
  finish

// A load over a register that is in an entry, while it is read again and again. Behind the load the entry is gone. The
// load writes its passes four cycles apart, as an instruction reads them. So each of the four stalls has another pass
// at which the write meets the reads, and passes read before it are old. The second time the code is in the cache.
start case_written
  set v2, 7
  ctrl 1, 1, 1
  i s_mov_b32 s8, 0
  i s_nop 0
  i s_nop 0
  ctrl 1
again:
  i s_add_u32 s8, s8, 1
  .set n, 2
  .rept 4
    set v3, 9
    ctrl 2+R0, 4+U1+B0, n+W1
    i ds_write_b32 v1, v2
    i v_mov_b32 v4, v3
    i ds_read_b32 v3, v1
    .rept 7
      ctrl 4+U1, 4+U1, 4+U1
      i v_mov_b32 v4, v3
      i v_mov_b32 v4, v3
      i v_mov_b32 v4, v3
    .endr
    ctrl 11+B1
    i v_mov_b32 v5, v3
    row v5
    .set n, n + 1
  .endr
  .set rows, 0
  ctrl 1, 5
  i s_cmp_lt_u32 s8, 2
  i s_cbranch_scc1 again
  finish

.macro flag name, field, instruction:vararg
  start case_\name
  set v2, 5
  set v3, 5
  ctrl \field
flag_\name:
  i \instruction
  finish
.endm
flag scalar_unit, 2+U1, s_mov_b32 s8, s9
flag memory, 2+U1, ds_write_b32 v1, v2
flag sgpr, 11+U1, v_add_u32 v4, s8, v2
flag constant, 11+U1, v_add_u32 v4, 5, v2
flag missing, 11+U3, v_add_u32 v4, v2, v3
flag wide, 11+U1, v_add_f64 v[4:5], v[2:3], v[2:3]
flag itself, 11+U1, v_add_u32 v2, v2, v3
flag itself_2, 11+U2, v_add_u32 v3, v2, v3
