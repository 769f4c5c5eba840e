// SPDX-License-Identifier: Apache-2.0
// The table of architectural state. The wave state registers of all waves are compared every cycle with one memcmp. A
// difference is named by a walk over the rows of this table, which cover each bit of wl_state_regs once (a unit test
// checks that). Their list is tb/probe/state.def. SGPRs, VGPRs and the LDS are compared as they are written, and swept.
#include "check/arch/arch.h"

#define WORD(field) (uint32_t)(offsetof(wl_state_regs, field) / 4)
#define ALL 0xFFFFFFFFu

#define REGISTER_64(name, bits, array, low, high, sentence) \
  _Static_assert(WORD(high) == WORD(low) + 1, #name " is in two words that are no neighbours");
#include "probe/state.def"
_Static_assert(STATE_ROWS <= 32, "a bit of `reported` for each row");

// clang-format off
const state_entry state_table[STATE_ROWS] = {
#define REGISTER_64(name, bits, array, low, high, sentence) \
  {{#name, sentence, true, 1, 1, bits}, COMPARE_STATE_REGS, WORD(low), {ALL, ALL}, 0},
#define REGISTER_32(name, bits, array, word, sentence) \
  {{#name, sentence, true, 1, 1, bits}, COMPARE_STATE_REGS, WORD(word), {ALL, 0}, 0},
#define REGISTER_8(name, bits, array, word, from, mask, sentence) \
  {{#name, sentence, true, 1, 1, bits}, COMPARE_STATE_REGS, WORD(word), {mask, 0}, from},
#define STATUS_ROW(name, bits, mask, sentence) \
  {{#name, sentence, true, 1, 1, bits}, COMPARE_STATE_REGS, WORD(status), {mask, 0}, 0},
#include "probe/state.def"
  {{"SGPR", "scalar registers; indices: number", true, WL_SGPRS, 1, 32}, COMPARE_SGPR, 0, {0, 0}, 0},
  {{"VGPR", "vector registers; indices: physical VGPR (0: as many as the DUT has)", false, 0, WL_LANES, 32},
   COMPARE_VGPR, 0, {0, 0}, 0},
  {{"LDS", "local data share; indices: dword (0: as many as the DUT has)", false, 0, 1, 32},
   COMPARE_LDS, 0, {0, 0}, 0},
};
// clang-format on

const wl_state_row *wl_state_table(uint32_t i) { return i < STATE_ROWS ? &state_table[i].row : NULL; }
