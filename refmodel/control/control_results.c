// SPDX-License-Identifier: Apache-2.0
// Waves with control words: VGPRs that memory units and exports read, results of vector ALU instructions in flight
// (maxwell-control.md 8.6, 8.14).
#include <stdio.h>

#include "isa/isa.h"
#include "control/control.h"
#include "control/flight.h"
#include "wavelock/wave_view.h"

static uint64_t pass_lanes(uint32_t pass) { return 0xffffull << (WL_PASS_LANES * pass); }

// ---- vector ALU ----------------------------------------------------------------------------------

static uint32_t age_of(const struct wl_wave *w, const struct wl_sampled *s) {
  return (uint32_t)(wl_flights_of(w)->cycle - s->issued);
}

static struct wl_flight *oldest(wl_model *m, uint32_t slot, char why[WL_WHY]) {
  if (!wl_wave_live(m, slot) || !m->wave[slot].second || m->control->flights[slot].count == 0) {
    wl_bad(why, "wave %u has no vector ALU instruction in flight", slot);
    return NULL;
  }
  return &m->control->flights[slot].list[0];
}

// The row of a result, of two of one VGPR the one whose pass is not written; WL_OPERAND_ROWS: it does not write this
// VGPR.
static uint32_t result_row(const struct wl_flight *f, uint32_t vgpr, uint32_t pass) {
  uint32_t index, found = WL_OPERAND_ROWS;
  for (uint32_t row = 0; row < WL_OPERAND_ROWS; row++) {
    if (!(f->at.used >> row & 1) || f->at.vgpr[row] != vgpr || !wl_flight_result(f, row, &index)) continue;
    if (!(f->written[row] >> pass & 1)) return row;
    found = row;
  }
  return found;
}

wl_result wl_model_write_valu_vgpr(wl_model *m, uint32_t slot, uint32_t number, uint32_t pass, uint32_t *mask,
                                   uint32_t data[16], char why[WL_WHY]) {
  *mask = 0;
  struct wl_flight *f = oldest(m, slot, why);
  if (f == NULL) return WL_BAD_EVENT;
  struct wl_wave *w = &m->wave[slot];
  const char *name = f->at.insn.name;
  const uint32_t vgpr = number - w->vgpr_base;
  const uint32_t row = number < w->vgpr_base || pass >= WL_PASSES ? WL_OPERAND_ROWS : result_row(f, vgpr, pass);
  uint32_t index = 0;
  if (row == WL_OPERAND_ROWS || (f->lanes & pass_lanes(pass)) == 0)
    return wl_bad(why, "%s at 0x%llx does not write physical VGPR %u, pass %u", name, (unsigned long long)f->at.pc,
                  number, pass);
  if (f->written[row] >> pass & 1)
    return wl_bad(why, "%s at 0x%llx writes v%u, pass %u a second time", name, (unsigned long long)f->at.pc, vgpr,
                  pass);
  (void)wl_flight_result(f, row, &index);
  const uint32_t age = age_of(w, &f->at), due = wl_flight_due(f, index, pass);
  if (age != due || !(f->computed >> pass & 1))
    return wl_bad(why, "%s at 0x%llx writes v%u, pass %u %u cycles after its issue, expected %u", name,
                  (unsigned long long)f->at.pc, vgpr, pass, age, due);
  f->written[row] |= (uint8_t)(1u << pass);
  *mask = (uint32_t)(f->lanes >> (WL_PASS_LANES * pass)) & 0xffff;
  const uint32_t at = WL_PASS_LANES * pass;
  memcpy(data, &f->at.row[row][at], WL_PASS_LANES * sizeof data[0]);
  uint32_t *to = &w->vgpr[vgpr][at];
  for (uint32_t i = 0; i < WL_PASS_LANES; i++) to[i] = *mask >> i & 1 ? data[i] : to[i];
  return WL_OK;
}

