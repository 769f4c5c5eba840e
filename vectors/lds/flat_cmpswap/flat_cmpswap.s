// FLAT cmpswap in the shared aperture. The compare value lies as for memory: in the register behind the new value,
// or in the pair behind the new pair (buffer-memory.md 8). The register behind it has another value. Lanes 0 to 31
// compare with the LDS's contents, the others with another value.
//
//   The LDS holds 8 at 8 l, and 0 behind it.
//   out[l]: 1000, or 8   out[64 + l]: the old value, 8   out[128 + l]: 2000, or 8
// Decisions: D-MEM-37.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_lshlrev_b32 v2, 3, v0
  v_mov_b32 v4, 8
  v_mov_b32 v5, 0
  ds_write_b64 v2, v[4:5]
  v_mov_b32 v3, 0x10000                       // v[2:3] address in the aperture
  v_mov_b32 v6, 0x3e8                         // new value
  v_mov_b32 v7, v4                            // compare
  v_mov_b32 v8, -1
  v_mov_b32 v9, -1
  s_mov_b32 exec_lo, 0
  v_mov_b32 v7, 2
  s_mov_b32 exec_lo, -1
  s_waitcnt lgkmcnt(0)
  flat_atomic_cmpswap v12, v[2:3], v[6:7] glc
  s_waitcnt vmcnt(0) lgkmcnt(0)
  ds_read_b32 v13, v2
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v13, s[4:5]
  global_store_dword v1, v12, s[4:5] offset:256
  v_mov_b32 v14, 0x7d0
  v_mov_b32 v15, 0
  v_mov_b32 v16, v13
  v_mov_b32 v17, 0
  v_mov_b32 v18, -1
  s_mov_b32 exec_lo, 0
  v_mov_b32 v17, 1
  s_mov_b32 exec_lo, -1
  flat_atomic_cmpswap_x2 v[20:21], v[2:3], v[14:17] glc
  s_waitcnt vmcnt(0) lgkmcnt(0)
  ds_read_b32 v13, v2
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v13, s[4:5] offset:512
  s_endpgm
