// s_endpgm with instructions of every kind in flight: vector loads and stores, LDS, GDS, scalar loads, a message. It
// waits for them. So the stores are in memory, and the slot's next wave finds nothing pending. There is an s_endpgm in
// the middle of the code, and more than one. There are more groups than slots, so each slot is used again.
//
//   out[i] for work-item i: i
// Decisions: D-FLOW-4.
.globl main
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  s_lshl_b32 s4, s2, 8               // 64 work-items a group
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v1, s4, v1
  v_lshrrev_b32 v2, 2, v1
  s_and_b32 s5, s2, 3
  s_mov_b32 m0, s2
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s5, 1
  s_cbranch_scc1 .Lsecond
  s_cmp_eq_u32 s5, 2
  s_cbranch_scc1 .Lthird
  global_load_dword v3, v1, s[6:7]
  global_load_dword v4, v1, s[6:7]
  global_store_dword v1, v2, s[6:7]
  ds_read_b32 v5, v0
  s_load_dwordx16 s[16:31], s[6:7], 0x0
  s_endpgm
.Lsecond:
  ds_write_b32 v0, v0
  s_load_dword s8, s[6:7], 0x0
  global_store_dword v1, v2, s[6:7]
  s_endpgm
  s_endpgm
.Lthird:
  s_nop 0
  s_sendmsg 1
  global_store_dword v1, v2, s[6:7]
  global_load_dwordx4 v[8:11], v1, s[6:7]
  s_mov_b32 m0, 0
  s_nop 0
  ds_read_b32 v5, v0 gds
  s_endpgm
