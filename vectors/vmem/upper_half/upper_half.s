// The upper half of the address space: addresses whose bits 63:48 equal bit 47. A buffer lies at 0xffff8000_00010000,
// and each kind of access reaches it: by 64 bits, and by the 48 bits of a V#.
//
//   s[4:5] out   s[6:7] data by its argument   s[8:9] data   s[12:15] V# of data
//   v1 lane * 4   v9 offset of the next row
// Decisions: D-MEM-44, D-MEM-61.
.globl main
.macro row registers:vararg
  s_waitcnt vmcnt(0) lgkmcnt(0)
  .irp register, \registers
    global_store_dword v9, \register, s[4:5]
    v_add_u32 v9, 0x100, v9
  .endr
.endm
.macro scalar_row register
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v2, \register
  row v2
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v9, v1
  s_mov_b32 s8, 0x00010000
  s_mov_b32 s9, 0xffff8000
  s_mov_b32 s12, s8
  s_mov_b32 s13, 0x8000
  s_movk_i32 s14, 0x800
  s_mov_b32 s15, 0x30027000                // OOB_SELECT 3, for a unit with the memory of RDNA
  v_mov_b32 v10, s8
  v_mov_b32 v11, s9
  v_add_u32 v10, v10, v1
  v_add_u32 v4, 500, v0
  s_waitcnt lgkmcnt(0)
  scalar_row s6                            // 0: the pointer of the argument is canonical
  scalar_row s7                            // 1
  s_load_dword s20, s[8:9], 0x4
  scalar_row s20                           // 2
  s_buffer_load_dword s20, s[12:15], 0x8
  scalar_row s20                           // 3
  global_load_dword v2, v1, s[8:9]
  global_load_dword v3, v[10:11], off offset:4
  flat_load_dword v5, v[10:11] offset:8
  buffer_load_dword v6, v1, s[12:15], 0 offen offset:12
  row v2, v3, v5, v6                       // 4
  global_store_dword v1, v4, s[8:9] offset:256
  flat_store_dword v[10:11], v4 offset:512
  buffer_store_dword v4, v1, s[12:15], 0 offen offset:768
  s_movk_i32 s21, 77
  s_store_dword s21, s[8:9], 0x400
  s_movk_i32 s22, 5
  s_atomic_add s22, s[8:9], 0x404 glc
  scalar_row s22                           // 8
  global_atomic_add v2, v1, v0, s[8:9] offset:1280 glc
  flat_atomic_add v3, v[10:11], v0 offset:1536 glc
  buffer_atomic_add v0, v1, s[12:15], 0 offen offset:1792
  row v2, v3                               // 9
  s_getreg_b32 s23, hwreg(HW_REG_TRAPSTS, 8, 1)
  scalar_row s23                           // 11: MEM_VIOL
  s_dcache_wb
  s_endpgm
