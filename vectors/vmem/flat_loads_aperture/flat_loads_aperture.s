// FLAT loads, all lanes in memory, into the high half of their own address. They load the high half of an address in
// the LDS. Other waves keep the LDS busy, so that the LDS half of a load is in its queue when memory answers. It must
// not take the loaded dword for an address (D-MEM-78).
//
//   out = 0x10000
//   s[4:5] in, which holds 0x10000   s[6:7] out   s8 wave   v1 4*item   v[2:3] address   v[8:9] 0
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, 6
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v8, 0
  v_mov_b32 v9, 0
  v_mov_b32 v10, 0x10000
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_bitcmp1_b32 s8, 0
  s_cbranch_scc1 .Lload
.rept 12
  ds_add_u32 v8, v9
.endr
  s_waitcnt lgkmcnt(0)
  s_branch .Lend
.Lload:
.rept 8
  v_mov_b32 v3, s5
  v_add_co_u32 v2, vcc, s4, v1
  v_addc_co_u32 v3, vcc, 0, v3, vcc
  flat_load_dword v3, v[2:3]
  s_waitcnt vmcnt(0) lgkmcnt(0)
  v_and_b32 v10, v10, v3
.endr
.Lend:
  global_store_dword v1, v10, s[6:7]
  s_endpgm
