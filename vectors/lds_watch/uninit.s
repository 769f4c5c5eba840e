// Reads of bytes of the LDS that nobody has written (docs/verdicts.md), one for each value of `which`. 0: none. Groups
// of one wave.
//
//   s[4:5] in: 64 dwords, written   s[6:7] out   s8 which   s2 group   s[12:15] in as a buffer
//   s[16:19] out as a buffer   v0 lane   v1 4 * lane   v2 8 * lane   v3 16 * lane
//   v[4:7] what is written   v[8:11] what is read   v[12:13] v1 in the LDS, for FLAT
// Decisions: D-LAUNCH-1, D-LDS-4, D-LDS-11, D-LDS-13, D-LDS-14, D-R700-8.
.include "../include/cases.inc"
.include "../include/r700.inc"
.globl main

.macro lds text:vararg
  \text
  s_waitcnt lgkmcnt(0)
.endm

// All lanes but one execute the instruction.
.macro but lane, text:vararg
  .if \lane < 32
    s_bitset0_b32 exec_lo, \lane
  .else
    s_bitset0_b32 exec_hi, \lane - 32
  .endif
  lds \text
  s_mov_b64 exec, -1
.endm

main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x10
  v_lshlrev_b32 v1, 2, v0
  v_lshlrev_b32 v2, 3, v0
  v_lshlrev_b32 v3, 4, v0
  v_mov_b32 v4, 5
  v_mov_b32 v5, 6
  v_mov_b32 v6, 7
  v_mov_b32 v7, 8
  v_mov_b32 v12, v1
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
  cases none, b8, b32, b64, b128, read2, atomic, atomic_64, src2_b, src2_a, flat, store_lds, direct, append
  cases owner, addtid, again

none:
  lds owner_write 1, 4, 4, 0                          // lane i: 16 * i
  lds ds_read_b32 v8, v3
  lds ds_write_b32 v1, v4 offset:1024
  lds ds_read_b32 v8, v1 offset:1024
  lds ds_read_i8 v8, v0 offset:1216
  buffer_load_dword v1, s[12:15], 0 offen offset:1280 lds
  s_waitcnt vmcnt(0)
  v_add_u32 v9, 0x400, v1
  lds ds_read2_b32 v[8:9], v9 offset1:64
  v_add_u32 v12, 0x600, v1
  flat_store_dword v[12:13], v4
  s_waitcnt vmcnt(0) lgkmcnt(0)
  lds ds_add_rtn_u32 v8, v1, v4 offset:1536
  .irp byte, 0, 1, 2, 3
    ds_write_b8 v1, v4 offset:1792 + \byte
  .endr
  lds ds_add_src2_u32 v12 offset:64
  flat_load_dword v8, v[12:13] offset:256
  s_waitcnt vmcnt(0) lgkmcnt(0)
  lds ds_write2_b64 v2, v[4:5], v[6:7] offset0:128 offset1:192
  lds ds_read_b128 v[8:11], v3 offset:1024
  s_mov_b32 m0, 0x400
  s_nop 0
  .long 0xe0f51000, 0x80040001                        // buffer_store_lds_dword v1, s[16:19], 0 offen lds
  s_waitcnt vmcnt(0)
  s_mov_b32 m0, 0x20400
  s_nop 0
  v_mov_b32 v8, lds_direct
  s_mov_b32 m0, 0
  lds ds_append v8 offset:1028
  s_mov_b64 exec, 0xff
  lds ds_write_b32 v1, v4 offset:2048
  lds ds_read_b32 v8, v1 offset:2048                  // the other lanes have written nothing there
  s_mov_b64 exec, 0
  lds ds_append v8 offset:2560
  s_mov_b64 exec, -1
  // Nothing of these accesses the LDS.
  v_mov_b32 v9, 0x3ffc
  lds ds_read_b64 v[8:9], v9                          // past the end of 16384 bytes
  lds ds_read_b32 v8, v1 offset:0xff00
  lds ds_swizzle_b32 v8, v1 offset:0x8000
  lds ds_permute_b32 v8, v1, v4 offset:3072
  lds ds_bpermute_b32 v8, v1, v4 offset:3072
  lds ds_nop
  lds ds_read_b32 v8, v1 gds
  v_mov_b32 v8, 77
  global_store_dword v1, v8, s[6:7]
  s_endpgm

b8:
  but 7, ds_write_b8 v0, v4
read_b8:
  lds ds_read_u8 v8, v0
  s_endpgm

b32:                                                  // three bytes of the dword of lane 5
  but 5, ds_write_b32 v1, v4
  lds ds_write_b16 v1, v4
  lds ds_write_b8 v1, v4 offset:2
read_b32:
  lds ds_read_b32 v8, v1
  s_endpgm

b64:
  but 9, ds_write_b64 v2, v[4:5]
  lds ds_write_b32 v2, v4
read_b64:
  lds ds_read_b64 v[8:9], v2
  s_endpgm

b128:
  but 3, ds_write_b128 v3, v[4:7]
  lds ds_write_b96 v3, v[4:6]
read_b128:
  lds ds_read_b128 v[8:11], v3
  s_endpgm

read2:                                                // the second access of lane 20
  lds ds_write_b32 v1, v4
  but 20, ds_write_b32 v1, v4 offset:256
read_two:
  lds ds_read2_b32 v[8:9], v1 offset1:64
  s_endpgm

atomic:                                               // it reads, and then the dword is written
  but 11, ds_write_b32 v1, v4
add:
  lds ds_add_u32 v1, v4
  lds ds_add_rtn_u32 v8, v1, v4
  s_endpgm

atomic_64:
  but 2, ds_write_b64 v2, v[4:5]
  lds ds_write_b32 v2, v4
exchange:
  lds ds_wrxchg_rtn_b64 v[8:9], v2, v[4:5]
  s_endpgm

src2_b:                                               // the operand in memory
  lds ds_write_b32 v1, v4
  but 30, ds_write_b32 v1, v4 offset:256
add_b:
  lds ds_add_src2_u32 v1 offset:64
  s_endpgm

src2_a:                                               // the dword that is changed
  but 31, ds_write_b32 v1, v4
  lds ds_write_b32 v1, v4 offset:256
add_a:
  lds ds_add_src2_u32 v1 offset:64
  s_endpgm

flat:
  but 6, ds_write_b32 v1, v4
load_flat:
  flat_load_dword v8, v[12:13]
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_endpgm

store_lds:
  but 13, ds_write_b32 v1, v4
store_dwords:
  .long 0xe0f51000, 0x80040001                        // buffer_store_lds_dword v1, s[16:19], 0 offen lds
  s_waitcnt vmcnt(0)
  s_endpgm

direct:
  but 16, ds_write_b32 v1, v4
  s_mov_b32 m0, 0x20040
  s_nop 0
move_direct:
  v_mov_b32 v8, lds_direct
  s_endpgm

append:
  lds ds_write_b32 v1, v4
count:
  lds ds_append v8 offset:256
  s_endpgm

owner:
  but 21, ds_write_b32 v1, v4
read_owner:
  lds owner_read 1, 8, 0
  s_endpgm

addtid:
  but 40, ds_write_b32 v1, v4
read_addtid:
  lds ds_read_addtid_b32 v8
  s_endpgm

again:                                                // the second group has the LDS that the first has written
  s_cmp_eq_u32 s2, 1
  s_cbranch_scc1 second_group
  lds ds_write_b32 v1, v4
  s_endpgm
second_group:
  lds ds_read_b32 v8, v1
  s_endpgm
