// s_waitcnt and its relatives are no instructions of this mode: three waves halt there. The fourth enters a handler,
// which is ordinary code and waits, and goes on.
//
//   out[item] = 1 for the fourth wave, 0 for the others
//   s8 wave
// Decisions: D-CTRL-25, D-CTRL-14.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
.macro to label, wave
  ctrl 1, 5
  i s_cmp_eq_u32 s8, \wave
  i s_cbranch_scc1 \label
.endm
start main
  ctrl 15+Y, 1, 1
  i v_readfirstlane_b32 s8, v0
  i s_lshr_b32 s8, s8, 6
  to counters, 0
  to one, 1
  to stores, 2
  set v2, 1
  ctrl
  i s_trap 1
  row v2
  finish
  ctrl
counters:
  i s_waitcnt 0
  ctrl
  i s_nop 0
  i s_nop 0
one:
  i s_waitcnt vmcnt(3)
  ctrl
  i s_nop 0
stores:
  i .long 0xbbfd0000                        // s_waitcnt_vscnt null, 0, of a unit with RDNA memory
  finish

.p2align 8
handler:
  s_waitcnt 0
  s_add_u32 ttmp0, ttmp0, 8
  s_rfe_b64 ttmp[0:1]
