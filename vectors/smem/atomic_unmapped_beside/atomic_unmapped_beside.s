// A scalar atomic with GLC = 1 at an unmapped address returns 0, whatever its SDATA was. Here another request often
// stands at the port in the cycle of its answer: memory takes none for some cycles, and loads of two lines follow the
// atomic. Four waves, eight atomics each.
//
//   out[wave] = 100 + the OR of what the atomics return
//   s[4:5] out   s[6:7] in   s[8:9] an unmapped address   s10 the OR   s11 what an atomic returns   s12 wave * 4
// Decisions: D-MEM-46.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_readfirstlane_b32 s12, v0
  s_lshr_b32 s12, s12, 4
  s_mov_b32 s8, 0x00010000
  s_movk_i32 s9, 0x5000
  s_mov_b32 s10, 0
  s_waitcnt lgkmcnt(0)
.rept 8
  s_movk_i32 s11, 3
  s_atomic_add s11, s[8:9], 0xc glc
  s_load_dwordx16 s[16:31], s[6:7], 0x20
  s_load_dwordx16 s[32:47], s[6:7], 0x60
  s_load_dwordx16 s[48:63], s[6:7], 0xa0
  s_waitcnt lgkmcnt(0)
  s_or_b32 s10, s10, s11
.endr
  s_add_u32 s10, s10, 100
  s_mov_b64 exec, 1
  v_mov_b32 v1, s12
  v_mov_b32 v2, s10
  global_store_dword v1, v2, s[4:5]
  s_endpgm
