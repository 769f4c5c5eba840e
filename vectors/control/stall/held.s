// STALL counts while the wave waits at a barrier and while it sleeps, and both leave what is left of it
// (maxwell-control.md 8.9).
//
//   at_barrier: of the two waves of the group one has ended when the other comes, so that the barrier keeps nobody.
//     The next instruction issues when STALL lets it.
//   asleep: the first sleep ends with a beat of the unit, so that the second is one of the longest, 64 cycles
//     (D-FLOW-2). STALL is 0 long before.
//   awake_early: the sleep begins at least 53 cycles behind such an end. So it is one of the shortest, and STALL lasts
//     longer.
// Decisions: D-CTRL-26.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start main
  finish

start at_barrier
  ctrl 11, 1, 5
  i v_readfirstlane_b32 s8, v0
  i s_cmp_lg_u32 s8, 0
  i s_cbranch_scc1 .Lends
  ctrl 1, 15+Y, 1
  i s_sleep 16
waits_at_barrier:
  i s_barrier
leaves_barrier:
  i s_nop 0
  ctrl 5
.Lends:
  i s_endpgm

start asleep
  ctrl 1, 15+Y, 1
  i s_sleep 0
falls_asleep:
  i s_sleep 0
wakes:
  i s_nop 0
  finish

// Round 1 fills the instruction cache.
start awake_early
  ctrl
  i s_movk_i32 s9, 3
  ctrl 1, 15+Y, 15+Y
.Lround:
  i s_sleep 0
  i s_nop 0
  i s_nop 0
  ctrl 15+Y, 8, 15+Y
  i s_nop 0
  i s_nop 0
sleeps_briefly:
  i s_sleep 0
  ctrl 1, 1, 5
stalls_on:
  i s_sub_u32 s9, s9, 1
  i s_cmp_lg_u32 s9, 0
  i s_cbranch_scc1 .Lround
  finish
