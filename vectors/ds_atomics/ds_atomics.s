// Every 32-bit atomic on distinct, shared, misaligned and absent addresses. The float atomics get special values: NaNs,
// infinities, zeros, denormals.
// Before each case the LDS is filled from v20.
//
//   v26 addresses   v22, v24 operands
// Decisions: D-LDS-1, D-LDS-2, D-LDS-4, D-LDS-9, D-NUM-35, D-NUM-36, D-NUM-40.
.globl ds_atomics
.include "../include/ds.inc"

// One atomic with return: what it returns, what it leaves in the LDS.
.macro returning op, operands:vararg
  ds_write_b32 v4, v20
  \op v10, v26, \operands
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  rows v10, v12
.endm

// One atomic without return: what it leaves in the LDS.
.macro silent op, operands:vararg
  ds_write_b32 v4, v20
  \op v26, \operands
  ds_read_b32 v12, v4
  s_waitcnt lgkmcnt(0)
  rows v12
.endm

// Both forms.
.macro atomic op, type, operands:vararg
  returning ds_\op\()_rtn_\type, \operands
  silent ds_\op\()_\type, \operands
.endm

// An exchange at two addresses: the two that it returns, what it leaves in the LDS.
.macro exchange op, offsets:vararg
  ds_write_b32 v4, v20
  \op v[10:11], v26, v22, v24 \offsets
  ds_read_b32 v14, v4
  s_waitcnt lgkmcnt(0)
  rows v10, v11, v14
.endm

ds_atomics:
  start_wave 7
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 15  // denormals kept
  s_nop 7
  atomic add, u32, v22 offset:8
  atomic sub, u32, v22
  atomic rsub, u32, v22
  atomic inc, u32, v22
  atomic dec, u32, v22
  atomic min, i32, v22
  atomic max, i32, v22
  atomic min, u32, v22
  atomic max, u32, v22 offset:8
  atomic and, b32, v22
  atomic or, b32, v22
  atomic xor, b32, v22
  atomic mskor, b32, v22, v24
  returning ds_wrxchg_rtn_b32, v22
  atomic cmpst, b32, v22, v24
  atomic cmpst, f32, v22, v24
  atomic min, f32, v22
  atomic max, f32, v22
  returning ds_wrap_rtn_b32, v22, v24
  atomic add, f32, v22
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 0  // denormals flushed
  s_nop 7
  returning ds_cmpst_rtn_f32, v22, v24
  returning ds_min_rtn_f32, v22
  returning ds_max_rtn_f32, v22
  atomic add, f32, v22
  row_trapsts
  exchange ds_wrxchg2_rtn_b32, offset0:1 offset1:4
  exchange ds_wrxchg2_rtn_b32, offset0:3 offset1:3  // equal: one address
  exchange ds_wrxchg2st64_rtn_b32, offset0:0 offset1:0
  s_endpgm
