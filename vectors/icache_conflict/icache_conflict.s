// Sixteen waves run in four copies of the same code, 4 KiB apart. The lines of the copies meet in one place of a
// direct-mapped instruction cache. Every wave must still make progress. Each wave adds 512 ones, twice round its copy.
//
//   out[i] for work-item i: 1024
//   s[30:31] out   v4 work-item*4   s4 wave number
.text
.globl icache_conflict
.p2align 8
.type icache_conflict,@function
.macro copy
  s_mov_b32 s9, 2
.Lagain\@:
.rept 512
  v_add_u32 v1, 1, v1
.endr
  s_sub_u32 s9, s9, 1
  s_cmp_lg_u32 s9, 0
  s_cbranch_scc1 .Lagain\@
  s_branch finish
.endm
icache_conflict:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  v_readfirstlane_b32 s4, v0
  s_lshr_b32 s4, s4, 6
  v_lshlrev_b32 v4, 2, v0
  v_mov_b32 v1, 0
  s_and_b32 s5, s4, 3
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s5, 0
  s_cbranch_scc1 copy0
  s_cmp_eq_u32 s5, 1
  s_cbranch_scc1 copy1
  s_cmp_eq_u32 s5, 2
  s_cbranch_scc1 copy2
  s_branch copy3
finish:
  global_store_dword v4, v1, s[30:31]
  s_endpgm
.p2align 12
copy0:
  copy
.p2align 12
copy1:
  copy
.p2align 12
copy2:
  copy
.p2align 12
copy3:
  copy
.Lend:
.size icache_conflict, .Lend-icache_conflict

.rodata
.p2align 6
.amdhsa_kernel icache_conflict
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 48
.end_amdhsa_kernel
