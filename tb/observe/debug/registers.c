// SPDX-License-Identifier: Apache-2.0
// Registers, memory and the LDS of both sides, by name.
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "check/arch/arch.h"
#include "observe/debug/session.h"

enum { LINE = 8 };  // words in a line

bool has_dut(const wl_debug *d) { return d->machine.dut != NULL; }

bool has_dut_registers(const wl_debug *d) {
  wl_dut_state dut;
  return has_dut(d) && d->machine.dut(d->machine.to, &dut);
}

bool slot_live(const wl_debug *d, uint32_t slot) { return slot < WL_MAX_WAVES && d->now.live >> slot & 1; }

uint64_t pc_of_slot(const wl_debug *d, uint32_t slot) {
  const wl_state_regs *s = &d->now.state_regs[slot];
  return (uint64_t)s->pc_hi << 32 | s->pc_lo;
}

// Lanes of a wave, of the words that each vector register has.
static uint32_t lanes_of(const wl_debug *d) {
  const uint32_t lanes = d->machine.config->wave_lanes;
  return lanes ? lanes : WL_LANES;
}

// ---- names ---------------------------------------------------------------------------------------

// "4", "[4]" or "[4:7]" behind s or v, to its end.
static bool range_parse(const char *text, uint32_t *first, uint32_t *count) {
  unsigned from = 0, to = 0;
  int length = 0;
  if (sscanf(text, "[%u:%u]%n", &from, &to, &length) == 2 && length) {
  } else if (sscanf(text, "[%u]%n", &from, &length) == 1 && length) {
    to = from;
  } else if (isdigit((unsigned char)*text) && sscanf(text, "%u%n", &from, &length) == 1) {
    to = from;
  } else {
    return false;
  }
  *first = from;
  *count = to - from + 1;
  return !text[length] && to >= from && to < WL_SGPRS + WL_SGPRS;
}

static bool row_parse(const wl_debug *d, const char *text, uint32_t *row) {
  for (uint32_t i = 0; i < d->now.ops->row_count; i++) {
    if (strcasecmp(text, d->now.ops->rows[i].name) != 0) continue;
    *row = i;
    return true;
  }
  return false;
}

static bool outside(char why[DEBUG_TEXT], const char *text, uint32_t slot, uint32_t has, char kind) {
  snprintf(why, DEBUG_TEXT, "found \"%s\", expected %c0 to %c%u: so many has the wave in slot %u", text, kind, kind,
           has - 1, slot);
  return false;
}

bool thing_parse(const wl_debug *d, const char *text, uint32_t slot, debug_thing *thing, char why[DEBUG_TEXT]) {
  unsigned vgpr, lane;
  int length = 0;
  *thing = (debug_thing){.slot = slot, .count = 1};
  snprintf(thing->name, sizeof thing->name, "%.40s of slot %u", text, slot);
  if (!slot_live(d, slot)) {
    snprintf(why, DEBUG_TEXT, "slot %u has no wave now: `waves` lists those that live", slot);
    return false;
  }
  const uint32_t sgprs = d->now.wave[slot].sgprs, vgprs = d->now.wave[slot].vgpr_size;
  const char kind = (char)tolower((unsigned char)*text);
  if (row_parse(d, text, &thing->first)) {
    thing->bytes = d->now.ops->rows[thing->first].bits > 32 ? 8 : 4;
    return true;
  }
  if (kind == 'v' && sscanf(text + 1, "%u[%u]%n", &vgpr, &lane, &length) == 2 && length && !text[1 + length]) {
    if (lane >= lanes_of(d)) {
      snprintf(why, DEBUG_TEXT, "found \"%s\", expected a lane from 0 to %u", text, lanes_of(d) - 1);
      return false;
    }
    thing->kind = THING_LANE;
    thing->first = vgpr;
    thing->lane = lane;
    thing->bytes = 4;
    return vgpr < vgprs || outside(why, text, slot, vgprs, 'v');
  }
  if (kind == 's' && range_parse(text + 1, &thing->first, &thing->count)) {
    thing->kind = THING_SGPR;
    thing->bytes = 4 * thing->count;
    return thing->first + thing->count <= sgprs || outside(why, text, slot, sgprs, 's');
  }
  if (kind == 'v' && range_parse(text + 1, &thing->first, &thing->count)) {
    thing->kind = THING_VGPR;
    thing->bytes = 4 * WL_LANES * thing->count;
    return thing->first + thing->count <= vgprs || outside(why, text, slot, vgprs, 'v');
  }
  size_t used = (size_t)snprintf(why, DEBUG_TEXT, "found \"%.40s\", expected s4, s[4:7], v3, v3[%u] or one of", text,
                                 lanes_of(d) - 1);
  for (uint32_t i = 0; i < d->now.ops->row_count && used < DEBUG_TEXT; i++)
    used += (size_t)snprintf(why + used, DEBUG_TEXT - used, " %s", d->now.ops->rows[i].name);
  return false;
}

