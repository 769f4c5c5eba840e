// A wave finds old values in registers and LDS that nobody has set for it: zero at power-on, later the values of the
// wave before. There are two launches of one group of sixteen waves, which take every slot. In the first launch each
// wave finds zeros. In the second it finds what the first launch wrote. LDS is one dword for each lane. SCC, TRAPSTS
// and USER_PRIO are 0 in both.
//
//   out[i] for work-item i: 0x600d + what is wrong; the sum of both launches is 2 * 0x600d
//   s[4:5] out   s6 0, then 0x55aa: what was written   s7 wave   s8 errors
// Decisions: D-LAUNCH-1, D-LAUNCH-2.
.globl left_behind
.type left_behind,@function
.macro finds reg
  s_xor_b32 s9, \reg, s6
  s_or_b32 s8, s8, s9
.endm
left_behind:
  s_cselect_b32 s8, 1, 0                      // SCC
  s_getreg_b32 s9, hwreg(HW_REG_TRAPSTS)
  s_or_b32 s8, s8, s9
  s_getreg_b32 s9, hwreg(HW_REG_STATUS, 3, 2)
  s_or_b32 s8, s8, s9
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_load_dword s6, s[0:1], 0x8
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  finds s40
  finds s101
  finds flat_scratch_hi
  finds xnack_mask_lo
  finds vcc_lo
  finds vcc_hi
  finds m0
  v_xor_b32 v2, s6, v20
  ds_read_b32 v3, v1
  s_waitcnt lgkmcnt(0)
  v_xor_b32 v3, s6, v3
  v_or3_b32 v2, v2, v3, s8
  s_movk_i32 s9, 0x55aa
  s_mov_b32 s40, s9
  s_mov_b32 s101, s9
  s_mov_b32 flat_scratch_hi, s9
  s_mov_b32 xnack_mask_lo, s9
  s_mov_b32 vcc_lo, s9
  s_mov_b32 vcc_hi, s9
  s_mov_b32 m0, s9
  v_mov_b32 v20, s9
  ds_write_b32 v1, v20
  global_load_dword v4, v1, s[4:5]
  s_waitcnt vmcnt(0)
  v_add_u32 v2, 0x600d, v2
  v_add_u32 v2, v4, v2
  global_store_dword v1, v2, s[4:5]
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s8, s8                         // SCC and USER_PRIO, which the next wave must not find
  s_setprio 3
  s_endpgm

.rodata
.p2align 6
.amdhsa_kernel left_behind
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_group_segment_fixed_size 4096
  .amdhsa_next_free_vgpr 24
  .amdhsa_next_free_sgpr 96
.end_amdhsa_kernel
