// Accesses that end where the allocation of 512 bytes ends, of each width and form: none of them is out of range, so
// MEM_VIOL stays 0. Lane 0 is alone, where nothing else is said.
//
//   out[0] MEM_VIOL   out[1] the owner read with broadcast   out[2] 0x01fe0000 | 0x1234: what the last D16 read kept
//   v1..v7 address 512 - n: v1 1, v2 2, v3 4, v4 8, v5 12, v6 16   v10..v13 data   v20 result
// Decisions: D-LDS-11, D-LDS-14, D-LDS-18, D-R700-6, D-R700-8, D-R700-9, D-R700-10.
.globl main
.include "../../include/r700.inc"
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v8, 3, v0
  v_add_u32 v10, 3, v0                        // the dwords differ
  v_add_u32 v11, 0x100, v0
  v_mov_b32 v12, 5
  v_mov_b32 v13, 0
  ds_write_b64 v8, v[10:11]
  v_mov_b32 v1, 511
  v_mov_b32 v2, 510
  v_mov_b32 v3, 508
  v_mov_b32 v4, 504
  v_mov_b32 v5, 500
  v_mov_b32 v6, 496
  v_mov_b32 v7, 0
  v_mov_b32 v14, 127
  v_mov_b32 v15, 126
  v_mov_b32 v16, 124
  v_mov_b32 v17, 0
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)

// Broadcast: lanes 5 to 63 read dword 2 * 5 + 1, the address of lane 5. Others than lane 5 have the address 0.
  s_mov_b64 exec, 0x20
  v_mov_b32 v17, 11
  ds_write_b32 v8, v12 offset:4
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  s_lshl_b64 exec, exec, 5
  owner_read 1, 24, 17, 0, 1
  s_waitcnt lgkmcnt(0)
  v_readlane_b32 s6, v24, 63

  s_mov_b64 exec, 1
.irp op, ds_read_u8, ds_read_i8, ds_read_u8_d16, ds_read_u8_d16_hi, ds_read_i8_d16, ds_read_i8_d16_hi
  \op v20, v1
  s_waitcnt lgkmcnt(0)
.endr
.irp op, ds_read_u16, ds_read_i16, ds_read_u16_d16, ds_read_u16_d16_hi
  \op v20, v2
  s_waitcnt lgkmcnt(0)
.endr
  ds_read_b32 v20, v3
  s_waitcnt lgkmcnt(0)
  ds_read_b64 v[20:21], v4
  s_waitcnt lgkmcnt(0)
  ds_read_b96 v[20:22], v5
  s_waitcnt lgkmcnt(0)
  ds_read_b128 v[20:23], v6
  s_waitcnt lgkmcnt(0)
  ds_read2_b32 v[20:21], v4 offset1:1
  s_waitcnt lgkmcnt(0)
  ds_read2st64_b32 v[20:21], v3 offset0:0 offset1:0
  s_waitcnt lgkmcnt(0)
  ds_read2_b64 v[20:23], v6 offset1:1
  s_waitcnt lgkmcnt(0)
  ds_read2st64_b64 v[20:23], v4 offset0:0 offset1:0
  s_waitcnt lgkmcnt(0)
  ds_read_addtid_b32 v20 offset:508
  s_waitcnt lgkmcnt(0)
  owner_read 1, 20, 14
  s_waitcnt lgkmcnt(0)
  owner_read 2, 20, 15
  s_waitcnt lgkmcnt(0)
  owner_read 4, 20, 16
  s_waitcnt lgkmcnt(0)

.irp op, ds_write_b8, ds_write_b8_d16_hi
  \op v1, v10
.endr
.irp op, ds_write_b16, ds_write_b16_d16_hi
  \op v2, v10
.endr
  ds_write_b32 v3, v10
  ds_write_b64 v4, v[10:11]
  ds_write_b96 v5, v[10:12]
  ds_write_b128 v6, v[10:13]
  ds_write2_b32 v4, v10, v12 offset1:1
  ds_write2st64_b32 v3, v10, v12 offset0:0 offset1:0
  ds_write2_b64 v6, v[10:11], v[12:13] offset1:1
  ds_write2st64_b64 v4, v[10:11], v[12:13] offset0:0 offset1:0
  ds_write_addtid_b32 v10 offset:508
  s_mov_b64 exec, 8                           // lane 3: bank 3 of row 7
  owner_write 1, 10, 32, 28
  owner_write 2, 10, 32, 28
  owner_write 3, 10, 32, 28
  owner_write 4, 10, 32, 28
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, 1