// ---- values --------------------------------------------------------------------------------------

bool row_here(const wl_debug *d, uint32_t row) { return d->now.ops->has_row(d->machine.config, row); }

static uint64_t row_value(const wl_debug *d, uint32_t row, const wl_state_regs *of) {
  return wl_row_value(&d->now.ops->rows[row], of);
}

static bool lds_read(const wl_debug *d, const wl_dut_state *dut, uint64_t at, uint32_t bytes, uint8_t *to) {
  const wl_config *c = d->machine.config;
  const uint64_t size = (uint64_t)(c->lds_entries + c->gds_entries) * LDS_BANKS * ENTRY_WORDS * 4;
  if (at > size || bytes > size - at || (dut ? !dut->lds[0] : !d->now.lds)) return false;
  for (uint32_t i = 0; i < bytes; i++) {
    const uint64_t word = (at + i) / 4, entry = word / ENTRY_WORDS;
    const uint32_t value =
        dut ? dut->lds[entry % LDS_BANKS][entry / LDS_BANKS * ENTRY_WORDS + word % ENTRY_WORDS] : d->now.lds[word];
    to[i] = (uint8_t)(value >> ((at + i) % 4 * 8));
  }
  return true;
}

bool thing_read(const wl_debug *d, const debug_thing *t, debug_side side, uint8_t bytes[DEBUG_BYTES]) {
  wl_dut_state dut;
  const bool of_dut = side == SIDE_DUT;
  const wl_mem *memory = of_dut ? d->machine.dut_memory : d->machine.expected_memory;
  if (of_dut && !has_dut(d)) return false;
  if (t->bytes > DEBUG_BYTES) return false;
  if (t->kind == THING_MEMORY) return wl_mem_read(memory, t->at, bytes, t->bytes);
  if (of_dut && !d->machine.dut(d->machine.to, &dut)) return false;
  if (t->kind == THING_LDS) return lds_read(d, of_dut ? &dut : NULL, t->at, t->bytes, bytes);
  if (!slot_live(d, t->slot)) return false;
  if (t->kind == THING_ROW) {
    const uint64_t value = row_value(d, t->first, of_dut ? &dut.state_regs[t->slot] : &d->now.state_regs[t->slot]);
    memcpy(bytes, &value, t->bytes);
  } else if (t->kind == THING_SGPR) {
    memcpy(bytes, (of_dut ? dut.sgpr + WL_SGPRS * t->slot : d->now.sgpr[t->slot]) + t->first, t->bytes);
  } else {
    if (t->first + t->count > d->now.wave[t->slot].vgpr_size) return false;  // another wave than that of the watch
    const size_t row = d->now.wave[t->slot].vgpr_base + t->first;
    memcpy(bytes, (of_dut ? dut.vgpr : d->now.vgpr) + WL_LANES * row + t->lane, t->bytes);
  }
  return true;
}

// ---- as text -------------------------------------------------------------------------------------

static void words_line(FILE *out, const char *name, const uint32_t *words, uint32_t count, const char *behind) {
  fprintf(out, "  %-12s", name);
  for (uint32_t i = 0; i < count; i++) fprintf(out, " %08x", words[i]);
  fprintf(out, "%s\n", behind);
}

