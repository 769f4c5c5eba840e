// The wave that issued last is preferred until it yields, or has been seven times (rule 3). Two waves compete for the
// vector ALU, which takes an instruction every 4 cycles. One asks for it as often as it can. The other asks 8 cycles
// behind its own last one, and yields. Round 1 fills the instruction cache, with the waves in each other's place.
//
// The rare one issues in cycle t. The often one issues at t + 4, alone. It is tried at t + 7, in vain. At t + 8 both
// are candidates, and the vector ALU was busy for both in the cycle before. So rule 3 decides at t + 8, t + 12, ...,
// t + 32: seven times. Then it does not: the round tries the often one at t + 35 in vain, and at t + 36 the rare one
// issues.
// Where the often one yields, the round tries it at t + 7 and the rare one at t + 8. Where the rare one has a higher
// USER_PRIO, that decides at t + 8, before rule 3.
//
//   out[item] = 3   s8 1: rare, in turn   s9 rounds   v2 count
// Decisions: D-CTRL-20.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
.macro waves name, field, priority
start \name
  ctrl 15+Y, 1, 1
  i v_readfirstlane_b32 s8, v0
  i s_lshr_b32 s8, s8, 6
  i s_movk_i32 s9, 2
  set v2, 0
  ctrl 5, 1, 1
.Lround_\name:
  i s_barrier
  i s_xor_b32 s8, s8, 1
  i s_sub_u32 s9, s9, 1
  ctrl 1, 1, 5
  i s_setprio 0
  i s_cmp_lg_u32 s8, 0
  i s_cbranch_scc1 .Lrare_\name
.rept 14
  ctrl \field, \field, \field
  i v_mov_b32 v3, 7
  i v_mov_b32 v4, 7
  i v_mov_b32 v5, 7
.endr
  ctrl 5
  i s_branch .Lbehind_\name
  // The other wave is at its vector instructions when this one comes to its own.
  ctrl 8, 8, 8
.Lrare_\name:
asks_\name:
  i s_nop 7
  i s_nop 7
  i s_setprio \priority
  ctrl 8+Y, 8+Y, 8+Y
rare_\name\()_0:
  i v_add_u32 v2, 1, v2
rare_\name\()_1:
  i v_add_u32 v2, 1, v2
rare_\name\()_2:
  i v_add_u32 v2, 1, v2
  ctrl 1, 5
.Lbehind_\name:
  i s_cmp_lg_u32 s9, 0
  i s_cbranch_scc1 .Lround_\name
  row v2
  finish
.endm
waves main, 3, 0
waves yields, 3+Y, 0
waves priority, 3, 1
