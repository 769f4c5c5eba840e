// A write of EXEC while an export has not been sent breaks a rule. In case 0 each write waits for EXP_CNT first; a GDS
// instruction needs no wait. Each other case writes EXEC at early_<case>.
//
//   case:   1 s_mov_b64   2 s_mov_b32 of a half, the same value   3 s_and_saveexec_b64   4 v_cmpx   5 v_readlane
//           6 the second of two exports
//   out[i]: the sum of the steps that lane i took in case 0
//   s[4:5] out   s8 case
// Decisions: D-WAIT-29, D-EXP-3.
.globl main
.macro export case
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc1 export_\case
  s_cmp_lg_u32 s8, \case
  s_cbranch_scc1 .Lend\case
export_\case:
  exp mrt\case v2, off, off, off
  s_cmp_eq_u32 s8, \case
  s_cbranch_scc1 early_\case
  s_waitcnt expcnt(0)
early_\case:
.endm
.macro done case
.Lend\case:
  s_waitcnt expcnt(0)
  s_mov_b64 exec, -1
.endm
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x8
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, v0
  v_mov_b32 v3, 0xff
  s_mov_b32 m0, 0
  s_mov_b64 s[10:11], 0xff
  s_waitcnt lgkmcnt(0)
  export 1
  s_mov_b64 exec, s[10:11]
  v_add_u32 v2, 1, v2
  done 1
  export 2
  s_mov_b32 exec_hi, -1
  done 2
  export 3
  s_and_saveexec_b64 s[12:13], s[10:11]
  v_add_u32 v2, 2, v2
  done 3
  export 4
  v_cmpx_gt_u32 vcc, 9, v0
  v_add_u32 v2, 4, v2
  done 4
  export 5
  v_readlane_b32 exec_lo, v3, 1
  v_add_u32 v2, 8, v2
  done 5
  s_cmp_lg_u32 s8, 6
  s_cbranch_scc1 .Lgds
  exp mrt5 v2, off, off, off
second_6:
  exp mrt6 v2, off, off, off
  s_waitcnt expcnt(1)
early_6:
  s_mov_b64 exec, s[10:11]
.Lgds:
  ds_write_b32 v1, v2 gds
  s_mov_b64 exec, s[10:11]
  s_waitcnt expcnt(0)
  v_add_u32 v2, 16, v2
  s_mov_b64 exec, -1
  exp mrt7 v2, off, off, off done
  global_store_dword v1, v2, s[4:5]
  s_endpgm
