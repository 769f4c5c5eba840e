// TTMPs as addresses in a trap handler: offset register of scalar memory, SADDR of GLOBAL and SCRATCH.
//
//   out: rows of s_load, s_buffer_load, s_store, s_atomic, global_load, scratch_load, global_store
//   s[4:5] out   s[6:7] in[i] = 100 + i   v1 lane * 4   v9 offset of the next row
// Decisions: D-REG-6, D-REG-7, D-MEM-36, D-MEM-72.
.globl main
.macro row register
  global_store_dword v9, \register, s[4:5]
  v_add_u32 v9, 0x100, v9
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dwordx2 s[8:9], s[0:1], 0x10         // scratch
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v9, v1
  s_waitcnt lgkmcnt(0)
  s_mov_b64 flat_scratch, s[8:9]
  s_trap 7
  v_mov_b32 v10, s20
  row v10
  v_mov_b32 v10, s21
  row v10
  v_mov_b32 v10, s22
  row v10
  v_mov_b32 v10, s23
  row v10
  row v2
  row v3
  row v4
  s_endpgm
.p2align 8
handler:
  s_mov_b64 ttmp[8:9], s[6:7]
  s_and_b32 ttmp9, ttmp9, 0xffff
  s_movk_i32 ttmp10, 0x100
  s_mov_b32 ttmp11, 0x27000
  s_movk_i32 ttmp12, 8
  s_load_dword s20, s[6:7], ttmp12
  s_buffer_load_dword s21, ttmp[8:11], ttmp12
  s_waitcnt lgkmcnt(0)
  s_movk_i32 s24, 5
  s_movk_i32 ttmp13, 0x40
  s_store_dword s24, s[6:7], ttmp13
  s_waitcnt lgkmcnt(0)
  s_atomic_add s24, s[6:7], ttmp13 glc
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s22, s24
  s_load_dword s23, s[6:7], 0x40
  s_mov_b64 ttmp[4:5], s[6:7]
  global_load_dword v2, v1, ttmp[4:5] offset:16
  global_store_dword v1, v0, ttmp[4:5] offset:512
  global_load_dword v4, v1, ttmp[4:5] offset:512
  s_movk_i32 ttmp6, 4
  scratch_store_dword off, v0, ttmp6
  scratch_load_dword v3, off, ttmp6
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_and_b32 ttmp1, ttmp1, 0xffff
  s_rfe_b64 ttmp[0:1]
