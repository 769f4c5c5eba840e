// A wave of 48 SGPRs: each kind of tuple ends at s47 in waves 0 to 5, which go on. In the others a tuple begins with
// the last SGPRs and ends behind them, or begins behind them. They are refused.
// Decisions: D-REG-4, D-REG-18.
.include "../../include/refused.inc"
.globl alloc_end
.type alloc_end,@function
alloc_end:
  start_cases
  s_mov_b64 s[44:45], 0                       // a V# of no records
  s_mov_b64 s[46:47], 0
  s_mov_b32 m0, 2
  s_nop 0
  case 0, buffer_load_dword v7, off, s[44:47], s47
  case 1, s_load_dwordx16 s[32:47], s[0:1], 0x0
  case 2, s_movrels_b64 s[12:13], s[44:45]
  case 3, v_cmp_eq_u64 s[46:47], v[2:3], s[46:47]
  case 4, s_buffer_load_dwordx8 s[40:47], s[44:47], s47
  case 5, s_call_b64 s[46:47], .Lwent_on
  case 6, buffer_load_dword v7, off, s[48:51], 0
  case 7, buffer_load_dword v7, off, s[44:47], s48
  case 8, s_load_dwordx16 s[36:51], s[0:1], 0x0
  case 9, s_load_dwordx8 s[44:51], s[0:1], 0x0
  case 10, s_movrels_b64 s[12:13], s[46:47]
  case 11, s_movreld_b64 s[46:47], s[12:13]
  case 12, s_buffer_load_dword s12, s[48:51], 0x0
  case 13, s_store_dwordx4 s[48:51], s[6:7], 0x0
  case 14, global_load_dword v7, v0, s[48:49]
  case 15, s_call_b64 s[48:49], .Lwent_on
  end_cases

.rodata
.p2align 6
.amdhsa_kernel alloc_end
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 48
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
  .amdhsa_kernarg_size 16
.end_amdhsa_kernel
