// A clause of four waves, of which each adds 1 to a dword of the LDS sixteen times: nobody comes between. In the
// clause the wave stalls, yields and waits for barriers.
//
//   out[0] = 4 * 16
//   s[4:5] out
// Decisions: D-CTRL-43.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.include "../../include/r700.inc"
.globl main
start main
  ctrl 1, 11, 1
  i s_mov_b64 exec, 1
  i v_mov_b32 v1, 0
  i s_mov_b32 s8, 16
  ctrl 11, 2+R0, 5+B0
  i v_mov_b32 v2, 0
  i ds_write_b32 v1, v2
  i s_barrier
  ctrl 1, 2+W0, 3+B0+Y
again:
  i clause 7
  i ds_read_b32 v2, v1
  i s_nop 1
  ctrl 15+Y, 1+R1, 1
  i v_add_u32 v2, 1, v2
  i ds_write_b32 v1, v2
  i s_nop 7
  ctrl 6, 4+B1, 1
  i s_sub_u32 s8, s8, 1
  i s_cmp_lg_u32 s8, 0
  ctrl 5
  i s_cbranch_scc1 again
  ctrl 5, 2+W0
  i s_barrier
  i ds_read_b32 v2, v1
  ctrl 1+B0
  i global_store_dword v1, v2, s[4:5]
  finish

// Again with pairs: each instruction of a pair counts, and one past the end goes alone.
start pairs
  ctrl 1, 11, 1
  i s_mov_b64 exec, 1
  i v_mov_b32 v1, 0
  i s_mov_b32 s8, 16
  ctrl 11, 2+R0, 5+B0
  i v_mov_b32 v2, 0
  i ds_write_b32 v1, v2
  i s_barrier
  ctrl
pair_again:
  i clause 7
  ctrl 0, 2+W0, 11+B0
  i v_mov_b32 v3, 1
  i ds_read_b32 v2, v1
  i v_add_u32 v2, 1, v2
  ctrl 0, 1+R1, 1
  i v_mov_b32 v4, 2
  i ds_write_b32 v1, v2
  i s_nop 0
  ctrl 0, 4+B1, 1
  i v_mov_b32 v5, 3
  i s_nop 3
  i s_sub_u32 s8, s8, 1
  ctrl 1, 5
  i s_cmp_lg_u32 s8, 0
  i s_cbranch_scc1 pair_again
  ctrl 5, 2+W0
  i s_barrier
  i ds_read_b32 v2, v1
  ctrl 1+B0
  i global_store_dword v1, v2, s[4:5]
  finish
