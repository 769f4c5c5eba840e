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

// Lanes of a wave, of the 64 that each vector register has.
uint32_t wave_lanes(const wl_debug *d) {
  const uint32_t lanes = d->machine.config->wave_lanes;
  return lanes ? lanes : WL_LANES;
}

// Words of a lane, and of a vector register.
static uint32_t lane_words(const wl_debug *d) { return wl_wide_lanes(d->machine.config) ? 2 : 1; }
static size_t words_of_vgprs(const wl_debug *d, uint32_t count) { return (size_t)count * WL_LANES * lane_words(d); }
uint32_t vgpr_bytes(const wl_debug *d) { return 4 * WL_LANES * lane_words(d); }

static uint32_t entry_words(const wl_debug *d) {
  const uint32_t bytes = d->machine.config->entry_bytes;
  return bytes ? bytes / 4 : ENTRY_WORDS;
}
static uint32_t words_of_lds(const wl_debug *d) {
  const wl_config *c = d->machine.config;
  return (c->lds_entries + c->gds_entries) * LDS_BANKS * entry_words(d);
}
// Word i of the LDS in the order of addresses.
static uint32_t lds_of_dut(const wl_debug *d, const wl_dut_state *dut, uint64_t i) {
  const uint32_t words = entry_words(d);
  const uint64_t entry = i / words;
  return dut->lds[entry % LDS_BANKS][entry / LDS_BANKS * words + i % words];
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

// Fields of GFX9 with a name that people know.
static const struct {
  const char *name, *row;
  uint32_t high, low;
} fields[] = {{"CSP", "MODE", 31, 29}};

static bool row_parse(const wl_debug *d, const char *text, uint32_t *row) {
  for (uint32_t i = 0; i < d->now.ops->row_count; i++) {
    if (strcasecmp(text, d->now.ops->rows[i].name) != 0 || !row_here(d, i)) continue;
    *row = i;
    return true;
  }
  return false;
}

static void add_name(char names[DEBUG_COMPLETIONS][DEBUG_MNEMONIC], uint32_t *count, const char *name) {
  if (*count == DEBUG_COMPLETIONS) return;
  char *to = names[(*count)++];
  snprintf(to, DEBUG_MNEMONIC, "%s", name);
  for (; *to; to++) *to = (char)tolower((unsigned char)*to);
}

uint32_t register_names(const wl_debug *d, char names[DEBUG_COMPLETIONS][DEBUG_MNEMONIC]) {
  uint32_t count = 0, row;
  for (uint32_t i = 0; i < d->now.ops->row_count; i++)
    if (row_here(d, i)) add_name(names, &count, d->now.ops->rows[i].name);
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    if (row_parse(d, fields[i].row, &row)) add_name(names, &count, fields[i].name);
  return count;
}

// "mode", "mode[31:29]", "mode[6]", "csp".
static bool row_bits_parse(const wl_debug *d, const char *text, debug_thing *thing) {
  const size_t name = strcspn(text, "[");
  uint32_t high = 0, low = 0;
  char row[32];
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    if (strcasecmp(text, fields[i].name) != 0 || !row_parse(d, fields[i].row, &thing->first)) continue;
    thing->low = fields[i].low;
    thing->width = fields[i].high - fields[i].low + 1;
    return true;
  }
  snprintf(row, sizeof row, "%.*s", (int)name, text);
  if (!row_parse(d, row, &thing->first)) return false;
  if (!text[name]) return true;
  int length = 0;
  if (sscanf(text + name, "[%u:%u]%n", &high, &low, &length) != 2 || !length) {
    if (sscanf(text + name, "[%u]%n", &high, &length) != 1 || !length) return false;
    low = high;
  }
  thing->low = low;
  thing->width = high - low + 1;
  return !text[name + (size_t)length] && low <= high && high < d->now.ops->rows[thing->first].bits;
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
  if (row_bits_parse(d, text, thing)) {
    thing->bytes = d->now.ops->rows[thing->first].bits > 32 ? 8 : 4;
    return true;
  }
  if (kind == 'v' && sscanf(text + 1, "%u[%u]%n", &vgpr, &lane, &length) == 2 && length && !text[1 + length]) {
    if (lane >= wave_lanes(d)) {
      snprintf(why, DEBUG_TEXT, "found \"%s\", expected a lane from 0 to %u", text, wave_lanes(d) - 1);
      return false;
    }
    thing->kind = THING_LANE;
    thing->first = vgpr;
    thing->lane = lane;
    thing->bytes = 4 * lane_words(d);
    return vgpr < vgprs || outside(why, text, slot, vgprs, 'v');
  }
  if (kind == 's' && range_parse(text + 1, &thing->first, &thing->count)) {
    thing->kind = THING_SGPR;
    thing->bytes = 4 * thing->count;
    return thing->first + thing->count <= sgprs || outside(why, text, slot, sgprs, 's');
  }
  if (kind == 'v' && range_parse(text + 1, &thing->first, &thing->count)) {
    thing->kind = THING_VGPR;
    thing->bytes = vgpr_bytes(d) * thing->count;
    return thing->first + thing->count <= vgprs || outside(why, text, slot, vgprs, 'v');
  }
  size_t used = (size_t)snprintf(why, DEBUG_TEXT, "found \"%.40s\", expected s4, s[4:7], v3, v3[%u] or one of", text,
                                 wave_lanes(d) - 1);
  for (uint32_t i = 0; i < d->now.ops->row_count && used < DEBUG_TEXT; i++)
    if (row_here(d, i)) used += (size_t)snprintf(why + used, DEBUG_TEXT - used, " %s", d->now.ops->rows[i].name);
  return false;
}

