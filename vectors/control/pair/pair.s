// Two instructions in one cycle, or one after the other where the unit forms no pair. In main all that may pair; each
// case is a stall of 0 that may not be.
//
//   rows of main: 11 77 12 13 14 77 77 15 77 16 0
//   s[6:7] in: 77   s8, s9 count
// Decisions: D-CTRL-23, D-CTRL-39.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start_in main
  set v3, 77
  ctrl 2+R0, 1+B0
  i ds_write_b32 v1, v3
  i s_mov_b32 s9, 0
  // s_nop as B: the next one comes four cycles behind the pair.
  ctrl 0, 1, 11
pair_nop:
  i v_mov_b32 v2, 11
with_nop:
  i s_nop 3
behind_nop:
  i s_nop 0
  row v2
  // A DS instruction as B.
  ctrl 0, 3+W0, 11+B0
pair_share:
  i v_mov_b32 v4, 0
with_share:
  i ds_read_b32 v5, v1
behind_share:
  i v_mov_b32 v5, v5
  row v5
  // A branch as B, taken: its stall counts.
  ctrl 0, 6, 1
pair_taken:
  i v_mov_b32 v6, 12
with_taken:
  i s_branch taken
  i s_or_b32 s9, s9, 1
  ctrl 1, 11, 1
  i s_or_b32 s9, s9, 2
taken:
  i s_nop 0
  row v6
  // A branch as B that is not taken; SCC is older.
  ctrl 1, 0, 5
  i s_cmp_eq_u32 s9, 1
pair_not_taken:
  i v_mov_b32 v7, 13
with_not_taken:
  i s_cbranch_scc1 taken
  ctrl 11
behind_not_taken:
  i s_nop 0
  row v7
  // A pair across two bundles.
  ctrl 1, 1, 0
  i s_nop 0
  i s_nop 0
  i v_mov_b32 v8, 14
  ctrl 11
  i s_mov_b32 s8, 5
  row v8
  // B waits for a barrier, A does not.
  ctrl 2+W1, 0, 1+B1
  i global_load_dword v9, v1, s[6:7]
pair_waits:
  i v_mov_b32 v10, 0
waits:
  i s_nop 0
  row v9
  // Scalar ALU and memory, vector ALU and scalar memory.
  ctrl 0, 2+W2, 1+B2
  i s_mov_b32 s8, 6
  i s_load_dword s20, s[6:7], 0x0
  i s_nop 0
  scalar_row s20
  ctrl 0, 1, 0
  i v_mov_b32 v11, 15
  i s_mov_b32 s8, 7
  i v_mov_b32 v12, 1
  ctrl 11+W3
  i global_load_dword v13, v1, s[6:7]
  row v11
  ctrl 1+B3
  i s_nop 0
  row v13
  // Both read their scalars before either writes.
  ctrl 0, 11
  i v_mov_b32 v14, s9
  i s_movk_i32 s9, 16
  scalar_row s9
  row v14
  finish

// More pairs with the LDS than LGKM_CNT counts: B waits, and A goes alone.
start_in case_busy
  set v3, 77
  ctrl 2+R0, 1+B0
  i ds_write_b32 v1, v3
  .set n, 0
  .rept 20
    ctrl 0, 1+W1, 1
    i v_mov_b32 v[8+n], n
    i ds_read_b32 v4, v1
    .set n, n + 1
  .endr
  ctrl 1+B1
  i s_nop 0
  row v4
  row v27
  finish

// Four waves have more for the LDS than its queue holds: while it is full, the first goes alone.
start case_full
  set v3, 77
  ctrl 2+R0, 1+B0
  i ds_write_b32 v1, v3
  .set n, 0
  .rept 12
    ctrl 0, 1+W1, 1
    i v_mov_b32 v[8+n], n
    i ds_read2_b32 v[4:5], v1 offset0:0 offset1:0
    .set n, n + 1
  .endr
  ctrl 1+B1
  i s_nop 0
  row v5
  finish

// LGKM_CNT is 15 when the pair comes, with room in the LDS: the second goes alone, when the count has fallen.
start_in case_counter
  set v3, 77
  ctrl 2+R0, 1+B0
  i ds_write_b32 v1, v3
  .set n, 0
  .rept 7
    ctrl 1+W0
    i s_load_dwordx2 s[20+2*n:21+2*n], s[6:7], 8*n
    .set n, n + 1
  .endr
  ctrl 1+W0
  i s_load_dword s34, s[6:7], 0x0
  ctrl 0, 2+W1, 11+B0+B1
  i v_mov_b32 v2, 18
  i ds_read_b32 v4, v1
  i s_nop 0
  row v2
  row v4
  finish

// An instruction that VSKIP discards pairs with nothing.
start case_skipped
  set v2, 19
  ctrl 11
  i s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 1
  ctrl 0, 5, 11
first_skipped:
  i v_mov_b32 v2, 5
second_skipped:
  i s_nop 0
  i s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 0
  row v2
  finish

// A write of A that B reads, or of both; B with stall 0; what is no pair.
.macro two name, one, two
  start_in case_\name
  set v2, 9
  ctrl 0, 5, 5
first_\name:
  i \one
second_\name:
  i \two
  finish
.endm
two reads, "v_readfirstlane_b32 s20, v2", "s_mov_b32 s21, s20"
two reads_vgpr, "v_mov_b32 v3, 5", "ds_write_b32 v1, v3"
two reads_vcc, "v_cmp_eq_u32 vcc, v0, v0", "s_cbranch_vccz 5"
two same_sgpr, "v_readfirstlane_b32 s20, v2", "s_mov_b32 s20, 5"
two same_vcc, "v_cmp_eq_u32 vcc, v0, v0", "s_mov_b64 vcc, 5"
two same_vgpr, "v_mov_b32 v3, 5", "ds_read_b32 v3, v1"
two same_exec, "v_cmpx_eq_u32 vcc, v0, v0", "s_mov_b64 exec, -1"
two vector, "v_mov_b32 v3, 5", "v_mov_b32 v4, 5"
two scalar, "s_mov_b32 s20, 5", "s_mov_b32 s21, 5"
two scalar_branch, "s_mov_b32 s20, 5", "s_branch 5"
two share, "ds_read_b32 v3, v1", "s_nop 0"
two load, "s_load_dword s20, s[6:7], 0x0", "s_nop 0"
two barrier, "v_mov_b32 v3, 5", "s_barrier"
two end, "v_mov_b32 v3, 5", "s_endpgm"
two sleep, "v_mov_b32 v3, 5", "s_sleep 1"
two setprio, "v_mov_b32 v3, 5", "s_setprio 1"
two setreg, "v_mov_b32 v3, 5", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0"
two setreg_sgpr, "v_mov_b32 v3, 5", "s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s8"
two fork, "v_mov_b32 v3, 5", "s_cbranch_i_fork s[10:11], 5"
two memory, "ds_read_b32 v3, v1", "global_load_dword v4, v1, s[6:7]"
two setvskip, "s_setvskip 0, 0", "ds_write_b32 v1, v0"
two reads_vccz, "v_cmp_eq_u32 vcc, v0, v0", "s_getreg_b32 s20, hwreg(HW_REG_STATUS)"
two reads_exceptions, "v_add_f32 v3, v0, v2", "s_getreg_b32 s20, hwreg(HW_REG_TRAPSTS)"
two export, "v_mov_b32 v3, 5", "exp mrt0 v2, off, off, off"
start_in case_three
  ctrl 0, 0, 5
first_three:
  i v_mov_b32 v3, 5
second_three:
  i s_mov_b32 s20, 5
  i ds_write_b32 v1, v0
  finish
