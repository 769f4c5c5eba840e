// SPDX-License-Identifier: Apache-2.0
#include "check/policy/writeback_slots.h"

void writeback_slots_issue(writeback_slots_state *s, arch_state *c, int slot, int exec_unit, const wl_effect *e) {
  const wl_unit_description *d = &c->unit->description;
  writeback_slot *w = &s->wave[slot];
  *w = (writeback_slot){.issue = c->cycle};
  if (exec_unit < 0 || exec_unit >= WL_EXEC_UNITS || !(d->exec_units >> exec_unit & 1)) {
    diverge(c, WL_ERROR, slot, "issue",
            "slot %d issued to execution unit %d, which the DUT did not report at time zero (exec_unit)", slot,
            exec_unit);
    return;
  }
  w->fixed = d->exec_unit[exec_unit].fixed;
  w->number = (uint32_t)exec_unit;
  w->first = c->cycle + d->exec_unit[exec_unit].first + (e->dpp ? d->size[WL_SIZE_dpp_read_cycles] : 0);
  w->only = e->vgpr_count <= 2 ? w->first : UINT64_MAX / 2;
  w->step = d->exec_unit[exec_unit].step;
}

// Reports a write in a wrong cycle. A register that the instruction does not write is not a matter of time.
void writeback_slots_look(const writeback_slots_state *s, arch_state *c, int slot, int vgpr, int pass) {
  const writeback_slot *w = &s->wave[slot];
  const wave_state *wave = &c->wave[slot];
  for (uint32_t i = 0; wave->valu_pending && i < wave->vgprs; i++) {
    if (wave->vgpr[i] != (uint32_t)vgpr) continue;
    const uint64_t due = w->first + (uint32_t)pass * w->step + i / 2;
    if (c->cycle == due) return;
    diverge(c, WL_ILLEGAL, slot, "VGPR",
            "slot %d: pass %d of v%u is written at cycle %llu; %s, a fixed unit, writes it at cycle %llu (issue %llu)",
            slot, pass, (uint32_t)vgpr - wave->vgpr_base, (unsigned long long)c->cycle,
            c->unit->description.exec_unit[w->number].name, (unsigned long long)due, (unsigned long long)w->issue);
    return;
  }
}
