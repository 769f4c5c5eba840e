// SPDX-License-Identifier: Apache-2.0
#include "observe/probe_check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wavelock/decode.h"
#include "wavelock/model.h"
#include "wavelock/registers.h"

enum { TEXT = 400, TAGS = 64, STATE_WORDS = sizeof(wl_state_regs) / sizeof(uint32_t) };

// The kinds of faults, one line each. The first of a kind is described.
typedef enum {
  F_VERSION,
  F_BEFORE_VERSION,
  F_TIME_ZERO,
  F_LATE_TIME_ZERO,
  F_RANGE,
  F_PHASE,
  F_CYCLE_LEFT_OUT,
  F_READY,
  F_NO_WAVE,
  F_STATE_EARLY,
  F_STATE_LATE,
  F_PC,
  F_NO_ISSUE,
  F_VGPR_MISSING,
  F_SGPR_MISSING,
  F_NO_VALU_DONE,
  F_NO_REQUEST,
  F_NO_RETURN,
  F_NO_END,
  F_LEVEL,
  F_HANDLE,
  FAULTS
} fault;

// A memory instruction in flight.
typedef struct {
  bool open;
  bool load;  // it writes registers
  bool must;  // it has transactions if a lane is active: others may have none, out of range or without an address
  uint64_t pc;
  char name[40];
  uint32_t requests, writes;
} operation;

typedef struct {
  bool live, started;  // started: in this cycle
  uint64_t start_pc;
  uint32_t sgpr_size, vgpr_size;
  uint64_t pc;  // of state_regs, in the last closed cycle
  bool issued;  // in this cycle
  uint64_t issue_pc;
  bool valu;  // a vector ALU instruction is in flight
  uint64_t valu_pc;
  char valu_name[40];
  uint32_t vgprs_due, sgprs_due, vgpr_events, sgpr_events;
  uint64_t exec;                 // of state_regs, in the last closed cycle
  bool ending;                   // the wave issued s_endpgm in this cycle
  operation operation[2][TAGS];  // scalar, vector
} wave;

struct wl_probe_check {
  wl_unit *unit;
  uint64_t count[WL_EVENTS];
  bool version;
  bool cycles;  // a cycle has been closed
  uint64_t cycle;
  int phase, last;  // of this cycle: the latest phase, and the event that had it
  uint32_t waves, phys_vgprs;
  wl_isa isa;
  bool rdna, vcc_alias;
  uint32_t sizes;           // reported: a bit each, in the order of size_names
  uint64_t vector, memory;  // instructions
  wave wave[WL_MAX_WAVES];
  uint64_t faults[FAULTS];
  bool printed[FAULTS];
  bool printed_once;
  uint64_t closed;  // events, when it was printed last
  char text[FAULTS][TEXT];
};

