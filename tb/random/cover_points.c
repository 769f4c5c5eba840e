// SPDX-License-Identifier: Apache-2.0
// Code for holes of coverage that are no opcodes: ranges of buffers, counters at their limits, barriers of workgroups
// some of whose waves end. NAME of the hole says which.
#include <string.h>

#include "program.h"

static uint32_t number_of(const char *const words[], uint32_t count, const char *word, size_t length) {
  uint32_t n = 0;
  while (n < count && (strlen(words[n]) != length || strncmp(words[n], word, length) != 0)) n++;
  return n;
}

// The values of the axes of the group `range` (tb/observe/points.def), in their order.
static const char *const buffers[BUFFERS] = {"private", "structured", "raw"};
static const char *const layouts[] = {"linear", "swizzled"};
static const char *const transfers[TRANSFERS] = {"load", "store", "atomic", "format load", "format store"};
static const char *const ranges[RANGES] = {"in range",
                                           "NUM_RECORDS is 0",
                                           "index out of range",
                                           "offset out of range",
                                           "offset out of range by a carry",
                                           "only the first dwords in range"};

static bool read_range(const char *name, cover_range *to) {
  const char *const *const words[] = {buffers, layouts, transfers, ranges};
  const uint32_t count[] = {BUFFERS, 2, TRANSFERS, RANGES};
  uint32_t at[4];
  for (uint32_t n = 0; n < 4; n++) {
    const size_t length = strcspn(name, ",");
    at[n] = number_of(words[n], count[n], name, length);
    if (at[n] == count[n]) return false;
    name += length + (name[length] ? strlen(", ") : 0);
  }
  *to = (cover_range){at[0], at[1] == 1, at[2], at[3]};
  return !*name;
}

// The units whose instructions wait while a counter is at its limit.
static const char *const full_units[FULL_UNITS] = {"scalar", "scalar memory", "LDS", "vector memory", "export"};

void cover_note(program *p, const char *group, const char *name) {
  cover_range range;
  if (!strcmp(group, "range") && read_range(name, &range) && p->cover.range_count < MOST_RANGES)
    p->cover.ranges[p->cover.range_count++] = range;
  if (!strcmp(group, "issue") && !strncmp(name, "counter full, ", 14)) {
    const uint32_t unit = number_of(full_units, FULL_UNITS, name + 14, strlen(name + 14));
    if (unit < FULL_UNITS) p->cover.full |= 1u << unit;
  }
  if (!strcmp(group, "coincidence")) aim_note(p, name);
  if (!strcmp(group, "barrier"))
    p->cover.meetings |= !strncmp(name, "2 ", 2) ? MEET_TWO : !strncmp(name, "16 ", 3) ? MEET_ALL : MEET_SOME;
}

// ---- ranges of buffers ----------------------------------------------------------------------------

static bool transfers_as(const opcode *o, const cover_range *r) {
  if ((o->format != MUBUF && o->format != MTBUF) || !*o->operands || !strcmp(o->name, "buffer_store_lds_dword"))
    return false;
  const bool atomic = strchr(o->operands, '*'), load = o->operands[0] == '=', with_format = strstr(o->name, "_format_");
  const uint32_t dwords = (uint32_t)(o->operands[load] - '0');
  switch (r->transfer) {
    case TRANSFER_ATOMIC: return atomic;
    case TRANSFER_FORMAT_LOAD: return with_format && load;
    case TRANSFER_FORMAT_STORE: return with_format && !load;
    default:
      return !atomic && !with_format && load == (r->transfer == TRANSFER_LOAD) &&
             (r->range != RANGE_SPLIT || dwords > 1);
  }
}

static void fill_range(program *p, const cover_range *r) {
  const opcode *o;
  do {
    o = &opcodes[rng_below(&p->random, opcode_count)];
  } while (!transfers_as(o, r));
  p->asked_range = r;
  buffer_access(p, o);
  p->asked_range = NULL;
}

// ---- full counters --------------------------------------------------------------------------------

