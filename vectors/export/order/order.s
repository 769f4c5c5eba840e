// Exports of the three types of one wave, in turn. Registers change between them, behind a wait for EXP_CNT: an
// export sends the values of its issue. Each type reaches the sink in order of issue.
//
//   out[i] = i + 12
// Decisions: D-EXP-2, D-EXP-3, D-EXP-7, D-EXP-8.
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, v0
  v_add_u32 v3, 0x100, v0
  v_xor_b32 v4, -1, v0
  v_lshlrev_b32 v5, 25, v0
  s_waitcnt lgkmcnt(0)
  exp mrt0 v2, v3, v4, v5 vm
  exp pos0 v3, off, off, off
  exp mrt0 v3, off, off, off
  exp param0 v4, off, off, off
  exp pos0 v5, off, off, off done
  exp mrtz off, v2, off, off
  exp null off, off, off, off
  exp param31 off, off, off, v3
.rept 4
  s_waitcnt expcnt(0)
  v_add_u32 v2, 3, v2
  v_sub_u32 v4, v4, v3
  exp mrt1 v2, off, off, off
  exp mrt0 off, off, v4, off done vm
.endr
  exp mrt7 v5, v5, v4, v4 compr
  exp mrt7 v4, v4, v5, v5 done compr
  // Exports of one type: a wait for a count covers the oldest.
  s_waitcnt expcnt(0)
  exp param1 off, v2, off, off
  exp param1 v3, off, off, off
  exp param2 v5, off, off, off
  s_waitcnt expcnt(2)
  v_mov_b32 v6, v2
  v_mov_b32 v2, -1
  s_waitcnt expcnt(1)
  v_mov_b32 v3, -1
  global_store_dword v1, v6, s[4:5]
  s_endpgm
