// SPDX-License-Identifier: Apache-2.0
#include "check/policy/control.h"

#include "wavelock/control.h"

void control_open(arch_state *c) {
  const uint32_t *size = c->unit->description.size;
  const wl_control_sizes sizes = {size[WL_SIZE_lds_read],   size[WL_SIZE_vmem_read],   size[WL_SIZE_export_read],
                                  size[WL_SIZE_lds_return], size[WL_SIZE_vmem_return], size[WL_SIZE_smem_return]};
  c->ops.control->sizes(c->model, &sizes);
}

void control_start(control_state *s, arch_state *c, int slot) {
  s->waves |= 1u << slot;
  c->late |= 1u << slot;
}

void control_end(control_state *s, int slot) { s->waves &= ~(1u << slot); }

// ---- issue ---------------------------------------------------------------------------------------

void control_field(control_state *s, arch_state *c, int slot, uint32_t field) {
  if (!live_good(c, slot, "control")) return;
  if (s->seen >> slot & 1) {
    diverge(c, WL_ILLEGAL, slot, "control", "slot %d: a second control event before its issue", slot);
    return;
  }
  s->seen |= 1u << slot;
  s->field[slot] = field;
}

void control_unit(arch_state *c, int slot, int exec_unit) {
  const wl_unit_description *d = &c->unit->description;
  const bool known = exec_unit >= 0 && exec_unit < WL_EXEC_UNITS && (d->exec_units >> exec_unit & 1);
  wl_unit_cycles unit = {0};
  if (known) {
    unit = (wl_unit_cycles){.first = d->exec_unit[exec_unit].first,
                            .step = d->exec_unit[exec_unit].step,
                            .dpp = d->size[WL_SIZE_dpp_read_cycles]};
  }
  if (slot >= 0 && (uint32_t)slot < c->config.waves) c->ops.control->unit(c->model, (uint32_t)slot, unit);
}

// The field that the unit used for an issue, against the model's reading of memory.
void control_issue(control_state *s, arch_state *c, int slot, const wl_effect *e) {
  const bool seen = s->seen >> slot & 1;
  s->seen &= ~(1u << slot);
  if (seen != e->control) {
    diverge(c, WL_ILLEGAL, slot, "control", "slot %d issued at 0x%llx with%s control words, the model %s them", slot,
            (unsigned long long)e->pc, seen ? "" : "out", e->control ? "with" : "without");
    return;
  }
  c->words_compared++;
  if (!seen || s->field[slot] == e->field) return;
  divergence *d =
      diverge(c, WL_MISMATCH, slot, "control", "slot %d issued at 0x%llx with field 0x%06x, expected 0x%06x", slot,
              (unsigned long long)e->pc, s->field[slot], e->field);
  diverge_words(d, 0, &s->field[slot], &e->field, 1);
}

// ---- reads ---------------------------------------------------------------------------------------

void control_vgpr_read(arch_state *c, int source, int slot, uint32_t tag, int vgpr, int pass) {
  if (!live_good(c, slot, "vgpr_read")) return;
  const wl_block unit = source == WL_SRC_EXPORT ? WL_UNIT_EXPORT : block_of(source);
  char why[160];
  if (c->ops.control->vgpr_read(c->model, unit, (uint32_t)slot, tag, (uint32_t)vgpr, (uint32_t)pass, why) == WL_OK)
    return;
  diverge(c, WL_ILLEGAL, slot, "vgpr_read", "slot %d: physical VGPR %d, pass %d is read: %s", slot, vgpr, pass, why)
      ->index = (uint32_t)vgpr;
}

void control_reuse_hit(arch_state *c, int vgpr, int pass, int operand, const uint32_t *data) {
  if (vgpr < 0 || (uint32_t)vgpr >= c->config.phys_vgprs || pass < 0 || (uint32_t)pass >= c->passes) {
    diverge(c, WL_ERROR, -1, "reuse_hit", "reuse_hit of physical VGPR %d, pass %d: out of range", vgpr, pass);
    return;
  }
  const uint32_t *row = c->vgpr + (size_t)vgpr * WL_LANES + c->config.pass_lanes * (size_t)pass;
  const uint32_t lanes = lanes_of_pass(c, (uint32_t)pass);
  c->words_compared += lanes;
  if (memcmp(data, row, lanes * sizeof *row) == 0) {
    char why[160];
    if (c->ops.control->reuse_hit(c->model, (uint32_t)operand, (uint32_t)vgpr, why) == WL_OK) return;
    diverge(c, WL_ILLEGAL, -1, "reuse_hit", "physical VGPR %d, pass %d is taken from a reuse entry: %s", vgpr, pass,
            why)
        ->index = (uint32_t)vgpr;
    return;
  }
  divergence *d = diverge(c, WL_MISMATCH, -1, "VGPR",
                          "reuse entry of physical VGPR %d, pass %d is not what the file holds", vgpr, pass);
  diverge_words(d, 0, data, row, 1);
}

// ---- the cycle -----------------------------------------------------------------------------------

void control_take_stay(const control_state *s, arch_state *c, const uint32_t *state_regs) {
  for (uint32_t left = s->waves; left; left &= left - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(left);
    wl_state_regs rtl;
    memcpy(&rtl, state_regs + slot * STATE_REG_WORDS, sizeof rtl);
    const uint32_t differ = rtl.control ^ c->now[slot].control, stay = wl_field(rtl.control, WL_CONTROL_STAY);
    if (!(differ & wl_to_field(WL_CONTROL_STAY, WL_STAY_MAX)) || !c->ops.control->stay_is(c->model, slot, stay))
      continue;
    c->now[slot].control = wl_with_field(c->now[slot].control, WL_CONTROL_STAY, stay);
    refresh_state_regs(c, slot);
  }
}

void control_edge(control_state *s, arch_state *c) {
  for (uint32_t left = s->waves; left; left &= left - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(left);
    if (c->ops.control->edge(c->model, slot)) refresh_state_regs(c, slot);
  }
  if (!s->seen) return;
  const int slot = __builtin_ctz(s->seen);
  s->seen = 0;
  diverge(c, WL_ILLEGAL, slot, "control", "slot %d: a control event without an issue in its cycle", slot);
}
