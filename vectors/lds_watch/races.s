// Races of two waves for bytes of the LDS (docs/verdicts.md), one for each value of `which`. 0: none. A group of two
// waves, or two groups. Where the order matters, the second wave sleeps first.
//
//   s[4:5] in: 64 dwords, written   s[6:7] out   s8 which   s9 wave of the group   s[12:15] in as a buffer
//   s[16:19] out as a buffer   v0 work-item   v1 its offset   v2 4 * lane   v3 lane   v4 what is written
//   v[8:9] what is read   v[12:13] v2 in the LDS, for FLAT
// Decisions: D-LDS-2, D-LDS-13, D-LDS-14, D-R700-3, D-R700-8.
.include "../include/cases.inc"
.include "../include/r700.inc"
.globl main

.macro lds text:vararg
  \text
  s_waitcnt lgkmcnt(0)
.endm

// The second wave goes on at the label, later.
.macro second label
  s_cmp_eq_u32 s9, 1
  s_cbranch_scc0 .Lfirst\@
  s_sleep 100
  s_branch \label
.Lfirst\@:
.endm

main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x10
  v_readfirstlane_b32 s9, v0
  s_lshr_b32 s9, s9, 6
  v_lshlrev_b32 v1, 2, v0
  v_and_b32 v2, 0xfc, v1
  v_and_b32 v3, 63, v0
  v_mov_b32 v4, 5
  v_mov_b32 v5, 6
  v_mov_b32 v12, v2
  v_mov_b32 v13, 0x10000
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s12, s4
  s_mov_b32 s13, s5
  s_movk_i32 s14, 0x100
  s_mov_b32 s15, 0x30020000
  s_mov_b32 s16, s6
  s_mov_b32 s17, s7
  s_movk_i32 s18, 0x100
  s_mov_b32 s19, s15
  cases none, writes, read_behind, write_behind, byte, write2, flat, transfer, store_lds, direct, owner, src2
  cases groups

none:
  // Rows of their own, a barrier, the other's row.
  lds ds_write_b32 v1, v1
  s_barrier
  v_xor_b32 v6, 0x100, v1
  lds ds_read_b32 v8, v6
  s_barrier
  lds ds_write_b32 v6, v8
  s_barrier
  // Bytes beside each other: even and odd ones, halves, dwords.
  v_lshlrev_b32 v6, 1, v3
  v_add_u32 v7, s9, v6
  lds ds_write_b8 v7, v4
  lds ds_read_u8 v8, v7
  s_barrier
  v_lshlrev_b32 v7, 1, v7
  lds ds_write_b16 v7, v4
  lds ds_read_u16 v8, v7
  s_barrier
  v_lshlrev_b32 v7, 1, v7
  lds ds_write_b32 v7, v4
  lds ds_read_b32 v8, v7
  s_barrier
  // Both read the same.
  lds ds_read2_b32 v[8:9], v2 offset1:64
  s_barrier
  // Atomics of both, and beside plain accesses.
  lds ds_add_u32 v2, v4
  lds ds_add_rtn_u32 v8, v2, v4
  lds ds_append v8 offset:256
  lds ds_consume v8 offset:256
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc1 .Lplain
  lds ds_max_u32 v2, v4
  s_branch .Lboth
.Lplain:
  lds ds_write_b32 v2, v4
  lds ds_read_b32 v8, v2
.Lboth:
  s_barrier
  // Nothing of these accesses the LDS.
  v_mov_b32 v6, -1
  lds ds_write_b32 v6, v4
  lds ds_swizzle_b32 v8, v2 offset:0x8000
  lds ds_permute_b32 v8, v2, v4
  lds ds_bpermute_b32 v8, v2, v4
  lds ds_write_b32 v2, v4 gds                         // the GDS is not watched
  v_mov_b32 v8, 77
  global_store_dword v1, v8, s[6:7]
  s_endpgm

writes:
  second write_both
write_both:
  lds ds_write_b32 v2, v4
  s_endpgm

read_behind:
  second .Lread
first_write:
  lds ds_write_b32 v2, v4
  s_endpgm
.Lread:
read:
  lds ds_read_b32 v8, v2
  s_endpgm

write_behind:                                         // a barrier is behind the write, and none behind the read
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc0 .Lwritten
  lds ds_write_b32 v2, v4
.Lwritten:
  s_barrier
  second last_write
first_read:
  lds ds_read_b32 v8, v2
  s_endpgm
last_write:
  lds ds_write_b32 v2, v4
  s_endpgm

byte:                                                 // one byte in common, 11
  s_mov_b64 exec, 1
  v_mov_b32 v6, 4
  v_mov_b32 v7, 11
  second read_byte
write_bytes:
  lds ds_write_b64 v6, v[4:5]
  s_endpgm
read_byte:
  lds ds_read_u8 v8, v7
  s_endpgm

write2:                                               // the second access of lane 0 is the row of the other
  second read_row
write_two:
  lds ds_write2_b32 v2, v4, v5 offset0:64 offset1:128
  s_endpgm
read_row:
  lds ds_read_b32 v8, v2 offset:512
  s_endpgm

flat:
  second load_flat
write_for_flat:
  lds ds_write_b32 v2, v4
  s_endpgm
load_flat:
  flat_load_dword v8, v[12:13]
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_endpgm

transfer:
  second read_transfer
take:
  buffer_load_dword v2, s[12:15], 0 offen lds
  s_waitcnt vmcnt(0)
  s_endpgm
read_transfer:
  lds ds_read_b32 v8, v2
  s_endpgm

store_lds:
  second store_dwords
write_for_store:
  lds ds_write_b32 v2, v4
  s_endpgm
store_dwords:
  .long 0xe0f51000, 0x80040002                        // buffer_store_lds_dword v2, s[16:19], 0 offen lds
  s_waitcnt vmcnt(0)
  s_endpgm

direct:                                               // the dword of lane 16
  s_mov_b32 m0, 0x20040
  second move_direct
write_for_direct:
  lds ds_write_b32 v2, v4
  s_endpgm
move_direct:
  v_mov_b32 v8, lds_direct
  s_endpgm

owner:                                                // lane i writes 16 bytes from 16 * i on
  second read_owner
write_owner:
  lds owner_write 4, 4, 4, 0
  s_endpgm
read_owner:
  lds owner_read 1, 8, 3
  s_endpgm

src2:                                                 // the operand is read; the dword that changes is an atomic's
  second add_src2
write_operands:
  lds ds_write2_b32 v2, v4, v5 offset1:64
  s_endpgm
add_src2:
  lds ds_add_src2_u32 v2 offset:64
  s_endpgm

groups:                                               // each group has its own LDS, one after the other in one place
  lds ds_write_b32 v1, v1
  lds ds_read_b32 v8, v1
  s_lshl_b32 s10, s2, 8
  v_add_u32 v6, s10, v1
  v_mov_b32 v8, 77
  global_store_dword v6, v8, s[6:7]
  s_endpgm
