// Messages to the host. Every wave sends twenty, more than LGKM_CNT can count, and waits for them. Then it sends eight
// records of the thread trace, which no counter counts.
//
//   out[i] for work-item i of each group: i + IB_STS after the wait (0)
//   s4 work-item of lane 0
// Decisions: D-FLOW-5, D-FLOW-8, D-FLOW-9.
.globl main
main:
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  v_readfirstlane_b32 s4, v0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s8, 20
.Lsend:
  s_lshl_b32 s9, s4, 8
  s_or_b32 m0, s9, s8
  s_nop 0
  s_sendmsg 1
  s_sub_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 .Lsend
  s_waitcnt lgkmcnt(0)
  s_getreg_b32 s10, hwreg(7)
  v_add_u32 v2, s10, v0
  global_store_dword v1, v2, s[6:7]
  s_mov_b32 s8, 8
.Ltrace:
  s_mov_b32 m0, s8
  s_nop 0
  s_ttracedata
  s_sub_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 .Ltrace
  s_incperflevel 3
  s_decperflevel 3
  s_setkill 1
  s_endpgm
