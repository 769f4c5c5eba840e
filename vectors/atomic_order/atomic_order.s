// Waves that atomics order, or do not (docs/verdicts.md, races), one way for each value of `which`. The first lane of
// each wave works alone.
//
//   s[4:5] words: 0 the lock or flag, 1 another one   s[6:7] data   s8 which   s9 wave of the launch
//   v1 0   v2 1   v3 4 * s9   v4 what a poll has read   v5 data, 5 at first   v[12:13] dword 0 of the LDS, for FLAT
//   LDS: dword 0 the lock or flag, 1 data
// Decisions: D-LDS-2, D-LDS-14.
.include "../include/cases.inc"
.globl main

.macro wait text:vararg
  \text
  s_waitcnt vmcnt(0) lgkmcnt(0)
.endm

// Waits until an instruction gives v4 as wanted.
.macro poll wanted, text:vararg
.Lpoll\@:
  wait \text
  v_readfirstlane_b32 s10, v4
  s_cmp_eq_u32 s10, \wanted
  s_cbranch_scc0 .Lpoll\@
.endm

.macro wave n, label
  s_cmp_eq_u32 s9, \n
  s_cbranch_scc1 \label
.endm

// Stores v5 as data; reads the data and stores it in the wave's place from dword 16 on.
.macro write_data
  wait global_store_dword v1, v5, s[6:7]
.endm
.macro read_data
  wait global_load_dword v5, v1, s[6:7] glc
  global_store_dword v3, v5, s[6:7] offset:64
  s_endpgm
.endm

// Again in the LDS.
.macro write_lds
  wait ds_write_b32 v1, v5 offset:4
.endm
.macro read_lds
  wait ds_read_b32 v5, v1 offset:4
  global_store_dword v3, v5, s[6:7] offset:64
  s_endpgm
.endm

.macro clear_lds
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc0 .Lclear\@
  ds_write_b32 v1, v1
  wait ds_write_b32 v1, v1 offset:4
.Lclear\@:
  s_barrier
.endm

// v5 + 1
.macro count_up
  v_add_u32 v5, 1, v5
.endm

main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dwordx2 s[8:9], s[0:1], 0x10                 // which, waves of a group
  v_readfirstlane_b32 s10, v0
  s_lshr_b32 s10, s10, 6
  s_mov_b64 exec, 1
  v_mov_b32 v1, 0
  v_mov_b32 v2, 1
  v_mov_b32 v5, 5
  v_mov_b32 v12, 0
  v_mov_b32 v13, 0x10000
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  s_mul_i32 s9, s2, s9
  s_add_u32 s9, s9, s10
  s_lshl_b32 s10, s9, 2
  v_mov_b32 v3, s10
  cases lock, lock_store, lock_other, lock_lds, lock_lds_store, flag, flag_plain, flag_early, flag_behind, chain
  cases arrivals, barriers, flag_two_words, flag_scalar, flag_gds, flag_append, flag_flat, flag_lds_plain
  cases flag_store, flag_unwaited, flag_unwaited_glc, flag_store_atomic, flag_unwaited_atomic, flag_store_scalar
  cases flag_counted, flag_counted_less

lock:                                                 // each wave, three times
  s_movk_i32 s11, 3
  v_mov_b32 v6, 1                                     // the new value, and the expected one
  v_mov_b32 v7, 0
.Llock:
  poll 0, global_atomic_cmpswap v4, v1, v[6:7], s[4:5] glc
  wait global_load_dword v5, v1, s[6:7] glc
  count_up
  wait global_store_dword v1, v5, s[6:7]
  global_atomic_swap v1, v7, s[4:5]
  s_sub_u32 s11, s11, 1
  s_cmp_eq_u32 s11, 0
  s_cbranch_scc0 .Llock
  s_endpgm

lock_store:                                           // a store unlocks
  wave 0, .Llock_store
  s_sleep 100
.Llock_store:
  poll 0, global_atomic_swap v4, v1, v2, s[4:5] glc
  wait global_load_dword v5, v1, s[6:7]
  count_up
  wait global_store_dword v1, v5, s[6:7]
  wait global_store_dword v1, v1, s[4:5]
  s_endpgm

lock_other:                                           // the second wave takes the other lock
  wave 0, .Llock_other
  s_sleep 100
.Llock_other:
  poll 0, global_atomic_swap v4, v3, v2, s[4:5] glc
load_other:
  wait global_load_dword v5, v1, s[6:7]
  count_up
