// Sums of addresses that pass 16 or 32 bits. The LDS allocation has 512 bytes and holds 4*i + 1 at 4*i. GDS addresses
// have a base. ds_nop counts too.
// Decisions: D-LDS-1, D-LDS-15, D-LDS-18, D-LDS-28, D-R700-8.
//
//   out: rows of 64 dwords; all lanes alike, except for addtid
.globl address_sums
.include "../../include/r700.inc"
.include "../../include/ds.inc"

address_sums:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  v_lshlrev_b32 v4, 2, v0
  v_add_u32 v5, 1, v4
  v_add_u32 v6, 0x101, v4
  ds_write_b32 v4, v5
  ds_write_b32 v4, v6 offset:256
  s_waitcnt lgkmcnt(0)

// Rows 0 to 4: the sum has 32 bits, so -8 + 24 is 16, and -8 + 48 is 40. An owner read counts dwords: -2 + 10 is 8.
  v_mov_b32 v1, -8
  v_mov_b32 v2, -2
  ds_read_b32 v10, v1 offset:24
  ds_read2_b32 v[12:13], v1 offset0:3 offset1:12
  owner_read 1, 16, 2, 10
  owner_read 4, 20, 2, 10
  s_waitcnt lgkmcnt(0)
  rows v10, v12, v13, v16, v23                // -> 17, 5, 41, 33, 45
// Row 5: addtid with a sum past 9 bits of offset and M0. Row 6: no violation so far.
  s_mov_b32 m0, 0xffff0080
  s_nop 0
  ds_read_addtid_b32 v10 offset:64
  s_waitcnt lgkmcnt(0)
  rows v10                                    // -> 4*lane + 193
  row_trapsts                                 // -> 0
// Rows 7 to 9 are all out of range:
// - A + width, of 33 bits;
// - byte address 4*L of an owner read, which does not wrap to dword 8;
// - M0 + offset of addtid, 0xfff0 + 32.
// Row 10: MEM_VIOL.
  v_mov_b32 v1, -4
  v_mov_b32 v2, 0x40000008
  s_mov_b32 m0, 0xfff0
  ds_read_b64 v[10:11], v1
  owner_read 1, 16, 2
  ds_read_addtid_b32 v12 offset:32
  s_waitcnt lgkmcnt(0)
  rows v11, v16, v12                          // -> 0
  row_trapsts                                 // -> 0x100

// Row 11: the base in M0 is added to A and to B of a src2 form. The GDS holds 4*i + 1 from 0x200 on and 0x101 + 4*i
// from 0 on.
  s_mov_b32 m0, 0x02000000
  v_mov_b32 v1, 32
  ds_write_b32 v4, v5 gds
  s_waitcnt lgkmcnt(0)
  s_mov_b32 m0, 0
  s_nop 0
  ds_write_b32 v4, v6 gds
  s_waitcnt lgkmcnt(0)
  s_mov_b32 m0, 0x02000000
  s_mov_b64 exec, 1
  ds_add_src2_u32 v1 offset:3 gds
  s_mov_b64 exec, -1
  ds_read_b32 v10, v1 gds
  s_waitcnt lgkmcnt(0)
  rows v10                                    // -> 33 + 45

// Row 12: ds_nop counts, so a count of 1 means that the read before it is done.
  v_mov_b32 v1, 100
  ds_read_b32 v10, v1
  ds_nop
  s_waitcnt lgkmcnt(1)
  rows v10                                    // -> 101
  s_endpgm
