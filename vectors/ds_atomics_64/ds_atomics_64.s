// Every 64-bit atomic on distinct, shared, misaligned and absent addresses. The double atomics get special values:
// NaNs, infinities, zeros, denormals.
// Before each case the LDS is filled from v[20:21].
//
//   v26 addresses   v[22:23], v[24:25] operands
// Decisions: D-LDS-1, D-LDS-2, D-LDS-4, D-LDS-9, D-NUM-36, D-NUM-38, D-NUM-40.
.globl ds_atomics_64
.include "../include/ds.inc"

// One atomic with return: what it returns, what it leaves in the LDS.
.macro returning op, operands:vararg
  ds_write_b64 v8, v[20:21]
  \op v[10:11], v26, \operands
  ds_read_b64 v[12:13], v8
  s_waitcnt lgkmcnt(0)
  rows v10, v11, v12, v13
.endm

// One atomic without return: what it leaves in the LDS.
.macro silent op, operands:vararg
  ds_write_b64 v8, v[20:21]
  \op v26, \operands
  ds_read_b64 v[12:13], v8
  s_waitcnt lgkmcnt(0)
  rows v12, v13
.endm

// Both forms.
.macro atomic op, type, operands:vararg
  returning ds_\op\()_rtn_\type, \operands
  silent ds_\op\()_\type, \operands
.endm

// An exchange at two addresses: the two that it returns, what it leaves in the LDS.
.macro exchange op, offsets:vararg
  ds_write_b64 v8, v[20:21]
  \op v[10:13], v26, v[22:23], v[24:25] \offsets
  ds_read_b64 v[14:15], v8
  s_waitcnt lgkmcnt(0)
  rows v10, v11, v12, v13, v14, v15
.endm

ds_atomics_64:
  start_wave 7
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 15  // denormals kept
  s_nop 7
  atomic add, u64, v[22:23] offset:16
  atomic sub, u64, v[22:23]
  atomic rsub, u64, v[22:23]
  atomic inc, u64, v[22:23]
  atomic dec, u64, v[22:23]
  atomic min, i64, v[22:23]
  atomic max, i64, v[22:23]
  atomic min, u64, v[22:23]
  atomic max, u64, v[22:23] offset:16
  atomic and, b64, v[22:23]
  atomic or, b64, v[22:23]
  atomic xor, b64, v[22:23]
  atomic mskor, b64, v[22:23], v[24:25]
  returning ds_wrxchg_rtn_b64, v[22:23]
  atomic cmpst, b64, v[22:23], v[24:25]
  atomic cmpst, f64, v[22:23], v[24:25]
  atomic min, f64, v[22:23]
  atomic max, f64, v[22:23]
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 0  // denormals flushed
  s_nop 7
  returning ds_cmpst_rtn_f64, v[22:23], v[24:25]
  returning ds_min_rtn_f64, v[22:23]
  returning ds_max_rtn_f64, v[22:23]
  row_trapsts
  exchange ds_wrxchg2_rtn_b64, offset0:1 offset1:4
  exchange ds_wrxchg2_rtn_b64, offset0:3 offset1:3  // equal: one address
  exchange ds_wrxchg2st64_rtn_b64, offset0:0 offset1:0
  s_endpgm