static void found(wl_probe_check *p, fault f, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void found(wl_probe_check *p, fault f, const char *format, ...) {
  if (p->faults[f]++) return;
  size_t used = 0;
  if (p->cycles || p->count[WL_EVENT_wave_start])
    used = (size_t)snprintf(p->text[f], TEXT, "cycle %" PRIu64 ": ", p->cycles ? p->cycle + 1 : 0);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(p->text[f] + used, TEXT - used, format, arguments);
  va_end(arguments);
}

static bool can(const wl_probe_check *p, int capability) { return p->unit->description.capabilities >> capability & 1; }

static const char *phase_name(int phase) {
  static const char *const names[] = {"TIME_ZERO", "START", "RESULT", "FLOW", "ISSUE", "END", "CLOSE", "ANY"};
  return names[phase];
}

static bool is_time_zero(int event) { return wl_probe_phase_of(event) == WL_PHASE_TIME_ZERO; }

// ---- order ---------------------------------------------------------------------------------------

// The phase in which an event belongs, with the exceptions that its sentence names.
static int phase_of(int event, const wl_probe_argument *a) {
  if ((event == WL_EVENT_sgpr || event == WL_EVENT_vgpr) && a[0].number == WL_SRC_INIT) return WL_PHASE_START;
  if (event == WL_EVENT_sgpr && a[0].number == WL_SRC_SALU) return WL_PHASE_ISSUE;
  return wl_probe_phase_of(event);
}

static void order(wl_probe_check *p, int event, const wl_probe_argument *a) {
  const int phase = phase_of(event, a);
  if (phase == WL_PHASE_ANY) return;
  if (phase < p->phase)
    found(p, F_PHASE, "%s came after %s. It belongs to phase %s, which comes before phase %s in a cycle",
          wl_probe_name(event), wl_probe_name(p->last), phase_name(phase), phase_name(p->phase));
  if (event == WL_EVENT_sgpr && a[0].number == WL_SRC_SALU) {
    const int64_t slot = a[1].number;
    if (slot >= 0 && slot < WL_MAX_WAVES && !p->wave[slot].issued && !p->count[WL_EVENT_trap])
      found(p, F_PHASE, "sgpr of source SALU came without an issue of slot %" PRId64 " in the same cycle, before it",
            slot);
  }
  if (phase >= p->phase) {
    p->phase = phase;
    p->last = event;
  }
}

// ---- time zero -----------------------------------------------------------------------------------

// The sizes that each unit reports.
static const char *const size_names[] = {"waves",  "lanes", "phys_vgprs", "lds_entries", "gds_entries",
                                         "groups", "sgprs", "isa",        "rdna",        "vcc_alias"};
enum { SIZES = sizeof size_names / sizeof *size_names };

static void time_zero(wl_probe_check *p, int event, const wl_probe_argument *a) {
  if (event == WL_EVENT_version) {
    p->version = true;
    if (a[0].number != WL_PROBE_VERSION)
      found(p, F_VERSION,
            "the unit's probe has version %lld of the contract, the checker has %d: read the list of events "
            "again (docs/probe.md)",
            a[0].number, WL_PROBE_VERSION);
  } else if (!p->version) {
    found(p, F_BEFORE_VERSION, "%s came before version, which is the first event of all", wl_probe_name(event));
  }
  if (p->cycles) found(p, F_LATE_TIME_ZERO, "%s belongs to time zero", wl_probe_name(event));
  for (int i = 0; event == WL_EVENT_config && i < SIZES; i++)
    if (!strcmp(a[0].text, size_names[i])) p->sizes |= 1u << i;
  if (event == WL_EVENT_config && !strcmp(a[0].text, "waves")) p->waves = (uint32_t)a[1].number;
  if (event == WL_EVENT_config && !strcmp(a[0].text, "phys_vgprs")) p->phys_vgprs = (uint32_t)a[1].number;
  if (event == WL_EVENT_config && !strcmp(a[0].text, "isa")) wl_isa_of_number((uint32_t)a[1].number, &p->isa);
  if (event == WL_EVENT_config && !strcmp(a[0].text, "rdna")) p->rdna = a[1].number != 0;
  if (event == WL_EVENT_config && !strcmp(a[0].text, "vcc_alias")) p->vcc_alias = a[1].number != 0;
}

// ---- waves ---------------------------------------------------------------------------------------

// The wave of an event; NULL: it has none, which is reported.
static wave *wave_of(wl_probe_check *p, int event, long long slot) {
  if (slot < 0 || slot >= WL_MAX_WAVES || (p->waves && slot >= p->waves)) {
    found(p, F_RANGE, "%s names slot %lld, the unit has %" PRIu32 " (config waves)", wl_probe_name(event), slot,
          p->waves);
    return NULL;
  }
  wave *w = &p->wave[slot];
  if (!w->live && event != WL_EVENT_wave_start)
    found(p, F_NO_WAVE, "%s names slot %lld, in which no wave_start has begun a wave", wl_probe_name(event), slot);
  return w;
}

static void finish_valu(wl_probe_check *p, wave *w, uint64_t exec) {
  if (can(p, WL_CAN_registers) && exec && w->vgprs_due && !w->vgpr_events)
    found(p, F_VGPR_MISSING, "%s at 0x%" PRIx64 " writes a VGPR and was done without a vgpr event of source VALU",
          w->valu_name, w->valu_pc);
  if (can(p, WL_CAN_registers) && w->sgprs_due && !w->sgpr_events)
    found(p, F_SGPR_MISSING, "%s at 0x%" PRIx64 " writes an SGPR and was done without an sgpr event of source VALU",
          w->valu_name, w->valu_pc);
  w->valu = false;
}

static bool must_request(const char *name) {
  static const char *const begin[] = {"s_load_", "s_store_", "global_load_", "global_store_"};
  for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
    if (!strncmp(name, begin[i], strlen(begin[i]))) return true;
  return false;
}

static void issue(wl_probe_check *p, wave *w, const wl_probe_argument *a) {
  const uint32_t words[2] = {(uint32_t)a[2].number, (uint32_t)a[3].number};
  const uint64_t pc = (uint64_t)a[1].number;
  w->issued = true;
  w->issue_pc = pc;
  if (w->valu && can(p, WL_CAN_registers)) {
    found(p, F_NO_VALU_DONE, "the wave issues at 0x%" PRIx64 ", and %s at 0x%" PRIx64 " has had no valu_done", pc,
          w->valu_name, w->valu_pc);
    finish_valu(p, w, w->exec);
  }
  wl_decoded d;
  wl_decode_words(words, p->isa, p->rdna, w->sgpr_size, w->vgpr_size, true, &d);
  if (!d.legal) return;
  const bool smem = !strcmp(d.format, "SMEM"), vmem = !strcmp(d.format, "FLAT");
  if (smem || vmem) {
    p->memory++;
    operation *o = &w->operation[vmem][a[4].number & (TAGS - 1)];
    const bool flat = !strncmp(d.name, "flat_", strlen("flat_"));  // its LDS half may have all lanes
    *o = (operation){.open = true, .must = must_request(d.name), .pc = pc};
    o->load = !flat && (smem ? d.sdst_regs : d.vdst_vgprs);
    snprintf(o->name, sizeof o->name, "%s", d.name);
  } else if (d.format[0] == 'V') {
    p->vector++;
    w->valu = true;
    w->valu_pc = pc;
    w->vgprs_due = d.vdst_vgprs;
    // VCC, M0 and EXEC are wave state registers.
    const uint32_t sdst = wl_first_name(wl_second_end(p->vcc_alias, w->sgpr_size), d.sdst);
    w->sgprs_due = d.sdst_regs && (sdst < WL_VCC || (sdst > WL_VCC_HI && sdst < WL_M0));
    w->vgpr_events = w->sgpr_events = 0;
    snprintf(w->valu_name, sizeof w->valu_name, "%s", d.name);
  } else {
    w->ending = !strncmp(d.name, "s_endpgm", strlen("s_endpgm"));
  }
}

// A memory instruction of the wave; NULL: it is not one of scalar or vector memory, or it is not in flight.
static operation *operation_of(wave *w, long long source, long long tag) {
  if (!w || (source != WL_SRC_SMEM && source != WL_SRC_VMEM)) return NULL;
  operation *o = &w->operation[source == WL_SRC_VMEM][tag & (TAGS - 1)];
  return o->open ? o : NULL;
}

static void mem_return(wl_probe_check *p, wave *w, const wl_probe_argument *a) {
  operation *o = operation_of(w, a[0].number, a[2].number);
  if (!o) return;
  const bool lanes = a[0].number == WL_SRC_SMEM || w->exec;
  if (can(p, WL_CAN_memory) && lanes && o->must && !o->requests)
    found(p, F_NO_REQUEST, "%s at 0x%" PRIx64 " returned without a mem_request", o->name, o->pc);
  if (can(p, WL_CAN_registers) && lanes && o->load && !o->writes)
    found(p, F_VGPR_MISSING, "%s at 0x%" PRIx64 " returned without %s event of its tag", o->name, o->pc,
          a[0].number == WL_SRC_SMEM ? "an sgpr" : "a vgpr");
  o->open = false;
}

static void register_write(wl_probe_check *p, int event, wave *w, const wl_probe_argument *a) {
  operation *o = operation_of(w, a[0].number, a[2].number);
  if (o) o->writes++;
  if (w && w->valu && a[0].number == WL_SRC_VALU) {
    w->vgpr_events += event == WL_EVENT_vgpr;
    w->sgpr_events += event == WL_EVENT_sgpr;
  }
  if (event != WL_EVENT_vgpr) return;
  if (a[3].number < 0 || (p->phys_vgprs && a[3].number >= p->phys_vgprs))
    found(p, F_RANGE, "vgpr names physical VGPR %lld, the unit has %" PRIu32 " (config phys_vgprs)", a[3].number,
          p->phys_vgprs);
  if (a[4].number < 0 || a[4].number > 3) found(p, F_RANGE, "vgpr names pass %lld, there are 0 to 3", a[4].number);
}

// ---- the close of a cycle --------------------------------------------------------------------------

static void close_wave(wl_probe_check *p, uint32_t slot, const wl_state_regs *s) {
  wave *w = &p->wave[slot];
  const uint64_t pc = (uint64_t)s->pc_hi << 32 | s->pc_lo;
  const bool valid = WL_STATUS_VALID & s->status;
  if (w->started && valid)
    found(p, F_STATE_EARLY,
          "state_regs show a wave in slot %" PRIu32
          " in the cycle of its wave_start: they are the "
          "registers as they stood before the edge",
          slot);
  else if (w->live && !w->started && !valid)
    found(p, F_STATE_LATE,
          "state_regs show no wave in slot %" PRIu32
          " (STATUS.VALID), a wave_start has begun one: "
          "they are the registers of this edge, not of an earlier one",
          slot);
  else if (p->faults[F_STATE_EARLY] || p->faults[F_STATE_LATE])
    ;  // the PC of another edge says nothing
  else if (w->issued && valid && pc != w->issue_pc)
    found(p, F_PC,
          "slot %" PRIu32 " issues the instruction at 0x%" PRIx64 ", state_regs have PC 0x%" PRIx64
          ": they "
          "are the registers as they stood before this edge",
          slot, w->issue_pc, pc);
  else if (w->live && !w->started && !w->issued && valid && w->pc && pc != w->pc && !p->count[WL_EVENT_trap])
    found(p, F_NO_ISSUE,
          "PC of slot %" PRIu32 " went from 0x%" PRIx64 " to 0x%" PRIx64
          ", and no issue was reported "
          "(or with another handle)",
          slot, w->pc, pc);
  if (w->ending && w->live)
    found(p, F_NO_END, "slot %" PRIu32 " issued s_endpgm without a wave_end in the same cycle", slot);
  // The PC of the next cycle may be any if the wave issues in this one.
  w->pc = w->issued || w->started ? 0 : pc;
  w->exec = (uint64_t)s->exec_hi << 32 | s->exec_lo;
  w->started = w->issued = w->ending = false;
}

static void close_cycle(wl_probe_check *p, const wl_probe_argument *a) {
  if (p->cycles && (uint64_t)a[0].number != p->cycle + 1)
    found(p, F_CYCLE_LEFT_OUT,
          "cycle is closed as %lld, the one before was %" PRIu64
          ": numbers go up by one, and no "
          "cycle is left out",
          a[0].number, p->cycle);
  else if (!p->cycles && a[0].number)
    found(p, F_CYCLE_LEFT_OUT, "the first cycle that is closed has number %lld, not 0", a[0].number);
  if (can(p, WL_CAN_arbiter) && p->last != WL_EVENT_ready && !p->faults[F_READY] && !p->count[WL_EVENT_ready])
    found(p, F_READY, "policy arbiter is declared, and this cycle has no ready");
  if (can(p, WL_CAN_state)) {
    for (uint32_t slot = 0; slot < WL_MAX_WAVES && slot < p->waves; slot++) {
      wl_state_regs s = {0};
      if (a[1].words) memcpy(&s, a[1].words + slot * STATE_WORDS, sizeof s);
      else wl_state_reg_arrays_get(p->unit->expected, slot, &s);  // a direct compare found no difference
      close_wave(p, slot, &s);
    }
  } else {
    for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++) p->wave[slot].started = p->wave[slot].issued = false;
  }
  p->cycle = (uint64_t)a[0].number;
  p->cycles = true;
  p->phase = WL_PHASE_START;
  p->last = WL_EVENT_cycle;
}

