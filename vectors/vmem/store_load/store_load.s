// A store or an atomic of a wave, and at once a load or an atomic of the same bytes. They reach memory in order of
// issue without a wait (D-MEM-40). The second one writes its own address, or the address or the data of the first,
// which is still in flight. Each kind of store stands before each kind of load.
//
// The rounds have all lanes, one lane, the last four lanes. In each, FLAT behind FLAT has its odd lanes in the LDS too.
// The LDS serves a wave in order of issue.
//
//   out[i] for work-item i: 0x600d + errors   room: 1 KiB of a wave
//   s[4:5] room of the wave   s[6:7] out   s[8:11] its V#   FLAT_SCRATCH room   s14 round   s15 what a pair stores
//   s[18:19] odd lanes
//   v0 lane   v1 4*lane   v[2:3] address of that dword   v4 what is stored   v5 the same   v6 0   v7 errors
//   v8 0x10000*lane   v9 4*item   v10 v1 of the lane beside it   v11 -1 if that stores, else 0
//   v[12:13] address as v[2:3]   v14 offset as v1   v15 0
//   v17 16*lane   v[20:23] four dwords   v[24:27] what is loaded of them, v[24:25] address before
// Decisions: D-MEM-29, D-MEM-40, D-MEM-43, D-MEM-64, D-MEM-70, D-MEM-78.
.globl main

.macro check register, expected
  v_xor_b32 v16, \register, \expected
  v_or_b32 v7, v7, v16
.endm
.macro drain
  s_waitcnt vmcnt(0) lgkmcnt(0)
.endm
// v[2:3] = address of the lane's dword, in memory; in_lds: that of odd lanes in the LDS
.macro address
  v_mov_b32 v3, s5
  v_add_co_u32 v2, vcc, s4, v1
  v_addc_co_u32 v3, vcc, 0, v3, vcc
.endm
.macro in_lds
  v_mov_b32 v12, 0x10000
  v_cndmask_b32 v2, v2, v9, s[18:19]
  v_cndmask_b32 v3, v3, v12, s[18:19]
.endm
.macro prepare
  s_add_u32 s15, s15, 0x31
  v_add_u32 v4, s15, v8
  v_mov_b32 v5, v4
  v_mov_b32 v12, v2
  v_mov_b32 v13, v3
  v_mov_b32 v14, v1
  v_mov_b32 v15, 0
.endm
.macro pair store, load
  prepare
  \store
  \load
.endm

// ---- the first ----
.macro store_global
  global_store_dword v1, v4, s[4:5]
.endm
.macro store_pair
  global_store_dword v[2:3], v4, off
.endm
.macro store_flat
  flat_store_dword v[2:3], v4
.endm
.macro store_scratch
  scratch_store_dword v6, v4, off
.endm
.macro store_buffer
  buffer_store_dword v4, v1, s[8:11], 0 offen
.endm
.macro swap_global
  global_atomic_swap v1, v4, s[4:5]
.endm
.macro swap_flat
  flat_atomic_swap v18, v[2:3], v4 glc
.endm

// ---- the second ----
.macro loads text:vararg                      // v12
  \text
  drain
  check v12, v5
.endm
.macro loads_high text:vararg                 // v13
  \text
  drain
  check v13, v5
.endm
.macro loads_offset text:vararg               // v14
  \text
  drain
  check v14, v5
.endm
// Behind it a load shows what the first has stored.
.macro seen
  address
  global_load_dword v12, v1, s[4:5]
  drain
  check v12, v5
.endm
.macro load_global
  loads_offset global_load_dword v14, v14, s[4:5]
.endm
.macro load_pair_low
  loads global_load_dword v12, v[12:13], off
.endm
.macro load_pair_high
  loads_high global_load_dword v13, v[12:13], off
.endm
.macro load_flat_low
  loads flat_load_dword v12, v[12:13]
.endm
.macro load_flat_high
  loads_high flat_load_dword v13, v[12:13]
.endm
.macro load_scratch
  scratch_load_dword v15, v15, off
  drain
  check v15, v5
.endm
.macro load_buffer
  loads_offset buffer_load_dword v14, v14, s[8:11], 0 offen
.endm
.macro load_buffer_tfe                        // v15 gets 0
  loads_offset buffer_load_dword v[14:15], v14, s[8:11], 0 offen tfe
  check v15, v6
.endm
.macro load_half                              // the low half of the address stays
  global_load_short_d16_hi v14, v14, s[4:5]
  drain
  v_lshlrev_b32 v5, 16, v5
  v_or_b32 v5, v5, v1
  check v14, v5
.endm
.macro atomic_global                          // adds 0
  loads_offset global_atomic_add v14, v14, v6, s[4:5] glc
.endm
.macro atomic_flat
  loads_high flat_atomic_or v13, v[12:13], v6 glc
.endm
.macro atomic_buffer                          // returns into its data
  buffer_atomic_add v15, v1, s[8:11], 0 offen glc
  drain
  check v15, v5
.endm
.macro over_address                           // of the first, low half
  flat_load_dword v2, v[12:13]
  drain
  check v2, v5
  seen
.endm
.macro over_address_high
  global_load_dword v3, v14, s[4:5]
  drain
  check v3, v5
  seen
.endm
.macro over_data                              // by what the neighbour stores
  global_load_dword v4, v10, s[4:5]
  drain
  v_xor_b32 v16, v5, v4
  v_xor_b32 v16, 0x10000, v16                 // the lanes differ in this bit
  v_and_b32 v16, v16, v11
  v_or_b32 v7, v7, v16
  seen
