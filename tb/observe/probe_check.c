// SPDX-License-Identifier: Apache-2.0
#include "observe/probe_check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sizes.h"
#include "check/checker.h"
#include "check/ops.h"
#include "wavelock/decode.h"
#include "wavelock/model.h"
#include "wavelock/registers.h"

enum {
  TEXT = 400,
  TAGS = 64,
  STATE_WORDS = sizeof(wl_state_regs) / sizeof(uint32_t),
  VGPRS = 8,     // that one instruction may write, and more
  INITIAL = 64,  // VGPRs whose waves have not started
  PORTS = 2,     // scalar and vector memory
  IDS = 256,
  LINE = 64,
  PASS = 16  // lanes of a pass
};

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
  F_SWAPPED,
  F_SECOND_WORD,
  F_INITIAL,
  F_REVERSED,
  F_MASK,
  F_PASS,
  F_TWICE,
  F_VGPR_MISSING,
  F_LANES_MISSING,
  F_SGPR_MISSING,
  F_AFTER_DONE,
  F_DONE_LATE,
  F_DONE_EARLY,
  F_NO_VALU_DONE,
  F_LINE,
  F_BYTES,
  F_REPEATED,
  F_UNREPORTED,
  F_NO_REQUEST,
  F_NO_RETURN,
  F_NO_END,
  F_LEVEL,
  F_HANDLE,
  FAULTS
} fault;

// An instruction, and what register events of it have come.
typedef struct {
  uint64_t pc;
  char name[40];
  uint64_t exec;       // of state_regs at its issue
  bool exec_known;     // with the level state, once the cycle of the issue is closed
  bool any_lanes;      // it may write other lanes than those of EXEC (v_writelane), or fewer (DPP)
  uint32_t vgprs_due;  // VGPRs that it writes
  uint32_t sgprs_due;  // SGPRs that it writes and that have events
  uint32_t vgprs, vgpr[VGPRS];
  uint64_t lanes[VGPRS];  // of vgpr[i]
  uint64_t sgprs[2];      // a bit each
  uint32_t passes;        // named by vgpr events: a bit each
  bool twice;             // lanes came twice: the first such event
  uint32_t twice_vgpr, twice_pass, twice_lanes;
} instruction;

// A memory instruction in flight.
typedef struct {
  bool open;
  bool load;  // it writes registers
  bool must;  // it has transactions if a lane is active: others may have none, out of range or without an address
  instruction of;
  uint32_t requests, bytes;
} operation;

