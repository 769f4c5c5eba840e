// Instructions of each unit back to back, each with an EXEC of its own: one pass alone, the first, the last, none, one
// lane. The first two write the same VGPRs, or the second reads what the first writes. The results are hashed into v6,
// by lane. Wave 1 takes the masks in another order, so that results of two waves meet.
// Decisions: D-VEC-12, D-VEC-13.
//
//   in: 16 rows of 64 dwords   out: 8 rows of v6 a wave
//   s[2:3] in   s[4:5] out   s8 wave   s[40:71] masks   v6 hash   v8..v23 operands   v24..v27 and v28..v31 results
.globl main
.include "../../include/int_forms.inc"

.macro masks first, values:vararg
  .set pair, \first
  .irp value, \values
    s_mov_b32 s[pair], (\value) & 0xffffffff
    s_mov_b32 s[pair+1], (\value) >> 32 & 0xffffffff
    .set pair, pair + 2
  .endr
.endm

// The next mask becomes EXEC. The step and the number of masks have no common divisor.
.macro next_mask
  s_mov_b64 exec, s[40+mask:41+mask]
  .set mask, (mask + 10) % 32
.endm

// op: a unit's instruction that writes VGPRs from d on. x: a VGPR that it reads, the first of four.
.macro run op, d, x
  .ifc \op, add
    v_add_u32 v[\d], v[\x], v9
  .endif
  .ifc \op, fma
    v_fma_f32 v[\d], v[\x], v9, v10
  .endif
  .ifc \op, exp
    v_exp_f32 v[\d], v[\x]
  .endif
  .ifc \op, rsq
    v_rsq_f32 v[\d], |v[\x]|
  .endif
  .ifc \op, add64
    v_add_f64 v[\d:\d+1], v[\x:\x+1], v[12:13]
  .endif
  .ifc \op, rcp64
    v_rcp_f64 v[\d:\d+1], v[\x:\x+1]
  .endif
  .ifc \op, mul
    v_mul_lo_u32 v[\d], v[\x], v9
  .endif
  .ifc \op, sad
    v_mqsad_u32_u8 v[\d:\d+3], v[14:15], v[\x], v[16:19]
  .endif
  .ifc \op, mad
    v_mad_u64_u32 v[\d:\d+1], s[72:73], v[\x], v9, v[14:15]
  .endif
  .ifc \op, dpp
    s_nop 1
    v_add_u32_dpp v[\d], v[\x], v9 row_shr:3 row_mask:0xf bank_mask:0xf
  .endif
  .ifc \op, wave
    s_nop 1
    v_mov_b32_dpp v[\d], v[\x] wave_ror:1 row_mask:0xf bank_mask:0xf bound_ctrl:0
  .endif
  .ifc \op, sdwa
    v_add_f16_sdwa v[\d], v[\x], v9 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:WORD_0
  .endif
  .ifc \op, pk
    v_pk_fma_f16 v[\d], v[\x], v9, v10
  .endif
  .ifc \op, select
    v_cndmask_b32 v[\d], v[\x], v9, s[74:75]
  .endif
.endm

// Both results, and what stood there before where no lane was written.
.macro hash
  s_mov_b64 exec, -1
  .irp register, v24, v25, v26, v27, v28, v29, v30, v31
    v_xad_u32 v6, v6, \register, v6
  .endr
.endm

.macro pairs first
  .irp second, add, fma, exp, rsq, add64, rcp64, mul, sad, mad, dpp, wave, sdwa, pk, select
    next_mask
    run \first, 24, 8
    next_mask
    run \second, 24, 20
    next_mask
    run \first, 28, 24
    next_mask
    run \second, 28, 24
    hash
  .endr
  row
.endm

// Masks and scalars of two instructions that return together, behind each EXEC.
.macro scalars_of
  .rept 16
    next_mask
    v_cmp_lt_f64 s[76:77], v[8:9], v[12:13]
    v_cmp_lt_f32 s[78:79], v8, v9
    v_add_co_u32 v24, vcc, v8, v9
    v_readfirstlane_b32 s80, v24
    next_mask
    v_addc_co_u32 v25, vcc, v10, v11, vcc
    v_readlane_b32 s81, v25, 63
    v_writelane_b32 v26, s80, 17
    v_cmp_class_f32 s[82:83], v20, v21
    v_div_scale_f32 v27, s[84:85], v8, v8, v9
    keep_mask s76, s77
    keep_mask s78, s79
    keep_mask s80, s81
    keep_mask s82, s83
    keep_mask s84, s85
    keep_mask vcc_lo, vcc_hi
    next_mask
    v_cmpx_gt_u32 vcc, v8, v9
    v_swap_b32 v28, v29
    v_exp_f32 v30, v24
    v_cmpx_lt_f64 vcc, v[8:9], v[12:13]
    v_add_u32 v31, v30, v9
    keep_mask vcc_lo, vcc_hi
    keep_mask exec_lo, exec_hi
    hash
  .endr
  row
.endm

main:
  s_load_dwordx4 s[0:3], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  v_and_b32 v0, 63, v0
  v_lshlrev_b32 v1, 2, v0
  masks 40, 0xffff, 0xffff<<48, 0, 0xffff<<16, 0xffff<<32, -1, 1, 1<<63, 0x8000000000000001, 0x0001000000008000
  masks 60, 0x0001000100010001, 0x8000800080008000, 0xf00000000000000f, 0x0000ffff0000ffff, 0xffff0000ffff0000
  masks 70, 0x00000ff000000000
  s_mov_b64 s[74:75], 0xa5
  s_waitcnt lgkmcnt(0)
.set quad, 0
.rept 8
  global_load_dword v[8+quad], v1, s[0:1] offset:256*quad
  global_load_dword v[16+quad], v1, s[0:1] offset:256*quad+2048
  .set quad, quad + 1
.endr
  s_mov_b64 s[4:5], s[2:3]
  v_mov_b32 v6, 0
  s_waitcnt vmcnt(0)
  .irp register, 24, 25, 26, 27, 28, 29, 30, 31
    v_xor_b32 v[\register], v8, v[\register-8]
  .endr
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc0 .Lother
.set mask, 0
  .irp op, add, exp, add64, mul, mad, wave, pk
    pairs \op
  .endr
  scalars_of
  s_endpgm
.Lother:
  s_add_u32 s4, s4, 8*256
  s_addc_u32 s5, s5, 0
.set mask, 14
  .irp op, fma, rsq, rcp64, sad, dpp, sdwa, select
    pairs \op
  .endr
  scalars_of
  s_endpgm
