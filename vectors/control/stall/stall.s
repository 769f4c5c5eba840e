// The least time between an instruction and the next one: E of its field, and of s_nop n at least (n mod 8) + 1. Each
// pair is in one bundle, but for `behind`: the next bundle, a taken branch, and a branch that is not taken.
//
//   row 0: 3 times the number of pairs
// Decisions: D-CTRL-19, D-CTRL-32.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
.altmacro
.macro pair n, field, instruction:vararg
  ctrl 1, \field, 1
  i s_add_u32 s8, s8, 1
from_\n:
  i \instruction
to_\n:
  i s_add_u32 s8, s8, 1
.endm
.set n, 0
.macro next field, instruction:vararg
  pair %n, \field, \instruction
  .set n, n + 1
.endm
start main
  ctrl
  i s_mov_b32 s8, 0
.irp stall, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  next \stall, s_add_u32 s8, s8, 1
.endr
.irp stall, 1, 2, 6, 12, 13, 14, 15
  next \stall+Y, s_add_u32 s8, s8, 1
.endr
  ctrl 1, 1, 7
  i s_add_u32 s8, s8, 1
  i s_nop 0
from_bundle:
  i s_add_u32 s8, s8, 1
  ctrl 1, 1, 9
to_bundle:
  i s_add_u32 s8, s8, 1
  i s_cmp_eq_u32 s8, s8
from_taken:
  i s_cbranch_scc1 to_taken
  ctrl 1, 8, 1
  i s_add_u32 s8, s8, 1
to_taken:
  i s_cbranch_scc0 to_bundle
to_not_taken:
  i s_add_u32 s8, s8, 3
  scalar_row s8
// An s_nop: stall and immediate, whichever is longer.
.macro idle n, field, imm
  ctrl 1, \field, 1
  i s_add_u32 s9, s9, 1
from_nop_\n:
  i s_nop \imm
to_nop_\n:
  i s_add_u32 s9, s9, 1
.endm
.set n, 0
.macro next_nop field, imm
  idle %n, \field, \imm
  .set n, n + 1
.endm
  ctrl
  i s_mov_b32 s9, 0
  next_nop 1, 0
  next_nop 1, 7
  next_nop 1, 8
  next_nop 1, 0xffff
  next_nop 8, 7
  next_nop 9, 7
  next_nop 11, 3
  next_nop 15+Y, 7
  next_nop 3+Y, 5
  next_nop 0+Y, 0
  next_nop 0+Y, 4
  scalar_row s9
  finish
