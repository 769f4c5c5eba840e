// An instruction has one scalar value. A VGPR in the first source and two different scalars behind it are refused. The
// instructions are words, since the assembler has the rule. Waves 0 to 2, with one scalar or one twice, go on.
.include "../../include/refused.inc"
.globl main
main:
  start_cases
  case 0, .long 0xd1ff0002, 256 | 10 << 9 | 10 << 18      // v_add3_u32 v2, v0, s10, s10
  case 1, .long 0xd1cb0002, 256 | 128 << 9 | 10 << 18     // v_fma_f32 v2, v0, 0, s10
  case 2, .long 0xd1000002, 256 | 10 << 9 | 10 << 18      // v_cndmask_b32 v2, v0, s10, s[10:11]
  case 3, .long 0xd1ff0002, 256 | 10 << 9 | 11 << 18      // v_add3_u32 v2, v0, s10, s11
  case 4, .long 0xd1cb0002, 256 | 10 << 9 | 124 << 18     // v_fma_f32 v2, v0, s10, m0
  case 5, .long 0xd1ca0002, 256 | 106 << 9 | 107 << 18    // v_bfi_b32 v2, v0, vcc_lo, vcc_hi
  case 6, .long 0xd1000002, 256 | 12 << 9 | 10 << 18      // v_cndmask_b32 v2, v0, s12, s[10:11]
  case 7, .long 0xd11c0a02, 256 | 12 << 9 | 14 << 18      // v_addc_co_u32 v2, s[10:11], v0, s12, s[14:15]
  case 8, .long 0xd1e80a02, 256 | 12 << 9 | 14 << 18      // v_mad_u64_u32 v[2:3], s[10:11], v0, s12, s[14:15]
  end_cases
