// SPDX-License-Identifier: Apache-2.0
// Policy control: waves that take their waits from control words (maxwell-control.md 8). The unit reports the field of
// each issue, which must be the program's, and each read of a VGPR by a memory unit or an export. The execution
// unit of an issue is the one that the DUT declared at time zero: it says when the model's vector ALU instructions read
// and write. The edge of a cycle is the model's too.
#ifndef WAVELOCK_CHECK_CONTROL_H
#define WAVELOCK_CHECK_CONTROL_H

#include "check/arch/arch.h"

typedef struct {
  uint32_t waves;  // live ones that were launched with control words
  uint32_t seen;   // event control has come in this cycle, with this field
  uint32_t field[WL_MAX_WAVES];
} control_state;

// The model exists: it gets the unit's sizes.
void control_open(arch_state *c);
void control_start(control_state *s, arch_state *c, int slot);
void control_end(control_state *s, int slot);

// Handlers of events. Before an issue: the unit that takes it; behind it: its field.
void control_field(control_state *s, arch_state *c, int slot, uint32_t field);
void control_unit(arch_state *c, int slot, int exec_unit);
void control_issue(control_state *s, arch_state *c, int slot, const wl_effect *e);
void control_vgpr_read(arch_state *c, int source, int slot, uint32_t tag, int vgpr, int pass);
void control_reuse_hit(arch_state *c, int vgpr, int pass, int operand, const uint32_t *data);

// Before the compare of a cycle: STAY of a wave whose choice the checker was not sure of (wl_model_rule3) is what the
// unit says.
void control_take_stay(const control_state *s, arch_state *c, const uint32_t *state_regs);
// The edge of a cycle, before anything looks at what has changed.
void control_edge(control_state *s, arch_state *c);

#endif