// ---- values --------------------------------------------------------------------------------------

bool row_here(const wl_debug *d, uint32_t row) { return d->now.ops->has_row(d->machine.config, row); }

static uint64_t row_value(const wl_debug *d, uint32_t row, const wl_state_regs *of) {
  return wl_row_value(&d->now.ops->rows[row], of);
}

// The bits of a register that a thing of kind ROW names.
static uint64_t row_bits(const wl_debug *d, const debug_thing *t, const wl_state_regs *of) {
  const uint64_t value = row_value(d, t->first, of);
  return t->width && t->width < 64 ? value >> t->low & ((1ull << t->width) - 1) : value;
}

static bool lds_read(const wl_debug *d, const wl_dut_state *dut, uint64_t at, uint32_t bytes, uint8_t *to) {
  const uint64_t size = (uint64_t)words_of_lds(d) * 4;
  if (at > size || bytes > size - at || (dut ? !dut->lds[0] : !d->now.lds)) return false;
  for (uint32_t i = 0; i < bytes; i++) {
    const uint64_t word = (at + i) / 4;
    const uint32_t value = dut ? lds_of_dut(d, dut, word) : d->now.lds[word];
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
    const uint64_t value = row_bits(d, t, of_dut ? &dut.state_regs[t->slot] : &d->now.state_regs[t->slot]);
    memcpy(bytes, &value, t->bytes);
  } else if (t->kind == THING_SGPR) {
    memcpy(bytes, (of_dut ? dut.sgpr + WL_SGPRS * t->slot : d->now.sgpr[t->slot]) + t->first, t->bytes);
  } else {
    if (t->first + t->count > d->now.wave[t->slot].vgpr_size) return false;  // another wave than that of the watch
    const size_t row = words_of_vgprs(d, d->now.wave[t->slot].vgpr_base + t->first);
    memcpy(bytes, (of_dut ? dut.vgpr : d->now.vgpr) + row + t->lane * lane_words(d), t->bytes);
  }
  return true;
}

// ---- as text -------------------------------------------------------------------------------------

// A value has `words` words, 1 or 2.
static void values_line(FILE *out, const char *name, const uint32_t *of, uint32_t count, uint32_t words,
                        const char *behind) {
  fprintf(out, "  %-12s", name);
  for (uint32_t i = 0; i < count; i++)
    fprintf(out, " %0*" PRIx64, lane_digits(words - 1), lane_value(words - 1, of, i));
  fprintf(out, "%s\n", behind);
}

