// Accesses outside what is allocated (docs/verdicts.md), one for each value of `which`. 0: accesses that touch the last
// bytes of the buffers, which are none of them.
//
//   s[4:5] a: 1024 dwords   s[6:7] b: 100 bytes   s8 which   v0 lane
// Decisions: D-MEM-44, D-MEM-45, D-MEM-46.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x10
  v_mov_b32 v1, 7
  s_waitcnt lgkmcnt(0)
  // A V# of 8192 bytes that begins with a.
  s_mov_b32 s16, s4
  s_mov_b32 s17, s5
  s_movk_i32 s18, 0x2000
  s_mov_b32 s19, 0x30024fac
  s_cmp_eq_u32 s8, 1
  s_cbranch_scc1 far
  s_cmp_eq_u32 s8, 2
  s_cbranch_scc1 next
  s_cmp_eq_u32 s8, 3
  s_cbranch_scc1 partly
  s_cmp_eq_u32 s8, 4
  s_cbranch_scc1 two
  s_cmp_eq_u32 s8, 5
  s_cbranch_scc1 scalar
  s_cmp_eq_u32 s8, 6
  s_cbranch_scc1 descriptor
  s_cmp_eq_u32 s8, 7
  s_cbranch_scc1 before
  s_cmp_eq_u32 s8, 8
  s_cbranch_scc1 gap

  // Nothing outside.
  v_lshlrev_b32 v2, 2, v0
  global_store_dword v2, v1, s[4:5] offset:3840
  s_load_dwordx4 s[12:15], s[4:5], 0xff0
  s_mov_b64 exec, 1
  v_mov_b32 v2, 99
  global_store_byte v2, v1, s[6:7]
  v_mov_b32 v2, 0x2000
  buffer_load_dword v3, off, s[16:19], 0 offset:4092
  buffer_load_dword v4, v2, s[16:19], 0 offen         // out of range of the V#: no access
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_endpgm

far:                                                  // 8 KiB past a
  s_mov_b64 exec, 1
  v_mov_b32 v2, 0x3000
  global_store_dword v2, v1, s[4:5]
  s_endpgm

next:                                                 // one byte past b, in a page of b
  s_mov_b64 exec, 4
  v_mov_b32 v2, 100
  global_store_byte v2, v1, s[6:7]
  s_endpgm

partly:                                               // half of the dword is b
  s_mov_b64 exec, 1
  v_mov_b32 v2, 98
  global_load_dword v3, v2, s[6:7]
  s_waitcnt vmcnt(0)
  s_endpgm

two:                                                  // one dword in a, one in b, which follows it
  s_mov_b64 exec, 1
  v_mov_b32 v2, 0
  global_load_dwordx2 v[3:4], v2, s[4:5] offset:4092
  s_waitcnt vmcnt(0)
  s_endpgm

scalar:                                               // two of four dwords
  s_load_dwordx4 s[12:15], s[4:5], 0xff8
  s_waitcnt lgkmcnt(0)
  s_endpgm

descriptor:                                           // in range of the V#, but past a: lanes 4..63
  v_lshlrev_b32 v2, 2, v0
  buffer_load_dword v3, v2, s[16:19], 0 offen offset:4080
  s_waitcnt vmcnt(0)
  s_endpgm

before:
  s_mov_b64 exec, 1
  v_mov_b32 v2, 0
  global_load_ubyte v3, v2, s[4:5] offset:-1
  s_waitcnt vmcnt(0)
  s_endpgm

gap:                                                  // half a MiB past a: the next buffer is further away
  s_mov_b64 exec, 1
  v_mov_b32 v2, 0x80ffc
  global_store_dword v2, v1, s[4:5]
  s_endpgm
