// Addresses whose bits 63:48 do not equal bit 47 are not mapped, whatever lies at their low 48 bits. Loads give 0,
// stores and atomics are dropped. Vector memory sets MEM_VIOL, scalar memory does not. Lane i has the
// upper half high[i].
//
//   s[4:5] out   s[6:7] high   v1 lane * 4   v[10:11]: {high[i], 0x00010000 + 4 * i}   v9 offset of the next row
// Decisions: D-MEM-44, D-MEM-45, D-MEM-46.
.globl main
.macro row registers:vararg
  s_waitcnt vmcnt(0) lgkmcnt(0)
  .irp register, \registers
    global_store_dword v9, \register, s[4:5]
    v_add_u32 v9, 0x100, v9
  .endr
.endm
.macro scalar high
  s_mov_b32 s9, \high
  s_mov_b32 s10, -1
  s_load_dword s10, s[8:9], 0x4
  s_waitcnt lgkmcnt(0)
  v_writelane_b32 v12, s10, lane
  s_movk_i32 s11, 99
  s_store_dword s11, s[8:9], 0x8
  s_movk_i32 s11, 3
  s_atomic_add s11, s[8:9], 0xc glc
  s_waitcnt lgkmcnt(0)
  v_writelane_b32 v13, s11, lane
  .set lane, lane + 1
.endm
.set lane, 0
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v9, v1
  v_mov_b32 v12, 0
  v_mov_b32 v13, 0
  s_mov_b32 s8, 0x00010000
  v_add_u32 v10, s8, v1
  v_add_u32 v4, 500, v0
  s_waitcnt lgkmcnt(0)
  global_load_dword v11, v1, s[6:7]
  scalar 0x00008000
  scalar 0x00018000
  scalar 0x7fff8000
  scalar 0xfffe8000
  scalar 0xffff5000
  scalar 0x80005000
  scalar 0xffff0000
  s_getreg_b32 s23, hwreg(HW_REG_TRAPSTS, 8, 1)
  v_mov_b32 v14, s23
  row v12, v13, v14                        // 0
  v_mov_b32 v2, 7
  v_mov_b32 v3, 7
  global_load_dword v2, v[10:11], off
  flat_load_dword v3, v[10:11] offset:256
  row v2, v3                               // 3
  global_store_dword v[10:11], v4, off offset:512
  flat_store_dword v[10:11], v4 offset:768
  global_atomic_add v2, v[10:11], v0, off offset:1024 glc
  flat_atomic_add v3, v[10:11], v0 offset:1280 glc
  row v2, v3                               // 5
  s_getreg_b32 s23, hwreg(HW_REG_TRAPSTS, 8, 1)
  v_mov_b32 v14, s23
  row v14                                  // 7: MEM_VIOL
  s_endpgm
