// SPDX-License-Identifier: Apache-2.0
// Both states at the beginning of a cycle: what the DUT holds, and the shadow. As JSON, and for a debugger.
#include <jansson.h>
#include <stdio.h>

#include "check/internal.h"
#include "base/json_text.h"

static json_t *hex(uint64_t v) {
  char text[24];
  snprintf(text, sizeof text, "0x%llx", (unsigned long long)v);
  return json_string(text);
}

static json_t *words_json(const uint32_t *words, uint32_t count) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < count; i++) json_array_append_new(list, json_integer(words[i]));
  return list;
}

// {"dut": [...], "expected": [...]}
static json_t *both_json(const uint32_t *dut, const uint32_t *expected, uint32_t count) {
  return json_pack("{s:o, s:o}", "dut", words_json(dut, count), "expected", words_json(expected, count));
}

static json_t *wave_json(const arch_state *a, const wl_dut_state *dut, uint32_t slot) {
  const wave_state *w = &a->wave[slot];
  const wl_state_regs *expected = dut->expected ? dut->expected : a->now;
  json_t *rows = json_array(), *vgprs = json_array();
  for (uint32_t i = 0; i < a->ops.row_count; i++) {
    const wl_model_row *e = &a->ops.rows[i];
    json_array_append_new(rows, json_pack("{s:s, s:i, s:o, s:o}", "row", e->name, "bits", (int)e->bits, "dut",
                                          hex(wl_row_value(e, &dut->state_regs[slot])), "expected",
                                          hex(wl_row_value(e, &expected[slot]))));
  }
  for (uint32_t v = w->vgpr_base; v < w->vgpr_base + w->vgpr_size; v++) {
    const size_t at = (size_t)WL_LANES * v << a->wide;
    json_array_append_new(vgprs, both_json(dut->vgpr + at, a->vgpr + at, a->config.wave_lanes << a->wide));
  }
  return json_pack("{s:i, s:o, s:o, s:o}", "slot", (int)slot, "rows", rows, "sgprs",
                   both_json(dut->sgpr + WL_SGPRS * slot, a->sgpr[slot], numbered_sgprs(w)), "vgprs", vgprs);
}

// The dwords that differ.
static json_t *lds_json(const arch_state *a, const wl_dut_state *dut) {
  const uint32_t *expected = a->ops.lds_words(a->model);
  json_t *list = json_array();
  const bool known = expected && dut->lds[0];
  const uint32_t count = known ? lds_words(a) : 0, words = a->entry_words;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t entry = i / words;
    const uint32_t word = dut->lds[entry % LDS_BANKS][entry / LDS_BANKS * words + i % words];
    if (word == expected[i]) continue;
    json_array_append_new(list, json_pack("{s:I, s:I, s:I}", "dword", (json_int_t)i, "dut", (json_int_t)word,
                                          "expected", (json_int_t)expected[i]));
  }
  return json_pack("{s:I, s:o}", "dwords", (json_int_t)count, "differ", list);
}

bool wl_checker_write_state_sized(const wl_checker *c, const wl_dut_state *from, size_t size, const char *path,
                                  wl_error *error) {
  wl_dut_state taken;
  if (!take_struct(&taken, sizeof taken, from, size)) {
    snprintf(error->text, sizeof error->text, "wl_dut_state has %zu bytes, and this library knows %zu", size,
             sizeof taken);
    return false;
  }
  const wl_dut_state *dut = &taken;
  json_t *waves = json_array();
  for (uint32_t slot = 0; slot < c->arch.config.waves; slot++)
    if (c->arch.live >> slot & 1) json_array_append_new(waves, wave_json(&c->arch, dut, slot));
  json_t *o =
      json_pack("{s:I, s:o, s:o}", "cycle", (json_int_t)c->arch.cycle, "waves", waves, "lds", lds_json(&c->arch, dut));
  const bool good = wl_json_write(o, path, "the states", 0, error);
  json_decref(o);
  return good;
}

bool wl_checker_reported_sized(const wl_checker *c, wl_dut_state *to, size_t size) {
  const mirror_state *m = c->arch.mirror;
  if (!m || !(c->arch.unit->description.capabilities >> WL_CAN_state & 1)) return false;
  wl_dut_state found = {.sgpr = m->sgpr[0], .vgpr = m->vgpr, .expected = m->expected};
  memcpy(found.state_regs, m->state_regs, sizeof found.state_regs);
  give_struct(to, size, &found, sizeof found);
  return true;
}

static void expected(const wl_checker *c, wl_expected *to) {
  const arch_state *a = &c->arch;
  *to = (wl_expected){.live = a->live,
                      .state_regs = a->now,
                      .vgpr = a->vgpr,
                      .lds = a->model ? a->ops.lds_words(a->model) : NULL,
                      .ops = &a->ops,
                      .model = a->model,
                      .cycles = a->cycles,
                      .instructions = a->instructions,
                      .events = a->events,
                      .words_compared = a->words_compared,
                      .found_slot = -1};
  for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++) {
    const wave_state *w = &a->wave[slot];
    to->sgpr[slot] = a->sgpr[slot];
    to->wave[slot].issued = w->issued;
    to->wave[slot].sgprs = numbered_sgprs(w);
    to->wave[slot].vgpr_base = w->vgpr_base;
    to->wave[slot].vgpr_size = w->vgpr_size;
  }
  const divergence *first = a->divergences ? &a->found[0] : a->faulted ? &a->fault : NULL;
  if (!first) return;
  to->found = first->what;
  to->found_verdict = a->divergences ? first->verdict : WL_ERROR;
  to->found_cycle = first->cycle;
  to->found_slot = first->slot;
}

void wl_checker_expected_sized(const wl_checker *c, wl_expected *to, size_t size) {
  wl_expected found;
  expected(c, &found);
  give_struct(to, size, &found, sizeof found);
}