wl_result wl_model_write_valu_sgpr(wl_model *m, uint32_t slot, uint32_t first, uint32_t count, uint32_t data[16],
                                   char why[WL_WHY]) {
  struct wl_flight *f = oldest(m, slot, why);
  if (f == NULL) return WL_BAD_EVENT;
  struct wl_wave *w = &m->wave[slot];
  const unsigned long long pc = (unsigned long long)f->at.pc;
  if (age_of(w, &f->at) != wl_flight_end(f))
    return wl_bad(why, "%s at 0x%llx writes s%u %u cycles after its issue, expected %u", f->at.insn.name, pc, first,
                  age_of(w, &f->at), wl_flight_end(f));
  for (uint32_t i = 0; i < count; i++) {
    uint32_t k = 0;
    while (k < f->scalars && !(f->scalar[k].due && wl_first_name(w->second_end, f->scalar[k].code) == first + i)) k++;
    if (k == f->scalars) return wl_bad(why, "%s at 0x%llx does not write s%u", f->at.insn.name, pc, first + i);
    f->scalar[k].due = false;
    data[i] = f->scalar[k].value;
    if (!wl_flight_late(w, first + i, data[i])) return wl_bad(why, "too many SGPRs are written in this cycle");
  }
  return WL_OK;
}

// The first result that is missing; false: none.
static bool missing(const struct wl_flight *f, char *text, size_t size) {
  uint32_t index;
  for (uint32_t row = 0; row < WL_OPERAND_ROWS; row++) {
    if (!(f->at.used >> row & 1) || !wl_flight_result(f, row, &index)) continue;
    for (uint32_t p = 0; p < WL_PASSES; p++) {
      if (!(f->lanes & pass_lanes(p)) || (f->written[row] >> p & 1)) continue;
      snprintf(text, size, "v%u, pass %u", f->at.vgpr[row], p);
      return true;
    }
  }
  for (uint32_t k = 0; k < f->scalars; k++) {
    if (!f->scalar[k].due) continue;
    snprintf(text, size, "s%u", f->scalar[k].code);
    return true;
  }
  return false;
}

wl_result wl_model_valu_done(wl_model *m, uint32_t slot, char why[WL_WHY]) {
  struct wl_flight *f = oldest(m, slot, why);
  if (f == NULL) return WL_BAD_EVENT;
  struct wl_wave *w = &m->wave[slot];
  struct wl_control_state *s = wl_control_at(w);
  struct wl_flights *all = &m->control->flights[slot];
  char left[32];
  wl_result result = WL_OK;
  if (missing(f, left, sizeof left))
    result =
        wl_bad(why, "%s at 0x%llx ends before it has written %s", f->at.insn.name, (unsigned long long)f->at.pc, left);
  else if (age_of(w, &f->at) != wl_flight_end(f))
    result = wl_bad(why, "%s at 0x%llx ends %u cycles after its issue, expected %u", f->at.insn.name,
                    (unsigned long long)f->at.pc, age_of(w, &f->at), wl_flight_end(f));
  for (uint32_t k = 0; k < f->scalars; k++) {
    if (wl_is_state_sgpr(f->scalar[k].code)) (void)wl_flight_late(w, f->scalar[k].code, f->scalar[k].value);
  }
  // One that traps holds the wave in this cycle. s_getreg of this cycle reads TRAPSTS without them (8.6).
  const uint32_t trapsts = w->trapsts;
  wl_raise(w, f->raised);
  all->raised = w->trapsts & ~trapsts;
  w->trapsts = trapsts;
  all->count--;
  memmove(&all->list[0], &all->list[1], all->count * sizeof all->list[0]);
  wl_control_returned(w, WL_UNIT_VALU, &s->valu[0]);
  s->valu_count--;
  memmove(&s->valu[0], &s->valu[1], s->valu_count * sizeof s->valu[0]);
  return result;
}

// ---- the trace ----------------------------------------------------------------------------------------

bool wl_model_traced_vector(const wl_model *m, uint32_t slot, wl_traced_vector *out) {
  memset(out, 0, sizeof *out);
  if (m->control == NULL || m->control->flights[slot].count == 0) return false;
  const struct wl_flight *f = &m->control->flights[slot].list[0];
  uint32_t index;
  for (uint32_t i = 0; i < WL_OPERAND_ROWS; i++) {  // the destination first, then SRC0 of v_swap_b32
    const uint32_t row = (WL_RESULT_ROW + i) % WL_OPERAND_ROWS;
    if (!(f->at.used >> row & 1) || !wl_flight_result(f, row, &index)) continue;
    out->phys_vgpr[out->vgprs] = m->wave[slot].vgpr_base + f->at.vgpr[row];
    out->lanes[out->vgprs++] = f->at.row[row];
  }
  out->mask = f->lanes;
  for (uint32_t i = 0; i < f->scalars; i++) {
    out->code[i] = f->scalar[i].code;
    out->value[i] = f->scalar[i].value;
  }
  out->scalars = f->scalars;
  return true;
}