.irp op, add_u, sub_u, rsub_u, inc_u, dec_u, min_i, max_i, min_u, max_u, min_f, max_f
  ds_\op\()32 v3, v10
  ds_\op\()64 v4, v[10:11]
.endr
.irp op, and_b, or_b, xor_b
  ds_\op\()32 v3, v10
  ds_\op\()64 v4, v[10:11]
  ds_\op\()32 v3, v10
.endr
  ds_add_f32 v3, v10
.irp op, mskor_b, cmpst_b, cmpst_f
  ds_\op\()32 v3, v10, v12
  ds_\op\()64 v4, v[10:11], v[12:13]
.endr
.irp op, add_rtn_u, sub_rtn_u, rsub_rtn_u, inc_rtn_u, dec_rtn_u, min_rtn_i, max_rtn_i, min_rtn_u, max_rtn_u
  ds_\op\()32 v20, v3, v10
  s_waitcnt lgkmcnt(0)
  ds_\op\()64 v[20:21], v4, v[10:11]
  s_waitcnt lgkmcnt(0)
.endr
.irp op, min_rtn_f, max_rtn_f, and_rtn_b, or_rtn_b, xor_rtn_b, wrxchg_rtn_b
  ds_\op\()32 v20, v3, v10
  s_waitcnt lgkmcnt(0)
  ds_\op\()64 v[20:21], v4, v[10:11]
  s_waitcnt lgkmcnt(0)
.endr
  ds_add_rtn_f32 v20, v3, v10
  s_waitcnt lgkmcnt(0)
.irp op, mskor_rtn_b, cmpst_rtn_b, cmpst_rtn_f
  ds_\op\()32 v20, v3, v10, v12
  s_waitcnt lgkmcnt(0)
  ds_\op\()64 v[20:21], v4, v[10:11], v[12:13]
  s_waitcnt lgkmcnt(0)
.endr
  ds_wrap_rtn_b32 v20, v3, v10, v12
  s_waitcnt lgkmcnt(0)
  ds_wrxchg2_rtn_b32 v[20:21], v4, v10, v12 offset1:1
  s_waitcnt lgkmcnt(0)
  ds_wrxchg2st64_rtn_b32 v[20:21], v3, v10, v12 offset0:0 offset1:0
  s_waitcnt lgkmcnt(0)
  ds_wrxchg2_rtn_b64 v[20:23], v6, v[10:11], v[12:13] offset1:1
  s_waitcnt lgkmcnt(0)
  ds_wrxchg2st64_rtn_b64 v[20:23], v4, v[10:11], v[12:13] offset0:0 offset1:0
  s_waitcnt lgkmcnt(0)
  ds_append v20 offset:508
  s_waitcnt lgkmcnt(0)
  ds_consume v20 offset:508
  s_waitcnt lgkmcnt(0)
// The operand stands below the value, which ends the allocation; then the other way round. Distances in dwords.
.irp op, add_src2_u, sub_src2_u, rsub_src2_u, inc_src2_u, dec_src2_u, min_src2_i, max_src2_i, min_src2_u, max_src2_u
  ds_\op\()32 v3 offset:0x7fff
  ds_\op\()32 v4 offset:1
  ds_\op\()64 v4 offset:0x7ffe
  ds_\op\()64 v6 offset:2
.endr
.irp op, and_src2_b, or_src2_b, xor_src2_b, write_src2_b, min_src2_f, max_src2_f
  ds_\op\()32 v3 offset:0x7fff
  ds_\op\()32 v4 offset:1
  ds_\op\()64 v4 offset:0x7ffe
  ds_\op\()64 v6 offset:2
.endr
  ds_add_src2_f32 v3 offset:0x7fff
  s_waitcnt lgkmcnt(0)
  s_getreg_b32 s7, hwreg(3, 8, 1)

  ds_write_b16 v2, v2                         // 0x01fe
  v_mov_b32 v20, 0x1234
  ds_read_u16_d16_hi v20, v2
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v21, s7
  v_mov_b32 v22, s6
  global_store_dword v7, v21, s[4:5]
  global_store_dword v7, v22, s[4:5] offset:4
  global_store_dword v7, v20, s[4:5] offset:8
  s_endpgm
