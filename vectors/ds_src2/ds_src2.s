// The src2 forms: operands from memory at a distance, and lanes that read what other lanes have written.
// Before each case the LDS is filled from v[20:21].
//
//   v22, v23 addresses
// Decisions: D-LDS-1, D-LDS-9, D-LDS-12, D-LDS-13.
.globl ds_src2
.include "../include/ds.inc"

// An opcode with its operand at each of the distances: dwords, 15 bits with sign; 32768: the top 15 bits of the address
// VGPR.
.macro src2 op, address, distances:vararg
  .irp distance, \distances
    ds_write_b64 v8, v[20:21]
    s_waitcnt lgkmcnt(0)
    \op \address offset:\distance
    ds_read_b64 v[10:11], v8
    ds_read_b32 v12, v4 offset:512
    s_waitcnt lgkmcnt(0)
    rows v10, v11, v12
  .endr
.endm

ds_src2:
  start_wave 4
  src2 ds_add_src2_u32, v22, 3, 32766, 32768
  src2 ds_sub_src2_u32, v22, 3, 32766
  src2 ds_rsub_src2_u32, v22, 3, 32766
  src2 ds_inc_src2_u32, v22, 3, 32766
  src2 ds_dec_src2_u32, v22, 3, 32766
  src2 ds_min_src2_i32, v22, 3, 32766
  src2 ds_max_src2_i32, v22, 3, 32766
  src2 ds_min_src2_u32, v22, 3, 32766
  src2 ds_max_src2_u32, v22, 3, 32766
  src2 ds_and_src2_b32, v22, 3, 32766
  src2 ds_or_src2_b32, v22, 3, 32766
  src2 ds_xor_src2_b32, v22, 3, 32766
  src2 ds_write_src2_b32, v22, 3, 32766, 32768
  src2 ds_min_src2_f32, v22, 3, 32766
  src2 ds_max_src2_f32, v22, 3, 32766
  src2 ds_add_src2_f32, v22, 3, 32766, 32768
  src2 ds_add_src2_u64, v23, 2, 32766, 32768
  src2 ds_sub_src2_u64, v23, 2, 32766
  src2 ds_rsub_src2_u64, v23, 2, 32766
  src2 ds_inc_src2_u64, v23, 2, 32766
  src2 ds_dec_src2_u64, v23, 2, 32766
  src2 ds_min_src2_i64, v23, 2, 32766
  src2 ds_max_src2_i64, v23, 2, 32766
  src2 ds_min_src2_u64, v23, 2, 32766
  src2 ds_max_src2_u64, v23, 2, 32766
  src2 ds_and_src2_b64, v23, 2, 32766
  src2 ds_or_src2_b64, v23, 2, 32766
  src2 ds_xor_src2_b64, v23, 2, 32766
  src2 ds_write_src2_b64, v23, 2, 32766, 32768
  src2 ds_min_src2_f64, v23, 2, 32766
  src2 ds_max_src2_f64, v23, 2, 32766
  s_endpgm
