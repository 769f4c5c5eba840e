// s_barrier waits for the wave's own stores, and for nothing else. Two waves exchange a dword a lane through memory and
// another through the LDS. A group of one wave has the same guarantee: it loads what it stored.
// A load in flight does not hold it: `load` is behind the barrier before the value is there.
//
//   out[item] = item + 5, out[128 + item] = (item xor 64) + 5, out[256 + item] = (item xor 64) + 9
//   s[4:5] out   s[6:7] in   v1 item * 4
// Decisions: D-CTRL-26.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start_in main
  ctrl 11, 11, 11
  i v_add_u32 v2, 5, v0
  i v_add_u32 v3, 9, v0
  i v_xor_b32 v4, 0x100, v1
  // The load is in flight when the wave comes to the barrier, and stays so.
  ctrl 1+W0, 1, 1
  i global_load_dword v7, v1, s[6:7]
  i global_store_dword v1, v2, s[4:5]
  i ds_write_b32 v1, v3
  ctrl 5, 1+W1, 2+W2
  i s_barrier
  i global_load_dword v5, v4, s[4:5]
  i ds_read_b32 v6, v4
  ctrl 1+B1, 1+B2, 5
  i global_store_dword v1, v5, s[4:5] offset:512
  i global_store_dword v1, v6, s[4:5] offset:1024
  i s_endpgm

// One wave, with stalls and 'Y' at the barrier.
start alone
  ctrl 11, 1, 15+Y
  i v_add_u32 v2, 5, v0
stores:
  i global_store_dword v1, v2, s[4:5]
barrier:
  i s_barrier
  ctrl 2+W1, 1+B1, 5
  i global_load_dword v5, v1, s[4:5]
  i global_store_dword v1, v5, s[4:5] offset:512
  i s_barrier
  finish

// One wave, and a load alone.
start_in load
  ctrl 5+W0, 5, 1
loads:
  i global_load_dword v2, v1, s[6:7]
  i s_barrier
behind_barrier:
  i s_nop 0
  ctrl 1+B0
  i s_nop 0
  row v2
  finish
