// Per-lane reductions over the 16 waves of a group in registers that all waves share. A shared register also serves as
// the barrier, so there is no LDS and no s_barrier. An instruction that reads and writes a global row is atomic. While
// it is in flight, no other wave's instruction that uses the row starts.
//
//   globals:   0 sum   1 max   2 max of ~x (so ~min)   3..6 histogram of x & 3   7 arrivals   8 a constant of the lane
//   out:   for each wave three rows of 64: sum; max - min; histogram (five bits for each bin) + x * constant
// Decisions: D-R700-14.
.text
.globl reduce16
.p2align 8
.type reduce16,@function
.include "../include/r700.inc"
.macro row reg
  global_store_dword v4, \reg, s[10:11]
  s_add_u32 s10, s10, 256
  s_addc_u32 s11, s11, 0
.endm
.macro bin number, register
  v_cmp_eq_u32_e64 vcc, v11, \number
  v_addc_co_u32 \register, vcc, 0, \register, vcc
.endm
reduce16:
  s_load_dwordx4 s[8:11], s[0:1], 0x0
  v_lshlrev_b32 v5, 2, v0
  v_readfirstlane_b32 s20, v0
  s_lshr_b32 s20, s20, 6
  s_waitcnt lgkmcnt(0)
  global_load_dword v10, v5, s[8:9]
  s_mul_i32 s21, s20, 3*256
  s_add_u32 s10, s10, s21
  s_addc_u32 s11, s11, 0
  v_and_b32 v0, 63, v0
  v_lshlrev_b32 v4, 2, v0
  s_waitcnt vmcnt(0)
  v_not_b32 v12, v10
  v_and_b32 v11, 3, v10
// SRC1 and VDST are global, SRC0 is the wave's own.
  shared_on 10
  v_add_u32 v0, v10, v0
  v_max_u32 v1, v10, v1
  v_max_u32 v2, v12, v2
  bin 0, v3
  bin 1, v4
  bin 2, v5
  bin 3, v6
  shared_off
  s_cmp_lg_u32 s20, 15
  s_cbranch_scc1 arrive
  v_mul_u32_u24 v13, 3, v0
  shared_on 8
  v_add_u32 v8, 1, v13
arrive:
  shared_on 10
  v_add_u32 v7, 1, v7
wait:
  shared_on 1
  v_readfirstlane_b32 s22, v7
  shared_off
  s_cmp_lg_u32 s22, 16
  s_cbranch_scc0 passed
  s_sleep 1
  s_branch wait
passed:
  shared_on 1
  v_mov_b32 v20, v0
  v_mov_b32 v21, v1
  v_not_b32 v22, v2
  v_mov_b32 v23, v3
  shared_off
  row v20
  v_sub_u32 v21, v21, v22
  row v21
  shared_on 1
  v_mov_b32 v24, v4
  v_mov_b32 v25, v5
  v_mov_b32 v26, v6
  v_mul_lo_u32 v27, v8, v10
  shared_off
  v_lshl_add_u32 v23, v24, 5, v23
  v_lshl_add_u32 v23, v25, 10, v23
  v_lshl_add_u32 v23, v26, 15, v23
  v_add_u32 v23, v23, v27
  row v23
  s_endpgm
.Lend:
.size reduce16, .Lend-reduce16

.rodata
.p2align 6
.amdhsa_kernel reduce16
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 32
  .amdhsa_next_free_sgpr 32
.end_amdhsa_kernel
