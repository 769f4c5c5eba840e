// Waves that race for two and four shared VGPRs at once. Wave 0 writes 1 to 40 to all of a tuple by one instruction:
// v_lshlrev_b64 and v_mad_u64_u32 two of them, v_mqsad_u32_u8 four. The other waves read it as often as they can, by a
// source of 64 or 128 bits in each field. One VGPR of it is also read by itself, across lanes and into an SGPR. A slow
// instruction of each goes before. Whatever the schedule, the VGPRs and lanes of a tuple have one number, and it never
// falls.
//
//   s[8:9] out: 0x600d + errors of each wave   s20 wave   s10 what is written   s11, s12 reading and the one before
//   s13 errors   v[10:13] 0   v[6:9] what is written, 0 behind the first   v[20:23] what was read
// Decisions: D-R700-12, D-R700-14.
.globl shared_tuples
.text
.p2align 8
.include "../../include/r700.inc"

// ---- writers of v[2:3], then of v[2:5] ----
.macro write_pair
  shared_on 8
  v_lshlrev_b64 v[2:3], 0, v[6:7]
.endm
.macro write_pair_by_product
  shared_on 8
  v_mad_u64_u32 v[2:3], vcc, v10, v11, v[6:7]
.endm
.macro write_quad
  shared_on 8
  v_mqsad_u32_u8 v[2:5], v[12:13], 0, v[6:9]  // no byte of the reference counts: the accumulators
.endm
.macro write_quad_again                        // the same number: SRC1 and VDST
  shared_on 10
  v_lshlrev_b64 v[4:5], 0, v[2:3]
.endm

// ---- readers, to v[20:23]; behind them shared_off ----
.macro one text:vararg                        // of one VGPR
  \text
  shared_off
  v_mov_b32 v21, v20
.endm
.macro read_source0
  shared_on 1
  one v_add_u32 v20, v3, v10
.endm
.macro read_source1
  shared_on 2
  one v_add_u32 v20, v10, v3
.endm
.macro read_source2
  shared_on 4
  one v_mad_u32_u24 v20, v10, v11, v3
.endm
.macro read_lane                              // across lanes
  shared_on 1
  one v_mov_b32_dpp v20, v3 row_ror:3 row_mask:0xf bank_mask:0xf
.endm
.macro read_scalar
  shared_on 1
  v_readlane_b32 s14, v3, 63
  one v_mov_b32 v20, s14
.endm
.macro read_pair_source1
  shared_on 2
  v_lshrrev_b64 v[20:21], 0, v[2:3]
.endm
.macro read_pair_source2
  shared_on 4
  v_mad_u64_u32 v[20:21], vcc, v10, v11, v[2:3]
.endm
.macro read_quad_low
  shared_on 4
  v_mqsad_u32_u8 v[20:23], v[12:13], 0, v[2:5]
  shared_off
  v_xor_b32 v22, v20, v22
  v_xor_b32 v23, v20, v23
  v_or3_b32 v22, v22, v23, v10
  v_add_u32 v21, v21, v22
.endm
.macro read_quad_high
  shared_on 2
  v_lshrrev_b64 v[20:21], 0, v[4:5]
.endm

.macro settle_reading                         // errors: lanes or VGPRs that differ, a number that falls
  shared_off
  v_readfirstlane_b32 s11, v20
  v_cmp_ne_u32 vcc, s11, v20
  s_cmp_lg_u64 vcc, 0
  s_addc_u32 s13, s13, 0
  v_cmp_ne_u32 vcc, s11, v21
  s_cmp_lg_u64 vcc, 0
  s_addc_u32 s13, s13, 0
  s_cmp_lt_u32 s11, s12
  s_addc_u32 s13, s13, 0
  s_mov_b32 s12, s11
.endm
.macro slow                                   // keeps the vector ALU for long
  v_sqrt_f64 v[24:25], v[12:13]
.endm

.macro readers names:vararg
  .irp name, \names
  \name
  settle_reading
  .endr
.endm

shared_tuples:
  s_load_dwordx2 s[8:9], s[0:1], 0x0
  v_readfirstlane_b32 s20, v0
  s_lshr_b32 s20, s20, 6
  .irp n, 7, 8, 9, 10, 11, 12, 13
  v_mov_b32 v\n, 0
  .endr
  s_mov_b32 s13, 0x600d
  s_mov_b32 s12, 0
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc0 .Lread_pairs

  .set n, 1
  .rept 40
  s_mov_b32 s10, n
  shared_off
  v_mov_b32 v6, s10
  v_mov_b32 v7, s10
  .if n % 3 == 0
  slow
  .endif
  .if n % 2
  write_pair
  .else
  write_pair_by_product
  .endif
  shared_on 8
  v_mov_b32 v3, s10                           // the second one by itself
  .set n, n+1
  .endr
  s_barrier
  shared_off
  v_mov_b32 v6, 0
  v_mov_b32 v7, 0
  write_quad
  s_barrier
  .set n, 1
  .rept 40
  s_mov_b32 s10, n
  shared_off
  .irp r, 6, 7, 8, 9
  v_mov_b32 v\r, s10
  .endr
  .if n % 3 == 0
  slow
  .endif
  write_quad
  .if n % 2
  write_quad_again
  shared_on 8
  v_mov_b32 v5, s10                           // the last one by itself
  .endif
  .set n, n+1
  .endr
  s_branch .Lend

.Lread_pairs:
  .rept 6
  readers read_pair_source1, read_source0, read_pair_source2, read_source1, read_lane, read_source2, read_scalar
  slow
  .endr
  s_barrier
  s_barrier
  s_mov_b32 s12, 0
  .rept 6
  readers read_quad_low, read_quad_high, read_pair_source1, read_source0, read_quad_low, read_pair_source2, read_lane
  slow
  .endr
.Lend:
  shared_off
  s_mov_b64 exec, 1
  s_lshl_b32 s20, s20, 2
  v_mov_b32 v1, s20
  v_mov_b32 v2, s13
  global_store_dword v1, v2, s[8:9]
  s_endpgm
