// The least distance between two instructions of each kind, in guaranteed cycles. In main and `delayed` each pair has
// it. Each case has one cycle less. A row with a distance of 1 has no case.
//
//   s[4:5] out   s[6:7] in   s[20:28] 0   s[30:31] all lanes   v2, v3 0   v[16:17] in + 4 * lane
//   row 0: 0x600d
// Decisions: D-CTRL-21, D-CTRL-36, D-CTRL-37, D-CTRL-40, D-CTRL-45, D-CTRL-61.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
.macro begin name
  start_in \name
  ctrl
  i s_mov_b64 s[20:21], 0
  i s_mov_b64 s[22:23], 0
  i s_mov_b64 s[24:25], 0
  ctrl
  i s_mov_b64 s[26:27], 0
  i s_mov_b32 s28, 0
  i s_mov_b64 s[30:31], -1
  set v2, 0
  set v3, 0
  set v16, v1
  set v17, 5
.endm
// Everything is complete, also the longest instruction.
.macro drain
  ctrl 15+Y+B0+B1, 15+Y, 15+Y
  i s_nop 0
  i s_nop 0
  i s_nop 0
  ctrl 15+Y, 15+Y, 15+Y
  i s_nop 0
  i s_nop 0
  i s_nop 0
.endm
// `two` has this field and issues `distance` cycles behind `one`.
.macro apart at, name, distance, one, two, field
  .if \distance <= 15
    ctrl \distance+Y, \field, 1
\at\()make_\name:
    i \one
  .elseif \distance <= 30
    ctrl 15+Y, \distance-15+Y, \field
\at\()make_\name:
    i \one
    i s_nop 0
  .elseif \distance <= 45
    ctrl 15+Y, 15+Y, \distance-30+Y
\at\()make_\name:
    i \one
    i s_nop 0
    i s_nop 0
    ctrl \field
  .else
    ctrl 15+Y, 15+Y, 15+Y
\at\()make_\name:
    i \one
    i s_nop 0
    i s_nop 0
    ctrl \distance-45+Y, \field
    i s_nop 0
  .endif
\at\()use_\name:
  i \two
.endm
// s_nop is before and behind a pair that needs nothing there.
.macro enough name, distance, register, one, two, field=1, before="s_nop 0", behind="s_nop 0"
  ctrl 1
  i \before
  apart fine_, \name, \distance, "\one", "\two", \field
  ctrl 1
  i \behind
  drain
.endm
.macro short name, distance, register, one, two, field=1, before="s_nop 0", behind="s_nop 0"
  .if \distance > 1
    begin case_\name
    ctrl 1
    i \before
    apart "", \name, \distance-1, "\one", "\two", \field
    drain
    finish
  .endif
.endm