// Values of both sides: one line where they agree, else one for each and one of marks.
static void both_lines(FILE *out, const char *name, const uint32_t *dut, const uint32_t *expected, uint32_t count,
                       uint32_t words) {
  if (!dut || !memcmp(dut, expected, 4 * words * count)) {
    values_line(out, name, expected, count, words, "");
    return;
  }
  values_line(out, name, dut, count, words, "  DUT");
  values_line(out, "", expected, count, words, "  expected");
  fprintf(out, "  %-12s", "");
  uint32_t last = count;
  while (lane_value(words - 1, dut, last - 1) == lane_value(words - 1, expected, last - 1)) last--;
  for (uint32_t i = 0; i < last; i++) {
    const bool same = lane_value(words - 1, dut, i) == lane_value(words - 1, expected, i);
    fprintf(out, " %.*s", lane_digits(words - 1), same ? "                " : "^^^^^^^^^^^^^^^^");
  }
  fprintf(out, "\n");
}

// Lines of values from `first` on. words: of a lane of the register `name`; 0: they are scalar registers. differ: only
// lines that differ.
static void table(FILE *out, const char *name, uint32_t first, const uint32_t *dut, const uint32_t *expected,
                  uint32_t count, uint32_t words, bool differ) {
  const uint32_t each = words ? words : 1;
  for (uint32_t i = 0; i < count; i += LINE) {
    char text[40];
    const uint32_t n = count - i < LINE ? count - i : LINE;
    if (differ && (!dut || !memcmp(dut + i * each, expected + i * each, 4 * each * n))) continue;
    if (words) snprintf(text, sizeof text, "%s[%u:%u]", name, first + i, first + i + n - 1);
    else snprintf(text, sizeof text, "%s%u", name, first + i);
    both_lines(out, text, dut ? dut + i * each : NULL, expected + i * each, n, each);
  }
}

static bool all_the_same(const uint32_t *of, uint32_t count, uint32_t words) {
  return !memcmp(of, of + words, 4 * words * (count - 1));
}

static void vgpr_print(const wl_debug *d, FILE *out, uint32_t number, const uint32_t *dut, const uint32_t *expected,
                       bool differ) {
  char name[16];
  const uint32_t lanes = wave_lanes(d), words = lane_words(d);
  const bool same = !dut || !memcmp(dut, expected, 4 * words * lanes);
  snprintf(name, sizeof name, "v%u", number);
  if (same && all_the_same(expected, lanes, words)) values_line(out, name, expected, 1, words, " in all lanes");
  else table(out, name, 0, dut, expected, lanes, words, differ);
}

void row_name(const wl_debug *d, const debug_thing *t, char *name, size_t size) {
  const char *of = d->now.ops->rows[t->first].name;
  if (t->width) snprintf(name, size, "%s[%u:%u]", of, t->low + t->width - 1, t->low);
  else snprintf(name, size, "%s", of);
}

static void row_print(const wl_debug *d, FILE *out, const debug_thing *t, const wl_state_regs *dut,
                      const wl_state_regs *expected) {
  const wl_model_row *row = &d->now.ops->rows[t->first];
  const int digits = (int)((t->width ? t->width : row->bits) + 3) / 4;
  const uint64_t right = row_bits(d, t, expected), is = dut ? row_bits(d, t, dut) : right;
  char text[2][24], name[40];
  row_name(d, t, name, sizeof name);
  snprintf(text[0], sizeof text[0], "0x%0*" PRIx64, digits, is);
  snprintf(text[1], sizeof text[1], "0x%0*" PRIx64, digits, right);
  if (!dut) fprintf(out, "  %-12s %s\n", name, text[1]);
  else if (is == right) fprintf(out, "  %-12s %-20s %s\n", name, text[0], text[1]);
  else fprintf(out, "  %-12s %-20s %-20s <-\n", name, text[0], text[1]);
}

