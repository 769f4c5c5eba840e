// The order of the shared VGPRs: global registers, then the clause temporaries of even wave slots, then of odd ones.
// The first launch has one global register and two temporaries, and a wave of each parity writes them. The second
// launch has five global registers, which are the same physical VGPRs.
//
//   s4 launch   out: the global registers 0 to 4, 64 dwords each
// Decisions: D-R700-13, D-R700-16.
.globl shared_order
.include "../include/r700.inc"
shared_order:
  s_load_dwordx2 s[8:9], s[0:1], 0x0
  s_load_dword s4, s[0:1], 0x8
  v_readfirstlane_b32 s20, v0
  s_lshr_b32 s20, s20, 6
  s_add_u32 s20, s20, 1
  s_mul_i32 s20, s20, 1000
  v_and_b32 v0, 63, v0
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v10, s20, v0
  v_add_u32 v11, 100, v10
  s_waitcnt lgkmcnt(0)
  s_cmp_lg_u32 s4, 0
  s_cbranch_scc1 second
  s_cmp_lg_u32 s20, 1000
  s_cbranch_scc1 temporaries
  shared_on 8
  v_add_u32 v0, 7, v0
  shared_off
temporaries:
  shared_on 8
  v_mov_b32 v1, v10
  v_mov_b32 v2, v11
  shared_off
  s_endpgm
second:
  shared_on 1
  v_mov_b32 v20, v0
  v_mov_b32 v21, v1
  v_mov_b32 v22, v2
  v_mov_b32 v23, v3
  v_mov_b32 v24, v4
  shared_off
  global_store_dword v1, v20, s[8:9]
  global_store_dword v1, v21, s[8:9] offset:256
  global_store_dword v1, v22, s[8:9] offset:512
  global_store_dword v1, v23, s[8:9] offset:768
  global_store_dword v1, v24, s[8:9] offset:1024
  s_endpgm
