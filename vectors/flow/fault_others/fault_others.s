// Waves that fault beside waves that go on, in groups of four. Every wave stores to early and does not wait for the
// store. The waves with the numbers `first` and `second` then send a message. They fault while store and message are in
// flight. The other waves sleep for longer than that, compute, and store to late. A wave's number is 4*group + its
// place in the group.
// Each of the two waves has a kind: 0 a jump to an unmapped page; 1 an illegal instruction; 2 an endless loop.
// With meet 1 waves 0, 1 and 2 of each group meet at a barrier before they store to late.
//
//   early[i] = i   late[i] = 5 + 48*i for work-item i
//   s[4:5] early   s[6:7] late   s8 first   s9 its kind   s10 second   s11 its kind   s12 meet   s13 number of the wave
//   s14 wave of the group   s15 kind
// Decisions: D-ILL-2, D-ILL-5.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dwordx4 s[8:11], s[0:1], 0x10
  s_load_dword s12, s[0:1], 0x20
  v_readfirstlane_b32 s14, v0
  s_lshr_b32 s14, s14, 6
  s_lshl_b32 s13, s2, 2
  s_add_u32 s13, s13, s14
  s_lshl_b32 s16, s2, 8
  v_add_u32 v1, s16, v0                   // work-item
  v_lshlrev_b32 v2, 2, v1
  v_mov_b32 v3, 5
  s_movk_i32 s17, 48
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s15, s9
  s_cmp_eq_u32 s13, s8
  s_cbranch_scc1 .Lfirst
  s_mov_b32 s15, s11
  s_cmp_eq_u32 s13, s10
  s_cbranch_scc1 .Lsecond
  global_store_dword v2, v1, s[4:5]
  s_sleep 127
  s_sleep 127
.Lsum:
  v_add_u32 v3, v3, v1
  s_sub_u32 s17, s17, 1
  s_cmp_lg_u32 s17, 0
  s_cbranch_scc1 .Lsum
  s_cmp_eq_u32 s12, 0
  s_cbranch_scc1 .Lstore
  s_cmp_eq_u32 s14, 3
  s_cbranch_scc1 .Lstore
  s_barrier
.Lstore:
  global_store_dword v2, v3, s[6:7]
  s_endpgm
.Lsecond:
  s_sleep 20
.Lfirst:
  s_sleep 40                              // until all waves that have a slot have started
  s_mov_b32 m0, s13
  s_getpc_b64 s[18:19]
here:
  s_add_u32 s19, s19, 0x100
  global_store_dword v2, v1, s[4:5]
  s_sendmsg 5
  s_cmp_eq_u32 s15, 1
  s_cbranch_scc1 illegal
  s_cmp_eq_u32 s15, 2
  s_cbranch_scc1 .Lendless
  s_setpc_b64 s[18:19]
illegal:
  v_screen_partition_4se_b32 v3, v3
  global_store_dword v2, v3, s[6:7]
  s_endpgm
.Lendless:
  s_branch .Lendless
