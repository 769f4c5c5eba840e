// Wrong accesses to an image. The second argument says which.
.globl main
main:
  s_load_dwordx2 s[16:17], s[0:1], 0x0      // the image
  s_load_dword s18, s[0:1], 0x8
  s_waitcnt lgkmcnt(0)
  s_load_dwordx8 s[4:11], s[16:17], 0x0     // its T#
  v_mov_b32 v1, s2                          // y: the workgroup's number
  s_cmp_eq_u32 s18, 1
  s_cbranch_scc1 load_mip
  s_cmp_eq_u32 s18, 2
  s_cbranch_scc1 more_rows
  s_cmp_eq_u32 s18, 3
  s_cbranch_scc1 store
  s_cmp_eq_u32 s18, 4
  s_cbranch_scc1 past_object
  s_waitcnt lgkmcnt(0)
load:                                       // 0: texel (lane, group) of level 0
  image_load v[4:7], v[0:1], s[4:11] dmask:0xf unorm
  s_endpgm
load_mip:                                   // 1: of level 1 and slice 2 texel (lane mod 4, group)
  v_and_b32 v0, 3, v0
  v_mov_b32 v2, 2
  v_mov_b32 v3, 1
  s_waitcnt lgkmcnt(0)
  image_load_mip v[4:7], v[0:3], s[4:11] dmask:0xf unorm da
  s_endpgm
more_rows:                                  // 2: texel (lane, group), with 8 rows in T# that the image has not
  s_waitcnt lgkmcnt(0)
  s_add_u32 s6, s6, 8 << 14                 // HEIGHT
  s_nop 4
image_load_more:
  image_load v[4:7], v[0:1], s[4:11] dmask:0xf unorm
  s_endpgm
store:                                      // 3: all groups store texel (lane, 0)
  v_mov_b32 v1, 0
  s_waitcnt lgkmcnt(0)
  image_store v[4:7], v[0:1], s[4:11] dmask:0xf unorm
  s_endpgm
past_object:                                // 4: what follows the image's object
load_object:
  s_load_dwordx2 s[20:21], s[16:17], 48
  s_endpgm
.globl load, load_object
