// VCC under its second name: what the vector ALU writes by the first is read seven cycles later. In the case it is six.
//
//   row 0: s14, a word of VCC, all lanes
// Decisions: D-CTRL-21, D-CTRL-31.
.include "../../include/control.inc"
.include "../../include/control_rows.inc"
.globl main
start main
  ctrl 7, 1, 1
  i v_cmp_eq_u32 vcc, v0, v0
  i s_mov_b32 s8, s14
  scalar_row s8
  finish
start case_early
  ctrl 6, 1, 1
make_early:
  i v_cmp_eq_u32 vcc, v0, v0
use_early:
  i s_mov_b32 s8, s14
  finish

.rodata
.p2align 6
.amdhsa_kernel main
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 64
  .amdhsa_next_free_sgpr 16
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
.end_amdhsa_kernel