// Words of both sides: one line where they agree, else one for each and one of marks.
static void both_lines(FILE *out, const char *name, const uint32_t *dut, const uint32_t *expected, uint32_t count) {
  if (!dut || !memcmp(dut, expected, 4 * count)) {
    words_line(out, name, expected, count, "");
    return;
  }
  words_line(out, name, dut, count, "  DUT");
  words_line(out, "", expected, count, "  expected");
  fprintf(out, "  %-12s", "");
  uint32_t last = count;
  while (dut[last - 1] == expected[last - 1]) last--;
  for (uint32_t i = 0; i < last; i++) fprintf(out, " %s", dut[i] == expected[i] ? "        " : "^^^^^^^^");
  fprintf(out, "\n");
}

// Lines of words from `first` on. of_lanes: they are the lanes of the register `name`. differ: only lines that differ.
static void table(FILE *out, const char *name, uint32_t first, const uint32_t *dut, const uint32_t *expected,
                  uint32_t count, bool of_lanes, bool differ) {
  for (uint32_t i = 0; i < count; i += LINE) {
    char text[40];
    const uint32_t n = count - i < LINE ? count - i : LINE;
    if (differ && (!dut || !memcmp(dut + i, expected + i, 4 * n))) continue;
    if (of_lanes) snprintf(text, sizeof text, "%s[%u:%u]", name, first + i, first + i + n - 1);
    else snprintf(text, sizeof text, "%s%u", name, first + i);
    both_lines(out, text, dut ? dut + i : NULL, expected + i, n);
  }
}

static bool all_the_same(const uint32_t *words, uint32_t count) {
  for (uint32_t i = 1; i < count; i++)
    if (words[i] != words[0]) return false;
  return true;
}

static void vgpr_print(const wl_debug *d, FILE *out, uint32_t number, const uint32_t *dut, const uint32_t *expected,
                       bool differ) {
  char name[16];
  const uint32_t lanes = lanes_of(d);
  const bool same = !dut || !memcmp(dut, expected, 4 * lanes);
  snprintf(name, sizeof name, "v%u", number);
  if (same && all_the_same(expected, lanes)) fprintf(out, "  %-12s %08x in all lanes\n", name, expected[0]);
  else table(out, name, 0, dut, expected, lanes, true, differ);
}

static void row_print(const wl_debug *d, FILE *out, uint32_t number, const wl_state_regs *dut,
                      const wl_state_regs *expected) {
  const wl_model_row *row = &d->now.ops->rows[number];
  const int digits = (int)(row->bits + 3) / 4;
  const uint64_t right = wl_row_value(row, expected), is = dut ? wl_row_value(row, dut) : right;
  char text[2][24];
  snprintf(text[0], sizeof text[0], "0x%0*" PRIx64, digits, is);
  snprintf(text[1], sizeof text[1], "0x%0*" PRIx64, digits, right);
  if (!dut) fprintf(out, "  %-12s %s\n", row->name, text[1]);
  else if (is == right) fprintf(out, "  %-12s %-20s %s\n", row->name, text[0], text[1]);
  else fprintf(out, "  %-12s %-20s %-20s <-\n", row->name, text[0], text[1]);
}

// Where both sides have the registers of a wave.
typedef struct {
  wl_dut_state state;
  const wl_state_regs *dut_regs, *regs;  // dut_*: NULL without a DUT
  const uint32_t *dut_sgpr, *sgpr;
  const uint32_t *dut_vgpr, *vgpr;  // of its v0
} wave_sides;

static void sides_of(const wl_debug *d, uint32_t slot, wave_sides *w) {
  const size_t base = (size_t)WL_LANES * d->now.wave[slot].vgpr_base;
  *w = (wave_sides){.regs = &d->now.state_regs[slot], .sgpr = d->now.sgpr[slot], .vgpr = d->now.vgpr + base};
  if (!has_dut(d) || !d->machine.dut(d->machine.to, &w->state)) return;
  w->dut_regs = &w->state.state_regs[slot];
  if (w->state.expected) w->regs = &w->state.expected[slot];
  w->dut_sgpr = w->state.sgpr + WL_SGPRS * slot;
  w->dut_vgpr = w->state.vgpr + base;
}

static void head(const wl_debug *d, FILE *out, uint32_t slot) {
  fprintf(out, "slot %u\n", slot);
  if (has_dut_registers(d)) fprintf(out, "  %-12s %-20s %s\n", "register", "DUT", "expected");
}

