// Results of the vector ALU that are read `distance` cycles after their producer issued. A reader that is too early
// gets what the file holds. Each case is a distance.
//
//   share:  an address of ds_write, lanes 48 to 63. Rows: LDS at the old address, at the new one; 77 where it wrote
//   every:  the same with all lanes, whose passes are read one after the other
//   vmem:   an address of global_store, lanes 48 to 63. Rows: as for share
//   scalar, carry, select, branch, load: a scalar reader of s20, VCC, s[20:21]. Row: 5, of load 93, where the value was
//           old, or 77
//   valu:   v_add of v_add's result. Row: 5 where the value was old, or 77
//   beat:   a source of an export. Row: 0x600d
//   status, exceptions: VCCZ of STATUS, and the exceptions of TRAPSTS. Row: 5 where the value was old, or 77
// Decisions: D-CTRL-21, D-CTRL-22, D-CTRL-36, D-CTRL-47, D-CTRL-61.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
.macro last_pass
  ctrl
  i s_mov_b32 exec_lo, 0
  i s_mov_b32 exec_hi, 0xffff0000
.endm
.macro all_lanes
.endm
.macro share distance, name=share, lanes=last_pass
  start case_\name\()_\distance
  set v2, v1
  set v3, 77
  set v4, 1
  ctrl 1, 2+R0, 1+B0
  i ds_write_b32 v1, v4
  i ds_write_b32 v1, v4 offset:256
  i s_nop 0
  \lanes
  ctrl \distance, 2+R1, 1+B1
make_\name\()_\distance:
  i v_add_u32 v2, 0x100, v1
use_\name\()_\distance:
  i ds_write_b32 v2, v3
  i s_mov_b64 exec, -1
  ctrl 1, 2+W2, 1+B2
  i ds_read_b32 v5, v1
  i ds_read_b32 v6, v1 offset:256
  i s_nop 0
  row v5
  row v6
  finish
.endm
.macro vmem distance
  start case_vmem_\distance
  set v2, v1
  set v3, 77
  last_pass
  ctrl \distance
make_vmem_\distance:
  i v_add_u32 v2, 0x100, v1
use_vmem_\distance:
  i global_store_dword v2, v3, s[4:5]
  finish
.endm
// v_readfirstlane, then a scalar reader.
.macro scalar distance
  start case_scalar_\distance
  set v2, 77
  ctrl 1, \distance, 1
  i s_mov_b32 s20, 5
make_scalar_\distance:
  i v_readfirstlane_b32 s20, v2
use_scalar_\distance:
  i s_mov_b32 s21, s20
  scalar_row s21
  finish
.endm
.macro carry distance
  start case_carry_\distance
  set v2, -1
  ctrl 1, \distance, 11
  i s_mov_b64 vcc, 0
make_carry_\distance:
  i v_add_co_u32 v3, vcc, v2, v2
use_carry_\distance:
  i v_addc_co_u32 v4, vcc, 0, 0, vcc
  set v5, 72
  ctrl 11, 11
  i v_mul_u32_u24 v4, v4, v5
  i v_add_u32 v4, 5, v4
  row v4
  finish
.endm
.macro select distance
  start case_select_\distance
  set v2, 5
  set v3, 77
  ctrl 1, \distance, 11
  i s_mov_b64 vcc, 0
make_select_\distance:
  i v_cmp_eq_u32 vcc, v0, v0
use_select_\distance:
  i v_cndmask_b32 v4, v2, v3, vcc
  row v4
  finish
.endm
.macro branch distance
  start case_branch_\distance
  ctrl
  i s_movk_i32 s21, 77
  ctrl 1, \distance, 5
  i s_mov_b64 vcc, 0
make_branch_\distance:
  i v_cmp_eq_u32 vcc, v0, v0
use_branch_\distance:
  i s_cbranch_vccnz .Lnew\@
  ctrl
  i s_movk_i32 s21, 5
  ctrl
.Lnew\@:
  i s_nop 0
  scalar_row s21
  finish
.endm
// The low half of an address: in + 64, which holds 93, where it was old, or in.
.macro load distance
  start_in case_load_\distance
  set v2, 0
  ctrl 1, 1, 1
  i s_movk_i32 s20, 64
  i s_mov_b32 s21, 5
  i s_nop 0
  ctrl \distance, 2+W0, 1+B0
make_load_\distance:
  i v_readfirstlane_b32 s20, v2
use_load_\distance:
  i s_load_dword s22, s[20:21], 0x0
  i s_nop 0
  scalar_row s22
  finish
.endm
.macro valu distance
  start case_valu_\distance
  set v2, 4
  ctrl \distance, 11
make_valu_\distance:
  i v_mov_b32 v2, 76
use_valu_\distance:
  i v_add_u32 v3, 1, v2
  row v3
  finish
.endm
.macro dpp distance
  start case_dpp_\distance
  set v2, 5
  set v3, 0
  ctrl \distance, 15+Y
make_dpp_\distance:
  i v_mov_b32 v2, 77
use_dpp_\distance:
  i v_mov_b32_dpp v3, v2 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
  row v3
  finish
.endm
.macro beat distance
  start case_beat_\distance
  set v2, 5
  set v3, 0x600d
  ctrl \distance
make_beat_\distance:
  i v_mov_b32 v2, 77
use_beat_\distance:
  i exp mrt0 v2, off, off, off
  row v3
  finish
.endm
// s_getreg of VCCZ, which is set, and of the exceptions, of which none is.
.macro status distance
  start case_status_\distance
  ctrl 1, \distance, 1
  i s_mov_b64 vcc, 0
make_status_\distance:
  i v_cmp_eq_u32 vcc, v0, v0
use_status_\distance:
  i s_getreg_b32 s20, hwreg(HW_REG_STATUS, 10, 1)
  ctrl
  i s_cmp_eq_u32 s20, 0
  i s_cselect_b32 s20, 77, 5
  scalar_row s20
  finish
.endm
.macro exceptions distance
  start case_exceptions_\distance
  set v2, 0x7f800000
  set v3, 0xff800000
  ctrl \distance
make_exceptions_\distance:
  i v_add_f32 v4, v2, v3
use_exceptions_\distance:
  i s_getreg_b32 s20, hwreg(HW_REG_TRAPSTS, 0, 7)
  ctrl
  i s_cmp_eq_u32 s20, 1                     // invalid
  i s_cselect_b32 s20, 77, 5
  scalar_row s20
  finish
.endm
.irp d, 1, 2, 3, 4, 5, 6, 7, 8
  share \d
.endr
.irp d, 1, 2, 4, 5
  share \d, every, all_lanes
.endr
.irp d, 4, 5, 7, 8
  vmem \d
.endr
.irp d, 6, 7, 9, 10
  scalar \d
  carry \d
  select \d
  branch \d
  load \d
  status \d
  exceptions \d
.endr
.irp d, 4, 5, 6
  valu \d
  dpp \d
.endr
.irp d, 3, 4, 6, 7
  beat \d
.endr
main:
  s_endpgm
