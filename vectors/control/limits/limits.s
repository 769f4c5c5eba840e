// More operations in flight than wait counters count: an instruction that would pass a maximum waits, and issues when a
// count has fallen. Beside them s_getreg reads the counters, which waits for completions, and messages wait for space.
//
//   rows: 77 77 77 77 5   s[6:7] in: 77
// Decisions: D-CTRL-18, D-CTRL-34.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
.macro many count, field, instruction:vararg
  .rept \count
    ctrl \field
    i \instruction
  .endr
.endm
start_in main
  set v3, 77
  ctrl 2+R5, 1+B5
  i ds_write_b32 v1, v3
  set v4, 0
  // 70 loads of vector memory on one barrier, then 35 whose operands and results count on one.
  many 70, 1+W0, global_load_dword v2, v1, s[6:7]
  many 35, 1+W1+R1, global_load_dword v5, v1, s[6:7]
  ctrl 1, 1+B0+B1
  i s_getreg_b32 s8, hwreg(HW_REG_IB_STS)
  i s_nop 0
  row v2
  row v5
  // 20 of the LDS, 12 scalar loads of two words.
  many 20, 1+W2, ds_read_b32 v6, v1
  .set n, 0
  .rept 12
    ctrl 1+W3
    i s_load_dwordx2 s[20+2*n:21+2*n], s[6:7], 8*n
    .set n, n + 1
  .endr
  ctrl 1, 1+B2+B3
  i s_getreg_b32 s8, hwreg(HW_REG_IB_STS)
  i s_nop 0
  row v6
  scalar_row s43
  // 40 stores of a dword.
  set v7, 5
  many 40, 1+R4, global_store_dword v1, v7, s[4:5] offset:256*4
  // Messages.
  .set n, 0
  .rept 12
    ctrl
    i s_mov_b32 m0, n
    i s_sendmsg 1
    .set n, n + 1
  .endr
  finish