void registers_print(const wl_debug *d, FILE *out, uint32_t slot, bool all) {
  wave_sides w;
  sides_of(d, slot, &w);
  head(d, out, slot);
  for (uint32_t i = 0; i < d->now.ops->row_count; i++)
    if (row_here(d, i)) row_print(d, out, i, w.dut_regs, w.regs);
  if (!all) return;
  table(out, "s", 0, w.dut_sgpr, w.sgpr, d->now.wave[slot].sgprs, false, false);
  for (uint32_t v = 0; v < d->now.wave[slot].vgpr_size; v++)
    vgpr_print(d, out, v, w.dut_vgpr ? w.dut_vgpr + (size_t)WL_LANES * v : NULL, w.vgpr + (size_t)WL_LANES * v, false);
}

uint32_t registers_differ(const wl_debug *d, FILE *out, uint32_t slot) {
  wave_sides w;
  uint32_t count = 0;
  sides_of(d, slot, &w);
  if (!w.dut_regs) return 0;
  for (uint32_t i = 0; i < d->now.ops->row_count; i++) {
    if (!row_here(d, i) || row_value(d, i, w.dut_regs) == row_value(d, i, w.regs)) continue;
    if (!count++) head(d, out, slot);
    row_print(d, out, i, w.dut_regs, w.regs);
  }
  for (uint32_t i = 0; i < d->now.wave[slot].sgprs; i++)
    if (w.dut_sgpr[i] != w.sgpr[i] && !count++) head(d, out, slot);
  table(out, "s", 0, w.dut_sgpr, w.sgpr, d->now.wave[slot].sgprs, false, true);
  for (uint32_t v = 0; v < d->now.wave[slot].vgpr_size; v++) {
    const size_t at = (size_t)WL_LANES * v;
    if (!memcmp(w.dut_vgpr + at, w.vgpr + at, 4 * lanes_of(d))) continue;
    if (!count++) head(d, out, slot);
    vgpr_print(d, out, v, w.dut_vgpr + at, w.vgpr + at, true);
  }
  return count;
}

void thing_print(const wl_debug *d, FILE *out, const debug_thing *t) {
  wave_sides w;
  char name[24];
  sides_of(d, t->slot, &w);
  const size_t lane = (size_t)WL_LANES * t->first + t->lane;
  switch (t->kind) {
    case THING_ROW: row_print(d, out, t->first, w.dut_regs, w.regs); break;
    case THING_SGPR:
      table(out, "s", t->first, w.dut_sgpr ? w.dut_sgpr + t->first : NULL, w.sgpr + t->first, t->count, false, false);
      break;
    case THING_VGPR:
      for (uint32_t v = t->first; v < t->first + t->count; v++)
        vgpr_print(d, out, v, w.dut_vgpr ? w.dut_vgpr + (size_t)WL_LANES * v : NULL, w.vgpr + (size_t)WL_LANES * v,
                   false);
      break;
    case THING_LANE:
      snprintf(name, sizeof name, "v%u[%u]", t->first, t->lane);
      both_lines(out, name, w.dut_vgpr ? w.dut_vgpr + lane : NULL, w.vgpr + lane, 1);
      break;
    default: break;  // memory: show_memory
  }
}

uint32_t lds_differences(const wl_debug *d, FILE *out) {
  wl_dut_state dut;
  const wl_config *c = d->machine.config;
  const uint32_t count = (c->lds_entries + c->gds_entries) * LDS_BANKS * ENTRY_WORDS;
  uint32_t differ = 0;
  if (!has_dut(d) || !d->now.lds || !d->machine.dut(d->machine.to, &dut) || !dut.lds[0]) return 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t entry = i / ENTRY_WORDS;
    const uint32_t word = dut.lds[entry % LDS_BANKS][entry / LDS_BANKS * ENTRY_WORDS + i % ENTRY_WORDS];
    if (word == d->now.lds[i]) continue;
    fprintf(out, "  LDS dword %u: DUT %08x, expected %08x\n", i, word, d->now.lds[i]);
    differ++;
  }
  return differ;
}
