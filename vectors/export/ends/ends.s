// Waves that stop right behind their exports, which are sent all the same. Wave 0 ends, wave 1 reaches an illegal
// instruction, wave 2 halts itself and is resumed, wave 3 goes on. Each sends seven.
//
//   s6 wave   out[wave] = 1 where it went on
// Decisions: D-ILL-2, D-FLOW-4, D-EXP-6.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_readfirstlane_b32 s6, v0
  s_lshr_b32 s6, s6, 6
  v_xor_b32 v2, 0x5a5a, v0
  s_waitcnt lgkmcnt(0)
  exp mrt0 v0, off, off, off
  exp mrt1 v2, off, off, off
  exp pos0 v0, off, off, off
  exp mrt2 v2, off, off, off
  exp param0 off, off, v2, off
  exp pos1 off, v2, off, off done
  exp mrt3 v0, off, off, off done vm
  s_cmp_eq_u32 s6, 0
  s_cbranch_scc1 .Lend
  s_cmp_eq_u32 s6, 1
  s_cbranch_scc1 illegal
  s_cmp_eq_u32 s6, 2
  s_cbranch_scc0 .Lstore
  s_sethalt 1
.Lstore:
  s_lshl_b32 s6, s6, 2
  s_waitcnt expcnt(0)
  v_mov_b32 v1, s6
  v_mov_b32 v2, 1
  s_mov_b64 exec, 1
  global_store_dword v1, v2, s[4:5]
.Lend:
  s_endpgm
illegal:
  .long 0xc4000101, 0x00000002                // target 16
  s_branch .Lstore
