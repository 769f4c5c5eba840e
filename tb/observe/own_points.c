// SPDX-License-Identifier: Apache-2.0
#include "observe/own_points.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/arch/arch.h"

enum { LINES = 4, VALUES = 4, NO_KEY = 0xFFFFFF };

typedef enum {
#define GROUP(id, keys) group_##id,
#include "observe/own_points.def"
  GROUPS
} group;

enum {
#define VALUE(group, id, word) group##_##id,
#define GROUP(id, keys) id##_begins, id##_before = id##_begins - 1,
#include "observe/own_points.def"
  ALL_VALUES
};

static const struct {
  const char *name;
  uint32_t first;
} groups[GROUPS] = {
#define GROUP(id, keys) {#id, id##_begins},
#include "observe/own_points.def"
};
static const char *const words[ALL_VALUES] = {
#define VALUE(group, id, word) [group##_##id] = word,
#include "observe/own_points.def"
};

static const struct {
  int level;  // -1: any
  const char *word;
} events[] = {
#define WL_CAN_ANY -1
#define EVENT(level, event, condition, word) {WL_CAN_##level, word},
#include "observe/own_points.def"
#undef WL_CAN_ANY
};
enum { EVENTS = sizeof events / sizeof *events };

typedef struct {
  group of;
  char name[32];
  uint64_t count[VALUES];
} row;

// An instruction of memory in flight.
typedef struct {
  uint32_t memory_row, mask_row;  // NO_KEY: none is in flight
  uint32_t lines;
  uint64_t line[LINES], lanes;
} access;

struct own_points {
  row *rows;
  uint32_t count, room;
  access access[WL_MAX_WAVES][TAGS];
  uint64_t events[EVENTS], waits[256];
  bool tells_waits, lost;  // lost: out of memory
};

own_points *own_points_new(void) {
  own_points *p = calloc(1, sizeof *p);
  for (uint32_t slot = 0; p && slot < WL_MAX_WAVES; slot++)
    for (uint32_t tag = 0; tag < TAGS; tag++) p->access[slot][tag].memory_row = NO_KEY;
  return p;
}

void own_points_free(own_points *p) {
  if (!p) return;
  free(p->rows);
  free(p);
}

// The row of a key, which is new or not. NO_KEY: out of memory.
static uint32_t row_of(own_points *p, group of, const char *name) {
  for (uint32_t i = 0; i < p->count; i++)
    if (p->rows[i].of == of && !strcmp(p->rows[i].name, name)) return i;
  if (p->count == p->room) {
    row *more = realloc(p->rows, (2 * p->room + 64) * sizeof *more);
    p->lost |= !more;
    if (!more) return NO_KEY;
    p->rows = more;
    p->room = 2 * p->room + 64;
  }
  row *r = &p->rows[p->count];
  *r = (row){.of = of};
  snprintf(r->name, sizeof r->name, "%s", name);
  return p->count++;
}

// value: of the group of the row.
static void count(own_points *p, uint32_t row, uint32_t value) {
  if (row != NO_KEY) p->rows[row].count[value - groups[p->rows[row].of].first]++;
}

static uint32_t mask_value(const arch_state *a, uint64_t lanes) {
  return !lanes ? mask_NONE : lanes == a->wave_mask ? mask_FULL : mask_PART;
}

// ---- registers -----------------------------------------------------------------------------------

static void writes(own_points *p, const char *file, uint32_t number, uint32_t registers) {
  const uint32_t value = number == 0 ? write_FIRST : number + 1 == registers ? write_LAST : write_OTHER;
  count(p, row_of(p, group_write, file), value);
}

static void writes_vector(own_points *p, const arch_state *a, uint32_t slot, uint32_t vgpr) {
  const wave_state *w = &a->wave[slot];
  if (vgpr - w->vgpr_base < w->vgpr_size) writes(p, "vector", vgpr - w->vgpr_base, w->vgpr_size);
}

static void writes_scalars(own_points *p, const arch_state *a, uint32_t first, uint32_t registers) {
  for (uint32_t i = 0; i < registers; i++) writes(p, "scalar", first + i, a->config.sgprs);
}

// ---- instructions --------------------------------------------------------------------------------

void own_points_issue(own_points *p, const arch_state *a, uint32_t slot, uint32_t tag, const char *name) {
  const wl_effect *e = &a->effect;
  for (uint32_t i = 0; i < e->vgpr_count; i++) writes_vector(p, a, slot, e->phys_vgpr[i]);
  writes_scalars(p, a, e->sgpr_first, e->sgpr_count);
  if (e->vgpr_count) count(p, row_of(p, group_mask, name), mask_value(a, e->vgpr_mask[0]));
  if (e->end == WL_END_NONE) {
    const bool taken = pc_of(&a->next[slot]) != e->pc + e->size;
    count(p, row_of(p, group_branch, name), taken ? branch_TAKEN : branch_PASSED);
  }
  const bool memory = e->unit == WL_UNIT_VMEM || e->unit == WL_UNIT_SMEM;
  if (!memory || !can(a, WL_CAN_memory) || tag >= TAGS) return;
  p->access[slot][tag] = (access){.memory_row = row_of(p, group_lines, name), .mask_row = NO_KEY};
  if (e->unit == WL_UNIT_VMEM) p->access[slot][tag].mask_row = row_of(p, group_mask, name);
}

