// SPDX-License-Identifier: Apache-2.0
// Records of a unit that declares `retire`. The events of an instruction wait until its record is complete, and until
// all records before it in program order are. Then they reach the checker as those of an instruction that issues and
// completes in this cycle. Their order is: the issue, writes of the ALU, accesses, writes of a load, the end.
//
// A unit that retires out of program order may release a barrier while an older instruction of one of its waves is in
// flight. So a release waits, too, until the records before it are complete, and what comes behind it waits for it.
#include "check/internal.h"

#include <stdlib.h>

bool records_open(wl_checker *c) { return (c->records = calloc(c->arch.config.waves, sizeof *c->records)) != NULL; }

void records_free(wl_checker *c) {
  for (uint32_t slot = 0; c->records && slot < c->arch.config.waves; slot++) {
    wave_records *w = &c->records[slot];
    free(w->open.events.event);
    for (uint32_t i = 0; i < w->waits; i++) free(w->wait[i].events.event);
  }
  free(c->records);
  free(c->performed.event);
  free(c->releases.event);
}

// ---- one record ----------------------------------------------------------------------------------

static bool is_alu(const wl_effect *e) { return e->unit == WL_UNIT_VALU || e->unit == WL_UNIT_SCALAR; }

// The source of a register write by an instruction of a block.
static int source_of(wl_block unit) {
  static const int sources[] = {
      [WL_UNIT_SCALAR] = WL_SRC_SALU, [WL_UNIT_VALU] = WL_SRC_VALU, [WL_UNIT_SMEM] = WL_SRC_SMEM,
      [WL_UNIT_LDS] = WL_SRC_LDS,     [WL_UNIT_VMEM] = WL_SRC_VMEM, [WL_UNIT_EXPORT] = WL_SRC_EXPORT};
  return sources[unit];
}

// In which turn an event of the instruction is delivered.
enum { BEFORE_MEMORY, MEMORY, AFTER_MEMORY, LOADED, TURNS };
static int turn_of(const kept_event *k, const wl_effect *e) {
  switch ((int)k->event) {
    case WL_EVENT_sgpr:
    case WL_EVENT_vgpr: return is_alu(e) ? BEFORE_MEMORY : LOADED;
    case WL_EVENT_operands_read: return BEFORE_MEMORY;
    case WL_EVENT_lds_transfer: return k->number[2] == WL_PROBE_LOAD ? BEFORE_MEMORY : AFTER_MEMORY;
    case WL_EVENT_lds:
    case WL_EVENT_lds_wide: return AFTER_MEMORY;
    default: return MEMORY;
  }
}

// Memory has performed the accesses of a port and id in the order of their requests.
static void claim(wl_checker *c, const kept_event *request) {
  kept_list *l = &c->performed;
  for (uint32_t i = 0; i < l->count; i++) {
    const kept_event k = l->event[i];
    if (k.number[0] != request->number[0] || k.number[1] != request->number[1]) continue;
    l->count--;
    memmove(&l->event[i], &l->event[i + 1], (l->count - i) * sizeof k);
    deliver_kept(c, &k);
    return;
  }
}

static void deliver_record(wl_checker *c, int slot, record *r) {
  arch_state *a = &c->arch;
  if (!deliver_issue(c, slot, r->pc, r->w0, r->w1)) return;
  const wl_effect *e = &a->effect;
  const wl_block unit = e->unit;
  const bool ends = a->wave[slot].end == WL_END_FAULT || e->skipped;
  for (int turn = 0; turn < TURNS; turn++) {
    for (uint32_t i = 0; i < r->events.count; i++) {
      kept_event *k = &r->events.event[i];
      if (turn_of(k, e) != turn) continue;
      if ((k->event == WL_EVENT_sgpr || k->event == WL_EVENT_vgpr) && k->number[0] == WL_SRC_RETIRED)
        k->number[0] = source_of(unit);
      const uint64_t now = a->cycle;
      if (k->event == WL_EVENT_clock) a->cycle = k->cycle;
      deliver_kept(c, k);
      a->cycle = now;
      if (k->event == WL_EVENT_mem_request || k->event == WL_EVENT_mem_atomic) claim(c, k);
    }
  }
  if (a->flights) flights_retire(a, slot);
  const bool memory = unit == WL_UNIT_SMEM || unit == WL_UNIT_VMEM;
  if (ends || !(memory ? can(a, WL_CAN_memory) : unit == WL_UNIT_LDS && can(a, WL_CAN_lds))) return;
  deliver_kept(c, &(kept_event){.event = WL_EVENT_mem_return,
                                .number = {source_of(unit), slot, 0, r->flags & WL_RETIRED_VIOLATION}});
}

// ---- the records of a wave -----------------------------------------------------------------------

static int oldest(const wave_records *w) {
  for (uint32_t i = 0; i < w->waits; i++)
    if (w->wait[i].order == w->next) return (int)i;
  return -1;
}

