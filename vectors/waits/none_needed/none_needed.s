// What a compiler may wait for, or put wait states between, and need not (control-flow.md 12). No HAZARD.
//
//   out: a row of 128 dwords for each block; the first word of a block's comment is its number
//   s[4:5] out   s[6:7] own, 1024 bytes   v0 work-item of 128   v1 its offset   v2 that of the other wave
// Decisions: D-WAIT-22, D-WAIT-35, D-WAIT-36, D-WAIT-37, D-WAIT-39.
.globl main
.macro row register
  s_waitcnt vmcnt(0) lgkmcnt(0)
  global_store_dword v9, \register, s[4:5]
  v_add_u32 v9, 0x200, v9
.endm
.macro row_scalar register
  v_mov_b32 v4, \register
  row v4
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_xor_b32 v2, 0x100, v1
  v_mov_b32 v9, v1
  v_readfirstlane_b32 s20, v1
  s_waitcnt lgkmcnt(0)

  // 0: the waves of a group meet behind stores that may be on their way
  v_mul_u32_u24 v3, 7, v0
  global_store_dword v1, v3, s[6:7]
  s_barrier
  global_load_dword v4, v2, s[6:7]
  row v4
  // 1: and behind loads, over which the other wave then stores
  global_load_dword v4, v2, s[6:7]
  s_barrier
  v_add_u32 v3, 0x1000, v0
  global_store_dword v1, v3, s[6:7]
  row v4
  // 2: and behind atomics
  global_atomic_add v1, v3, s[6:7]
  s_barrier
  global_atomic_sub v4, v2, v3, s[6:7] glc
  row v4

  // 3: scalar stores, atomics, loads and cache control behind each other; each wave has its own 256 bytes
  s_add_u32 s8, s6, s20
  s_addc_u32 s9, s7, 0
  s_add_u32 s8, s8, 0x200
  s_addc_u32 s9, s9, 0
  s_add_u32 s12, s20, 0x333
  s_mov_b32 s13, 0x44
  s_store_dword s12, s[8:9], 0x0
  s_store_dwordx2 s[12:13], s[8:9], 0x8
  s_load_dword s14, s[8:9], 0x40
  s_atomic_add s13, s[8:9], 0x44
  s_atomic_add s13, s[8:9], 0x48 glc
  s_load_dwordx2 s[16:17], s[8:9], 0x50
  s_store_dword s12, s[8:9], 0x10
  s_dcache_wb
  s_waitcnt lgkmcnt(0)
  row_scalar s14
  // 4, 5, 6
  row_scalar s13
  row_scalar s16
  row_scalar s17

  // 7: s_setreg, then another hardware register
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 5
  s_getreg_b32 s18, hwreg(HW_REG_LDS_ALLOC)
  s_nop 0
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0
  s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 4), 0
  row_scalar s18

  // 8: the vector ALU writes M0, the lane select
  v_mov_b32 v5, 17
  v_readfirstlane_b32 m0, v5
  v_readlane_b32 s19, v1, m0
  row_scalar s19
  s_endpgm
