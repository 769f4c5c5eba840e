// FLAT_SCRATCH, XNACK_MASK and VCC are registers of their own. The wave has 16 SGPRs, so the last SGPRs of its
// allocation are s10..s15. A write of FLAT_SCRATCH, XNACK_MASK or VCC changes none of s10..s15, and the other way
// round.
//
//   out = 0x600d + what is wrong
//   s[4:5] out   s9 errors
// Decisions: D-REG-1, D-REG-2.
.globl own_names
.type own_names,@function
.macro is reg, value
  s_xor_b32 s8, \reg, \value
  s_or_b32 s9, s9, s8
.endm
own_names:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b32 s9, 0
  s_waitcnt lgkmcnt(0)
.irp n, 10, 11, 12, 13, 14, 15
  s_mov_b32 s\n, 0x1000 + \n
.endr
  s_mov_b32 flat_scratch_lo, 0x2066
  s_mov_b32 flat_scratch_hi, 0x2067
  s_mov_b32 xnack_mask_lo, 0x2068
  s_mov_b32 xnack_mask_hi, 0x2069
  s_mov_b32 vcc_lo, 0x206a
  s_mov_b32 vcc_hi, 0x206b
.irp n, 10, 11, 12, 13, 14, 15
  is s\n, 0x1000 + \n
.endr
.irp n, 10, 11, 12, 13, 14, 15
  s_mov_b32 s\n, 0x3000 + \n
.endr
  is flat_scratch_lo, 0x2066
  is flat_scratch_hi, 0x2067
  is xnack_mask_lo, 0x2068
  is xnack_mask_hi, 0x2069
  is vcc_lo, 0x206a
  is vcc_hi, 0x206b
  s_add_u32 s9, s9, 0x600d
  s_mov_b64 exec, 1
  v_mov_b32 v0, 0
  v_mov_b32 v1, s9
  global_store_dword v0, v1, s[4:5]
  s_endpgm

.rodata
.p2align 6
.amdhsa_kernel own_names
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 4
  .amdhsa_next_free_sgpr 16
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
.end_amdhsa_kernel
