// Exports between instructions of all memories, which do not wait for each other. Registers are loaded, then exported;
// or exported, then loaded. LDS, GDS and stores are on the way.
//
//   out[i]: in[63 - i] + i   out[64 + i]: in[i], through the GDS   out[128 + i]: i, through the LDS
// Decisions: D-EXP-3, D-EXP-7, D-EXP-8, D-LDS-29.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0          // out, in
  v_lshlrev_b32 v1, 2, v0
  v_sub_u32 v2, 0xfc, v1
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  global_load_dword v3, v1, s[6:7]
  global_load_dword v4, v2, s[6:7]
  ds_write_b32 v1, v0
  exp pos0 v0, v1, off, off
  s_waitcnt vmcnt(1)
  exp mrt0 v3, off, off, off
  ds_write_b32 v1, v3 gds
  s_waitcnt vmcnt(0)
  exp param0 v4, off, v3, off
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v5, v1 gds
  ds_read_b32 v6, v1
  exp mrt1 v4, v4, v2, v2 compr
  v_add_u32 v7, v4, v0
  global_store_dword v1, v7, s[4:5]
  s_waitcnt lgkmcnt(0)
  exp mrt2 v5, v6, off, off
  s_waitcnt expcnt(0)
  global_load_dword v3, v2, s[6:7] offset:4
  ds_swizzle_b32 v4, v0 offset:0x041f
  global_store_dword v1, v5, s[4:5] offset:256
  global_store_dword v1, v6, s[4:5] offset:512
  s_waitcnt vmcnt(0) lgkmcnt(0)
  exp mrt2 v3, v4, off, off done
  s_endpgm
