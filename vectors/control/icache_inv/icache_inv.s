// s_icache_inv drops the wave's own bundle: the slot behind it, which a store has changed, is read anew.
//
//   row 0: 2, what the new instruction says; the old one says 1
// Decisions: D-CTRL-32.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start main
  ctrl
  i s_getpc_b64 s[20:21]
here:
  i s_add_u32 s20, s20, patched-here
  i s_addc_u32 s21, s21, 0
  set v2, 0xbe890082                       // s_mov_b32 s9, 2
  set v4, s20
  set v5, s21
  ctrl 1, 1, 1
  i s_mov_b64 exec, 1
  i s_nop 0
  i global_store_dword v[4:5], v2, off
  ctrl 5, 1, 1
  i s_barrier
  i s_icache_inv
patched:
  i s_mov_b32 s9, 1
  ctrl
  i s_mov_b64 exec, -1
  scalar_row s9
  finish
