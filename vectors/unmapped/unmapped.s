// Six accesses to unmapped memory. They read 0, drop their write, and set TRAPSTS.MEM_VIOL. A scalar load does not set
// it.
//
//   s[4:5] out: 1024 dwords, which is a page, with an unmapped page behind it   v0 lane
// Decisions: D-MEM-40, D-MEM-44, D-MEM-45, D-MEM-46.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b64 s[8:9], 0
  v_mov_b32 v2, 0
  v_mov_b32 v3, 0
  v_mov_b32 v6, -1
  s_waitcnt lgkmcnt(0)
first:
  s_load_dwordx2 s[10:11], s[8:9], 0x10      // one: a scalar load from 0x10
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, 0x28
  v_mov_b32 v5, -1
  global_load_dword v5, v[2:3], off          // two: lanes 3 and 5 load from 0
  s_mov_b64 exec, -1
  s_waitcnt vmcnt(0)
  v_lshlrev_b32 v4, 2, v0
  // Each lane has a dword, from the end of the page backwards: lane 62 at 0xffe, lane 63 at 0x1002.
  v_add_u32 v4, 0xf06, v4
  v_mov_b32 v7, 7
  global_store_short v4, v7, s[4:5]          // one: lane 63 stores to 0x1002
  v_mov_b32 v8, 0xffe
  s_mov_b64 exec, 1
  global_load_dword v9, v8, s[4:5]           // one: half of the dword is there, what lane 62 stored
  s_mov_b64 s[8:9], 0xffff
  s_lshl_b64 s[8:9], s[8:9], 36
  v_mov_b32 v8, 0
  global_store_dword v8, v7, s[8:9]          // one: lane 0 stores to 0xffff000000000
  s_mov_b64 exec, -1
  s_waitcnt vmcnt(0)
  v_lshlrev_b32 v4, 2, v0
  v_mov_b32 v10, s10
  global_store_dword v4, v10, s[4:5]
  v_mov_b32 v10, s11
  global_store_dword v4, v10, s[4:5] offset:256
  s_mov_b64 exec, 0x28
  global_store_dword v4, v5, s[4:5] offset:512
  s_mov_b64 exec, 1
  global_store_dword v4, v9, s[4:5] offset:768
  s_endpgm
