// SPDX-License-Identifier: Apache-2.0
// The table of architectural state. The wave state registers of all waves are compared every cycle with one memcmp. A
// difference is named by a walk over the rows of this table, which cover each bit of wl_state_regs once (a unit test
// checks that). SGPRs, VGPRs and the LDS are compared as they are written, and swept.
#include "check/arch/arch.h"

#define WORD(field) (uint32_t)(offsetof(wl_state_regs, field) / 4)
#define ALL 0xFFFFFFFFu

// clang-format off
const state_entry state_table[STATE_ROWS] = {
  {{"PC", "byte address of the next instruction", true, 1, 1, 48},
   COMPARE_STATE_REGS, WORD(pc_lo), {ALL, ALL}, 0},
  {{"EXEC", "lanes that are on", true, 1, 1, 64},
   COMPARE_STATE_REGS, WORD(exec_lo), {ALL, ALL}, 0},
  {{"VCC", "vector condition code", true, 1, 1, 64},
   COMPARE_STATE_REGS, WORD(vcc_lo), {ALL, ALL}, 0},
  {{"SCC", "scalar condition code, STATUS[0]", true, 1, 1, 1},
   COMPARE_STATE_REGS, WORD(status), {WL_STATUS_SCC, 0}, 0},
  {{"M0", "memory register", true, 1, 1, 32},
   COMPARE_STATE_REGS, WORD(m0), {ALL, 0}, 0},
  {{"MODE", "float mode, VSKIP, GPR_IDX_EN, CSP", true, 1, 1, 32},
   COMPARE_STATE_REGS, WORD(mode), {ALL, 0}, 0},
  {{"STATUS", "wave status without SCC", true, 1, 1, 32},
   COMPARE_STATE_REGS, WORD(status), {ALL & ~WL_STATUS_SCC, 0}, 0},
  {{"TRAPSTS", "sticky MEM_VIOL and ILLEGAL_INST", true, 1, 1, 32},
   COMPARE_STATE_REGS, WORD(trapsts), {ALL, 0}, 0},
  {{"VM_CNT", "vector memory instructions in flight", true, 1, 1, 6},
   COMPARE_STATE_REGS, WORD(counters), {0x000000FFu, 0}, 0},
  {{"EXP_CNT", "exports in flight", true, 1, 1, 3},
   COMPARE_STATE_REGS, WORD(counters), {0x0000FF00u, 0}, 8},
  {{"LGKM_CNT", "LDS and scalar memory instructions in flight", true, 1, 1, 4},
   COMPARE_STATE_REGS, WORD(counters), {0xFFFF0000u, 0}, 16},
  {{"SGPR", "scalar registers; indices: number", true, WL_SGPRS, 1, 32}, COMPARE_SGPR, 0, {0, 0}, 0},
  {{"VGPR", "vector registers; indices: physical VGPR (0: as many as the DUT has)", false, 0, WL_LANES, 32},
   COMPARE_VGPR, 0, {0, 0}, 0},
  {{"LDS", "local data share; indices: dword (0: as many as the DUT has)", false, 0, 1, 32},
   COMPARE_LDS, 0, {0, 0}, 0},
};
// clang-format on

const wl_state_row *wl_state_table(uint32_t i) { return i < STATE_ROWS ? &state_table[i].row : NULL; }