// ---- an event --------------------------------------------------------------------------------------

static void observe(void *to, const wl_observed *o) {
  wl_probe_check *p = to;
  const int event = o->event;
  const wl_probe_argument *a = o->argument;
  p->count[event]++;
  if (is_time_zero(event)) {
    time_zero(p, event, a);
    return;
  }
  order(p, event, a);
  wave *w;
  switch (event) {
    case WL_EVENT_wave_start:
      if (!(w = wave_of(p, event, a[0].number))) return;
      *w = (wave){.live = true,
                  .started = true,
                  .start_pc = (uint64_t)a[1].number,
                  .sgpr_size = a[4].words[WL_START_SGPR_SIZE],
                  .vgpr_size = a[4].words[WL_START_VGPR_SIZE]};
      return;
    case WL_EVENT_issue:
      if ((w = wave_of(p, event, a[0].number))) issue(p, w, a);
      return;
    case WL_EVENT_valu_done:
      if ((w = wave_of(p, event, a[0].number)) && w->valu) finish_valu(p, w, w->exec);
      return;
    case WL_EVENT_wave_end:
      if (!(w = wave_of(p, event, a[0].number)) || a[1].number != WL_WAVE_ENDED) return;
      w->live = false;
      return;
    case WL_EVENT_mem_request:
    case WL_EVENT_mem_atomic:
      if ((w = wave_of(p, event, a[2].number))) {
        operation *o = operation_of(w, a[0].number, a[3].number);
        if (o) o->requests++;
      }
      return;
    case WL_EVENT_clock:
      if ((w = wave_of(p, event, a[0].number))) {
        operation *o = operation_of(w, WL_SRC_SMEM, a[1].number);
        if (o) o->requests++;
      }
      return;
    case WL_EVENT_mem_return:
      if ((w = wave_of(p, event, a[1].number))) mem_return(p, w, a);
      return;
    case WL_EVENT_sgpr:
    case WL_EVENT_vgpr:
      w = a[0].number == WL_SRC_INIT ? NULL : wave_of(p, event, a[1].number);
      register_write(p, event, w, a);
      return;
    case WL_EVENT_cycle: close_cycle(p, a); return;
    default: return;
  }
}

