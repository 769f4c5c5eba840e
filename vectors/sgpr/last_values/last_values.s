// Values through the last SGPRs: as a V#, a base, an offset, a pair of each kind of instruction, a jump target. The
// wave has all 102 SGPRs. Pairs may also be FLAT_SCRATCH, XNACK_MASK and VCC. s9 collects the differences.
//
//   out = s9 + 0x600d
//   in[i] = 3 * i + 1
//   s[4:5] in   s[6:7] out   s[10:11] scratch
// Decisions: D-REG-1, D-REG-18, D-MEM-1, D-MEM-36, D-MEM-66, D-ENC-2, D-ENC-3.
.globl main
.macro check register, value
  s_sub_u32 s10, \register, \value
  s_or_b32 s9, s9, s10
.endm
.macro check_vector register, value
  s_waitcnt vmcnt(0) lgkmcnt(0)
  v_readfirstlane_b32 s11, \register
  check s11, \value
.endm
.macro pair_of low, high, pair                // what takes a pair of registers
  s_mov_b64 \pair, s[4:5]
  s_load_dword s12, \pair, 0x1c
  global_load_dword v3, v0, \pair offset:32
  s_waitcnt lgkmcnt(0)
  check s12, 22
  check_vector v3, 25
  s_mov_b64 \pair, 0x1234
  s_not_b64 s[12:13], \pair
  check s12, 0xffffedcb
  check s13, -1
  s_lshl_b64 \pair, \pair, 20
  check \low, 0x23400000
  check \high, 1
  v_cmp_lt_u64 \pair, v[0:1], \pair
  check \low, 1
  check \high, 0
  v_mov_b32 v3, 5
  v_add_co_u32 v4, \pair, -1, v3
  check \low, 1
  v_addc_co_u32 v4, s[12:13], 0, 0, \pair
  check_vector v4, 1
  s_mov_b32 \high, 7
  v_lshlrev_b64 v[4:5], 4, \pair
  check_vector v5, 112
  s_getpc_b64 \pair
  s_add_u32 \low, \low, 16                    // the instruction behind the jump
  s_addc_u32 \high, \high, 0
  s_setpc_b64 \pair
  s_mov_b32 s9, 1
  s_call_b64 \pair, 1f
  s_branch 2f
1:
  s_swappc_b64 \pair, \pair
  s_mov_b32 s9, 1                             // nobody comes back
2:
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_mov_b32 s9, 0
  s_mov_b64 exec, 1
  v_mov_b32 v0, 0
  v_mov_b32 v1, 0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 s[96:97], s[4:5]                  // a raw V# of 128 bytes at in + 0
  s_mov_b32 s98, 128
  s_mov_b32 s99, 0x00027fac
  s_mov_b32 s101, 24
  buffer_load_dwordx2 v[2:3], off, s[96:99], s101 offset:4
  check_vector v2, 22
  check_vector v3, 25
  buffer_load_dword v2, off, s[96:99], s101 offset:104
  check_vector v2, 0                          // the range ends there
  tbuffer_load_format_x v2, off, s[96:99], s101 format:68
  check_vector v2, 19
  .long 0xc0281930, 101                       // s_buffer_load_dwordx4 s[100:103], s[96:99], s101
.macro words_of_four a, b, c, d
  s_waitcnt lgkmcnt(0)
  check \a, 19
  check \b, 22
  check \c, 25
  check \d, 28
.endm
  words_of_four s100, s101, flat_scratch_lo, flat_scratch_hi
  s_mov_b32 s101, 12
  s_load_dwordx2 s[100:101], s[4:5], s101
  s_waitcnt lgkmcnt(0)
  check s100, 10
  check s101, 13
  s_mov_b32 vcc_hi, 16
  s_load_dword s101, s[4:5], vcc_hi offset:4
  s_waitcnt lgkmcnt(0)
  check s101, 16
  s_mov_b64 s[100:101], 0x77
  s_mov_b32 m0, 11
  s_nop 0
  s_movrels_b32 s12, s89
  check s12, 0x77
  s_movreld_b32 s90, 0x88
  check s101, 0x88
  s_mov_b32 m0, 10
  s_nop 0
  s_movreld_b64 s[90:91], 0x99
  check s100, 0x99
  check s101, 0
  s_mov_b32 s101, 0x66
  s_movrels_b64 s[12:13], s[90:91]
  check s13, 0x66
  v_readlane_b32 s101, v0, 0
  check s101, 0
  s_nop 4
  pair_of s100, s101, s[100:101]
  pair_of flat_scratch_lo, flat_scratch_hi, flat_scratch
  pair_of xnack_mask_lo, xnack_mask_hi, xnack_mask
  pair_of vcc_lo, vcc_hi, vcc
  s_add_u32 s9, s9, 0x600d
  v_mov_b32 v1, s9
  global_store_dword v0, v1, s[6:7]
  s_endpgm