store_other:
  wait global_store_dword v1, v5, s[6:7]
  global_atomic_swap v3, v1, s[4:5]
  s_endpgm

lock_lds:                                             // each wave, three times
  clear_lds
  s_movk_i32 s11, 3
.Llock_lds:
  poll 0, ds_cmpst_rtn_b32 v4, v1, v1, v2
  wait ds_read_b32 v5, v1 offset:4
  count_up
  wait ds_write_b32 v1, v5 offset:4
  ds_and_b32 v1, v1
  s_sub_u32 s11, s11, 1
  s_cmp_eq_u32 s11, 0
  s_cbranch_scc0 .Llock_lds
  s_barrier
  read_lds

lock_lds_store:
  clear_lds
  wave 0, .Llock_lds_store
  s_sleep 100
.Llock_lds_store:
  poll 0, ds_wrxchg_rtn_b32 v4, v1, v2
  wait ds_read_b32 v5, v1 offset:4
  count_up
  wait ds_write_b32 v1, v5 offset:4
  wait global_store_dword v1, v5, s[6:7]
  wait ds_write_b32 v1, v1
  s_endpgm

flag:
  wave 1, .Lflag
  write_data
  global_atomic_or v1, v2, s[4:5]
  s_endpgm
.Lflag:
  poll 1, global_atomic_or v4, v1, v1, s[4:5] glc
  read_data

flag_plain:                                           // loads with GLC poll
  wave 1, .Lflag_plain
  write_data
  global_atomic_or v1, v2, s[4:5]
  s_endpgm
.Lflag_plain:
  poll 1, global_load_dword v4, v1, s[4:5] glc
  read_data

flag_early:                                           // the reader's atomic on the word comes before the writer's
  wave 1, .Lflag_early
  poll 1, global_atomic_or v4, v1, v1, s[4:5] offset:4 glc
  write_data
  global_atomic_or v1, v2, s[4:5]
  s_endpgm
.Lflag_early:
  wait global_atomic_or v4, v1, v1, s[4:5] glc
  wait global_atomic_or v1, v2, s[4:5] offset:4
  poll 1, global_load_dword v4, v1, s[4:5] glc
  read_data

flag_behind:                                          // the data is written behind the atomic; loads poll for that
  wave 1, .Lflag_behind
  wait global_atomic_or v4, v1, v2, s[4:5] glc
  write_data
  global_atomic_or v1, v2, s[4:5] offset:4
  s_endpgm
.Lflag_behind:
  poll 1, global_atomic_or v4, v1, v1, s[4:5] glc
  poll 1, global_load_dword v4, v1, s[4:5] offset:4 glc
  read_data

chain:                                                // wave 2 reads what wave 0 writes; wave 1 is between
  wave 1, .Lchain
  wave 2, .Lchain_end
  write_data
  global_atomic_or v1, v2, s[4:5]
  s_endpgm
.Lchain:
  poll 1, global_atomic_or v4, v1, v1, s[4:5] glc
  global_atomic_or v1, v2, s[4:5] offset:4
  s_endpgm
.Lchain_end:
  poll 1, global_atomic_or v4, v1, v1, s[4:5] offset:4 glc
  read_data

arrivals:                                             // a barrier of four waves, whatever their groups
  wait global_store_dword v3, v5, s[6:7]
  global_atomic_add v1, v2, s[4:5]
  poll 4, global_atomic_add v4, v1, v1, s[4:5] glc
  v_add_u32 v1, 4, v3
  v_and_b32 v1, 15, v1                                // the data of the next wave
  read_data

barriers:                                             // wave 3 reads what wave 0 writes; waves 1 and 2 have the flag
  wave 1, .Lbarriers
  wave 2, .Lbarriers_poll
  wave 3, .Lbarriers_read
  write_data
  s_barrier
  s_endpgm
.Lbarriers:
  s_barrier
  global_atomic_or v1, v2, s[4:5]
  s_endpgm
.Lbarriers_poll:
  poll 1, global_atomic_or v4, v1, v1, s[4:5] glc
  s_barrier
  s_endpgm
.Lbarriers_read:
  s_barrier
  read_data

flag_two_words:                                       // an atomic on both words, and one on the second
  wave 1, .Lflag_two_words
  v_mov_b32 v6, 0
  v_mov_b32 v7, 1
  write_data
  global_atomic_add_x2 v1, v[6:7], s[4:5]
  s_endpgm
