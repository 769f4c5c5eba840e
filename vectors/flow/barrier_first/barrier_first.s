// The first instruction is s_barrier. The first waves of a group are there before the others have started. The barrier
// counts these too (control-flow.md 4). Behind another barrier each wave reads what the next wave of its group has
// written to the LDS.
//
//   out = 0x600d
//   s[4:5] out   v1 4*item   v2 item of the next wave
.globl main
main:
  s_barrier
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v3, 0x600d, v1
  v_add_u32 v2, 0x100, v1
  v_and_b32 v2, 0x7ff, v2
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v4, v2
  s_lshl_b32 s9, s2, 11
  s_waitcnt lgkmcnt(0)
  v_sub_u32 v4, v4, v2
  v_add_u32 v1, s9, v1
  global_store_dword v1, v4, s[4:5]
  s_endpgm
