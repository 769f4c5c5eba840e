// Stalls that are illegal or too short by themselves. Each case is a place where a wave starts.
//
//   main: all that is allowed   min_*: E is 4 where 5 are needed   wide_*: 12 to 15 without Y   zero: 0 with Y
//   row 0: 0x600d
// Decisions: D-CTRL-27.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
.macro good
  scalar_row s8
  finish
.endm
start main
  ctrl 5, 1, 0+Y
  i s_branch .Lnext
.Lnext:
  i s_mov_b32 s8, 0x600d
  i s_nop 0
  ctrl 12+Y, 15+Y, 5
  i s_mov_b32 s9, 0
  i s_cmp_eq_u32 s9, 1
  i s_cbranch_scc1 .Lnext
  ctrl 1, 1, 1
  i s_getpc_b64 s[20:21]
.Lhere:
  i s_add_u32 s20, s20, .Ltarget-.Lhere
  i s_addc_u32 s21, s21, 0
  ctrl 5, 5+Y, 5
  i s_setpc_b64 s[20:21]
.Ltarget:
  i s_barrier
  i s_call_b64 s[22:23], .Lcalled
  ctrl 1
.Lcalled:
  i s_mov_b64 s[24:25], exec
  ctrl 5, 1, 5
  i s_cbranch_i_fork s[24:25], .Lforked
  i s_mov_b32 s8, 0
.Lforked:
  i s_barrier
  ctrl 1, 5, 5
  i s_mov_b64 s[24:25], 0
  i s_cbranch_g_fork s[24:25], s[20:21]
  i s_cbranch_join s24
  good

.set m, 0
.macro minimum name, instruction:vararg
  start case_\name
  ctrl 1, 1, 4
  i s_mov_b32 s8, 0x600d
  i s_cmp_eq_u32 s8, 0
min_\name:
  i \instruction
  good
.endm
minimum branch, s_branch 3
minimum taken, s_cbranch_scc0 3
minimum not_taken, s_cbranch_scc1 3
minimum barrier, s_barrier
minimum call, s_call_b64 s[20:21], 3
minimum fork, s_cbranch_i_fork s[10:11], 3
minimum fork_sgpr, s_cbranch_g_fork s[10:11], s[12:13]
minimum join, s_cbranch_join s10
minimum end, s_endpgm

start case_setpc
  ctrl 1, 1, 1
  i s_mov_b32 s8, 0x600d
  i s_getpc_b64 s[20:21]
.Lhere_2:
  i s_add_u32 s20, s20, .Ltarget_2-.Lhere_2
  ctrl 1, 4, 4
  i s_addc_u32 s21, s21, 0
min_setpc:
  i s_setpc_b64 s[20:21]
.Ltarget_2:
  i s_nop 0
  good

start case_swappc
  ctrl 1, 1, 1
  i s_mov_b32 s8, 0x600d
  i s_getpc_b64 s[20:21]
.Lhere_3:
  i s_add_u32 s20, s20, .Ltarget_3-.Lhere_3
  ctrl 1, 4, 4
  i s_addc_u32 s21, s21, 0
min_swappc:
  i s_swappc_b64 s[22:23], s[20:21]
.Ltarget_3:
  i s_nop 0
  good

.macro yield name, field
  start case_\name
  ctrl 1, \field, 1
  i s_mov_b32 s8, 0x600d
yield_\name:
  i s_mov_b32 s9, 0
  good
.endm
yield wide_12, 12
yield wide_13, 13
yield wide_14, 14
yield wide_15, 15
yield zero, 0+Y