// Where both sides have the registers of a wave.
typedef struct {
  wl_dut_state state;
  const wl_state_regs *dut_regs, *regs;  // dut_*: NULL without a DUT
  const uint32_t *dut_sgpr, *sgpr;
  const uint32_t *dut_vgpr, *vgpr;  // of its v0
} wave_sides;

static void sides_of(const wl_debug *d, uint32_t slot, wave_sides *w) {
  const size_t base = words_of_vgprs(d, d->now.wave[slot].vgpr_base);
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
    if (row_here(d, i)) row_print(d, out, &(debug_thing){.first = i}, w.dut_regs, w.regs);
  if (!all) return;
  table(out, "s", 0, w.dut_sgpr, w.sgpr, d->now.wave[slot].sgprs, 0, false);
  for (uint32_t v = 0; v < d->now.wave[slot].vgpr_size; v++) {
    const size_t at = words_of_vgprs(d, v);
    vgpr_print(d, out, v, w.dut_vgpr ? w.dut_vgpr + at : NULL, w.vgpr + at, false);
  }
}

uint32_t registers_differ(const wl_debug *d, FILE *out, uint32_t slot) {
  wave_sides w;
  uint32_t count = 0;
  sides_of(d, slot, &w);
  if (!w.dut_regs) return 0;
  for (uint32_t i = 0; i < d->now.ops->row_count; i++) {
    if (!row_here(d, i) || row_value(d, i, w.dut_regs) == row_value(d, i, w.regs)) continue;
    if (!count++) head(d, out, slot);
    row_print(d, out, &(debug_thing){.first = i}, w.dut_regs, w.regs);
  }
  for (uint32_t i = 0; i < d->now.wave[slot].sgprs; i++)
    if (w.dut_sgpr[i] != w.sgpr[i] && !count++) head(d, out, slot);
  table(out, "s", 0, w.dut_sgpr, w.sgpr, d->now.wave[slot].sgprs, 0, true);
  for (uint32_t v = 0; v < d->now.wave[slot].vgpr_size; v++) {
    const size_t at = words_of_vgprs(d, v);
    if (!memcmp(w.dut_vgpr + at, w.vgpr + at, 4 * lane_words(d) * wave_lanes(d))) continue;
    if (!count++) head(d, out, slot);
    vgpr_print(d, out, v, w.dut_vgpr + at, w.vgpr + at, true);
  }
  return count;
}

void thing_print(const wl_debug *d, FILE *out, const debug_thing *t) {
  wave_sides w;
  char name[24];
  sides_of(d, t->slot, &w);
  const size_t lane = words_of_vgprs(d, t->first) + t->lane * lane_words(d);
  switch (t->kind) {
    case THING_ROW: row_print(d, out, t, w.dut_regs, w.regs); break;
    case THING_SGPR:
      table(out, "s", t->first, w.dut_sgpr ? w.dut_sgpr + t->first : NULL, w.sgpr + t->first, t->count, 0, false);
      break;
    case THING_VGPR:
      for (uint32_t v = t->first; v < t->first + t->count; v++) {
        const size_t at = words_of_vgprs(d, v);
        vgpr_print(d, out, v, w.dut_vgpr ? w.dut_vgpr + at : NULL, w.vgpr + at, false);
      }
      break;
    case THING_LANE:
      snprintf(name, sizeof name, "v%u[%u]", t->first, t->lane);
      both_lines(out, name, w.dut_vgpr ? w.dut_vgpr + lane : NULL, w.vgpr + lane, 1, lane_words(d));
      break;
    default: break;  // memory: show_memory
  }
}

uint32_t lds_differences(const wl_debug *d, FILE *out) {
  wl_dut_state dut;
  const uint32_t count = words_of_lds(d);
  uint32_t differ = 0;
  if (!has_dut(d) || !d->now.lds || !d->machine.dut(d->machine.to, &dut) || !dut.lds[0]) return 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t word = lds_of_dut(d, &dut, i);
    if (word == d->now.lds[i]) continue;
    fprintf(out, "  LDS dword %u: DUT %08x, expected %08x\n", i, word, d->now.lds[i]);
    differ++;
  }
  return differ;
}