typedef struct {
  bool live, started;  // started: in this cycle
  uint64_t start_pc;
  uint32_t sgpr_size, vgpr_base, vgpr_size;
  uint64_t pc;  // of state_regs, in the last closed cycle
  bool issued;  // in this cycle
  uint64_t issue_pc;
  bool valu_flies;               // a vector ALU instruction is in flight
  instruction valu, salu;        // the last of each
  bool unknown;                  // the last instruction
  uint64_t exec, vcc;            // of state_regs, in the last closed cycle
  bool valid;                    // and STATUS.VALID
  bool touched, touched_before;  // an event may have changed EXEC or VCC: in this cycle, in the one before
  uint64_t done_cycle;           // of the last valu_done
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
  uint64_t vector, memory;  // instructions
  uint64_t initial_sgprs;   // events
  // VGPRs of which an initial value came, and whose waves have not started.
  struct {
    uint32_t vgpr;
    uint64_t lanes;
  } initial[INITIAL];
  uint32_t initials;
  bool in_flight[PORTS][IDS];  // requested and not performed
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

// A unit with an instruction set of its own: what its instructions write and when, the lockstep run alone can say.
static bool own_isa(void) { return wl_unit_ops != NULL; }

// A size as the unit has reported it.
static uint32_t size_of(const wl_probe_check *p, int size) {
  const wl_unit_description *d = &p->unit->description;
  return d->sizes_reported >> size & 1 ? d->size[size] : unit_sizes[size].standard;
}

static bool can(const wl_probe_check *p, int capability) { return p->unit->description.capabilities >> capability & 1; }

// Whether the unit declares that the events of an instruction have an order. Where it does not, the lockstep run alone
// says what is wrong with them.
static bool in_order(const wl_probe_check *p) {
  const bool policies = can(p, WL_CAN_one_vector_in_flight) && can(p, WL_CAN_scalar_at_issue) &&
                        can(p, WL_CAN_issue_first) && can(p, WL_CAN_state_at_issue);
  return policies || !can(p, WL_CAN_registers);
}

static const char *phase_name(int phase) {
  static const char *const names[] = {"TIME_ZERO", "START", "RESULT", "FLOW", "ISSUE", "END", "CLOSE", "ANY"};
  return names[phase];
}

static bool is_time_zero(int event) { return wl_probe_phase_of(event) == WL_PHASE_TIME_ZERO; }

// ---- order ---------------------------------------------------------------------------------------

// A memory instruction of the wave; NULL: it is not one of scalar or vector memory, or it is not in flight.
static operation *operation_of(wave *w, long long source, long long tag) {
  if (!w || (source != WL_SRC_SMEM && source != WL_SRC_VMEM)) return NULL;
  operation *o = &w->operation[source == WL_SRC_VMEM][tag & (TAGS - 1)];
  return o->open ? o : NULL;
}

// Whether an event is of the instruction that its wave issued before it at this edge: it has nothing to come before.
static bool of_this_edge(wl_probe_check *p, int event, const wl_probe_argument *a) {
  const bool request = event == WL_EVENT_mem_request || event == WL_EVENT_mem_atomic,
             done = event == WL_EVENT_valu_done;
  if (!request && !done && event != WL_EVENT_sgpr && event != WL_EVENT_vgpr && event != WL_EVENT_mem_return)
    return false;
  const long long slot = a[request ? 2 : done ? 0 : 1].number, source = a[0].number;
  if (slot < 0 || slot >= WL_MAX_WAVES || !p->wave[slot].issued) return false;
  if (own_isa()) return true;  // what the instruction has to write is not known
  wave *w = &p->wave[slot];
  if (done || source == WL_SRC_VALU) return w->valu_flies && w->valu.pc == w->issue_pc;
  const operation *o = operation_of(w, source, a[request ? 3 : 2].number);
  return o && o->of.pc == w->issue_pc && !o->of.exec_known;
}

// The phase in which an event belongs, with the exceptions that its sentence names.
static int phase_of(wl_probe_check *p, int event, const wl_probe_argument *a) {
  if ((event == WL_EVENT_sgpr || event == WL_EVENT_vgpr) && a[0].number == WL_SRC_INIT) return WL_PHASE_START;
  if (event == WL_EVENT_sgpr && a[0].number == WL_SRC_SALU) return WL_PHASE_ISSUE;
  if (p->phase == WL_PHASE_ISSUE && of_this_edge(p, event, a)) return WL_PHASE_ISSUE;
  return wl_probe_phase_of(event);
}

static void order(wl_probe_check *p, int event, const wl_probe_argument *a) {
  const int phase = phase_of(p, event, a);
  if (phase == WL_PHASE_ANY || !in_order(p)) return;
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

static uint32_t bits(uint64_t mask) { return (uint32_t)__builtin_popcountll(mask); }

// The passes of a wave in which a lane of the mask lies, a bit each.
static uint32_t passes_of(uint64_t lanes) {
  uint32_t passes = 0;
  for (uint32_t pass = 0; pass < WL_LANES / PASS; pass++)
    passes |= (uint32_t)((lanes >> PASS * pass & 0xFFFF) != 0) << pass;
  return passes;
}

static void vgpr_of(wl_probe_check *p, instruction *i, const char *source, uint32_t vgpr, uint32_t pass,
                    uint32_t lanes) {
  const uint64_t here = (uint64_t)(lanes & 0xFFFF) << PASS * pass;
  if (i->exec_known && !i->any_lanes && here & ~i->exec)
    found(p, F_MASK,
          "vgpr of %s at 0x%" PRIx64 " (source %s) has lanes 0x%04x of pass %" PRIu32 ", and EXEC there is 0x%04" PRIx64
          ": lanes are those that are written",
          i->name, i->pc, source, lanes, pass, i->exec >> PASS * pass & 0xFFFF);
  uint32_t n = 0;
  while (n < i->vgprs && i->vgpr[n] != vgpr) n++;
  if (n == VGPRS) return;
  if (n == i->vgprs) {
    i->vgpr[i->vgprs++] = vgpr;
    i->lanes[n] = 0;
  }
  if (i->lanes[n] & here && !i->twice) {
    i->twice = true;
    i->twice_vgpr = vgpr;
    i->twice_pass = pass;
    i->twice_lanes = (uint32_t)((i->lanes[n] & here) >> PASS * pass);
  }
  i->lanes[n] |= here;
  i->passes |= 1u << pass;
}

static void sgprs_of(wl_probe_check *p, instruction *i, const char *source, uint32_t first, uint32_t count) {
  for (uint32_t s = first; s < first + count && s < WL_SGPRS; s++) {
    uint64_t *word = &i->sgprs[s / 64];
    const uint64_t bit = (uint64_t)1 << (s % 64);
    if (*word & bit)
      found(p, F_TWICE, "s%" PRIu32 " came twice for %s at 0x%" PRIx64 " (sgpr of source %s): each register comes once",
            s, i->name, i->pc, source);
    *word |= bit;
  }
}

// Whether all that the instruction writes has come, once. what: the event that says that it is complete.
static void all_came(wl_probe_check *p, const instruction *i, uint64_t exec, const char *what, const char *source) {
  const bool one_pass = i->twice && bits(i->passes) == 1 && bits(passes_of(exec)) > 1;
  if (one_pass)
    found(p, F_PASS,
          "all vgpr events of %s at 0x%" PRIx64 " name pass %d, and EXEC 0x%" PRIx64
          " has lanes in other passes: pass is the number of the 16 lanes, 0 to 3",
          i->name, i->pc, __builtin_ctz(i->passes), exec);
  else if (i->twice)
    found(p, F_TWICE,
          "lanes 0x%04" PRIx32 " of pass %" PRIu32 " of physical VGPR %" PRIu32 " came twice for %s at 0x%" PRIx64
          ": each lane comes once",
          i->twice_lanes, i->twice_pass, i->twice_vgpr, i->name, i->pc);
  if (i->vgprs_due && exec && !i->vgprs)
    found(p, F_VGPR_MISSING, "%s at 0x%" PRIx64 " %s without a vgpr event of %s", i->name, i->pc, what, source);
  for (uint32_t n = 0; n < i->vgprs && !one_pass && !i->any_lanes && i->exec_known; n++)
    if (exec & ~i->lanes[n])
      found(p, F_LANES_MISSING,
            "%s at 0x%" PRIx64 " %s, and lanes 0x%" PRIx64 " of physical VGPR %" PRIu32
            " never came (or the unit did not write them)",
            i->name, i->pc, what, exec & ~i->lanes[n], i->vgpr[n]);
  const uint32_t sgprs = bits(i->sgprs[0]) + bits(i->sgprs[1]);
  if (i->sgprs_due && !sgprs)
    found(p, F_SGPR_MISSING, "%s at 0x%" PRIx64 " %s without an sgpr event of %s", i->name, i->pc, what, source);
  else if (sgprs < i->sgprs_due)
    found(p, F_SGPR_MISSING, "%s at 0x%" PRIx64 " writes %" PRIu32 " SGPRs, and %" PRIu32 " came (count, of source %s)",
          i->name, i->pc, i->sgprs_due, sgprs, source);
}

static void finish_valu(wl_probe_check *p, wave *w) {
  if (can(p, WL_CAN_registers))
    all_came(p, &w->valu, w->valu.exec_known ? w->valu.exec : w->exec, "was done", "source VALU");
  w->valu_flies = false;
}

static bool must_request(const char *name) {
  static const char *const begin[] = {"s_load_", "s_store_", "global_load_", "global_store_"};
  for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
    if (!strncmp(name, begin[i], strlen(begin[i]))) return true;
  return false;
}

// SGPRs of which events come: VCC, M0 and EXEC are wave state registers. A scalar load into VCC has events too.
static uint32_t sgprs_with_events(const wl_probe_check *p, const wave *w, const wl_decoded *d, bool load) {
  const uint32_t sdst = wl_first_name(wl_second_end(p->vcc_alias, w->sgpr_size), d->sdst);
  return load || sdst < WL_VCC || (sdst > WL_VCC_HI && sdst < WL_M0) ? d->sdst_regs : 0;
}

// The instruction's words. False: they say nothing of what issues.
static bool words_good(wl_probe_check *p, const wl_decoded *d, uint64_t pc, const uint32_t words[2]) {
  if (d->size == 8 || !words[1]) return true;
  if (!words[0])
    found(p, F_SWAPPED,
          "issue at 0x%" PRIx64 " has w0 0 and w1 0x%08" PRIx32
          ": are they swapped? w0 is the dword at pc, w1 the one behind it",
          pc, words[1]);
  else
    found(p, F_SECOND_WORD,
          "issue at 0x%" PRIx64 " has w1 0x%08" PRIx32 ", and w0 0x%08" PRIx32
          " is an instruction of 4 bytes: w1 is 0 then. w0 is the dword at pc",
          pc, words[1], words[0]);
  return false;
}

static void issue(wl_probe_check *p, wave *w, const wl_probe_argument *a) {
  const uint32_t words[2] = {(uint32_t)a[2].number, (uint32_t)a[3].number};
  const uint64_t pc = (uint64_t)a[1].number;
  w->issued = w->touched = true;
  w->issue_pc = pc;
  w->salu = (instruction){0};
  if (w->valu_flies && can(p, WL_CAN_registers)) {
    found(p, F_NO_VALU_DONE, "the wave issues at 0x%" PRIx64 ", and %s at 0x%" PRIx64 " has had no valu_done", pc,
          w->valu.name, w->valu.pc);
    finish_valu(p, w);
  }
  w->unknown = true;
  if (own_isa()) return;
  wl_decoded d;
  wl_decode_words(words, p->isa, p->rdna, w->sgpr_size, w->vgpr_size, true, &d);
  // What the wave's registers or the words make of it is not known here: nothing is said of its events.
  w->unknown = !words_good(p, &d, pc, words) || !d.legal || !in_order(p);
  if (w->unknown) return;
  const bool smem = !strcmp(d.format, "SMEM"), vmem = !strcmp(d.format, "FLAT");
  instruction i = {.pc = pc,
                   .any_lanes = d.dpp || !strcmp(d.name, "v_writelane_b32"),
                   .vgprs_due = d.dpp ? 0 : d.vdst_vgprs,  // DPP may turn all lanes off
                   .sgprs_due = sgprs_with_events(p, w, &d, smem)};
  snprintf(i.name, sizeof i.name, "%s", d.name);
  if (smem || vmem) {
    p->memory++;
    operation *o = &w->operation[vmem][a[4].number & (TAGS - 1)];
    const bool flat = !strncmp(d.name, "flat_", strlen("flat_"));  // its LDS half may have all lanes
    *o = (operation){.open = true, .must = must_request(d.name)};
    o->load = !flat && (smem ? d.sdst_regs : d.vdst_vgprs);
    if (!o->must || flat) i.any_lanes = true;
    o->of = i;
  } else if (d.format[0] == 'V') {
    p->vector++;
    w->valu_flies = true;
    w->valu = i;
  } else {
    w->ending = !strncmp(d.name, "s_endpgm", strlen("s_endpgm"));
    // A write of TTMP may be refused, outside a trap handler.
    const bool may_not_write = !strncmp(d.name, "s_cmov", strlen("s_cmov")) || d.movrel || d.sdst > WL_VCC;
    if (may_not_write) i.sgprs_due = 0;
    w->salu = i;
  }
}

// ---- memory --------------------------------------------------------------------------------------

// Whether a transaction of this port and id is requested and not performed; NULL: there are no such port and id.
static bool *transaction_of(wl_probe_check *p, int event, long long port, long long id) {
  if ((port == WL_SRC_SMEM || port == WL_SRC_VMEM) && id >= 0 && id < IDS)
    return &p->in_flight[port == WL_SRC_VMEM][id];
  found(p, F_RANGE, "%s names port %lld and id %lld; ports are SMEM and VMEM, ids 0 to %d", wl_probe_name(event), port,
        id, IDS - 1);
  return NULL;
}

static void request(wl_probe_check *p, int event, const wl_probe_argument *a) {
  const bool atomic = event == WL_EVENT_mem_atomic;
  const uint64_t line = (uint64_t)a[atomic ? 6 : 5].number, be = (uint64_t)a[atomic ? 7 : 6].number;
  const uint64_t lanes = (uint64_t)a[8].number;
  bool *flies = transaction_of(p, event, a[0].number, a[1].number);
  if (flies && *flies)
    found(p, F_REPEATED,
          "%s names id %lld of its port, which memory has not performed since the last: a request is reported once, in "
          "the cycle in which valid and ready are 1",
          wl_probe_name(event), a[1].number);
  if (flies) *flies = true;
  const uint32_t line_bytes = own_isa() ? size_of(p, WL_SIZE_line_bytes) : LINE;
  if (line_bytes && line % line_bytes)
    found(p, F_LINE, "%s has line 0x%" PRIx64 ": it is the byte address of a line, a multiple of %" PRIu32,
          wl_probe_name(event), line, line_bytes);
  wave *w = wave_of(p, event, a[2].number);
  operation *o = operation_of(w, a[0].number, a[3].number);
  if (!o) return;
  o->requests++;
  o->bytes += bits(be);
  const bool scalar = a[0].number == WL_SRC_SMEM;
  if (!scalar && !atomic && bits(be) > 4 * bits(lanes))
    found(p, F_BYTES,
          "mem_request of %s at 0x%" PRIx64 " has %" PRIu32 " bytes in be for %" PRIu32
          " lanes: be has those that the instruction needs of the line, at most 4 a lane and component",
          o->of.name, o->of.pc, bits(be), bits(lanes));
  if (scalar && o->must && o->load && o->bytes > 4 * o->of.sgprs_due)
    found(p, F_BYTES,
          "mem_request of %s at 0x%" PRIx64 ": be has %" PRIu32 " bytes, the instruction needs %" PRIu32
          " of memory: be has those that it needs of the line",
          o->of.name, o->of.pc, o->bytes, 4 * o->of.sgprs_due);
  if (!scalar && o->of.exec_known && lanes & ~o->of.exec)
    found(p, F_MASK,
          "%s of %s at 0x%" PRIx64 " has lanes 0x%" PRIx64 ", and EXEC is 0x%" PRIx64
          ": lanes are those that are served",
          wl_probe_name(event), o->of.name, o->of.pc, lanes, o->of.exec);
}

static void performed(wl_probe_check *p, const wl_probe_argument *a) {
  bool *flies = transaction_of(p, WL_EVENT_mem_performed, a[0].number, a[1].number);
  if (flies && !*flies && can(p, WL_CAN_memory))
    found(p, F_UNREPORTED,
          "memory performed id %lld of the port of %s memory, which no mem_request had reported: a "
          "request is reported in the cycle in which valid and ready are 1",
          a[1].number, a[0].number == WL_SRC_SMEM ? "scalar" : "vector");
  if (flies) *flies = false;
}

static void mem_return(wl_probe_check *p, wave *w, const wl_probe_argument *a) {
  operation *o = operation_of(w, a[0].number, a[2].number);
  if (!o) return;
  const bool scalar = a[0].number == WL_SRC_SMEM;
  const uint64_t exec = o->of.exec_known ? o->of.exec : w->exec;
  if (can(p, WL_CAN_memory) && (scalar || exec) && o->must && !o->requests)
    found(p, F_NO_REQUEST, "%s at 0x%" PRIx64 " returned without a mem_request", o->of.name, o->of.pc);
  if (can(p, WL_CAN_registers) && o->load) all_came(p, &o->of, exec, "returned", "its tag");
  o->open = false;
}

// ---- register writes -----------------------------------------------------------------------------

// The values of work-items come by the bench and go up by one a lane.
static void initial_vgpr(wl_probe_check *p, uint32_t vgpr, uint32_t pass, uint32_t lanes, const uint32_t *data) {
  bool down = lanes == 0xFFFF;
  for (uint32_t i = 1; i < PASS; i++) down &= data[i] == data[i - 1] - 1;
  if (down)
    found(p, F_REVERSED,
          "the initial values of physical VGPR %" PRIu32 ", pass %" PRIu32
          ", go down by one a lane from "
          "%" PRIu32 ": word i of data is lane 16*pass+i (or the unit turns them round)",
          vgpr, pass, data[0]);
  uint32_t n = 0;
  while (n < p->initials && p->initial[n].vgpr != vgpr) n++;
  if (n == INITIAL) return;
  if (n == p->initials) {
    p->initial[p->initials].vgpr = vgpr;
    p->initial[p->initials++].lanes = 0;
  }
  p->initial[n].lanes |= (uint64_t)(lanes & 0xFFFF) << PASS * pass;
}

static int64_t last_pass_of(const wl_probe_check *p) {
  const uint32_t lanes = size_of(p, WL_SIZE_lanes), all = size_of(p, WL_SIZE_wave_lanes);
  return lanes && all ? (all - 1) / lanes : 0;
}

static void register_write(wl_probe_check *p, int event, wave *w, const wl_probe_argument *a) {
  static const char *const names[] = {"INIT", "SALU", "VALU", "SMEM", "LDS", "VMEM"};
  const long long source = a[0].number;
  const char *name = source >= 0 && source < (int)(sizeof names / sizeof *names) ? names[source] : "?";
  if (event == WL_EVENT_vgpr && (a[3].number < 0 || (p->phys_vgprs && a[3].number >= p->phys_vgprs))) {
    found(p, F_RANGE, "vgpr names physical VGPR %lld, the unit has %" PRIu32 " (config phys_vgprs)", a[3].number,
          p->phys_vgprs);
    return;
  }
  const int64_t last_pass = own_isa() ? last_pass_of(p) : WL_LANES / PASS - 1;
  if (event == WL_EVENT_vgpr && (a[4].number < 0 || a[4].number > last_pass)) {
    found(p, F_RANGE, "vgpr names pass %lld, there are 0 to %" PRId64, a[4].number, last_pass);
    return;
  }
  const uint32_t first = (uint32_t)a[3].number, second = (uint32_t)a[4].number;  // physical VGPR, pass; first, count
  if (source == WL_SRC_INIT) {
    if (event == WL_EVENT_vgpr && own_isa())
      found(p, F_INITIAL, "an initial value of physical VGPR %" PRIu32 " came, and the bench gives none", first);
    else if (event == WL_EVENT_vgpr) initial_vgpr(p, first, second, (uint32_t)a[5].number, a[6].words);
    else p->initial_sgprs++;
    return;
  }
  operation *o = operation_of(w, source, a[2].number);
  if (w && source == WL_SRC_SMEM) w->touched = true;
  instruction *i = o ? &o->of : NULL;
  if (w && source == WL_SRC_SALU && w->issued) i = &w->salu;
  if (w && source == WL_SRC_VALU && !can(p, WL_CAN_control)) {
    i = w->valu_flies ? &w->valu : NULL;
    if (w->unknown) return;
    if (!i && *w->valu.name)
      found(p, F_AFTER_DONE,
            "%s of source VALU came after the valu_done of %s at 0x%" PRIx64
            ": valu_done comes in the cycle of the last write or later",
            wl_probe_name(event), w->valu.name, w->valu.pc);
    else if (!i)
      found(p, F_AFTER_DONE, "%s of source VALU came, and no vector ALU instruction has issued", wl_probe_name(event));
  }
  if (!i) return;
  if (event == WL_EVENT_vgpr) vgpr_of(p, i, name, first, second, (uint32_t)a[5].number);
  else sgprs_of(p, i, name, first, second);
}

static void wave_start(wl_probe_check *p, wave *w, const wl_probe_argument *a) {
  const uint32_t base = a[4].words[WL_START_VGPR_BASE], size = a[4].words[WL_START_VGPR_SIZE];
  *w = (wave){.live = true,
              .started = true,
              .touched = true,
              .unknown = !in_order(p),
              .start_pc = (uint64_t)a[1].number,
              .sgpr_size = a[4].words[WL_START_SGPR_SIZE],
              .vgpr_base = base,
              .vgpr_size = size};
  bool some = false;
  uint32_t kept = 0;
  for (uint32_t n = 0; n < p->initials; n++) {
    if (p->initial[n].vgpr - base >= size) {
      p->initial[kept++] = p->initial[n];
      continue;
    }
    some = true;
    if (~p->initial[n].lanes && can(p, WL_CAN_registers))
      found(p, F_INITIAL,
            "wave_start of slot %lld came, and lanes 0x%" PRIx64 " of its initial v%" PRIu32
            " did not (vgpr of source INIT)",
            a[0].number, ~p->initial[n].lanes, p->initial[n].vgpr - base);
  }
  p->initials = kept;
  if (!some && can(p, WL_CAN_registers) && !own_isa())
    found(p, F_INITIAL, "wave_start of slot %lld came without an initial VGPR: vgpr of source INIT comes before it",
          a[0].number);
}

// ---- the close of a cycle --------------------------------------------------------------------------

// EXEC or VCC changed at the edge of the cycle before, and no event of that cycle says so.
static void state_moved(wl_probe_check *p, uint32_t slot, const char *name) {
  const wave *w = &p->wave[slot];
  if (!*w->valu.name || w->unknown || !can(p, WL_CAN_registers)) return;
  if (w->valu_flies || w->done_cycle == p->cycle + 1)
    found(p, F_DONE_LATE,
          "%s of slot %" PRIu32 " changed at the edge of cycle %" PRIu64 ", and the valu_done of %s at 0x%" PRIx64
          " had not come: it comes in the cycle of the edge at which VCC and EXEC change",
          name, slot, p->cycle, w->valu.name, w->valu.pc);
  else
    found(p, F_DONE_EARLY,
          "%s of slot %" PRIu32 " changed at the edge of cycle %" PRIu64
          ", and no event of that cycle changes it. The "
          "valu_done of %s at 0x%" PRIx64 " came in cycle %" PRIu64 ": is that too early?",
          name, slot, p->cycle, w->valu.name, w->valu.pc, w->done_cycle);
}

// The cycle of an issue closes: its instruction has this EXEC. With VSKIP a vector instruction has no event but its
// issue.
static void know_state(wave *w, uint64_t exec, bool skipped) {
  if (w->valu_flies && w->valu.pc == w->issue_pc) {
    w->valu.exec = exec;
    w->valu.exec_known = true;
    w->valu_flies = !skipped;
  }
  for (int tag = 0; tag < 2 * TAGS; tag++) {
    operation *o = &w->operation[tag / TAGS][tag % TAGS];
    if (!o->open || o->of.pc != w->issue_pc || o->of.exec_known) continue;
    o->of.exec = exec;
    o->of.exec_known = true;
    o->open = tag < TAGS || !skipped;
  }
}

// PC alone is known of another instruction set.
static void close_wave_by_pc(wl_probe_check *p, uint32_t slot, const wl_state_regs *s) {
  wave *w = &p->wave[slot];
  const uint64_t pc = (uint64_t)s->pc_hi << 32 | s->pc_lo;
  if (w->live && w->issued && pc != w->issue_pc)
    found(p, F_PC,
          "slot %" PRIu32 " issues the instruction at 0x%" PRIx64 ", state_regs have PC 0x%" PRIx64
          ": they are the registers as they stood before this edge",
          slot, w->issue_pc, pc);
  w->started = w->issued = false;
}

static void close_wave(wl_probe_check *p, uint32_t slot, const wl_state_regs *s) {
  wave *w = &p->wave[slot];
  const uint64_t pc = (uint64_t)s->pc_hi << 32 | s->pc_lo;
  const uint64_t exec = (uint64_t)s->exec_hi << 32 | s->exec_lo, vcc = (uint64_t)s->vcc_hi << 32 | s->vcc_lo;
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
  if (w->live && valid && w->valid && !w->touched_before && (exec != w->exec || vcc != w->vcc))
    state_moved(p, slot, exec != w->exec ? "EXEC" : "VCC");
  if (w->issued) know_state(w, exec, s->mode & WL_MODE_VSKIP);
  w->exec = exec;
  w->vcc = vcc;
  w->valid = valid;
  w->touched_before = w->touched;
  w->started = w->issued = w->ending = w->touched = false;
}

static void close_cycle(wl_probe_check *p, const wl_probe_argument *a) {
  for (uint32_t slot = 0; slot < WL_MAX_WAVES && can(p, WL_CAN_registers); slot++)
    if (p->wave[slot].issued) all_came(p, &p->wave[slot].salu, 0, "issued", "source SALU in the same cycle");
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
  if (can(p, WL_CAN_state) && in_order(p)) {
    for (uint32_t slot = 0; slot < WL_MAX_WAVES && slot < p->waves; slot++) {
      wl_state_regs s = {0};
      if (a[1].words) memcpy(&s, a[1].words + slot * STATE_WORDS, sizeof s);
      else wl_state_reg_arrays_get(p->unit->expected, slot, &s);  // a direct compare found no difference
      if (own_isa()) close_wave_by_pc(p, slot, &s);
      else close_wave(p, slot, &s);
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
      wave_start(p, w, a);
      return;
    case WL_EVENT_issue:
      if ((w = wave_of(p, event, a[0].number))) issue(p, w, a);
      return;
    case WL_EVENT_valu_done:
      if (!(w = wave_of(p, event, a[0].number))) return;
      w->touched = true;
      w->done_cycle = p->cycles ? p->cycle + 1 : 0;
      if (w->valu_flies) finish_valu(p, w);
      return;
    case WL_EVENT_wave_end:
      if (!(w = wave_of(p, event, a[0].number))) return;
      if (a[1].number == WL_WAVE_FAULTED) w->salu = (instruction){0};  // refused: it writes nothing
      if (a[1].number == WL_WAVE_ENDED) w->live = false;
      return;
    case WL_EVENT_mem_request:
    case WL_EVENT_mem_atomic: request(p, event, a); return;
    case WL_EVENT_mem_performed: performed(p, a); return;
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
  char handles[WL_UNIT_PATHS];
  wl_unit_other_handles(handles, sizeof handles);
  if (!events) {
    found(p, F_HANDLE,
          "no event came: the unit gets its handle from wl_probe_unit at time zero and passes it first in "
          "every call%s",
          handles);
    return;
  }
  if (!p->cycles) {
    found(p, F_HANDLE, "events came at time zero and none after it: is the handle passed in every call?%s", handles);
    return;
  }
  const char *error = wl_unit_description_error(p->unit, own_isa() ? wl_unit_ops : &wl_gfx9_ops);
  if (*error && !p->faults[F_VERSION]) found(p, F_TIME_ZERO, "%s", error);
  const bool has_initial = !own_isa() || size_of(p, WL_SIZE_sgprs);
  if (p->count[WL_EVENT_wave_start] && !p->initial_sgprs && can(p, WL_CAN_registers) && has_initial)
    found(p, F_INITIAL, "no initial SGPR came: sgpr of source INIT comes before wave_start");
  if (p->faults[F_SWAPPED]) p->faults[F_SECOND_WORD] = 0;
  if (!p->count[WL_EVENT_wave_start]) found(p, F_NO_WAVE, "no wave_start came");
  if (!p->count[WL_EVENT_issue] && !can(p, WL_CAN_retire)) found(p, F_NO_ISSUE, "no issue came");
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
          if (o->open) found(p, F_NO_RETURN, "%s at 0x%" PRIx64 " has had no mem_return", o->of.name, o->of.pc);
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