static void starts(void *to, wl_unit *unit) {
  wl_probe_check *p = to;
  p->unit = unit;
  p->phase = WL_PHASE_START;
  p->last = WL_EVENT_cycle;
}

bool wl_probe_check_observe(wl_observer *to) {
  *to = (wl_observer){.to = calloc(1, sizeof(wl_probe_check)),
                      .wants = {[WL_SEEN] = UINT64_MAX},
                      .start = starts,
                      .event = observe,
                      .close = free};
  return to->to != NULL;
}

// Events of the unit. The testbench's memory reports mem_performed.
static uint64_t all_events(const wl_probe_check *p) {
  uint64_t all = 0;
  for (int event = 0; event < WL_EVENTS; event++)
    if (event != WL_EVENT_mem_performed) all += p->count[event];
  return all;
}

// What can be said only when the run is over.
static void at_the_end(wl_probe_check *p, uint64_t events) {
  if (!events) {
    found(p, F_HANDLE,
          "no event came: the unit gets its handle from wl_probe_unit at time zero and passes it first in "
          "every call");
    return;
  }
  if (!p->count[WL_EVENT_version]) found(p, F_VERSION, "version was not reported: it is the first event at time zero");
  if (!p->cycles) {
    found(p, F_HANDLE, "events came at time zero and none after it: is the handle passed in every call?");
    return;
  }
  for (int i = 0; i < SIZES; i++)
    if (!(p->sizes >> i & 1)) found(p, F_TIME_ZERO, "size %s was not reported (config, at time zero)", size_names[i]);
  if (*p->unit->description.error) found(p, F_TIME_ZERO, "%s", p->unit->description.error);
  if (!p->count[WL_EVENT_wave_start]) found(p, F_NO_WAVE, "no wave_start came");
  if (!p->count[WL_EVENT_issue]) found(p, F_NO_ISSUE, "no issue came");
  const struct {
    int capability, event;
    uint64_t instructions;
    const char *what;
  } levels[] = {{WL_CAN_registers, WL_EVENT_vgpr, p->vector, "vector ALU"},
                {WL_CAN_registers, WL_EVENT_valu_done, p->vector, "vector ALU"},
                {WL_CAN_memory, WL_EVENT_mem_request, p->memory, "memory"},
                {WL_CAN_memory, WL_EVENT_mem_return, p->memory, "memory"}};
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
    if (can(p, levels[i].capability) && levels[i].instructions && !p->count[levels[i].event])
      found(p, F_LEVEL, "level %s is declared, and %" PRIu64 " %s instructions issued without one %s",
            wl_capability_name(levels[i].capability), levels[i].instructions, levels[i].what,
            wl_probe_name(levels[i].event));
  if (can(p, WL_CAN_memory) && p->count[WL_EVENT_mem_return]) {
    for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++)
      for (int vector = 0; vector < 2; vector++)
        for (int tag = 0; tag < TAGS; tag++) {
          const operation *o = &p->wave[slot].operation[vector][tag];
          if (o->open) found(p, F_NO_RETURN, "%s at 0x%" PRIx64 " has had no mem_return", o->name, o->pc);
        }
  }
}

