// Stores to an unmapped page set TRAPSTS.MEM_VIOL of the wave when they return, and do nothing else. Each case has one
// wave, alone in its group.
//
//   0:   all lanes mapped
//   1:   all lanes unmapped
//   2:   one lane unmapped
//   3:   one dword with a half on either side
//   4:   as 1, with EXEC = 0
//   5:   a byte store of the last lane
//   6:   a load, one lane unmapped
//
//   out[case] = MEM_VIOL
//   s[4:5] page, the one behind it is unmapped   s[6:7] out   s8 case   v1 4*lane
// Decisions: D-MEM-42, D-MEM-44, D-MEM-45, D-WAIT-4.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_mov_b32 s8, s2
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v4, 0x5a5a5a5a
  v_mov_b32 v3, 0xffc                       // the last dword of the page
  s_waitcnt lgkmcnt(0)
  s_add_u32 s10, s4, 0x1000
  s_addc_u32 s11, s5, 0
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc1 .Lcase0
  s_cmp_eq_u32 s8, 1
  s_cbranch_scc1 .Lcase1
  s_cmp_eq_u32 s8, 2
  s_cbranch_scc1 .Lcase2
  s_cmp_eq_u32 s8, 3
  s_cbranch_scc1 .Lcase3
  s_cmp_eq_u32 s8, 4
  s_cbranch_scc1 .Lcase4
  s_cmp_eq_u32 s8, 5
  s_cbranch_scc1 .Lcase5
  v_add_u32 v2, 0xf04, v1                   // 6: lane 63 again
  global_load_dword v5, v2, s[4:5]
  s_branch .Ldone
.Lcase0:
  global_store_dword v1, v4, s[4:5]
  s_branch .Ldone
.Lcase1:
  global_store_dword v1, v4, s[10:11]
  s_branch .Ldone
.Lcase2:
  v_add_u32 v2, 0xf04, v1                   // lane 63: 0x1000
  global_store_dword v2, v4, s[4:5]
  s_branch .Ldone
.Lcase3:
  s_mov_b64 exec, 0x100
  v_add_u32 v2, 2, v3
  global_store_dword v2, v4, s[4:5]
  s_branch .Ldone
.Lcase4:
  s_mov_b64 exec, 0
  global_store_dword v1, v4, s[10:11]
  s_branch .Ldone
.Lcase5:
  s_lshl_b64 exec, 1, 63
  global_store_byte v1, v4, s[10:11]
.Ldone:
  s_waitcnt vmcnt(0)
  s_getreg_b32 s9, hwreg(3, 8, 1)
  s_mov_b64 exec, 1
  v_mov_b32 v2, s9
  s_lshl_b32 s8, s8, 2
  v_mov_b32 v1, s8
  global_store_dword v1, v2, s[6:7]
  s_endpgm