.endm
.macro store_again                            // the same VGPRs; the later one stays
  v_add_u32 v4, 1, v4
  global_store_dword v1, v4, s[4:5]
  v_add_u32 v5, 1, v5
  flat_load_dword v12, v[12:13]
  drain
  check v12, v5
.endm

.macro all_loads store
  .irp load, load_global, load_pair_low, load_pair_high, load_flat_low, load_flat_high, load_scratch, load_buffer
  pair \store, \load
  .endr
  .irp load, load_buffer_tfe, load_half, atomic_global, atomic_flat, atomic_buffer, over_address, over_address_high
  pair \store, \load
  .endr
  pair \store, over_data
  pair \store, store_again
.endm

// The load brings the high half of an address in the LDS into the high half of its own. The LDS is busy, so that its
// half of the load may read the address late.
.macro looks_like_lds store
  prepare
  v_mov_b32 v4, 0x10000
  v_mov_b32 v5, v4
  .rept 6
  ds_add_u32 v6, v6
  .endr
  \store
  flat_load_dword v13, v[12:13]
  drain
  check v13, v5
.endm

// Four dwords of each lane: 16 bytes.
.macro wide store:vararg
  .irp n, 20, 21, 22, 23
  s_add_u32 s15, s15, 0x31
  v_add_u32 v\n, s15, v8
  .endr
  v_mov_b32 v25, s5
  v_add_co_u32 v24, vcc, s4, v17
  v_addc_co_u32 v25, vcc, 0, v25, vcc
  \store
.endm
.macro check_four
  drain
  .irp n, 0, 1, 2, 3
  v_xor_b32 v16, v[20+\n], v[24+\n]
  v_or_b32 v7, v7, v16
  .endr
.endm
.macro store_four text:vararg
  wide \text
  flat_load_dwordx4 v[24:27], v[24:25]
  check_four
  wide \text
  global_load_dwordx4 v[24:27], v[24:25], off
  check_four
  wide \text
  global_load_dwordx2 v[26:27], v17, s[4:5] offset:8
  flat_load_dwordx2 v[24:25], v[24:25]
  check_four
  wide \text
  v_mov_b32 v26, v17
  buffer_load_dwordx3 v[25:27], v26, s[8:11], 0 offen offset:4
  global_load_dword v24, v17, s[4:5]
  check_four
  wide \text                                  // bytes of it anew: of dwords 1 and 2
  global_store_short v17, v20, s[4:5] offset:6
  global_store_byte v17, v20, s[4:5] offset:8
  flat_load_dwordx4 v[24:27], v[24:25]
  v_and_b32 v21, 0xffff, v21
  v_lshl_or_b32 v21, v20, 16, v21
  s_movk_i32 s16, 0xff
  v_bfi_b32 v22, s16, v20, v22
  check_four
.endm

main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_readfirstlane_b32 s16, v0
  v_lshlrev_b32 v9, 2, v0
  v_and_b32 v0, 63, v0
  v_lshlrev_b32 v1, 2, v0
  v_xor_b32 v10, 4, v1
  v_lshlrev_b32 v8, 16, v0
  v_lshlrev_b32 v17, 4, v0
  v_mov_b32 v6, 0
  v_mov_b32 v7, 0
  s_lshl_b32 s16, s16, 4                  // 1 KiB of a wave
  s_mov_b32 s15, 0
  s_mov_b32 s14, 0
  s_mov_b32 s18, 0xaaaaaaaa
  s_mov_b32 s19, 0xaaaaaaaa
  s_waitcnt lgkmcnt(0)
  s_add_u32 s4, s4, s16
  s_addc_u32 s5, s5, 0
  s_mov_b32 s8, s4
  s_mov_b32 s9, s5
  s_movk_i32 s10, 0x400
  s_mov_b32 s11, 0x00027000
  s_mov_b64 flat_scratch, s[4:5]
  v_mov_b32 v11, -1                       // the neighbour stores too
.Lround:
  address
  .irp store, store_global, store_pair, store_flat, store_scratch, store_buffer, swap_global, swap_flat
  all_loads \store
  .endr
  .irp load, load_flat_low, load_flat_high, atomic_flat
  .irp store, store_flat, swap_flat
  in_lds
  pair \store, \load
  address
  .endr
  .endr
  .irp store, store_flat, store_global, store_flat, swap_flat
  looks_like_lds \store
  .endr
  store_four global_store_dwordx4 v17, v[20:23], s[4:5]
  store_four flat_store_dwordx4 v[24:25], v[20:23]
  store_four buffer_store_dwordx4 v[20:23], v17, s[8:11], 0 offen
  s_mov_b64 exec, -1
  v_mov_b32 v11, 0
  s_add_u32 s14, s14, 1
  s_mov_b32 exec_hi, 0
  s_mov_b32 exec_lo, 0x20
  s_cmp_eq_u32 s14, 1
  s_cbranch_scc1 .Lround
  s_mov_b32 exec_lo, 0
  s_mov_b32 exec_hi, 0xf0000000
  v_mov_b32 v11, -1
  s_cmp_eq_u32 s14, 2
  s_cbranch_scc1 .Lround
  s_mov_b64 exec, -1
  v_add_u32 v7, 0x600d, v7
  global_store_dword v9, v7, s[6:7]
  s_endpgm
