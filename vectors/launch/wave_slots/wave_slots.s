// Waves in every slot, and groups in every slot of groups.
// - `turns`: 16 waves take turns. In its turn a wave fills its counters: VM_CNT, LGKM_CNT, EXP_CNT. It makes exceptions
//   in all passes, waits by s_nop of each length, and does what is in TRAPSTS, MODE, M0 and VCC by bits.
// - `churn`: groups of several waves and of one wave. Each wave idles for a time of its own, so waves and groups end in
//   all orders, and the next ones take slots that are free by then.
// - `half` and `whole`: waves with 128 and 256 VGPRs.
// In `debug` the waves of `turns` have debug conditions, and TBA and TMA with high bits.
//
//   out[index] += 1 by each wave that finds no error   data: 64 KiB and a line, zeros
//   s[20:21] out   s[22:23] data   s24 index   s9 wave   s10 errors   v3 lane
// Decisions: D-WAIT-3, D-FLOW-17.
.macro begin
  s_load_dwordx4 s[20:23], s[0:1], 0x0
  s_load_dword s24, s[0:1], 0x10
  s_mov_b32 m0, -1
  s_mov_b32 s10, 0
.endm
.macro differs a, b                     // counts an error
  s_cmp_lg_u32 \a, \b
  s_addc_u32 s10, s10, 0
.endm
.macro end                              // v0 and v1 are lost
  s_waitcnt vmcnt(0) & lgkmcnt(0) & expcnt(0)
  s_cmp_eq_u32 s10, 0
  s_cselect_b32 s10, 1, 0
  s_lshl_b32 s24, s24, 2
  s_mov_b64 exec, 1
  v_mov_b32 v0, s24
  v_mov_b32 v1, s10
  global_atomic_add v0, v1, s[20:21]
  s_endpgm
.endm
.macro times n, what:vararg
  .rept \n
  \what
  .endr
.endm

.globl turns
.type turns,@function
turns:
  v_readfirstlane_b32 s9, v0
  s_lshr_b32 s9, s9, 6
  v_and_b32 v3, 63, v0
  v_lshlrev_b32 v4, 2, v3
  v_mov_b32 v20, 0
  v_mul_u32_u24 v5, 63, v3              // with the lane 64 records from lane to lane
  begin
  s_mov_b32 s11, 0                      // turn
  s_waitcnt lgkmcnt(0)
  s_add_u32 s12, s22, 62                 // a dword of element size 4 lies in two lines
  s_addc_u32 s13, s23, 0
  s_or_b32 s13, s13, 0x80100000         // stride 16, swizzle
  s_mov_b32 s14, 0x1000
  s_mov_b32 s15, 0x00e07fac             // ADD_TID, INDEX_STRIDE 64, elements of 4 bytes
  s_cmp_lg_u32 s9, 0
  s_cbranch_scc1 .Lturn
  .set n, 8
  .rept 8                               // 512 transactions each
  buffer_load_dwordx4 v[n:n+3], v5, s[12:15], 0 idxen
  .set n, n+4
  .endr
  s_waitcnt vmcnt(0)
