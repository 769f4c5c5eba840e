// Every branch of SOPP, calls and computed jumps (control-flow.md section 2.2). Each branch is taken and not taken,
// forwards and backwards. Each check sets its bit of s20 when it went the right way: check i sets bit i. Lane 0 stores
// s20.
.text
.globl branches
.p2align 8
.type branches,@function
branches:
  s_load_dwordx2 s[30:31], s[0:1], 0x0
  s_mov_b32 s20, 0
  s_mov_b64 s[40:41], exec

.macro taken bit, branch
  \branch taken_\bit
  s_branch taken_fail_\bit
taken_\bit:
  s_bitset1_b32 s20, \bit
taken_fail_\bit:
.endm
.macro not_taken bit, branch
  \branch not_taken_\bit
  s_bitset1_b32 s20, \bit
not_taken_\bit:
.endm

  s_branch forward
  s_nop 0
backward:
  s_bitset1_b32 s20, 0
  s_branch after_backward
forward:
  s_branch backward
after_backward:

  s_cmp_eq_u32 s20, s20
  taken 1, s_cbranch_scc1
  not_taken 2, s_cbranch_scc0
  s_cmp_lg_u32 s20, s20
  not_taken 3, s_cbranch_scc1
  taken 4, s_cbranch_scc0

  s_mov_b64 vcc, 0
  taken 5, s_cbranch_vccz
  not_taken 6, s_cbranch_vccnz
  v_cmp_eq_u32 vcc, v0, v0
  not_taken 7, s_cbranch_vccz
  taken 8, s_cbranch_vccnz

  not_taken 9, s_cbranch_execz
  taken 10, s_cbranch_execnz
  s_mov_b64 exec, 0
  taken 11, s_cbranch_execz
  not_taken 12, s_cbranch_execnz
  s_mov_b64 exec, s[40:41]

  not_taken 13, s_cbranch_cdbgsys
  not_taken 14, s_cbranch_cdbguser
  not_taken 15, s_cbranch_cdbgsys_or_user
  not_taken 16, s_cbranch_cdbgsys_and_user

// A call that returns by s_setpc, one by s_swappc, and a jump through a register.
  s_call_b64 s[42:43], sub_call
  s_bitset1_b32 s20, 17
  s_getpc_b64 s[44:45]
here:
  s_add_u32 s44, s44, sub_swap-here
  s_addc_u32 s45, s45, 0
  s_swappc_b64 s[44:45], s[44:45]
  s_bitset1_b32 s20, 18
  s_getpc_b64 s[46:47]
here2:
  s_add_u32 s46, s46, jump_target-here2+2  // the two low bits are ignored
  s_addc_u32 s47, s47, 0
  s_setpc_b64 s[46:47]
  s_endpgm
sub_call:
  s_bitset1_b32 s20, 19
  s_setpc_b64 s[42:43]
sub_swap:
  s_bitset1_b32 s20, 20
  s_swappc_b64 s[44:45], s[44:45]
jump_target:

// The program lies above 4 GiB: a PC's high half is not zero, and its upper 16 bits are.
  s_getpc_b64 s[48:49]
  s_cmp_lg_u32 s49, 0
  taken 21, s_cbranch_scc1
  s_lshr_b32 s49, s49, 16
  s_cmp_eq_u32 s49, 0
  taken 22, s_cbranch_scc1

// A counted loop: 100 times.
  s_movk_i32 s21, 100
  s_mov_b32 s22, 0
loop:
  s_addk_i32 s22, 3
  s_sub_u32 s21, s21, 1
  s_cmp_lg_u32 s21, 0
  s_cbranch_scc1 loop
  s_cmpk_eq_u32 s22, 300
  taken 23, s_cbranch_scc1

  s_waitcnt lgkmcnt(0)
  v_mov_b32 v1, s20
  v_mov_b32 v2, 0
  global_store_dword v2, v1, s[30:31]
  s_endpgm
.Lend:
.size branches, .Lend-branches

.rodata
.p2align 6
.amdhsa_kernel branches
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 4
  .amdhsa_next_free_sgpr 64
.end_amdhsa_kernel
