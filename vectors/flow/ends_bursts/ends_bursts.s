// Waves end directly behind a burst of one to eight instructions of one kind, so that the queue of a unit is full, half
// full or just emptied. Their slots are taken at once. Each wave first looks whether it has inherited state, and leaves
// other state behind.
//
// By its number a wave has
// - the kind of its burst: trace messages with one M0 or another one each, messages, both in turn, exports. Stores,
//   loads and atomics of vector memory, scalar memory, the LDS and the GDS; loads to the LDS; FLAT into the LDS;
// - the length of the burst;
// - what it leaves behind: all float modes and exceptions, GPR indexing and CSP, EXEC 0 and a priority, MEM_VIOL.
// Every second kind ends by s_endpgm_saved.
//
//   out[i] for work-item i: 0x600d   junk: what the bursts write
//   s[4:5] out   s[6:7] junk   s8 kind   s9 instructions that are left out   s14 number of the wave   s15 errors
//   s3 waves of a group by its logarithm
// Decisions: D-FLOW-4, D-LAUNCH-1, D-LAUNCH-2.
.globl main
.include "../../include/cases.inc"

.macro burst size, text:vararg
  s_mul_i32 s9, s9, \size
  s_getpc_b64 s[12:13]
.Lhere\@:
  s_add_u32 s12, s12, .Lburst\@-.Lhere\@
  s_addc_u32 s13, s13, 0
  s_add_u32 s12, s12, s9
  s_addc_u32 s13, s13, 0
  s_setpc_b64 s[12:13]
.Lburst\@:
  .set n, 0
  .rept 8
  \text
  .set n, n+1
  .endr
.endm
.macro last_burst size, text:vararg
  burst \size, \text
  s_endpgm
.endm
.macro next_trace
  s_add_u32 m0, m0, 1
  s_nop 0
  s_ttracedata
.endm
.macro send_and_trace_it
  s_sendmsg 2
  s_ttracedata
.endm
.macro wrong_unless register, value
  s_cmp_lg_u32 \register, \value
  s_addc_u32 s15, s15, 0
.endm

main:
  s_cselect_b32 s15, 1, 0                 // SCC
  s_getreg_b32 s20, hwreg(HW_REG_MODE)
  s_getreg_b32 s21, hwreg(HW_REG_TRAPSTS)
  s_getreg_b32 s22, hwreg(HW_REG_STATUS)
  s_getreg_b32 s23, hwreg(HW_REG_IB_STS)
  s_mov_b64 s[24:25], exec
  wrong_unless s20, 0x3c0
  wrong_unless s21, 0
  s_and_b32 s22, s22, 0x323e              // priorities, PRIV, EXECZ, IN_BARRIER, HALT
  wrong_unless s22, 0
  wrong_unless s23, 0
  wrong_unless s24, -1
  wrong_unless s25, -1
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dword s3, s[0:1], 0x10
  v_readfirstlane_b32 s14, v0
  s_lshr_b32 s14, s14, 6
  v_and_b32 v0, 63, v0
  s_waitcnt lgkmcnt(0)
  s_lshl_b32 s2, s2, s3
  s_add_u32 s14, s14, s2
  s_lshl_b32 s16, s14, 8
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v2, s16, v1
  s_add_u32 s15, s15, 0x600d
  v_mov_b32 v3, s15
  global_store_dword v2, v3, s[4:5]
  v_mov_b32 v4, v1                        // v[4:5] address in the LDS
  v_mov_b32 v5, 0x10000
  s_and_b32 s8, s14, 15
  s_bfe_u32 s9, s14, 0x30004
  s_mov_b32 m0, 0
  s_lshr_b32 s16, s14, 2                  // what it leaves: not always the same beside one kind
  s_xor_b32 s16, s16, s14
  s_and_b32 s16, s16, 3
  s_waitcnt vmcnt(0)
  s_cmp_eq_u32 s16, 1
  s_cbranch_scc1 .Lindexing
  s_cmp_eq_u32 s16, 2
  s_cbranch_scc1 .Lpriority
  s_cmp_eq_u32 s16, 3
  s_cbranch_scc1 .Lviolation
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 22), 0x1ff70f
  v_mov_b32 v6, 0
  v_rcp_f32 v7, v6
  s_branch .Lkinds
.Lindexing:
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 27, 1), 1
  s_nop 1
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 29, 3), 5
  s_branch .Lkinds
.Lpriority:
  s_setprio 3
  s_mov_b64 exec, 0
  s_branch .Lkinds
.Lviolation:
  v_mov_b32 v6, 0xfff0
  ds_read_b32 v7, v6
  s_waitcnt lgkmcnt(0)
.Lkinds:
  cases trace, trace_m0, send, send_and_trace, export, store, store_wide, atomic
  cases scalar_store, scalar_load, lds_write, lds_atomic, gds_write, load, load_to_lds, flat
trace:
  last_burst 4, s_ttracedata
trace_m0:
  burst 12, next_trace
  s_endpgm_saved
send:
  last_burst 4, s_sendmsg 1
send_and_trace:
  burst 8, send_and_trace_it
  s_endpgm_saved
export:
  last_burst 8, exp mrt0 v1, v2, v3, v0
store:
  burst 8, global_store_dword v1, v3, s[6:7]
  s_endpgm_saved
store_wide:
  v_lshlrev_b32 v1, 4, v0
  last_burst 8, global_store_dwordx4 v1, v[0:3], s[6:7]
atomic:
  burst 8, global_atomic_add v1, v0, s[6:7]
  s_endpgm_saved
scalar_store:
  last_burst 8, s_store_dwordx2 s[8:9], s[6:7], 0x20
scalar_load:
  burst 8, s_load_dwordx4 s[32+4*n:35+4*n], s[6:7], 0x34
  s_endpgm_saved
lds_write:
  last_burst 8, ds_write_b64 v1, v[2:3]
lds_atomic:
  v_mov_b32 v1, 0
  burst 8, ds_add_u32 v1, v0
  s_endpgm_saved
gds_write:
  last_burst 8, ds_write_b32 v1, v0 gds
load:
  burst 8, global_load_dwordx4 v[8:11], v1, s[6:7]
  s_endpgm_saved
load_to_lds:
  last_burst 8, global_load_dword v1, s[6:7] lds
flat:
  burst 8, flat_store_dword v[4:5], v0
  v_rcp_f64 v[8:9], v[4:5]                // slow
  s_endpgm_saved
