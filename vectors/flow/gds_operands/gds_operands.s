// LGKM_CNT of a GDS instruction falls when its data has been written (Vega ISA, section 4.4). The instruction has read
// its VGPRs by then, so a wait for LGKM_CNT covers what expcnt covers. Two GDS writes queue up behind LDS atomics,
// which serve one lane after the other. Then the program overwrites the data of one of them:
// - how 0: the first one's, after lgkmcnt(1);
// - how 1: the second one's, after lgkmcnt(1), which does not cover it;
// - how 2: the first one's, after lgkmcnt(2), which does not cover it;
// - how 3: the first one's, after vmcnt(0), which does not cover it;
// - how 4: the second one's, after lgkmcnt(0).
//
//   out[i] for lane i: what was written, less i: 100   out[64 + i]: 200
// Decisions: D-WAIT-8, D-LDS-29.
.globl main
main:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  s_load_dword s4, s[0:1], 0x8                // how
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  v_add_u32 v3, 100, v0
  v_add_u32 v4, 200, v0
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
.rept 4
  ds_add_u32 v2, v2
.endr
first:
  ds_write_b32 v1, v3 gds
next:
  ds_write_b32 v1, v4 offset:256 gds
.macro case number, wait:vararg
  s_cmp_lg_u32 s4, \number
  s_cbranch_scc1 .Lnot\@
  \wait
.Lnot\@:
.endm
  case 0, s_waitcnt lgkmcnt(1)
  case 1, s_waitcnt lgkmcnt(1)
  case 2, s_waitcnt lgkmcnt(2)
  case 3, s_waitcnt vmcnt(0)
  case 4, s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s4, 1
  s_cbranch_scc1 second
  s_cmp_eq_u32 s4, 4
  s_cbranch_scc1 second
write_v3:
  v_mov_b32 v3, 7
  s_branch done
second:
  v_mov_b32 v4, 7
done:
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v5, v1 gds
  ds_read_b32 v6, v1 offset:256 gds
  s_waitcnt lgkmcnt(0)
  v_sub_u32 v5, v5, v0
  v_sub_u32 v6, v6, v0
  global_store_dword v1, v5, s[2:3]
  global_store_dword v1, v6, s[2:3] offset:256
  s_endpgm
