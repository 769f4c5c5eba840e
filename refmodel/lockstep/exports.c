// SPDX-License-Identifier: Apache-2.0
// Exports: the beats that the sink takes (control-flow.md 11.2).
#include "isa/isa.h"
#include "wave/model.h"

// Beats of lanes, a pass each.
enum { PASS_LANES = 16, PASSES = WL_LANES / PASS_LANES };

static wl_export_type type_of(const struct wl_sending *s) {
  wl_export_type type;
  wl_export_type_of(s->what.target, &type);
  return type;
}

// Beat number s->sent. Returns whether it is the last.
static bool next_beat(const struct wl_sending *s, wl_export_beat *b) {
  const wl_export *x = &s->what;
  uint32_t left = wl_export_registers(x->en, x->compr);
  *b = (wl_export_beat){x->slot, s->tag, x->target, x->en, x->compr, x->done, x->vm, .exec = x->exec, .component = 4};
  if (left == 0) return b->last = true;
  for (uint32_t i = 0; i < s->sent / PASSES; i++) left &= left - 1;
  b->component = (uint32_t)__builtin_ctz(left);
  b->pass = s->sent % PASSES;
  memcpy(b->data, &x->data[b->component][b->pass * PASS_LANES], sizeof b->data);
  return b->last = (left & (left - 1)) == 0 && b->pass == PASSES - 1;
}

wl_result wl_model_export(wl_model *m, uint32_t slot, uint32_t tag, wl_export_beat *predicted, char why[WL_WHY]) {
  memset(predicted, 0, sizeof *predicted);
  if (!wl_wave_live(m, slot)) return wl_bad(why, "export of slot %u, which has no wave", slot);
  struct wl_wave *w = &m->wave[slot];
  uint32_t i = 0;
  while (i < w->exports.count && w->exports.list[i].tag != tag) i++;
  if (i == w->exports.count) return wl_bad(why, "wave %u has no export in flight under tag %u", slot, tag);
  struct wl_sending *s = &w->exports.list[i];
  for (uint32_t older = 0; older < i; older++) {
    if (type_of(&w->exports.list[older]) == type_of(s))
      return wl_bad(why, "wave %u sends the export under tag %u before an older one of its type, under tag %u", slot,
                    tag, w->exports.list[older].tag);
  }
  const bool sends = wl_export_registers(s->what.en, s->what.compr) != 0;
  if (__builtin_expect(s->sets.followed, 0) && sends && !m->second->beat(s))
    return wl_bad(why, "wave %u, tag %u: a beat is sent before its register was read", slot, tag);
  const bool last = next_beat(s, predicted);
  s->sent++;
  if (!last) return WL_OK;
  if (__builtin_expect(s->sets.followed, 0)) m->second->sent(w, s);
  wl_drop_export(w, i);
  m->policy->on_complete(w, NULL, WL_HOLDS_EXP);
  return WL_OK;
}
