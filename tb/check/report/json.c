// SPDX-License-Identifier: Apache-2.0
// The report for scripts: report.json. It is written under another name first, so that a broken write never looks
// like a report.
#include "check/internal.h"
#include "base/json_text.h"

#include <jansson.h>
#include <stdio.h>

#include "check/report/before.h"
#include "check/report/source.h"

static json_t *hex(uint64_t value, int digits) {
  char text[24];
  snprintf(text, sizeof text, "0x%0*llx", digits, (unsigned long long)value);
  return json_string(text);
}

static json_t *words(const uint32_t *w, uint32_t count) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < count; i++) json_array_append_new(list, hex(w[i], 8));
  return list;
}

static json_t *lanes(const arch_state *a, const uint32_t *w) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < a->config.wave_lanes; i++)
    json_array_append_new(list, hex(lane_value(a->wide, w, i), lane_digits(a->wide)));
  return list;
}

static json_t *divergence_json(const divergence *d) {
  json_t *o = json_object();
  json_object_set_new(o, "verdict", json_string(wl_verdict_name(d->verdict)));
  json_object_set_new(o, "cycle", json_integer((json_int_t)d->cycle));
  if (d->slot >= 0) json_object_set_new(o, "slot", json_integer(d->slot));
  json_object_set_new(o, "row", json_string(d->row));
  json_object_set_new(o, "index", json_integer(d->index));
  json_object_set_new(o, "what", json_string(d->what));
  if (d->values == VALUE_WORDS) {
    json_object_set_new(o, "unit", words(d->rtl, d->count));
    json_object_set_new(o, "expected", words(d->model, d->count));
  } else if (d->values == VALUE_LANES) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < WL_LANES; i++) {
      const uint64_t rtl = lane_value(d->wide, d->rtl, i), model = lane_value(d->wide, d->model, i);
      if (!(d->lanes >> i & 1) || rtl == model) continue;
      json_t *lane = json_object();
      json_object_set_new(lane, "lane", json_integer(i));
      json_object_set_new(lane, "unit", hex(rtl, lane_digits(d->wide)));
      json_object_set_new(lane, "expected", hex(model, lane_digits(d->wide)));
      json_array_append_new(list, lane);
    }
    json_object_set_new(o, "lanes", list);
  }
  return o;
}

// The mnemonic as the model decodes it; NULL: no legal instruction of the wave. `text` does not know each of them.
static json_t *name_json(const wl_checker *c, const wave_state *w, const uint32_t words[2]) {
  wl_instruction i;
  return c->arch.ops.instruction(&c->arch.config, words, w->sgpr_size, w->vgpr_size, &i) ? json_string(i.name) : NULL;
}

static json_t *history_json(const wl_checker *c, const wave_state *w) {
  json_t *list = json_array();
  char place[HISTORY][SOURCE_TEXT];
  history_places(c, w, place);
  for (uint64_t i = w->issued < HISTORY ? 0 : w->issued - HISTORY; i < w->issued; i++) {
    const history_entry *h = &w->history[i % HISTORY];
    char text[128];
    c->arch.ops.text(&c->arch.config, h->pc, h->words, text, sizeof text);
    json_t *o = json_object();
    json_object_set_new(o, "cycle", json_integer((json_int_t)h->cycle));
    json_object_set_new(o, "pc", hex(h->pc, 12));
    json_object_set_new(o, "words", words(h->words, 2));
    json_object_set_new(o, "instruction", json_string(text));
    json_t *name = name_json(c, w, h->words);
    if (name) json_object_set_new(o, "name", name);
    if (place[i % HISTORY][0]) json_object_set_new(o, "source", json_string(place[i % HISTORY]));
    json_array_append_new(list, o);
  }
  return list;
}

static json_t *operands_json(const wl_checker *c) {
  wl_operands o;
  json_t *list = json_array();
  if (!last_operands(c, &o)) return list;
  for (uint32_t i = 0; i < o.count; i++) {
    const wl_operand *p = &o.operand[i];
    json_t *j = json_object();
    json_object_set_new(j, "name", json_string(p->name));
    if (p->lanes) json_object_set_new(j, "lanes", lanes(&c->arch, p->lanes));
    else json_object_set_new(j, "value", hex(p->value, p->digits));
    json_array_append_new(list, j);
  }
  return list;
}

