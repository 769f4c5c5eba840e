// s_sleep and s_wakeup. Wave 0 takes the longest sleep thirty times over. Wave 1 wakes it again and again, until wave 0
// tells wave 1 by LDS that it is through. Waves 2 and 3 sleep on their own and are late on purpose.
//
//   out[64*wave + lane]:   30 for wave 0   1 for wave 1
//   at the place of wave 2:   3, the number of the wave that slept longer and writes last
//   s4 wave number
// Decisions: D-FLOW-3.
.globl main
.text
.p2align 8
.type main,@function
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  v_readfirstlane_b32 s4, v0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v5, 0
  s_lshr_b32 s4, s4, 6
  s_mov_b32 m0, -1
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v5, v5
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc1 .Lsleeper
  s_cmp_eq_u32 s4, 1
  s_cbranch_scc1 .Lwaker
  s_wakeup                     // of its group: may reach wave 0
  v_mov_b32 v2, s4
  v_and_b32 v1, 0xff, v1       // both to wave 2's place
  s_cmp_eq_u32 s4, 2
  s_cbranch_scc1 .Lshort
  s_sleep 30
  s_sleep 0
  s_sleep 30
.Lshort:
  s_sleep 1
  global_store_dword v1, v2, s[6:7] offset:512
  s_endpgm
.Lsleeper:
  s_mov_b32 s8, 0
.Lnap:
  s_sleep 127
  s_add_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 30
  s_cbranch_scc1 .Lnap
  v_mov_b32 v2, s8
  global_store_dword v1, v2, s[6:7]
  v_mov_b32 v3, 1
  ds_write_b32 v5, v3
  s_endpgm_ordered_ps_done
.Lwaker:
  s_wakeup
  s_nop 7
  ds_read_b32 v2, v5
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s9, v2
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc1 .Lwaker
  global_store_dword v1, v2, s[6:7]
  s_endpgm
.Lend:
.size main, .Lend-main
.rodata
.p2align 6
.amdhsa_kernel main
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 48
  .amdhsa_group_segment_fixed_size 512
.end_amdhsa_kernel
