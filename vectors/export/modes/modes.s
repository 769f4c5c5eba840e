// Modes that do not change an export, and modes that discard it.
// - GPR-index mode and shared_on act on vector ALU instructions alone: VSRC stays private, without an index.
// - VSKIP discards an export: it counts in no counter and sends nothing, even to a target that there is not.
// - EXEC = 0: the export is sent with no lane.
// - MODE's rounding and denormals do not touch what is sent.
//
//   s[4:5] out   out[i] = 20 + i
// Decisions: D-EXP-4, D-EXP-10, D-FLOW-10.
.include "../../include/r700.inc"
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_add_u32 v2, 20, v0
  v_add_u32 v3, 30, v0
  v_add_u32 v4, 40, v0
  v_mov_b32 v5, 1
  s_waitcnt lgkmcnt(0)
  s_set_gpr_idx_on 1, 0xf
  exp mrt3 v2, v3, off, off
  s_set_gpr_idx_off
  shared_on 15
  v_mov_b32 v2, v0
  exp mrt4 v2, v3, off, off
  exp pos2 v3, v3, v2, v2 compr
  shared_off
  s_setvskip 1, 0
  s_nop 1
  exp mrt5 v2, v3, v4, v5 done vm
  exp pos0 v2, off, off, off
  .long 0xc4000141, 0x00000002                // target 20
  s_setvskip 0, 0
  s_nop 1
  exp param7 v4, off, off, off
  s_waitcnt expcnt(0)
  s_mov_b64 exec, 0
  exp mrt0 v2, v3, v4, v5 done vm
  exp null off, off, off, off done vm
  s_waitcnt expcnt(0)
  s_mov_b64 exec, -1
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0x0f
  exp mrt6 v5, off, off, off
  global_store_dword v1, v2, s[4:5]
  s_endpgm