.macro readers do
  // Execution units: the last pass, read by a store two cycles after its issue.
  \do packed, 5, v5, "v_pk_add_f16 v5, v2, v3", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do f16, 5, v5, "v_add_f16 v5, v2, v3", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do sdwa, 5, v5, "v_add_u32_sdwa v5, v2, v3 src0_sel:WORD_1", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do flat, 5, v5, "v_mov_b32 v5, v2", "flat_store_dword v[16:17], v5", 2+R0
  \do log, 18, v5, "v_log_f32 v5, v2", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do sin, 18, v5, "v_sin_f32 v5, v2", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do cos, 18, v5, "v_cos_f32 v5, v2", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do exp_f16, 18, v5, "v_exp_f16 v5, v2", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do rsq, 34, v5, "v_rsq_f32 v5, v2", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do sqrt, 34, v5, "v_sqrt_f32 v5, v2", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do rcp_f16, 34, v5, "v_rcp_f16 v5, v2", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do rcp_iflag, 34, v5, "v_rcp_iflag_f32 v5, v2", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do rsq_f64, 50, v5, "v_rsq_f64 v[4:5], v[2:3]", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do sqrt_f64, 50, v5, "v_sqrt_f64 v[4:5], v[2:3]", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do to_f64, 18, v5, "v_cvt_f64_u32 v[4:5], v2", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do from_f64, 18, v5, "v_cvt_i32_f64 v5, v[2:3]", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do mqsad, 8, v9, "v_mqsad_u32_u8 v[8:11], v[2:3], v4, v[12:15]", "global_store_dword v1, v9, s[6:7]", 2+R0
  \do mqsad_high, 9, v11, "v_mqsad_u32_u8 v[8:11], v[2:3], v4, v[12:15]", "global_store_dword v1, v11, s[6:7]", 2+R0
  \do dpp, 10, v5, "v_mov_b32_dpp v5, v2 quad_perm:[1,0,3,2]", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do swap, 5, v5, "v_swap_b32 v4, v5", "global_store_dword v1, v5, s[6:7]", 2+R0
  \do second_vgpr, 5, v5, "v_mov_b32 v5, v2", "global_store_dwordx2 v1, v[4:5], s[6:7]", 2+R0
  // Scalar readers: the cycle behind the last pass.
  \do f64_mask, 20, vcc, "v_cmp_eq_f64 vcc, v[2:3], v[2:3]", "s_cbranch_vccz 1", 5
  \do div_scale, 20, vcc, "v_div_scale_f64 v[4:5], vcc, v[2:3], v[2:3], v[2:3]", "s_mov_b32 s22, vcc_lo"
  \do dpp_mask, 12, vcc, "v_add_co_u32_dpp v5, vcc, v2, v3 quad_perm:[1,0,3,2]", "s_cbranch_vccz 1", 5
  \do vccz, 7, vcc, "v_cmp_eq_u32 vcc, v2, v3", "s_cbranch_vccz 1", 5
  \do execz, 7, exec, "v_cmpx_eq_u32 vcc, v2, v3", "s_cbranch_execz 1", 5
  \do execnz, 7, exec, "v_cmpx_eq_u32 vcc, v2, v3", "s_cbranch_execnz 1", 5
  \do source_vccz, 7, vcc, "v_cmp_eq_u32 vcc, v2, v3", "s_mov_b32 s22, src_vccz"
  \do source_execz, 7, exec, "v_cmpx_eq_u32 vcc, v2, v3", "s_mov_b32 s22, src_execz"
  \do saveexec, 7, exec, "v_cmpx_eq_u32 vcc, v2, v3", "s_or_saveexec_b64 s[22:23], s[30:31]"
  \do fork_exec, 7, exec, "v_cmpx_eq_u32 vcc, v2, v3", "s_cbranch_i_fork s[24:25], 1", 5
  \do fork_mask, 7, s25, "v_readfirstlane_b32 s25, v2", "s_cbranch_i_fork s[24:25], 1", 5
  \do fork_target, 7, s26, "v_readfirstlane_b32 s26, v2", "s_cbranch_g_fork s[24:25], s[26:27]", 5
  \do join, 7, s28, "v_readfirstlane_b32 s28, v2", "s_cbranch_join s28", 5
  \do second_word, 7, s21, "v_readfirstlane_b32 s21, v2", "s_mov_b64 s[22:23], s[20:21]"
  \do bitset, 7, s20, "v_readfirstlane_b32 s20, v2", "s_bitset1_b32 s20, s22"
  \do addk, 7, s20, "v_readfirstlane_b32 s20, v2", "s_addk_i32 s20, 1"
  \do scalar_store, 7, s20, "v_readfirstlane_b32 s20, v2", "s_store_dword s20, s[6:7], 0x40"
  \do movrels, 7, m0, "v_readfirstlane_b32 m0, v2", "s_movrels_b32 s22, s20"
  \do addtid, 7, m0, "v_readfirstlane_b32 m0, v2", "ds_read_addtid_b32 v5", 2+W0
  \do index, 7, m0, "v_readfirstlane_b32 m0, v2", "v_mov_b32 v5, v3", 1, "s_set_gpr_idx_on s28, 0", "s_set_gpr_idx_off"
  // A read of a hardware register waits only for bits that the vector ALU writes.
  \do execz_bit, 7, exec, "v_cmpx_eq_u32 vcc, v2, v3", "s_getreg_b32 s22, hwreg(HW_REG_STATUS, 0, 10)"
  \do vccz_bit, 7, vcc, "v_cmp_eq_u32 vcc, v2, v3", "s_getreg_b32 s22, hwreg(HW_REG_STATUS, 10, 2)"
  \do no_execz, 1, exec, "v_cmpx_eq_u32 s[22:23], v2, v3", "s_getreg_b32 s26, hwreg(HW_REG_STATUS, 10, 1)"
  \do no_vccz, 1, vcc, "v_cmp_eq_u32 vcc, v2, v3", "s_getreg_b32 s26, hwreg(HW_REG_STATUS, 0, 10)"
  \do no_status, 1, vcc, "v_cmpx_eq_u32 vcc, v2, v3", "s_getreg_b32 s26, hwreg(HW_REG_MODE)"
  \do excp_bit, 7, trapsts, "v_add_f32 v5, v2, v3", "s_getreg_b32 s22, hwreg(HW_REG_TRAPSTS, 6, 1)"
  \do excp_long, 52, trapsts, "v_rcp_f64 v[4:5], v[2:3]", "s_getreg_b32 s22, hwreg(HW_REG_TRAPSTS)"
  \do no_excp, 1, trapsts, "v_add_f32 v5, v2, v3", "s_getreg_b32 s22, hwreg(HW_REG_TRAPSTS, 7, 25)"
  \do no_float, 1, trapsts, "v_add_u32 v5, v2, v3", "s_getreg_b32 s22, hwreg(HW_REG_TRAPSTS)"
  // EXEC is read by vector instructions and by memory.
  \do vector_exec, 7, exec, "v_cmpx_eq_u32 vcc, v2, v3", "v_mov_b32 v5, v2"
  \do share_exec, 7, exec, "v_cmpx_eq_u32 vcc, v2, v3", "ds_write_b32 v1, v2", 2+R0
  \do vmem_exec, 7, exec, "v_cmpx_eq_u32 vcc, v2, v3", "global_store_dword v1, v2, s[6:7]", 2+R0
  \do export_exec, 7, exec, "v_cmpx_eq_u32 vcc, v2, v3", "exp mrt0 v2, off, off, off", 2+R0
  \do readlane_exec, 1, exec, "v_cmpx_eq_u32 vcc, v2, v3", "v_readlane_b32 s22, v2, 0"
  \do writelane_exec, 1, exec, "v_cmpx_eq_u32 vcc, v2, v3", "v_writelane_b32 v5, s20, 0"
  \do nothing_exec, 1, exec, "v_cmpx_eq_u32 vcc, v2, v3", "v_nop"
  \do load_exec, 1, exec, "v_cmpx_eq_u32 vcc, v2, v3", "s_load_dword s22, s[6:7], 0x0", 2+W0