.Lturn:
  s_cmp_lg_u32 s9, s11
  s_cbranch_scc1 .Lmeet
  times 40, global_store_dword v4, v20, s[22:23]
  s_waitcnt vmcnt(0)
  times 20, ds_write_b32 v4, v3
  times 20, ds_add_u32 v4, v3
  s_waitcnt lgkmcnt(0)
  .set n, 32
  .rept 4
  s_load_dwordx16 s[n:n+15], s[22:23], 0x0
  .set n, n+16
  .endr
  s_waitcnt lgkmcnt(0)
  times 12, exp mrt0 v3, v3, v4, v4
  s_waitcnt expcnt(0)
  v_mov_b32 v20, s22
  v_mov_b32 v21, s23
  .set n, 22
  .rept 10
  flat_load_dword v[n], v[20:21]
  .set n, n+1
  .endr
  s_waitcnt vmcnt(0) & lgkmcnt(0)
  v_mov_b32 v20, 0
  v_mov_b32 v21, 0x7f800000             // infinity
  v_mov_b32 v22, 0x00000123             // denormal
  v_mov_b32 v23, 0x7f7fffff             // the greatest number
  v_mov_b32 v24, 0x00800001             // a small number
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 15
  v_rcp_f32 v25, v20
  v_rcp_iflag_f32 v25, v20
  v_sub_f32 v25, v21, v21
  v_add_f32 v25, v22, v22
  v_mul_f32 v25, v23, v23
  v_mul_f32 v25, v24, v24
  v_mul_f32 v25, 0.5, v24
  v_cmp_eq_f32 vcc, v21, v21
  s_not_b64 vcc, vcc
  s_getreg_b32 s16, hwreg(HW_REG_TRAPSTS, 0, 7)
  differs s16, 0x7f
  s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 32), 0
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 27, 5), 0x1d  // indexing and CSP, which only the LDS is shown
  s_nop 1
  ds_add_u32 v4, v3
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 27, 5), 0
  s_nop 1
  v_sad_u32 v25, v20, v20, v20
  v_sin_f32 v25, v20
  v_mov_b32 v26, 0
  v_mov_b32 v27, 0
  v_rcp_f64 v[28:29], v[26:27]
  v_mqsad_u32_u8 v[28:31], v[26:27], v20, v[28:31]
  s_getreg_b32 s16, hwreg(HW_REG_GPR_ALLOC)
  s_getreg_b32 s16, hwreg(HW_REG_LDS_ALLOC)
  s_setprio 3
  .set n, 0
  .rept 16
  s_nop n
  .set n, n+1
  .endr
  s_setprio 0
.Lmeet:
  s_barrier
  s_add_u32 s11, s11, 1
  s_cmp_lg_u32 s11, 16
  s_cbranch_scc1 .Lturn
  end

.globl churn
.type churn,@function
churn:
  v_readfirstlane_b32 s9, v1
  begin
  s_mul_i32 s11, s2, 0x9e3779b1
  s_mul_i32 s12, s3, 0x85ebca6b
  s_add_u32 s11, s11, s12
  s_mul_i32 s12, s4, 0xc2b2ae35
  s_add_u32 s11, s11, s12               // of the group
  s_mul_i32 s12, s9, 0x27d4eb2f
  s_xor_b32 s12, s12, s11
  s_mul_i32 s12, s12, 0x165667b1
  s_lshr_b32 s12, s12, 27               // of the wave: 0 to 31 turns,
  s_lshl_b32 s12, s12, s3               // and in a group of one wave four times as many
  s_lshl_b32 s12, s12, s3
  s_waitcnt lgkmcnt(0)
  s_bitcmp1_b32 s11, 29
  s_cbranch_scc0 .Lidle
  s_barrier
.Lidle:
  s_nop 3
  s_sub_u32 s12, s12, 1
  s_cbranch_scc0 .Lidle
  end

.globl half
.type half,@function
half:
  begin
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v127, v0
  exp mrt0 v127, v0, v0, v0
  end

.globl whole
.type whole,@function
whole:
  begin
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v255, v0
  exp mrt0 v255, v0, v0, v0
  end

// The trap handler of some launches: it lies so that TBA has bits from 8 on. No wave traps.
.p2align 8
.space 0xd00
handler:
  s_endpgm
.globl handler

.rodata
.p2align 6
.macro kernel name, vgprs, items
.amdhsa_kernel \name
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_system_vgpr_workitem_id \items
  .amdhsa_next_free_vgpr \vgprs
  .amdhsa_next_free_sgpr 96
.end_amdhsa_kernel
.endm
kernel turns, 48, 0
kernel churn, 20, 1
kernel half, 128, 0
kernel whole, 256, 0