.Lflag_two_words:
  poll 1, global_atomic_or v4, v1, v1, s[4:5] offset:4 glc
  read_data

flag_scalar:                                          // a scalar atomic polls
  wave 1, .Lflag_scalar
  write_data
  global_atomic_or v1, v2, s[4:5]
  s_endpgm
.Lflag_scalar:
  s_mov_b32 s11, 0
  s_atomic_or s11, s[4:5], 0x0 glc
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s11, 1
  s_cbranch_scc0 .Lflag_scalar
  read_data

flag_gds:
  wave 1, .Lflag_gds
  wait ds_write_b32 v1, v1 gds
  s_barrier
  write_data
  ds_add_u32 v1, v2 gds
  s_endpgm
.Lflag_gds:
  s_barrier
  poll 1, ds_add_rtn_u32 v4, v1, v1 gds
  read_data

flag_append:                                          // it counts one lane
  clear_lds
  wave 1, .Lflag_append
  write_lds
  ds_append v4
  s_endpgm
.Lflag_append:
  poll 1, ds_add_rtn_u32 v4, v1, v1
  read_lds

flag_flat:
  clear_lds
  wave 1, .Lflag_flat
  write_lds
  flat_atomic_add v[12:13], v2
  s_endpgm
.Lflag_flat:
  poll 1, ds_or_rtn_b32 v4, v1, v1
  read_lds

flag_lds_plain:                                       // reads poll: they order nothing
  clear_lds
  wave 1, .Lflag_lds_plain
lds_write:
  write_lds
  ds_add_u32 v1, v2
  s_endpgm
.Lflag_lds_plain:
  poll 1, ds_read_b32 v4, v1
lds_read:
  read_lds

// As read_data, by a load that acquires nothing.
.macro read_plain
  wait global_load_dword v5, v1, s[6:7]
  global_store_dword v3, v5, s[6:7] offset:64
  s_endpgm
.endm

flag_store:                                           // a store sets the flag, loads with GLC poll
  wave 1, .Lflag_store
  write_data
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.Lflag_store:
  poll 1, global_load_dword v4, v1, s[4:5] glc
  read_plain

flag_unwaited:                                        // the data may come behind the flag
  wave 1, .Lflag_unwaited
unwaited_write:
  global_store_dword v1, v5, s[6:7]
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.Lflag_unwaited:
  poll 1, global_load_dword v4, v1, s[4:5] glc
unwaited_read:
  read_plain

flag_unwaited_glc:                                    // the same, and the data is read with GLC
  wave 1, .Lflag_unwaited_glc
unwaited_glc_write:
  global_store_dword v1, v5, s[6:7]
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.Lflag_unwaited_glc:
  poll 1, global_load_dword v4, v1, s[4:5] glc
unwaited_glc_read:
  read_data

flag_store_atomic:                                    // a store sets the flag, atomics poll
  wave 1, .Lflag_store_atomic
  write_data
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.Lflag_store_atomic:
  poll 1, global_atomic_or v4, v1, v1, s[4:5] glc
  read_plain

flag_unwaited_atomic:
  wave 1, .Lflag_unwaited_atomic
unwaited_atomic_write:
  global_store_dword v1, v5, s[6:7]
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.Lflag_unwaited_atomic:
  poll 1, global_atomic_or v4, v1, v1, s[4:5] glc
unwaited_atomic_read:
  read_plain

flag_store_scalar:                                    // scalar loads with GLC poll
  wave 1, .Lflag_store_scalar
  write_data
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.Lflag_store_scalar:
  s_load_dword s11, s[4:5], 0x0 glc
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s11, 1
  s_cbranch_scc0 .Lflag_store_scalar
  read_plain

flag_counted:                                         // one store may be in flight: the second
  wave 1, .Lflag_counted
  global_store_dword v1, v5, s[6:7]
  global_store_dword v1, v5, s[6:7] offset:8
  s_waitcnt vmcnt(1)
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.Lflag_counted:
  poll 1, global_load_dword v4, v1, s[4:5] glc
  read_plain

flag_counted_less:
  wave 1, .Lflag_counted_less
  global_store_dword v1, v5, s[6:7] offset:8
counted_write:
  global_store_dword v1, v5, s[6:7]
  s_waitcnt vmcnt(1)
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.Lflag_counted_less:
  poll 1, global_load_dword v4, v1, s[4:5] glc
counted_read:
  read_plain
