// A wave of 48 SGPRs: tuples that begin behind them and end in FLAT_SCRATCH to VCC, which it has. They are refused, as
// s48 to s101 do not exist. In wave 0 a tuple is FLAT_SCRATCH and XNACK_MASK, and goes on.
// Decisions: D-REG-4, D-REG-18.
.include "../../include/refused.inc"
.globl behind_to_scratch
.type behind_to_scratch,@function
behind_to_scratch:
  start_cases
  s_mov_b64 s[44:45], 0                       // a V# of no records
  s_mov_b64 s[46:47], 0
  case 0, s_load_dwordx2 flat_scratch, s[0:1], 0x0
  case 1, .long 0xc00a1900, 0              // s_load_dwordx4 s[100:103], s[0:1], 0x0
  case 2, .long 0xc00e1800, 0              // s_load_dwordx8 s[96:103], s[0:1], 0x0
  case 3, .long 0xc00e1900, 0              // s_load_dwordx8 s[100:107], s[0:1], 0x0
  case 4, .long 0xc02a1916, 0              // s_buffer_load_dwordx4 s[100:103], s[44:47], 0x0
  case 5, .long 0xc04a1903, 0              // s_store_dwordx4 s[100:103], s[6:7], 0x0
  end_cases

.rodata
.p2align 6
.amdhsa_kernel behind_to_scratch
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 48
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
  .amdhsa_kernarg_size 16
.end_amdhsa_kernel
