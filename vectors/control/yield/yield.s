// Four waves that compete: each counts in a loop whose stalls and 'Y' are its own, on scalar and vector ALU.
//
//   out[item] = 40 * 5 for each wave
//   s8 wave   s9 rounds   v2 count
// Decisions: D-CTRL-20.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
.macro loop wave, end, priority, field, other
  ctrl 1, 5
  i s_cmp_lg_u32 s8, \wave
  i s_cbranch_scc1 .Lnext\@
  ctrl
  i s_setprio \priority
  ctrl \field, \other, \field
.Lround\@:
  i s_sub_u32 s9, s9, 1
  i v_add_u32 v2, 5, v2
  i s_nop 0
  ctrl 1, 5, 5
  i s_cmp_lg_u32 s9, 0
  i s_cbranch_scc1 .Lround\@
  i s_branch \end
  ctrl
.Lnext\@:
  i s_nop 0
.endm
.macro begin name
  start \name
  ctrl 15+Y, 1, 1
  i v_readfirstlane_b32 s8, v0
  i s_lshr_b32 s8, s8, 6
  i s_movk_i32 s9, 40
  set v2, 0
.endm
begin main
  loop 0, .Lend, 0, 1, 8
  loop 1, .Lend, 0, 1+Y, 8+Y
  loop 2, .Lend, 0, 2, 9
  loop 3, .Lend, 0, 3+Y, 8
  ctrl 11
.Lend:
  i s_setprio 0
  row v2
  finish

// Again with priorities.
begin priorities
  loop 0, .Lall, 1, 1, 8
  loop 1, .Lall, 0, 1, 8
  loop 2, .Lall, 2, 1+Y, 8
  loop 3, .Lall, 1, 2, 8+Y
  ctrl 11
.Lall:
  i s_setprio 0
  row v2
  finish