.endm
// The younger write must land later.
.macro writers do
  \do two_vmem, 2, v5, "v_mov_b32 v5, v2", "global_load_dword v5, v1, s[6:7]", 2+W0
  \do two_halves, 2, v5, "v_mov_b32 v5, v2", "global_load_short_d16 v5, v1, s[6:7]", 2+W0
  \do two_vectors, 1, v5, "v_mov_b32 v5, v2", "v_mov_b32 v5, v3"
  \do two_masks, 1, vcc, "v_cmp_eq_u32 vcc, v2, v3", "v_cmp_eq_u32 vcc, v2, v3"
  \do two_m0, 7, m0, "v_readfirstlane_b32 m0, v2", "s_set_gpr_idx_mode 0"
  \do not_moved, 1, s20, "v_readfirstlane_b32 s20, v2", "s_cmov_b32 s20, s22", 1, "s_cmp_eq_u32 s28, 1"
.endm
// A load over a source of the vector ALU returns five cycles after its issue.
.macro loads do
  \do over_vmem, 32, v3, "v_rcp_f64 v[4:5], v[2:3]", "global_load_dword v3, v1, s[6:7]", 2+W0
  \do over_dpp, 4, v3, "v_add_u32_dpp v5, v2, v3 quad_perm:[1,0,3,2]", "ds_read_b32 v3, v1", 2+W0
  \do over_dpp_twice, 4, v2, "v_add_u32_dpp v5, v2, v2 quad_perm:[1,0,3,2]", "ds_read_b32 v2, v1", 2+W0
  \do over_dpp_first, 1, v2, "v_add_u32_dpp v5, v2, v3 quad_perm:[1,0,3,2]", "ds_read_b32 v2, v1", 2+W0
  \do over_mqsad, 3, v4, "v_mqsad_u32_u8 v[8:11], v[2:3], v4, v[12:15]", "ds_read_b32 v4, v1", 2+W0
  \do over_mqsad_low, 2, v13, "v_mqsad_u32_u8 v[8:11], v[2:3], v4, v[12:15]", "ds_read_b32 v13, v1", 2+W0
  \do over_mqsad_high, 3, v15, "v_mqsad_u32_u8 v[8:11], v[2:3], v4, v[12:15]", "ds_read_b32 v15, v1", 2+W0
.endm
// With three stages behind the execution units the pace of the vector ALU does not hide all.
.macro delayed_readers do
  \do accumulate, 6, v5, "v_mov_b32 v5, v2", "v_mac_f32 v5, v2, v3"
  \do of_mqsad, 9, v9, "v_mqsad_u32_u8 v[8:11], v[2:3], v4, v[12:15]", "v_mov_b32 v5, v9"
  \do of_mqsad_high, 10, v11, "v_mqsad_u32_u8 v[8:11], v[2:3], v4, v[12:15]", "v_mov_b32 v5, v11"
  \do to_mqsad, 6, v4, "v_mov_b32 v4, v2", "v_mqsad_u32_u8 v[8:11], v[2:3], v4, v[12:15]"
  \do to_mqsad_low, 6, v13, "v_mov_b32 v13, v2", "v_mqsad_u32_u8 v[8:11], v[2:3], v4, v[12:15]"
  \do to_mqsad_high, 5, v15, "v_mov_b32 v15, v2", "v_mqsad_u32_u8 v[8:11], v[2:3], v4, v[12:15]"
  \do dpp_other, 1, v4, "v_mov_b32 v4, v2", "v_add_u32_dpp v5, v2, v4 quad_perm:[1,0,3,2]"
  \do dpp_old, 1, v5, "v_mov_b32 v5, v2", "v_mov_b32_dpp v5, v3 quad_perm:[1,0,3,2] row_mask:0xf"
