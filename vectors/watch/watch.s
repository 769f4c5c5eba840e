// Reads of memory that nobody has written, and races of waves (docs/verdicts.md), one for each value of `which`. 0:
// none. A group of two waves, or two groups of one wave.
//
//   s[4:5] in, written   s[6:7] out, not written   s8 which   s2 group   s9 wave of the group
//   v0 work-item   v1 its offset   v3 the lane's offset
.globl main

// out[64 * n + lane] = v2
.macro store_row n
  global_store_dword v3, v2, s[6:7] offset:256 * \n
.endm

main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x10
  v_readfirstlane_b32 s9, v0
  s_lshr_b32 s9, s9, 6
  v_lshlrev_b32 v1, 2, v0
  v_and_b32 v3, 0xfc, v1
  v_mov_b32 v2, 7
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s8, 1
  s_cbranch_scc1 uninit
  s_cmp_eq_u32 s8, 2
  s_cbranch_scc1 uninit_scalar
  s_cmp_eq_u32 s8, 3
  s_cbranch_scc1 race_stores
  s_cmp_eq_u32 s8, 4
  s_cbranch_scc1 race_load
  s_cmp_eq_u32 s8, 5
  s_cbranch_scc1 race_groups
  s_cmp_eq_u32 s8, 6
  s_cbranch_scc1 race_after
  s_cmp_eq_u32 s8, 7
  s_cbranch_scc1 uninit_byte

  // Nothing: each wave writes its row, and reads the other's behind a barrier. Then all add to one word.
  global_load_dword v2, v1, s[4:5]
  s_waitcnt vmcnt(0)
  global_store_dword v1, v2, s[6:7]
  s_waitcnt vmcnt(0)
  s_barrier
  v_xor_b32 v4, 0x100, v1
  global_load_dword v5, v4, s[6:7]
  v_mov_b32 v6, 0
  global_atomic_add v6, v2, s[4:5]
  s_load_dword s10, s[6:7], 0x0
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_barrier
  v_add_u32 v5, s10, v5
  global_store_dword v1, v5, s[6:7]
  s_endpgm

uninit:                                               // lane 5 of wave 0 reads what it has not written
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc0 end
  s_mov_b64 exec, 0xffdf
  store_row 1
  s_mov_b64 exec, 0xff
  s_waitcnt vmcnt(0)
read_uninit:
  global_load_dword v2, v3, s[6:7] offset:256
  s_waitcnt vmcnt(0)
  s_endpgm

uninit_scalar:
  s_load_dwordx2 s[10:11], s[6:7], 0x40
  s_waitcnt lgkmcnt(0)
  s_endpgm

uninit_byte:                                          // three bytes of a dword are written, and four are read
  s_mov_b64 exec, 2
  global_store_short v1, v2, s[6:7]
  global_store_byte v1, v2, s[6:7] offset:2
  s_waitcnt vmcnt(0)
  global_load_ushort v4, v1, s[6:7]
read_byte:
  global_load_dword v4, v1, s[6:7]
  s_waitcnt vmcnt(0)
  s_endpgm

race_stores:                                          // both waves write row 0
store_both:
  store_row 0
  s_endpgm

race_load:                                            // wave 1 reads what wave 0 writes, without a barrier between
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc0 load_row
store_first:
  store_row 0
  s_endpgm
load_row:
  s_nop 15
  s_nop 15
  global_load_dword v4, v3, s[6:7]
  s_waitcnt vmcnt(0)
  s_endpgm

race_groups:                                          // a barrier orders the waves of one group alone
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc1 first_group
  s_barrier
first_group:
  store_row 0
  s_endpgm

race_after:                                           // the second store has no barrier before it
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc0 behind
  store_row 0
behind:
  s_waitcnt vmcnt(0)
  s_barrier
  global_load_dword v4, v3, s[6:7]
  s_waitcnt vmcnt(0)
  s_cmp_eq_u32 s9, 1
  s_cbranch_scc0 end
store_behind:
  store_row 0
end:
  s_endpgm