static bool of_group(const arch_state *a, uint32_t slot, long long group) {
  return (a->live >> slot & 1) && a->wave[slot].group == (uint32_t)group;
}

// The wave's oldest release that waits; NULL: none. Its words: by slot, how many instructions the wave had retired.
_Static_assert((int)KEPT_WORDS >= (int)WL_MAX_WAVES, "a word for each slot");
static const kept_event *release_of(const wl_checker *c, uint32_t slot) {
  for (uint32_t i = 0; i < c->releases.count; i++)
    if (of_group(&c->arch, slot, c->releases.event[i].number[0])) return &c->releases.event[i];
  return NULL;
}

// Whether the next record of the wave does not stand behind a release that waits.
static bool goes_on(const wl_checker *c, uint32_t slot) {
  const kept_event *r = release_of(c, slot);
  return !r || c->records[slot].next < (int)r->words[0][slot];
}

static void not_retired(wl_checker *c, uint32_t slot) {
  diverge(&c->arch, WL_MISMATCH, (int)slot, "retire",
          "the wave in slot %u ends, and its instruction %d has not retired", slot, c->records[slot].next);
}

// Delivers what waited for a record that has been delivered, or for a release.
static void deliver_next(wl_checker *c, uint32_t slot) {
  wave_records *w = &c->records[slot];
  for (int i; goes_on(c, slot) && (i = oldest(w)) >= 0; w->next++) {
    record r = w->wait[i];
    w->wait[i] = w->wait[--w->waits];
    deliver_record(c, (int)slot, &r);
    free(r.events.event);
  }
  if (!w->ends || !goes_on(c, slot)) return;
  w->ends = false;
  if (w->waits) not_retired(c, slot);
  deliver_kept(c, &w->end);
}

// Delivers the releases that all waves of their groups have come to. Returns the slots of these waves.
static uint32_t deliver_releases(wl_checker *c) {
  uint32_t released = 0;
  for (uint32_t i = 0; i < c->releases.count;) {
    const kept_event r = c->releases.event[i++];
    uint32_t waves = 0, come = 0;
    for (uint32_t slot = 0; slot < c->arch.config.waves; slot++) {
      if (!of_group(&c->arch, slot, r.number[0])) continue;
      waves |= 1u << slot;
      if (c->records[slot].next >= (int)r.words[0][slot]) come |= 1u << slot;
    }
    if (come != waves) continue;
    memmove(&c->releases.event[i - 1], &c->releases.event[i], (c->releases.count-- - i) * sizeof r);
    deliver_kept(c, &r);
    released |= waves;
    for (; waves; waves &= waves - 1) deliver_next(c, (uint32_t)__builtin_ctz(waves));
    i = 0;  // these waves may have come to their next one
  }
  return released;
}

// The open record is complete. first: the first cycle in which the wave state registers are as after it.
static void complete(wl_checker *c, int slot, uint64_t first) {
  arch_state *a = &c->arch;
  wave_records *w = &c->records[slot];
  if (!w->open.open) return;
  w->open.open = false;
  const int order = w->open.order;
  if (order >= 0 && order < w->next) {
    diverge(a, WL_ERROR, slot, "retire", "slot %d retires its instruction %d, and %d is the next", slot, order,
            w->next);
    return;
  }
  if (order > w->next || !goes_on(c, (uint32_t)slot)) {
    if (w->waits == RECORDS) {
      diverge(a, WL_ERROR, slot, "retire", "%d records of slot %d wait for that of its instruction %d", RECORDS, slot,
              w->next);
      return;
    }
    w->wait[w->waits++] = w->open;
    w->open.events = (kept_list){0};
    return;
  }
  deliver_record(c, slot, &w->open);
  w->next++;
  deliver_next(c, (uint32_t)slot);
  // Registers are as after a release in the cycle behind it.
  if ((deliver_releases(c) >> slot & 1) && first == a->cycle) first++;
  // If a younger instruction has retired, or a barrier was released, the registers are not as after any record.
  if (!w->waits && goes_on(c, (uint32_t)slot) && a->wave[slot].end != WL_END_PGM) late_record(a, (uint32_t)slot, first);
}

static void complete_before(wl_checker *c, int slot) {
  // The registers have what the record changes at the edge of its first cycle.
  if (slot_good(&c->arch, slot, "retire")) complete(c, slot, c->arch.cycle);
}

static void open_record(wl_checker *c, const wl_probe_argument *a) {
  const int slot = (int)a[0].number;
  if (!live_good(&c->arch, slot, "retire")) return;
  if (a[4].number & ~(long long)WL_RETIRED_VIOLATION)
    diverge(&c->arch, WL_ERROR, slot, "retire", "retire of slot %d with flags 0x%llx", slot,
            (unsigned long long)a[4].number);
  record *r = &c->records[slot].open;
  const bool of_this_cycle = r->open && r->cycle == c->arch.cycle;
  complete(c, slot, c->arch.cycle);
  if (of_this_cycle) c->arch.late_state[slot].due = 0;
  late_record_opens(&c->arch, (uint32_t)slot);
  r->open = true;
  r->cycle = c->arch.cycle;
  r->pc = a[1].number;
  r->w0 = (int)a[2].number;
  r->w1 = (int)a[3].number;
  r->flags = (int)a[4].number;
  r->order = (int)a[5].number;
  r->events.count = 0;
  c->arch.progress[slot] = c->arch.cycle;
}

