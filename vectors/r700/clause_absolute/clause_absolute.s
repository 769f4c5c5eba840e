// Absolute data does not cross the end of its clause. Each case writes dwords 4 * t by R700's absolute addressing, of
// lane t of wave 0, in a clause; at write. Then something reads one outside of that clause, at read_<case>.
//
//   1 an owner read of the same wave, behind the clause    2 the same in its next clause    3 another wave, ds_read_b32
//   4 an atomic    5 ds_read_b128 whose last dword was written    6 LDS_DIRECT    7 the second of ds_read2
//   8 one byte of the dword    9 buffer_store_lds_dword.
//   Case 0 reads what nothing forbids: dwords beside, the dwords within the clause, dwords written since by something
//   else. It also reads what an owner write by thread, or an absolute one outside of any clause, has written.
//
//   s[4:5] out   s8 case   s9 wave   out[i]: a sum of what lane i reads in case 0
// Decisions: D-R700-22.
.globl main
.include "../../include/r700.inc"
.macro only case
  s_cmp_lg_u32 s8, \case
  s_cbranch_scc1 .Lnot\case
.endm
.macro end case
  s_endpgm
.Lnot\case:
.endm
.macro marked
  clause 1
  owner_write 1, 4, 4, 0
.endm
.macro summed register
  s_waitcnt lgkmcnt(0)
  v_add_u32 v10, v10, \register
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x8
  v_readfirstlane_b32 s9, v0
  s_lshr_b32 s9, s9, 6
  v_lshlrev_b32 v1, 2, v0                     // byte offset in out
  v_and_b32 v20, 63, v0
  v_lshlrev_b32 v2, 2, v20                    // the lane's linear dword address
  v_lshlrev_b32 v3, 4, v20                    // the same in bytes
  v_add_u32 v4, 0x100, v20
  v_add_u32 v5, 0x200, v20
  v_mov_b32 v10, 0
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  s_cmp_lg_u32 s9, 0
  s_cbranch_scc1 other
  clause 2
write:
  owner_write 1, 4, 4, 0
  s_waitcnt lgkmcnt(0)
  only 1
read_1:
  owner_read 1, 6, 2
  end 1
  only 2
  clause 3
  s_nop 0
read_2:
  owner_read 1, 6, 2
  s_nop 0
  end 2
  only 3
  s_barrier
  end 3
  only 4
read_4:
  ds_add_u32 v3, v4
  end 4
  only 5
  s_mov_b64 exec, 1
  v_mov_b32 v6, 4
read_5:
  ds_read_b128 v[6:9], v6
  end 5
  only 6
  s_mov_b32 m0, 0x20010
  s_nop 0
read_6:
  v_mov_b32 v6, src_lds_direct
  end 6
  only 7
read_7:
  ds_read2_b32 v[6:7], v3 offset0:1 offset1:4
  end 7
  only 8
read_8:
  ds_read_u8 v6, v3 offset:3
  end 8
  only 9
  s_mov_b32 s12, s4
  s_mov_b32 s13, s5
  s_movk_i32 s14, 0x400
  s_mov_b32 s15, 0x20000
  s_nop 4
read_9:
  .long 0xe0f41000, 0x80030001                // buffer_store_lds_dword v1, s[12:15], 0 offen
  end 9
  // Beside the dwords that were written.
  ds_write_b32 v3, v5 offset:4
  ds_read_b32 v6, v3 offset:4
  summed v6
  // Within the clause.
  clause 3
  owner_write 1, 4, 4, 0
  owner_read 1, 6, 2
  s_waitcnt lgkmcnt(0)
  summed v6
  // An atomic in the clause reads, and what it writes is not absolute.
  clause 2
  owner_write 1, 4, 4, 0
  ds_add_rtn_u32 v6, v3, v5
  summed v6
  ds_read_b32 v6, v3
  summed v6
  // Written since, whole or a byte.
  marked
  ds_write_b32 v3, v5
  ds_read_b32 v6, v3
  summed v6
  marked
  ds_write_b8 v3, v5
  ds_read_b32 v6, v3
  summed v6
  // By thread, in a clause; absolute, in none.
  marked
  clause 1
  owner_write 1, 5, 4, 0, 1
  ds_read_b32 v6, v3
  summed v6
  marked
  owner_write 1, 5, 4, 0
  owner_read 1, 6, 2
  summed v6
  global_store_dword v1, v10, s[4:5]
  s_endpgm
other:
  s_cmp_lg_u32 s8, 3
  s_cbranch_scc1 .Lend
  s_barrier
read_3:
  ds_read_b32 v6, v3
.Lend:
  s_endpgm
