// FLAT whose lanes all went to memory returns in order with vector memory, so that vmcnt(n) covers it (control-flow.md
// 5.2, 5.3). lgkmcnt(0) covers lanes that went to the LDS. In case 0 each wait is just enough. Each other case
// uses the register at use_<case> too early.
//
//   out: rows of case 0   s[4:5] out   s[6:7] in[i] = 100 + i   s8 case   v[10:11] in + 4 * lane
//   v[12:13]: the same, but the LDS in lanes from 32 on
//   v[14:15]: the LDS
// Decisions: D-WAIT-31, D-WAIT-6, D-WAIT-7, D-MEM-78.
.globl main
.macro unless case, instruction:vararg
  s_cmp_eq_u32 s8, \case
  s_cbranch_scc1 use_\case
  \instruction
use_\case:
.endm
.macro high
  s_mov_b32 exec_lo, 0
  s_mov_b32 exec_hi, -1
.endm
.macro row registers:vararg
  s_mov_b64 exec, -1
  s_waitcnt vmcnt(0) lgkmcnt(0)
  .irp register, \registers
    global_store_dword v9, \register, s[4:5]
    v_add_u32 v9, 0x100, v9
  .endr
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x10
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v9, v1
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v10, s6
  v_mov_b32 v11, s7
  v_add_co_u32 v10, vcc, v10, v1
  v_addc_co_u32 v11, vcc, 0, v11, vcc
  v_mov_b32 v14, v1
  v_mov_b32 v15, 0x10000                      // the shared aperture
  v_cmp_lt_u32 vcc, 31, v0
  v_cndmask_b32 v12, v10, v14, vcc
  v_cndmask_b32 v13, v11, v15, vcc
  v_add_u32 v4, 300, v0
  ds_write_b32 v1, v4
  s_waitcnt lgkmcnt(0)
// All lanes in memory: vmcnt alone, and in order among loads of other kinds.
load_1:
  flat_load_dword v2, v[10:11]
  flat_load_dword v3, v[10:11] offset:4
  global_load_dword v5, v1, s[6:7] offset:8
  unless 1, s_waitcnt vmcnt(2)
  v_add_u32 v2, v2, v0
load_2:
  flat_load_dwordx2 v[6:7], v[10:11]
  unless 2, s_waitcnt vmcnt(0)
  v_add_u32 v6, v6, v7
  v_add_u32 v3, v3, v5
  row v2, v3, v6
// A load over one in flight: both in order.
  flat_load_dword v2, v[10:11]
  global_load_dword v2, v1, s[6:7] offset:16
  flat_load_dword v2, v[10:11] offset:32
  global_load_dword v3, v1, s[6:7]
  flat_load_dword v3, v[10:11] offset:64
  s_waitcnt vmcnt(0)
  v_add_u32 v2, v2, v0
  v_add_u32 v3, v3, v0
  row v2, v3
// An atomic returns the old value.
load_3:
  flat_atomic_add v2, v[10:11], v0 offset:512 glc
  unless 3, s_waitcnt vmcnt(0)
  v_add_u32 v2, v2, v0
  row v2
// Lanes of both: each half by its counter.
load_4:
  flat_load_dword v2, v[12:13]
  s_mov_b32 exec_hi, 0
  unless 4, s_waitcnt vmcnt(0)
  v_add_u32 v2, v2, v0
  high
  s_waitcnt lgkmcnt(0)
  v_add_u32 v2, v2, v0
  row v2
load_5:
  flat_load_dword v2, v[12:13]
  s_waitcnt vmcnt(0)
  high
  unless 5, s_waitcnt lgkmcnt(0)
  v_add_u32 v2, v2, v0
  row v2
load_6:
  flat_load_dword v2, v[12:13]
  s_waitcnt lgkmcnt(0)
  unless 6, s_waitcnt vmcnt(0)
  v_add_u32 v2, v2, v0
  row v2
// All lanes in the LDS: lgkmcnt(0) alone, and a wait that counts tells nothing.
load_7:
  flat_load_dword v2, v[14:15]
  unless 7, s_waitcnt lgkmcnt(0)
  v_add_u32 v2, v2, v0
  row v2
load_8:
  flat_load_dword v2, v[14:15]
  ds_read_b32 v3, v1
  s_waitcnt lgkmcnt(1) vmcnt(0)
  unless 8, s_waitcnt lgkmcnt(0)
  v_add_u32 v2, v2, v0
  row v2, v3
// EXEC = 0: nothing is in flight.
  s_mov_b64 exec, 0
  flat_load_dword v2, v[12:13]
  s_mov_b64 exec, -1
  v_add_u32 v2, v2, v0
  row v2
  s_endpgm
