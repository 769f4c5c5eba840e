// SPDX-License-Identifier: Apache-2.0
// The model of GFX9 as a table, wl_gfx9_ops of wavelock/model_ops.h: the functions of it that are not in refmodel/.
#ifndef WAVELOCK_GFX9_H
#define WAVELOCK_GFX9_H

#include "wavelock/control.h"
#include "wavelock/model_ops.h"

bool wl_gfx9_unit(uint32_t isa, wl_config *config, char why[160]);
void wl_gfx9_text(const wl_config *unit, uint64_t pc, const uint32_t words[2], char *text, size_t size);
bool wl_gfx9_instruction(const wl_config *unit, const uint32_t words[2], uint32_t sgpr_size, uint32_t vgpr_size,
                         wl_instruction *out);
bool wl_gfx9_operands(const wl_before *before, wl_operands *out);

#endif