// An event of the wave's open record.
static void add(wl_checker *c, wl_probe_event event, int slot, const wl_probe_argument *arguments) {
  if (!slot_good(&c->arch, slot, wl_probe_name((int)event))) return;
  record *r = &c->records[slot].open;
  if (!r->open) {
    diverge(&c->arch, WL_ERROR, slot, wl_probe_name((int)event), "%s of slot %d, which has no open record",
            wl_probe_name((int)event), slot);
    return;
  }
  keep_event(c, &r->events, event, arguments);
  c->arch.progress[slot] = c->arch.cycle;
}

// False: it is delivered now. Else it waits for the release of a barrier that the wave has left.
static bool wave_ends(wl_checker *c, const wl_probe_argument *a) {
  const int slot = (int)a[0].number;
  complete_before(c, slot);
  if (!slot_good(&c->arch, slot, "wave_end")) return false;
  wave_records *w = &c->records[slot];
  if (!w->waits) return false;
  if (goes_on(c, (uint32_t)slot)) {
    not_retired(c, (uint32_t)slot);
    return false;
  }
  w->ends = true;
  w->end = (kept_event){.event = WL_EVENT_wave_end, .number = {slot, a[1].number}};
  return true;
}

static void release(wl_checker *c, const wl_probe_argument *a) {
  const uint32_t waves = c->arch.config.waves;
  for (uint32_t slot = 0; slot < waves; slot++)
    if (of_group(&c->arch, slot, a[0].number)) complete_before(c, (int)slot);
  kept_event *r = keep_event(c, &c->releases, WL_EVENT_barrier_release, a);
  for (uint32_t slot = 0; r && slot < waves; slot++) {
    const wave_records *w = &c->records[slot];
    if (!of_group(&c->arch, slot, a[0].number)) continue;
    int retired = w->next;
    for (uint32_t i = 0; i < w->waits; i++)
      if (w->wait[i].order >= retired) retired = w->wait[i].order + 1;
    r->words[0][slot] = (uint32_t)retired;
  }
  (void)deliver_releases(c);
}

static void start(wl_checker *c, int slot) {
  if (slot_good(&c->arch, slot, "wave_start")) c->records[slot].next = 0;
}

bool record_event(wl_checker *c, wl_probe_event event, const wl_probe_argument *a) {
  arch_state *arch = &c->arch;
  switch ((int)event) {
    case WL_EVENT_retire: open_record(c, a); return true;
    case WL_EVENT_retire_end:
      if (slot_good(arch, (int)a[0].number, "retire_end")) complete(c, (int)a[0].number, arch->cycle + 1);
      return true;
    case WL_EVENT_sgpr:
    case WL_EVENT_vgpr:
      if (a[0].number == WL_SRC_INIT) return false;
      add(c, event, (int)a[1].number, a);
      return true;
    case WL_EVENT_mem_request:
    case WL_EVENT_mem_atomic: add(c, event, (int)a[2].number, a); return true;
    case WL_EVENT_clock:
    case WL_EVENT_lds:
    case WL_EVENT_lds_wide:
    case WL_EVENT_lds_transfer:
    case WL_EVENT_operands_read:
    case WL_EVENT_export: add(c, event, (int)a[0].number, a); return true;
    case WL_EVENT_mem_performed:
      if (can(arch, WL_CAN_memory)) keep_event(c, &c->performed, event, a);
      return true;
    case WL_EVENT_issue:
    case WL_EVENT_valu_done:
    case WL_EVENT_mem_return:
      diverge(arch, WL_ERROR, -1, wl_probe_name((int)event),
              "wl_probe_%s: the DUT declared the capability \"retire\", and its records have none",
              wl_probe_name((int)event));
      return true;
    case WL_EVENT_message:
    case WL_EVENT_resume:
    case WL_EVENT_trap: complete_before(c, (int)a[0].number); return false;
    case WL_EVENT_barrier_release: release(c, a); return true;
    case WL_EVENT_wave_start: start(c, (int)a[0].number); return false;
    case WL_EVENT_wave_end: return wave_ends(c, a);
    default: return false;
  }
}

void records_close(wl_checker *c) {
  for (uint32_t slot = 0; c->records && slot < c->arch.config.waves; slot++) complete_before(c, (int)slot);
  if (!c->records || !c->performed.count || c->arch.divergences) return;
  const kept_event *k = &c->performed.event[0];
  diverge(&c->arch, WL_ILLEGAL, -1, "mem_performed", "access at memory of %s transaction %d, which no record has",
          k->number[0] == WL_SRC_VMEM ? "vector" : "scalar", (int)k->number[1]);
}