.endm

// Instructions between the two count: s_nop, the pace of the vector ALU, a wait until a load can return.
.macro between name, first, second, third, one, two, three
  ctrl \first, \second, \third
  i \one
  i \two
  i \three
  drain
.endm
.macro between_mask name, first, second, one
  between \name, \first, \second, 1, "\one", "v_mov_b32 v6, v3", "s_mov_b32 s22, vcc_lo"
.endm
.macro between_scalar name, first, second, third, two
  between \name, \first, \second, \third, "v_readfirstlane_b32 s20, v2", "\two", "s_mov_b32 s22, s20"
.endm

begin main
  readers enough
  writers enough
  loads enough
  between_scalar nop, 1, 1, 1, "s_nop 5"
  between_scalar nop_modulo, 1, 1, 1, "s_nop 13"
  between_scalar nop_stall, 1, 6, 1, "s_nop 2"
  between_scalar pace, 1, 3, 1, "v_mov_b32 v5, v3"
  between_mask pace_f64, 1, 4, "v_cmp_eq_f64 vcc, v[2:3], v[2:3]"
  between_mask pace_dpp, 1, 3, "v_add_co_u32_dpp v5, vcc, v2, v3 quad_perm:[1,0,3,2]"
  between_scalar wait, 2, 2+W0, 1+B0, "global_load_dword v6, v1, s[6:7]"
  between_scalar wait_share, 2, 2+W0, 1+B0, "ds_read_b32 v6, v1"
  // The stack entry of a fork: what it pushes, and what a join pops.
  ctrl
  i s_movk_i32 s24, 0xff
  ctrl 7, 5, 1
  i v_readfirstlane_b32 s2, v2
  i s_cbranch_i_fork s[24:25], .Lside
  i s_nop 0
  ctrl 1, 11, 7
.Lside:
  i s_nop 0
  i v_mov_b32 v7, s2
  i v_readfirstlane_b32 s2, v7
  ctrl 5
  i s_cbranch_join s28
  ctrl
  i s_mov_b64 exec, -1
  set v8, 0x600d
  row v8
  finish
begin delayed
  delayed_readers enough
  set v8, 0x600d
  row v8
  finish

  readers short
  writers short
  loads short
  delayed_readers short
begin case_push
  ctrl 1, 6, 5
  i s_movk_i32 s24, 0xff
make_push:
  i v_readfirstlane_b32 s2, v2
use_push:
  i s_cbranch_i_fork s[24:25], 1
  finish
begin case_pop
  ctrl 1, 5, 1
  i s_movk_i32 s24, 0xff
  i s_cbranch_i_fork s[24:25], 1
  i s_nop 0
  ctrl 6, 5
make_pop:
  i v_readfirstlane_b32 s2, v2
use_pop:
  i s_cbranch_join s28
  finish
.purgem between
.macro between name, first, second, third, one, two, three
  begin case_\name
  ctrl \first, \second, \third
make_\name:
  i \one
between_\name:
  i \two
use_\name:
  i \three
  drain
  finish
.endm
  between_scalar nop, 1, 1, 1, "s_nop 4"
  between_scalar nop_modulo, 1, 1, 1, "s_nop 12"
  between_scalar nop_stall, 1, 5, 1, "s_nop 4"
  between_scalar pace, 1, 2, 1, "v_mov_b32 v5, v3"
  between_mask pace_f64, 1, 3, "v_cmp_eq_f64 vcc, v[2:3], v[2:3]"
  between_mask pace_dpp, 1, 2, "v_add_co_u32_dpp v5, vcc, v2, v3 quad_perm:[1,0,3,2]"
  between_scalar wait, 1, 2+W0, 1+B0, "global_load_dword v6, v1, s[6:7]"
  between_scalar wait_share, 1, 2+W0, 1+B0, "ds_read_b32 v6, v1"
// The pace of an instruction before the setter says nothing of the time behind it.
  between pace_before, 1, 1+W0, 1+B0, "v_rcp_f64 v[4:5], v[2:3]", "s_load_dword s22, s[6:7], 0x0", "v_mov_b32 v6, v7"