static json_t *state_regs_json(const wl_model_ops *ops, const wl_state_regs *s) {
  json_t *o = json_object();
  for (uint32_t i = 0; i < ops->row_count; i++) {
    const wl_model_row *e = &ops->rows[i];
    json_object_set_new(o, e->name, hex(wl_row_value(e, s), e->mask[1] ? 16 : 8));
  }
  return o;
}

static json_t *wave_json(const wl_checker *c) {
  const wave_state *w = &c->arch.first_wave;
  json_t *o = json_object();
  json_object_set_new(o, "history", history_json(c, w));
  json_object_set_new(o, "operands", operands_json(c));
  json_object_set_new(o, "unit", state_regs_json(&c->arch.ops, &c->arch.first_rtl));
  json_object_set_new(o, "expected", state_regs_json(&c->arch.ops, &c->arch.first_model));
  json_object_set_new(o, "sgpr", words(c->arch.first_sgpr, numbered_sgprs(w)));
  json_t *vgprs = json_array();
  for (uint32_t i = 0; c->arch.first_vgpr && i < w->vgpr_size && i < MAX_VGPRS; i++) {
    json_array_append_new(vgprs, lanes(&c->arch, c->arch.first_vgpr + (i * WL_LANES << c->arch.wide)));
  }
  json_object_set_new(o, "vgpr", vgprs);
  return o;
}

static json_t *waits_json(const wl_checker *c) {
  json_t *list = json_array();
  for (uint32_t slot = 0; slot < c->arch.config.waves; slot++) {
    if (!(c->arch.live >> slot & 1)) continue;
    char text[256];
    c->arch.ops.waiting_for(c->arch.model, slot, text, sizeof text);
    json_t *o = json_object();
    json_object_set_new(o, "slot", json_integer((json_int_t)slot));
    json_object_set_new(o, "pc", hex(pc_of(&c->arch.next[slot]), 12));
    json_object_set_new(o, "waits_for", json_string(text));
    json_object_set_new(o, "history", history_json(c, &c->arch.wave[slot]));
    json_array_append_new(list, o);
  }
  return list;
}

static void set_text(json_t *o, const char *key, const char *text) {
  if (text) json_object_set_new(o, key, wl_json_text(text));
}

bool report_json(const wl_checker *c, const wl_checker_result *r, const char *path, wl_error *error) {
  json_t *o = json_object();
  json_object_set_new(o, "verdict", json_string(wl_verdict_name(r->verdict)));
  if (r->why[0]) set_text(o, "why", r->why);
  set_text(o, "test", c->arch.options.test);
  json_object_set_new(o, "seed", json_integer((json_int_t)c->arch.options.seed));
  set_text(o, "reproduce", c->arch.options.reproduce);
  set_text(o, "build", c->arch.options.build);
  set_text(o, "event_fault", c->arch.options.event_fault);
  if (r->first_cycle) json_object_set_new(o, "first_cycle", json_integer((json_int_t)r->first_cycle));
  json_object_set_new(o, "cycles", json_integer((json_int_t)r->cycles));
  json_object_set_new(o, "instructions", json_integer((json_int_t)r->instructions));
  json_object_set_new(o, "events", json_integer((json_int_t)r->events));
  json_object_set_new(o, "words_compared", json_integer((json_int_t)r->words_compared));
  json_object_set_new(o, "sweeps", json_integer((json_int_t)r->sweeps));
  set_text(o, "not_checked", r->not_checked);
  json_t *list = json_array();
  for (uint64_t i = 0; i < c->arch.divergences && i < MAX_DIVERGENCES; i++) {
    json_array_append_new(list, divergence_json(&c->arch.found[i]));
  }
  json_object_set_new(o, "divergences", list);
  if (c->arch.faulted) json_object_set_new(o, "fault", divergence_json(&c->arch.fault));
  const divergence *cause = report_cause(c, r);
  if (cause == &c->arch.unmapped_first) json_object_set_new(o, "unmapped", divergence_json(&c->arch.unmapped_first));
  if (cause && cause->slot >= 0) json_object_set_new(o, "wave", wave_json(c));
  if (*r->not_judged) set_text(o, "not_judged", r->not_judged);
  if (c->arch.hung && c->arch.model && !*r->not_judged) {
    json_object_set_new(o, "waits", waits_json(c));
    if (r->last_issue >= 0) json_object_set_new(o, "last_issue_cycle", json_integer((json_int_t)r->last_issue));
  }

  const bool good = wl_json_write(o, path, "the report", JSON_INDENT(1), error);
  json_decref(o);
  return good;
}