// ---- reuse entries -------------------------------------------------------------------------------

wl_result wl_model_reuse_hit(const wl_model *m, uint32_t operand, uint32_t number, char why[WL_WHY]) {
  if (operand >= WL_REUSE_ENTRIES) return wl_bad(why, "there is no SRC%u", operand);
  const uint32_t held = m->control->reuse.now[operand];
  if (held == number + 1) return WL_OK;
  if (held == 0) return wl_bad(why, "no instruction has left an entry for SRC%u", operand);
  return wl_bad(why, "the entry that was left for SRC%u is of physical VGPR %u", operand, held - 1);
}

// ---- operands of memory instructions and exports -------------------------------------------------

void wl_model_control_sizes(wl_model *m, const wl_control_sizes *sizes) { m->control->sizes = *sizes; }

static wl_result export_reads(struct wl_wave *w, uint32_t tag, uint32_t vgpr, uint32_t pass, char why[WL_WHY]) {
  uint32_t i = 0;
  while (i < w->exports.count && w->exports.list[i].tag != tag) i++;
  if (i == w->exports.count) return wl_bad(why, "wave %u has no export in flight under tag %u", w->slot, tag);
  struct wl_sending *s = &w->exports.list[i];
  if (!s->sets.followed) return wl_bad(why, "the export under tag %u is not of control words", tag);
  uint32_t left = wl_export_registers(s->what.en, s->what.compr);
  s->read = wl_export_beats_read(s);
  for (uint32_t k = 0; k < s->read / WL_PASSES; k++) left &= left - 1;
  const uint32_t component = left != 0 ? (uint32_t)__builtin_ctz(left) : 0;
  if (left == 0 || s->vgpr[component] != vgpr || s->read % WL_PASSES != pass)
    return wl_bad(why, "the export under tag %u reads v%u, pass %u, which its next beat does not send", tag, vgpr,
                  pass);
  const uint32_t age = (uint32_t)(wl_flights_of(w)->cycle - s->sets.cycle);
  const uint32_t least = w->model->control->sizes.export_read;
  if (age < least)
    return wl_bad(why, "the export under tag %u reads v%u %u cycles after its issue, expected %u or later", tag, vgpr,
                  age, least);
  s->read++;
  for (uint32_t l = WL_PASS_LANES * pass; l < WL_PASS_LANES * (pass + 1); l++)
    s->what.data[component][l] = s->what.exec >> l & 1 ? w->vgpr[vgpr][l] : 0;
  return WL_OK;
}

wl_result wl_model_vgpr_read(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, uint32_t number, uint32_t pass,
                             char why[WL_WHY]) {
  if (!wl_wave_live(m, slot) || pass >= WL_PASSES) return wl_bad(why, "slot %u, pass %u: no such wave", slot, pass);
  struct wl_wave *w = &m->wave[slot];
  const uint32_t vgpr = number - w->vgpr_base;
  if (number < w->vgpr_base || vgpr >= w->vgpr_size) return wl_bad(why, "VGPR %u is not of wave %u", number, slot);
  if (unit == WL_UNIT_EXPORT) return export_reads(w, tag, vgpr, pass, why);
  struct wl_pending *p = unit == WL_UNIT_SMEM ? NULL : wl_pending_find(&m->memory, unit, slot, tag);
  if (p == NULL || p->operands == NULL)
    return wl_bad(why, "wave %u has no instruction under tag %u that reads operands", slot, tag);
  struct wl_sampled *s = p->operands;
  const uint32_t least = unit == WL_UNIT_LDS ? m->control->sizes.lds_read : m->control->sizes.vmem_read;
  if (age_of(w, s) < least)
    return wl_bad(why, "%s reads v%u %u cycles after its issue, expected %u or later", p->insn.name, vgpr, age_of(w, s),
                  least);
  // A register of two operands is read for each, in their order.
  for (uint32_t row = 0; row < WL_OPERAND_ROWS; row++) {
    if (!(s->used >> row & 1) || s->vgpr[row] != vgpr || (s->read[row] >> pass & 1)) continue;
    wl_sample_read(s, w, row, pass);
    return WL_OK;
  }
  return wl_bad(why, "%s does not read v%u, pass %u, or not so often", p->insn.name, vgpr, pass);
}
