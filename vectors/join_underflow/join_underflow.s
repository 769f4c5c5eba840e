// A join with an empty fork stack: a program error (control-flow.md 3.3).
// Decisions: D-FLOW-15.
.globl main
main:
  s_mov_b32 s5, 1
join:
  s_cbranch_join s5
  s_endpgm
