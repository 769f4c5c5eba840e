// Waves with other numbers of SGPRs follow each other on every slot. Each finds under its own second names the values
// that the wave before left in FLAT_SCRATCH, XNACK_MASK and VCC. SGPRs that are second names for one wave keep what the
// others left in them.
//
//   out[i] for work-item i: each of the five launches adds 0x100 + what is wrong   s[4:5] out   s9 errors
// Decisions: D-REG-21, D-LAUNCH-1.
.include "../../include/vcc_alias.inc"
.globl mark
.macro begin
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_mov_b32 s9, 0
  s_waitcnt lgkmcnt(0)
  global_load_dword v2, v1, s[4:5]
.endm
.macro end
  s_waitcnt vmcnt(0)
  v_add_u32 v2, 0x100, v2
  v_or_b32 v2, s9, v2
  global_store_dword v1, v2, s[4:5]
  s_endpgm
.endm
.macro marked do
  each_number \do, 10, 0x51000000
  each_number \do, 26, 0x52000000
  each_number \do, 90, 0x53000000
.endm

.type mark,@function
.p2align 8
mark:
  begin
  marked s_mov_b32
  each_first_name s_mov_b32, 0x54000000
  end

.type of_32,@function
.p2align 8
of_32:
  begin
  each_number is, 26, 0x54000000
  each_first_name is, 0x54000000
  each_number s_mov_b32, 26, 0x55000000
  end

.type of_16,@function
.p2align 8
of_16:
  begin
  each_number is, 10, 0x55000000
  each_number s_mov_b32, 10, 0x56000000
  end

.type of_96,@function
.p2align 8
of_96:
  begin
  each_number is, 90, 0x56000000
  each_number is, 10, 0x51000000
  each_number is, 26, 0x52000000
  each_first_name s_mov_b32, 0x57000000
  end

.type look,@function
.p2align 8
look:
  begin
  marked is
  each_first_name is, 0x57000000
  end

.rodata
.p2align 6
.amdhsa_kernel mark
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 102
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
.end_amdhsa_kernel

.p2align 6
.amdhsa_kernel of_32
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 32
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
.end_amdhsa_kernel

.p2align 6
.amdhsa_kernel of_16
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 16
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
.end_amdhsa_kernel

.p2align 6
.amdhsa_kernel of_96
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 96
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
.end_amdhsa_kernel

.p2align 6
.amdhsa_kernel look
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 102
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
.end_amdhsa_kernel
