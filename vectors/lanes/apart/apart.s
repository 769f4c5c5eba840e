// Registers in flight are judged by lanes (control-flow.md 5.4). Each block loads into the lower lanes of v2, and then
// uses other lanes of it without a wait. No HAZARD.
//
//   out: a row for each block; the first word of a block's comment is its number
//   s[4:5] out   s[6:7] in[i] = 100 + i   s[8:9] scratch   v1 lane * 4   v9 offset of the next row
// Decisions: D-WAIT-6, D-WAIT-7, D-WAIT-32.
.globl main
.macro low
  s_mov_b32 exec_lo, -1
  s_mov_b32 exec_hi, 0
.endm
.macro high
  s_mov_b32 exec_lo, 0
  s_mov_b32 exec_hi, -1
.endm
.macro block
  s_mov_b64 exec, -1
  v_mov_b32 v2, 7
  v_mov_b32 v3, 8
  low
.endm
.macro row registers:vararg
  s_mov_b64 exec, -1
  s_waitcnt vmcnt(0) lgkmcnt(0) expcnt(0)
  .irp register, \registers
    global_store_dword v9, \register, s[4:5]
    v_add_u32 v9, 0x100, v9
  .endr
.endm
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dwordx2 s[8:9], s[0:1], 0x10
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v9, v1
  v_lshlrev_b32 v8, 3, v0
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v10, s6
  v_mov_b32 v11, s7
  v_add_co_u32 v10, vcc, v10, v1
  v_addc_co_u32 v11, vcc, 0, v11, vcc
  v_add_u32 v4, 300, v0
  ds_write_b32 v1, v4
  s_waitcnt lgkmcnt(0)
  block                                  // 0: read
  global_load_dword v2, v1, s[6:7]
  high
  v_add_u32 v2, v2, v0
  row v2
  block                                  // 1: overwritten
  global_load_dword v2, v1, s[6:7]
  high
  v_mov_b32 v2, 5
  row v2
  block                                  // 2: of the LDS
  ds_read_b32 v2, v1
  high
  v_add_u32 v2, v2, v0
  row v2
  block                                  // 3: a load of the LDS over one of memory
  global_load_dword v2, v1, s[6:7]
  high
  ds_read_b32 v2, v1
  row v2
  block                                  // 4: stored
  global_load_dword v2, v1, s[6:7]
  high
  global_store_dword v1, v2, s[8:9]
  row v2
  s_mov_b64 exec, -1                     // 5: overwritten with EXEC = 0
  global_load_dword v2, v1, s[6:7]
  s_mov_b64 exec, 0
  v_mov_b32 v2, 5
  row v2
  block                                  // 6: loaded with EXEC = 0
  s_mov_b64 exec, 0
  global_load_dword v2, v1, s[6:7]
  s_mov_b64 exec, -1
  v_add_u32 v2, v2, v0
  row v2
  block                                  // 7: the second register of a load
  global_load_dwordx2 v[2:3], v8, s[6:7]
  high
  v_add_u32 v3, v3, v0
  row v2, v3
  block                                  // 9: what an atomic returns
  global_atomic_add v2, v1, v0, s[8:9] offset:256 glc
  high
  v_mov_b32 v2, 5
  row v2
  block                                  // 10: DPP writes lanes of EXEC
  global_load_dword v2, v1, s[6:7]
  high
  v_mov_b32_dpp v2, v1 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
  row v2
  block                                  // 11: v_writelane
  global_load_dword v2, v1, s[6:7]
  s_mov_b64 exec, -1
  v_writelane_b32 v2, 9, 40
  s_waitcnt expcnt(0)                    // EXEC is an operand of the export
  row v2
  block                                  // 12: v_swap
  global_load_dword v2, v1, s[6:7]
  high
  v_swap_b32 v2, v3
  row v2, v3
  block                                  // 14: a compare
  global_load_dword v2, v1, s[6:7]
  high
  v_cmp_eq_u32 vcc, 7, v2
  s_mov_b64 s[10:11], vcc
  s_mov_b64 exec, -1
  v_cndmask_b32 v3, 0, 1, s[10:11]
  row v2, v3
  block                                  // 16: two loads of one register, the first of which has come
  global_load_dword v2, v1, s[6:7]
  high
  global_load_dword v2, v1, s[6:7] offset:4
  low
  s_waitcnt vmcnt(1)
  v_add_u32 v2, v2, v0
  row v2
  block                                  // 17: FLAT
  flat_load_dword v2, v[10:11]
  high
  v_add_u32 v2, v2, v0
  row v2
  block                                  // 18: the data of a GDS instruction is overwritten before it has been read
  v_mov_b32 v2, v0
  v_mov_b32 v3, 0
  .rept 4
  ds_min_i32 v3, v3                      // keeps the GDS waiting
  .endr
  ds_write_b32 v1, v2 gds
  high
  v_mov_b32 v2, 5
  row v2
  block                                  // 19: both sides of a branch, and a wait where they join
  s_mov_b64 exec, -1
  v_cmp_gt_u32 vcc, 20, v0
  s_and_saveexec_b64 s[10:11], vcc
  global_load_dword v2, v1, s[6:7]
  s_xor_b64 exec, exec, s[10:11]
  v_mul_u32_u24 v2, 3, v0
  v_xor_b32 v2, 1, v2
  s_mov_b64 exec, s[10:11]
  s_waitcnt vmcnt(0)
  v_add_u32 v2, 1, v2
  row v2
  block                                  // 20: the data of an export is overwritten before it has been sent
  exp mrt0 v2, v3, off, off
  v_writelane_b32 v2, 9, 40
  s_waitcnt expcnt(0)                    // EXEC is an operand of the export
  row v2
  block                                  // 21: v_readlane
  global_load_dword v2, v1, s[6:7]
  v_readlane_b32 s10, v2, 40
  row v2
  block                                  // 22: v_readfirstlane
  global_load_dword v2, v1, s[6:7]
  high
  v_readfirstlane_b32 s11, v2
  row v2
  v_mov_b32 v2, s10                      // 23: what both have read
  v_add_u32 v2, s11, v2
  row v2
  block                                  // 24: a loop over the different values, each loaded over its lanes
  s_mov_b64 exec, -1
  v_and_b32 v2, 28, v1
.Lvalue:
  v_readfirstlane_b32 s12, v2
  v_cmp_eq_u32 vcc, s12, v2
  s_and_saveexec_b64 s[14:15], vcc
  global_load_dword v2, v1, s[6:7]
  s_andn2_b64 exec, s[14:15], exec
  s_cbranch_execnz .Lvalue
  row v2
  s_endpgm