static void requested(access *x, uint64_t line, uint64_t lanes) {
  uint32_t i = 0;
  x->lanes |= lanes;
  while (i < x->lines && x->line[i] != line) i++;
  if (i == x->lines && i < LINES) x->line[x->lines++] = line;
}

static void returns(own_points *p, const arch_state *a, access *x) {
  static const uint32_t values[LINES + 1] = {lines_NONE, lines_ONE, lines_TWO, lines_MORE, lines_MORE};
  if (x->memory_row == NO_KEY) return;
  count(p, x->memory_row, values[x->lines]);
  count(p, x->mask_row, mask_value(a, x->lanes));
  x->memory_row = NO_KEY;
}

// ---- events --------------------------------------------------------------------------------------

uint64_t own_points_wants(wl_moment when) {
  uint64_t wants = 0;
#define EVENT(level, event, condition, word) wants |= wl_event_bit(WL_EVENT_##event);
#include "observe/own_points.def"
  if (when == WL_SEEN) return wants;
  return when == WL_AFTER ? wl_event_bit(WL_EVENT_vgpr) | wl_event_bit(WL_EVENT_sgpr) |
                                wl_event_bit(WL_EVENT_mem_request) | wl_event_bit(WL_EVENT_mem_return)
                          : 0;
}

static void seen(own_points *p, int event, const wl_probe_argument *a) {
  uint32_t n = 0;
#define EVENT(level, of, condition, word) p->events[n++] += event == WL_EVENT_##of && (condition);
#include "observe/own_points.def"
}

void own_points_event(own_points *p, const wl_observed *o) {
  const wl_probe_argument *a = o->argument;
  if (o->when == WL_SEEN) {
    seen(p, o->event, a);
    return;
  }
  const uint32_t slot = (uint32_t)a[o->event == WL_EVENT_mem_request ? 2 : 1].number % WL_MAX_WAVES;
  const uint32_t tag = (uint32_t)a[o->event == WL_EVENT_mem_request ? 3 : 2].number % TAGS;
  switch (o->event) {
    case WL_EVENT_vgpr: writes_vector(p, o->arch, slot, (uint32_t)a[3].number); break;
    case WL_EVENT_sgpr: writes_scalars(p, o->arch, (uint32_t)a[3].number, (uint32_t)a[4].number); break;
    case WL_EVENT_mem_request: requested(&p->access[slot][tag], (uint64_t)a[5].number, (uint64_t)a[8].number); break;
    case WL_EVENT_mem_return: returns(p, o->arch, &p->access[slot][tag]); break;
    default: break;
  }
}

void own_points_cycle(own_points *p, const wl_observed_cycle *o) {
  const uint8_t *reasons = (const uint8_t *)o->reasons;
  p->tells_waits = true;
  for (uint32_t slot = 0; o->arch && slot < o->arch->config.waves; slot++)
    if (o->arch->live >> slot & 1) p->waits[reasons[slot]]++;
}

// ---- file ----------------------------------------------------------------------------------------

static void write_row(FILE *to, group of, const char *key, const uint64_t counts[VALUES]) {
  const uint32_t end = of + 1 < GROUPS ? groups[of + 1].first : ALL_VALUES;
  for (uint32_t v = groups[of].first; v < end; v++)
    fprintf(to, "own\t%s\t%s\t%s\t%" PRIu64 "\n", groups[of].name, key, words[v], counts[v - groups[of].first]);
}

bool own_points_write(const own_points *p, const arch_state *a, FILE *to) {
  for (uint32_t i = 0; i < p->count; i++) {
    const row *r = &p->rows[i];
    if (r->of == group_branch && !r->count[branch_TAKEN - branch_begins]) continue;
    write_row(to, r->of, r->name, r->count);
  }
  for (uint32_t i = 0; i < a->ops.wait_count && p->tells_waits; i++)
    write_row(to, group_wait, a->ops.waits[i].name, (const uint64_t[VALUES]){p->waits[WL_WAIT_OWN + i]});
  for (uint32_t i = 0; i < EVENTS; i++)
    if (events[i].level < 0 || can(a, (wl_capability)events[i].level))
      write_row(to, group_event, events[i].word, (const uint64_t[VALUES]){p->events[i]});
  return !p->lost;
}
