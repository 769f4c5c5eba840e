// SPDX-License-Identifier: Apache-2.0
// The model of GFX9 as a table, wl_gfx9_ops of wavelock/model_ops.h: the functions of it that are not in refmodel/.
#ifndef WAVELOCK_GFX9_H
#define WAVELOCK_GFX9_H

#include "probe/probe.h"
#include "wavelock/control.h"
#include "wavelock/model_ops.h"

enum {
#define REGISTER(name, bits, array, width) WL_GFX9_ROW_##name,
#define STATUS_ROW(name, bits, mask, sentence) WL_GFX9_ROW_##name,
#include "probe/state.def"
  WL_GFX9_ROWS
};
extern const wl_model_row wl_gfx9_rows[WL_GFX9_ROWS];
enum { WL_GFX9_SIZES = 16 };
extern const wl_model_size wl_gfx9_sizes[WL_GFX9_SIZES];

enum { WL_GFX9_WAITS = WL_WAIT_REASONS - WL_WAIT_OWN };
extern const wl_model_wait wl_gfx9_waits[WL_GFX9_WAITS];

uint32_t wl_gfx9_standing(const wl_state_regs *s);
bool wl_gfx9_has_row(const wl_config *unit, uint32_t row);
bool wl_gfx9_state_scalar(wl_state_regs *to, uint32_t number, uint32_t value);
void wl_gfx9_state_text(const wl_traced *traced, const wl_state_regs *before, const wl_state_regs *after, char *text,
                        size_t size);
bool wl_gfx9_unit(uint32_t isa, wl_config *config, char why[160]);
void wl_gfx9_text(const wl_config *unit, uint64_t pc, const uint32_t words[2], char *text, size_t size);
bool wl_gfx9_instruction(const wl_config *unit, const uint32_t words[2], uint32_t sgpr_size, uint32_t vgpr_size,
                         wl_instruction *out);
bool wl_gfx9_operands(const wl_before *before, wl_operands *out);

#endif
