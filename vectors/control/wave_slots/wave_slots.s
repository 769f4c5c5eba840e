// Sixteen waves take turns in filling what counts their instructions in flight: loads and stores of the LDS, of memory
// and scalar loads, on each barrier. Lanes of the LDS meet in one bank, so its queue is full. The field of Y and STALL
// has each of its values.
//
//   out[i] for work-item i: 16 turns   s[6:7] in   s9 wave   s10 turn   v20 lane   v21 place in the LDS
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
.macro all barrier
  many 8, 1+W\barrier+R\barrier, global_load_dword v5, v1, s[6:7]
  .set n, 0
  .rept 8
    ctrl 1+W\barrier
    i s_load_dword s[20+n], s[6:7], 4*n
    .set n, n + 1
  .endr
  many 36, 1+W\barrier+R\barrier, ds_read_b32 v6, v21
  ctrl 1, 1+B\barrier
.endm
start_in main
  ctrl 11, 11, 11
  i v_and_b32 v20, 63, v0
  i v_readfirstlane_b32 s9, v0
  i v_lshlrev_b32 v21, 8, v20
  ctrl 11, 11, 5
  i s_lshr_b32 s9, s9, 6
  i s_mov_b32 s10, 0
  i s_branch turn
  ctrl 1, 5, 5
turn:
  i s_nop 0
  i s_cmp_lg_u32 s9, s10
  i s_cbranch_scc1 meet
  many 40, 1+R4, ds_write_b32 v21, v20
  all 3
  ctrl 1, 5, 5+B4
  i s_nop 0
  i s_cmp_lg_u32 s9, 0
  i s_cbranch_scc1 stalls
  all 0
  all 1
  all 2
  all 4
  all 5
  ctrl 1
stalls:
  i s_nop 0
  .set n, 1
  .rept 15
    ctrl n+Y, n+Y, n+Y
    i s_mov_b32 s11, 0
    .if n < 12
    ctrl n, n, n
    i s_mov_b32 s12, 0
    .endif
    .set n, n + 1
  .endr
  ctrl 5, 5, 5
meet:
  i s_barrier
  i s_add_u32 s10, s10, 1
  i s_cmp_lg_u32 s10, 16
  ctrl 5, 11
  i s_cbranch_scc1 turn
  i v_mov_b32 v22, s10
  ctrl 5
  i global_store_dword v1, v22, s[4:5]
  finish
