// FLAT that writes its own address, with lanes in memory and in the LDS (D-MEM-43, D-MEM-78). Neither half may take
// what the other has written. Sixteen waves keep both units busy, so that one half waits in its queue when the other
// returns.
//
//   dword i of `in` and of the LDS holds i
//   v0 item   v1 4*item   v[2:3] address   v10 what was wrong, of all loads   v[8:9] 0
//   v11 item & ~1   v12 item & ~3   v13 4*v11   v14 4*v12   v[15:17] v12 + 1, 2, 3
//   s[4:5] in   s[6:7] out   s[10:11] lanes in the LDS   s12 number of the wave
.globl main

// v[2:3]: the address of a byte in the LDS or in memory
.macro address byte
  v_mov_b32 v3, s5
  v_add_co_u32 v2, vcc, s4, \byte
  v_addc_co_u32 v3, vcc, 0, v3, vcc
  v_cndmask_b32 v2, v2, \byte, s[10:11]
  v_mov_b32 v4, 0x10000
  v_cndmask_b32 v3, v3, v4, s[10:11]
.endm

.macro flat text:vararg
  \text
  s_waitcnt vmcnt(0) lgkmcnt(0)
.endm

.macro check register, expected
  v_xor_b32 v7, \register, \expected
  v_or_b32 v10, v10, v7
.endm

// Each load and atomic with its lanes where s[10:11] says. In front, even waves give work to one unit.
.macro round lanes, work:vararg
  s_mov_b32 s10, \lanes & 0xffffffff
  s_mov_b32 s11, \lanes >> 32
  s_bitcmp1_b32 s12, 0
  s_cbranch_scc1 .Lround\@
  .rept 4
    \work
  .endr
.Lround\@:
  address v1
  flat flat_load_dword v3, v[2:3]
  check v3, v0
  address v14
  flat flat_load_dwordx2 v[2:3], v[2:3]
  check v2, v12
  check v3, v15
  address v14
  flat flat_load_dwordx4 v[2:5], v[2:3]
  check v2, v12
  check v3, v15
  check v4, v16
  check v5, v17
  address v1
  flat flat_load_ushort v3, v[2:3]
  check v3, v0
  address v1
  v_and_b32 v6, 0xffff, v3
  v_lshl_or_b32 v6, v0, 16, v6
  flat flat_load_short_d16_hi v3, v[2:3]
  check v3, v6
  address v1
  flat flat_atomic_add v3, v[2:3], v8 glc
  check v3, v0
  address v13
  flat flat_atomic_or_x2 v[2:3], v[2:3], v[8:9] glc
  check v2, v11
  address v14
  v_mov_b32 v18, v2
  v_mov_b32 v19, v3
  flat flat_load_dwordx3 v[17:19], v[18:19]
  check v17, v12
  check v18, v15
  check v19, v16
  v_add_u32 v17, 3, v12
.endm

main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v8, 0
  v_mov_b32 v9, 0
  v_mov_b32 v10, 0
  v_and_b32 v11, -2, v0
  v_and_b32 v12, -4, v0
  v_lshlrev_b32 v13, 2, v11
  v_lshlrev_b32 v14, 2, v12
  v_add_u32 v15, 1, v12
  v_add_u32 v16, 2, v12
  v_add_u32 v17, 3, v12
  v_readfirstlane_b32 s12, v0
  s_lshr_b32 s12, s12, 6
  v_and_b32 v20, 63, v0
  v_lshlrev_b32 v20, 6, v20
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  round 0x5555555555555555, global_load_dwordx4 v[24:27], v20, s[4:5]
  round 0xffffffffffffffff, global_load_dwordx4 v[24:27], v20, s[4:5]
  round 0xffff0000ffff0000, ds_add_u32 v8, v9
  round 0x0000000000000000, ds_add_u32 v8, v9
  round 0x8000000000000001, ds_add_u32 v8, v9
  round 0xfffffffffffffffe, global_load_dwordx4 v[24:27], v20, s[4:5]
  v_add_u32 v10, 77, v10
  global_store_dword v1, v10, s[6:7]
  s_endpgm