uint32_t wl_probe_check_finish(wl_probe_check *p) {
  uint32_t kinds = 0;
  if (!p) return 0;
  const uint64_t events = all_events(p);
  const bool again = p->printed_once && events == p->closed;
  p->printed_once = true;
  p->closed = events;
  if (!again) at_the_end(p, events);
  for (int f = 0; f < FAULTS; f++) {
    kinds += p->faults[f] != 0;
    if (!p->faults[f] || p->printed[f]) continue;
    p->printed[f] = true;
    printf("PROBE: %s", p->text[f]);
    if (p->faults[f] > 1) printf(" (%" PRIu64 " times)", p->faults[f]);
    printf("\n");
  }
  if (again) return kinds;
  printf("probe: %" PRIu64 " cycles, waves: %" PRIu64 ", instructions: %" PRIu64 "\n", p->count[WL_EVENT_cycle],
         p->count[WL_EVENT_wave_start], p->count[WL_EVENT_issue]);
  printf("levels and policies:");
  for (int c = 0; c < WL_CAPABILITIES; c++)
    if (can(p, c)) printf(" %s", wl_capability_name(c));
  printf("; not declared:");
  for (int c = 0; c < WL_CAPABILITIES; c++)
    if (!can(p, c)) printf(" %s", wl_capability_name(c));
  printf("\n");
  return kinds;
}
