// Sixteen waves meet at barriers (control-flow.md section 4). In each of four rounds a wave writes its number to LDS,
// meets the others, and reads its neighbour's number. Waves 3, 7 and 12 end early, at different moments. Wave 12 ends
// while all others wait at the barrier. The other waves go on to meet without them.
//
//   out[i] for work-item i: the sum of the neighbour's values over the rounds; 0xdead for waves that end early
//   v0 work-item   s4 wave number (from v0)   s[30:31] out
.text
.globl barrier
.p2align 8
.type barrier,@function
barrier:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  v_readfirstlane_b32 s4, v0
  s_lshr_b32 s4, s4, 6
  v_lshlrev_b32 v4, 2, v0            // own slot in LDS and in out
  v_add_u32 v5, 0x100, v4            // the next wave's slot, round the sixteen
  v_and_b32 v5, 0xfff, v5
  v_mov_b32 v1, 0
  s_mov_b32 s5, 0                    // round
  s_waitcnt lgkmcnt(0)

round:
  s_lshl_b32 s6, s5, 8
  v_add_u32 v2, s6, v0               // value of this round: round*256 + work-item
  ds_write_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v3, v5
  s_waitcnt lgkmcnt(0)
  v_add_u32 v1, v1, v3
  s_barrier
  s_add_u32 s5, s5, 1
  s_cmp_lt_u32 s5, 4
  s_cbranch_scc1 round

// Waves 3 and 7 leave at once; wave 12 idles long enough for all others to be waiting before it leaves.
  s_cmp_eq_u32 s4, 3
  s_cbranch_scc1 leave
  s_cmp_eq_u32 s4, 7
  s_cbranch_scc1 leave
  s_cmp_eq_u32 s4, 12
  s_cbranch_scc1 leave_late
  s_barrier
  s_barrier
  global_store_dword v4, v1, s[30:31]
  s_endpgm
leave_late:
  s_movk_i32 s7, 400
idle:
  s_sub_u32 s7, s7, 1
  s_cmp_lg_u32 s7, 0
  s_cbranch_scc1 idle
leave:
  v_mov_b32 v1, 0xdead
  global_store_dword v4, v1, s[30:31]
  s_endpgm
.Lend:
.size barrier, .Lend-barrier

.rodata
.p2align 6
.amdhsa_kernel barrier
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_group_segment_fixed_size 4096
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 48
.end_amdhsa_kernel