// Behind it SCC is 1 in the wave with this number in its workgroup.
static void is_wave(program *p, uint32_t wave) {
  emit_text(p, "s_and_b32 s89, s86, 15");
  emit_text(p, "s_cmp_eq_u32 s89, %u", wave);
}

// One wave of a workgroup alone: units that others use would not let its counters fill.
static void fill_counters(program *p) {
  const uint32_t over = p->body.labels++;
  meet(p);
  is_wave(p, 0);
  emit_text(p, "s_cbranch_scc0 .L%u", over);
  for (uint32_t unit = 0; unit < FULL_UNITS; unit++)
    if (p->cover.full >> unit & 1) full_counter(p, unit);
  emit_label(p, over);
  meet(p);
}

void cover_points(program *p) {
  // A unit with the memory of RDNA has other ranges (buffer-memory.md 14), which are no points.
  for (uint32_t n = 0; n < p->cover.range_count && !p->rdna; n++) fill_range(p, &p->cover.ranges[n]);
  if (p->cover.full) fill_counters(p);
}

// ---- barriers -------------------------------------------------------------------------------------

enum { FEWEST = 6 };  // waves of a workgroup in which all that `meetings` does differs

uint32_t cover_waves(const program *p, uint32_t fit, uint32_t place) {
  uint32_t kinds[4] = {0}, count = 1;  // the first: as the program has it
  for (uint32_t kind = MEET_TWO; kind <= MEET_ALL; kind *= 2)
    if (p->cover.meetings & kind) kinds[count++] = kind;
  const uint32_t kind = kinds[(uint64_t)place * count >> 32];
  const uint32_t waves = kind == MEET_TWO ? 2 : kind == MEET_ALL ? 16 : kind ? FEWEST + place % 10 : 0;
  return waves <= fit ? waves : 0;
}

// One wave comes late, by so many times 64 cycles.
static void late(program *p, uint32_t wave, uint32_t times) {
  const uint32_t label = p->body.labels++;
  is_wave(p, wave);
  emit_text(p, "s_cbranch_scc0 .L%u", label);
  emit_text(p, "s_sleep %u", times);
  fprintf(p->out, ".L%u:\n", label);
}

enum { LATE = 12, LATER = 40, LATEST = 80 };  // of a wave that arrives last, or ends while others wait

// Waves 0 to `live` - 1 meet, `last` as the last. ends: the last of the live ones ends behind that instead.
static void meet_in_order(program *p, uint32_t live, uint32_t last, bool ends) {
  const uint32_t label = p->body.labels++;
  late(p, last, LATE + rng_below(&p->random, LATE));
  if (ends) {
    is_wave(p, live - 1);
    emit_text(p, "s_cbranch_scc0 .L%u", label);
    emit_text(p, "s_sleep %u", LATER);
    random_end(p);
    fprintf(p->out, ".L%u:\n", label);
  }
  emit_text(p, "s_barrier");
}

void cover_meetings(program *p) {
  if (!p->meets) return;
  const uint32_t alone = p->body.labels++;
  uint32_t live = p->waves;
  meet(p);
  meet_in_order(p, live, 0, false);
  if (live > 2) {
    meet_in_order(p, live, 1 + rng_below(&p->random, live - 2), false);
    meet_in_order(p, live, live - 1, false);
    meet_in_order(p, live, 1 + rng_below(&p->random, live - 3), true);
    live--;
    meet_in_order(p, live, 0, false);
    meet_in_order(p, live, 1, false);
    meet_in_order(p, live, live - 1, false);
    meet_in_order(p, live, 0, true);
    live--;
    meet_in_order(p, live, live - 2, true);
  } else {
    meet_in_order(p, live, 1, false);
  }
  // All but wave 0 end, while it waits. It meets nobody then.
  is_wave(p, 0);
  emit_text(p, "s_cbranch_scc1 .L%u", alone);
  emit_text(p, "s_sleep %u", LATEST);
  random_end(p);
  fprintf(p->out, ".L%u:\n", alone);
  emit_text(p, "s_barrier");
  emit_text(p, "s_barrier");
}
