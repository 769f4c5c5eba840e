// The fork stack may lie past the allocation. A wave with 16 SGPRs forks with CSP 4, and inside with CSP 5. The forks
// push to s16..s19 and s20..s23. Both sides of both forks run, and each join goes to the side that waits.
//
//   out[i]:   7 + the difference of lane i's sum from the right one: 1 or 2 below lane 16, 100 from there on
//   s[4:5] out   v1 lane * 4   v2 sum of the path
// Decisions: D-REG-3, D-FLOW-14.
.globl stack_past
.type stack_past,@function
stack_past:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_mov_b64 s[6:7], exec
  s_mov_b32 s8, 0xffff                        // the outer mask: lanes 0 to 15
  s_mov_b32 s9, 0
  s_mov_b32 s12, 0x55555555                   // the inner one: even lanes
  s_mov_b32 s13, 0x55555555
  s_mov_b32 s10, 4
  s_mov_b32 s11, 5
  s_waitcnt lgkmcnt(0)
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 29, 3), 4
  s_nop 1
  s_cbranch_i_fork s[8:9], .Louter
  v_add_u32 v2, 100, v2
  s_branch .Lend_outer
.Louter:
  s_cbranch_i_fork s[12:13], .Linner
  v_add_u32 v2, 1, v2
  s_branch .Lend_inner
.Linner:
  v_add_u32 v2, 2, v2
.Lend_inner:
  s_cbranch_join s11
.Lend_outer:
  s_cbranch_join s10
  s_mov_b64 exec, s[6:7]
  v_and_b32 v3, 1, v0                         // what it should be
  v_sub_u32 v3, 2, v3
  v_mov_b32 v4, 0x64
  v_cmp_gt_u32 vcc, 16, v0
  v_cndmask_b32 v3, v4, v3, vcc
  v_xor_b32 v2, v2, v3
  v_add_u32 v2, 7, v2
  global_store_dword v1, v2, s[4:5]
  s_endpgm

.rodata
.p2align 6
.amdhsa_kernel stack_past
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 16
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
.end_amdhsa_kernel
