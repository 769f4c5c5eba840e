// 63 operations in flight on one barrier, as far as its count goes: the next one waits until one has signalled. 60 are
// loads of vector memory, the others scalar loads, so that no wait counter is at its maximum. A unit whose queue of
// vector memory is shorter has fewer in flight, and there the queue keeps the wave.
//
//   rows: 77 77   s[6:7] in: 77
// Decisions: D-CTRL-18, D-CTRL-34.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start_in main
  .rept 20
    ctrl 1+W0, 1+W0, 1+W0
    .rept 3
      i global_load_dword v2, v1, s[6:7]
    .endr
  .endr
  .set n, 0
  .rept 3
    ctrl 1+W0, 1+W0, 1+W0
    .rept 3
      i s_load_dword s[20+n], s[6:7], 4*n
      .set n, n + 1
    .endr
  .endr
  ctrl 1, 1+B0
  i s_nop 0
  i s_nop 0
  row v2
  scalar_row s28
finish
