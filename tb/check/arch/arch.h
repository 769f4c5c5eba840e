// SPDX-License-Identifier: Apache-2.0
// The architecture of the checker: what holds for every unit. No file here knows a policy or a report. What the model
// says of one policy alone is in wavelock/control.h, which no file here includes (scripts/wl/checks/check_includes.py).
//
// The checker keeps a SHADOW of the state that the DUT must have committed: wave state registers, SGPRs and the VGPR
// file. The model executes an instruction whole at its issue, so the shadow lags the model. The shadow takes a value
// from the model (never from the DUT) at the event that commits it.
#ifndef WAVELOCK_CHECK_ARCH_H
#define WAVELOCK_CHECK_ARCH_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "check/checker.h"
#include "probe/observer.h"
#include "probe/unit.h"
#include "wavelock/model_ops.h"
#include "wavelock/registers.h"

enum {
  STATE_REG_WORDS = sizeof(wl_state_regs) / sizeof(uint32_t),
  PASS_LANES = 16,     // lanes that a pass may have: of an event. Where a lane has two words, half of them
  ALL_LANES = 0xFFFF,  // of such a pass
  USUAL_PASSES = WL_LANES / PASS_LANES,
  INIT_SGPRS = 32,     // of wl_wave_init
  SHARED_VGPRS = 128,  // physical VGPRs of wl_effect.shared_rows
  LINE_WORDS = 16,     // of a memory line
  LINE_BYTES = 64,
  LDS_BANKS = 4,
  ENTRY_WORDS = 4,            // of a usual LDS entry: one bank, one row
  QUADS = 16,                 // of a wave
  ACCESSES = 2,               // of a lane in an LDS instruction, at most
  MAX_VGPRS = 256,            // of a wave
  TAGS = 128,                 // tags of memory instructions in flight
  LDS_HALF = 64,              // LDS_HALF + t: the half of the FLAT instruction t that is the LDS's
  HAZARDS = 256,              // distinct warnings of a launch
  NOT_JUDGED = 360,           // text
  VGPR_WORDS = 2 * WL_LANES,  // that a vector register may have
  HISTORY = 16,               // instructions of a wave in the report
  MAX_DIVERGENCES = 64,       // kept in full
  MEM_IDS = 256,              // ids on a memory port
  UNDO = 1024,                // register writes of one cycle that a sweep can undo
  IDLE_CYCLES = 4,            // cycles without a wave or a dispatch before the closing sweep
  FLIGHTS = 64,               // instructions of a wave that a unit without some policies may have in flight
};

// What a sweep compares; of the state table, the rows behind the model's.
typedef enum { COMPARE_SGPR, COMPARE_VGPR, COMPARE_LDS } compare_kind;
// ---- the checker ---------------------------------------------------------------------------------
typedef struct {
  uint64_t cycle, pc;
  uint32_t words[2];
} history_entry;

// Lanes of a VGPR, whole and by pass.
typedef union {
  uint64_t all;
  uint16_t pass[USUAL_PASSES];  // of 16 lanes
} lane_mask;
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "pass 0 has the lowest lanes");

typedef struct {
  bool valu_pending;              // from the issue of a vector ALU instruction to its valu_done
  uint32_t sgpr_first, sgpr_due;  // SGPR writes not yet reported: bit i is sgpr_first + i
  uint32_t vgprs;                 // VGPR writes of the vector ALU instruction not yet reported; 0: no lanes[0] either
  uint32_t vgpr[WL_MAX_PHYS_VGPRS];          // physical VGPR,
  lane_mask lanes[WL_MAX_PHYS_VGPRS];        // its lanes,
  const uint32_t *value[WL_MAX_PHYS_VGPRS];  // their values (wl_model_phys_vgpr)
  wl_end end;                                // how the wave ended in the model
  bool fetch_fault;                          // WL_END_FAULT: on a fetch, not on an illegal instruction
  uint32_t group, sgpr_size, vgpr_base, vgpr_size;
  uint32_t second_end;  // wl_second_end: the numbers of sgpr_first and on count wl_first_name of each
  uint64_t issued;
  history_entry history[HISTORY];  // entry issued % HISTORY is the oldest
} wave_state;

// SGPRs of the wave that have no other name than their number: second names are the last ones (D-REG-23).
static inline uint32_t numbered_sgprs(const wave_state *w) {
  const uint32_t own = w->second_end != 0 ? w->second_end - WL_SECOND_NAMES : WL_SGPRS;
  return w->sgpr_size < own ? w->sgpr_size : own;
}

// A wave's state before its last instruction, where the instruction may have changed it: for the report.
typedef struct {
  wl_state_regs state_regs;
  uint32_t sgpr_first, sgpr_count, sgpr[4];
  uint32_t vgprs, vgpr[WL_MAX_PHYS_VGPRS];
  uint32_t value[WL_MAX_PHYS_VGPRS][VGPR_WORDS];
} before_issue;

typedef struct {
  wl_wave_init init;
  uint32_t sgprs_seen;     // init writes reported: bit i is s[i]
  uint64_t lanes_seen[3];  // of v0..v2
  wl_initial *more;        // init.more, and the lanes of each that have been reported
  uint64_t *more_seen;
} dispatch_state;

typedef enum { VALUE_NONE, VALUE_WORDS, VALUE_LANES } value_kind;
typedef struct {
  wl_verdict verdict;
  uint64_t cycle;
  int slot;        // -1: no wave
  char row[24];    // state row, or what was compared
  uint32_t index;  // SGPR, physical VGPR, LDS dword
  value_kind values;
  uint32_t count;  // VALUE_WORDS: words in rtl[] and model[]
  uint64_t lanes;  // VALUE_LANES: lanes in rtl[] and model[]
  uint32_t wide;   // and whether a lane has two words there (arch_state.wide)
  uint32_t rtl[VGPR_WORDS], model[VGPR_WORDS];
  char what[512];
} divergence;

typedef struct {  // a wait that the program lacks
  uint64_t pc, count;
  char why[160];
} hazard_note;

// An instruction that has issued and has register writes or its valu_done to come. Its values are the model's after it:
// a later instruction may change the model's registers before the unit has written them.
typedef struct {
  uint64_t pc;
  bool vector;                             // of the vector ALU: its valu_done is to come
  uint32_t sgpr_first, sgpr_due, sgpr[4];  // as in wave_state; sgpr[i] is the value of sgpr_first + i
  uint32_t vgprs, vgpr[WL_MAX_PHYS_VGPRS];
  lane_mask lanes[WL_MAX_PHYS_VGPRS];
  uint32_t value[WL_MAX_PHYS_VGPRS][VGPR_WORDS];
} flight;
typedef struct {
  uint32_t count;
  flight *oldest[FLIGHTS];  // count of them, in program order, then those that are free
  flight list[FLIGHTS];
} flight_list;

// The words of a wave while its unit may change them later than their event (late_state.c).
typedef struct {
  wl_state_regs any, all;      // the bits that some, and that all values have had that the words may still show
  wl_state_regs more, common;  // the same of the values of this cycle's events
  bool added;                  // there were some
  // With records: the words after the last one, and the cycle in which they are compared, plus 1; 0: in none.
  wl_state_regs record;
  uint64_t due;
} late_window;

typedef struct {  // registers or LDS words before the writes of this cycle
  compare_kind kind;
  uint32_t unknown;    // bit i: words[i] was not known
  uint32_t at, count;  // first word in its array
  uint32_t words[LINE_WORDS];
} undo_entry;

// What the unit has reported of its state (mirror.c).
typedef struct {
  wl_state_regs state_regs[WL_MAX_WAVES], expected[WL_MAX_WAVES];  // of the last cycle that was closed
  uint32_t sgpr[WL_MAX_WAVES][WL_SGPRS];
  uint32_t *vgpr;  // phys_vgprs x 64; NULL: before the first wave
} mirror_state;

struct arch_state;
// What the reports do for the architecture, which knows none of them. checker.c names the functions.
typedef struct {
  // The text of the first access to unmapped memory.
  void (*unmapped)(const struct arch_state *c, const wl_unmapped *u, char *text, size_t size);
} arch_reports;

typedef struct arch_state {
  wl_checker_options options;
  const arch_reports *reports;
  const wl_observer *observers;  // of the unit; NULL: none
  wl_unit *unit;
  uint32_t capabilities;  // a bit each, from the end of time zero on
  wl_model_ops ops;       // of the model, with no function left out (check/ops.h)
  wl_model *model;        // made at the end of time zero
  wl_mem *mem;
  wl_config config;
  // Lanes (config.wave_lanes, config.pass_lanes). A vector register has WL_LANES lanes in every array of the checker.
  uint32_t wide;              // 1: a lane has two words, the low one first; 0: it has one
  uint64_t wave_mask;         // lanes of a wave
  uint32_t passes;            // of a vector register
  uint32_t whole_passes;      // the same where each pass has 16 lanes, else 0
  uint32_t entry_words;       // of an LDS entry
  uint32_t state_scalars[4];  // scalar registers that are wave state registers: a bit each (wl_model_ops.state_scalar)
  uint32_t rows_missing;      // rows of the model that the unit lacks: a bit each
  wl_state_regs row_bits;     // the bits of the rows that the unit has
  wl_state_regs counts;       // the bits of rows that count instructions in flight
  uint32_t state_reg_bytes;   // of all waves
  uint32_t cycle_words;       // that the close of a cycle compares

  uint64_t cycle;  // the open cycle: number of the next wl_probe_cycle
  uint64_t cycles, instructions, events, words_compared, sweeps;

  // Shadow. `now`: what the DUT holds before the edge of the open cycle. `next`: after the events so far.
  wl_state_regs now[WL_MAX_WAVES], next[WL_MAX_WAVES];
  wl_state_reg_arrays expected;  // `now`, as arrays
  uint32_t changed;              // slots whose `next` differs from `now`
  uint32_t refreshed;            // slots whose `next` was taken from the model in this cycle
  uint32_t sgpr[WL_MAX_WAVES][WL_SGPRS];
  uint32_t *vgpr;        // phys_vgprs x 64 lanes, and a pass behind them
  mirror_state *mirror;  // NULL: nobody asked for it
  bool has_reasons;      // the unit has said why waves wait, of the open cycle or the one before:
  uint8_t reasons[WL_MAX_WAVES];

  // What the unit keeps no policy of. NULL, or false: it keeps it.
  flight_list *flights;     // one_vector_in_flight, scalar_at_issue: by slot
  late_window *late_state;  // state_at_issue: by slot
  uint32_t ending;          // waves that end in this cycle, a bit a slot
  uint32_t endless;         // waves whose last instruction has no event at its end
  uint32_t done;            // waves that issued nothing since an instruction was complete
  uint32_t settled;         // of them, those with nothing in flight at the last edge
  uint64_t *vgpr_known;     // keeps_registers: the lanes whose value is known, by physical VGPR
  uint32_t sgpr_known[WL_MAX_WAVES][WL_SGPRS / 32];  // and the SGPRs
  uint64_t unknown_words;                            // that sweeps have not compared
  bool any_order;                                    // issue_first: results may come before their issue
  bool unclaimed;                                    // then the event may belong to an issue to come in this cycle
  bool flat_whole;                                   // flat_halves
  uint64_t flat[WL_MAX_WAVES];                       // then a bit for each tag of a FLAT instruction in flight

  wave_state wave[WL_MAX_WAVES];
  before_issue at_issue[WL_MAX_WAVES];
  uint32_t live, dispatched;  // a bit a slot
  uint32_t late;              // live waves that read and write registers behind an issue (wl_effect.in_flight)
  union {
    struct {
      uint32_t sgpr_due, end_due, halt_due;  // slots whose SALU writes, wave_end or halt must still come in this cycle
      uint32_t sweep_asked;                  // see sweep_due
    };
    uint64_t at_close[2];  // all of these: not 0 where the close of the cycle must look
  };
  dispatch_state dispatch[WL_MAX_WAVES];

  wl_transaction transaction[2][MEM_IDS];  // as predicted; [0] SMEM, [1] VMEM
  uint64_t in_flight[2][MEM_IDS / 64];
  uint64_t unanswered[2][MEM_IDS / 64];  // the response has not reached the DUT
  uint64_t progress[WL_MAX_WAVES];       // cycle of the last event of the wave itself (wl_checker_overdue)
  uint64_t lds_write_cycle;              // 1 + the last cycle in which the LDS wrote
  wl_lds_access lds_write;               // one of its writes

  // Sweeps. sweep_due: what is swept at the open cycle's edge. Only in such cycles are writes kept in undo[].
  uint32_t sweep_due;
  bool slow_lanes;  // writes of lanes must be kept in undo[], or noted in vgpr_known
  uint64_t sweep_expect, sweep_got, sweep_next_cycle;
  uint64_t swept_cycle;  // of the last sweep of everything
  uint32_t sweep_slots;  // waves that ended and were not swept since
  bool loads_unseen;     // a load was done at its issue, so that the DUT's registers may lag
  bool unswept;          // something was written since the last request of a full sweep
  uint32_t idle;         // cycles in a row without a wave or a dispatch
  uint64_t quiet_cycle;  // when this cycle is open, the sweep of the last writes is answered
  undo_entry undo[UNDO];
  uint32_t undo_count;
  uint64_t undo_cycle;
  // clears_registers: waves that started in cycle cleared_cycle, a bit a slot, and what was known of them before.
  uint64_t cleared_cycle;
  uint32_t cleared;
  uint32_t sgpr_was_known[WL_MAX_WAVES][WL_SGPRS / 32];
  uint64_t *vgpr_was_known;  // behind vgpr_known

  // Injection into a state row that is compared every cycle.
  uint64_t fault_from;  // first cycle of the last wave in its slot
  bool fault_live;      // that wave, or an earlier one, was live in the cycle of the injection

  hazard_note *hazard;             // HAZARDS of them, allocated at the first warning
  uint32_t hazard_count;           // distinct ones
  uint64_t hazards, hazards_lost;  // all; those for which hazard[] had no place
  // Missing waits after which a comparison means nothing (D-WAIT-34). race: waves whose last instruction is at fault if
  // a load of the wave writes before it is done; a bit a slot. not_judged: from that event on nothing is compared and
  // no event is looked at; "": all is.
  uint32_t race;
  char race_why[WL_MAX_WAVES][NOT_JUDGED];
  char not_judged[NOT_JUDGED];

  // What was found.
  divergence found[MAX_DIVERGENCES];
  uint64_t divergences;
  uint32_t reported[WL_MAX_WAVES];  // state rows that differ and have been reported
  bool stop;
  uint64_t stop_cycle;
  bool faulted;               // DUT and model agree that a wave faulted
  divergence fault;           // the first
  wl_unmapped unmapped;       // of this launch
  divergence unmapped_first;  // the first of them; it decides the verdict only with options.memcheck
  bool hung;                  // wl_checker_cut_short
  uint64_t hang_cycle;
  wl_verdict cut_verdict;  // of a run that the harness ends early, hung or not
  int cut_slot;
  char cut_why[256];
  wl_effect fault_effect;  // of the instruction on which a wave faulted last
  // The wave of the first divergence, as it was then.
  wave_state first_wave;
  before_issue first_before;
  wl_state_regs first_rtl, first_model;
  uint32_t first_sgpr[WL_SGPRS];
  uint32_t *first_vgpr;  // MAX_VGPRS x 64 lanes
  wl_effect effect;      // of the last issue
} arch_state;

static inline bool is_state_scalar(const arch_state *c, uint32_t number) {
  return c->state_scalars[number / 32] >> (number % 32) & 1;
}
static inline bool stands(const arch_state *c, const wl_state_regs *s, uint32_t how) {
  return (c->ops.standing(s) & how) != 0;
}

static inline bool can(const arch_state *c, wl_capability what) { return c->capabilities >> what & 1; }

// Tells the observers of an event, with its arguments: {.number = ...} or {.words = ...} each.
#define OBSERVE(c, moment, name, ...)                                                     \
  do {                                                                                    \
    if (__builtin_expect((c)->observers != NULL, 0))                                      \
      arch_observe(c, moment, WL_EVENT_##name, (const wl_probe_argument[]){__VA_ARGS__}); \
  } while (0)
void arch_observe(const arch_state *c, wl_moment when, wl_probe_event event, const wl_probe_argument *arguments);

// diverge.c. diverge returns a record (never NULL) for the caller to fill with values.
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6), cold))
#endif
divergence *
diverge(arch_state *c, wl_verdict verdict, int slot, const char *row, const char *format, ...);
void diverge_words(divergence *d, uint32_t index, const uint32_t *rtl, const uint32_t *model, uint32_t count);
// lanes: a bit each, from lane `first` of the register on, where rtl[] and model[] begin.
void diverge_lanes(divergence *d, uint32_t wide, uint32_t index, uint32_t first, uint32_t lanes, const uint32_t *rtl,
                   const uint32_t *model);
bool slot_bad(arch_state *c, int slot, const char *event);  // reports that the DUT has no such slot; false
static inline bool slot_good(arch_state *c, int slot, const char *event) {
  return __builtin_expect((uint32_t)slot < c->config.waves, 1) || slot_bad(c, slot, event);
}
// Keeps the wave's registers of this moment for the report.
void keep_wave(arch_state *c, int slot);

// waves.c
bool live_bad(arch_state *c, int slot, const char *event);  // reports that the slot holds no wave; false
static inline bool live_good(arch_state *c, int slot, const char *event) {
  if (!slot_good(c, slot, event)) return false;
  return __builtin_expect(c->live >> slot & 1, 1) || live_bad(c, slot, event);
}
void refresh_state_regs(arch_state *c, uint32_t slot);
// Notes whether the live wave of the slot is the one of the injection.
void look_at_fault(arch_state *c, uint32_t slot);
uint32_t waves_beside_faults(const arch_state *c);
// Bit a slot: its wave has neither ended nor faulted, and does not wait for one that faulted.
static inline uint32_t waves_at_work(const arch_state *c) {
  return __builtin_expect(c->faulted, 0) ? waves_beside_faults(c) : c->live | c->dispatched;
}

// The wave is dispatched: its initial values are kept. False: out of memory.
bool keep_dispatch(arch_state *c, uint32_t slot, const wl_wave_init *init);
void free_dispatch(arch_state *c, uint32_t slot);

// Handlers: deliver.c calls one once an event; with an injected event fault not at all, or twice. False: the event
// itself was wrong and has been reported, so that nothing else looks at it.
bool arch_wave_start(arch_state *c, int slot, uint64_t pc, uint64_t exec, uint32_t mode, const uint32_t *start);
bool arch_issue(arch_state *c, int slot, uint64_t pc, uint32_t w0, uint32_t w1, uint32_t tag);
void arch_valu_done(arch_state *c, int slot);
bool arch_barrier_release(arch_state *c, int group);
bool arch_wave_end(arch_state *c, int slot, int why);  // true: the wave has ended, and its slot is free
void arch_sgpr(arch_state *c, int source, int slot, uint32_t tag, int first, int count, const uint32_t *data);
void arch_vgpr(arch_state *c, int source, int slot, uint32_t tag, int vgpr, int pass, uint32_t lanes,
               const uint32_t *data);
void arch_mem_request(arch_state *c, int port, int id, int slot, uint32_t tag, int op, uint64_t line, uint64_t be,
                      uint32_t component, uint64_t lanes, const uint32_t *data);
void arch_mem_atomic(arch_state *c, int port, int id, int slot, uint32_t tag, int atomic, int wide, uint64_t line,
                     uint64_t be, uint64_t lanes, const uint32_t *data, const uint32_t *compare);
void arch_clock(arch_state *c, int slot, uint32_t tag);
void arch_mem_performed(arch_state *c, int port, int id, bool error, const uint32_t *data);
// words: of data, that the event has.
void arch_lds(arch_state *c, int slot, uint32_t tag, int op, uint32_t quad, uint32_t access, uint32_t bank,
              uint32_t row, uint64_t be, uint32_t words, const uint32_t *data);
void arch_lds_transfer(arch_state *c, int slot, uint32_t tag, int op, uint32_t bank, uint32_t row, uint32_t be,
                       const uint32_t *data);
void count_unmapped(arch_state *c);  // accesses to unmapped memory since the last call
bool arch_mem_return(arch_state *c, int source, int slot, uint32_t tag, bool viol);
void arch_operands_read(arch_state *c, int source, int slot, uint32_t tag);

// flights.c: units that do not follow one_vector_in_flight or scalar_at_issue.
bool flights_open(arch_state *c);  // false: out of memory
void flights_start(arch_state *c, uint32_t slot);
// The wave has issued c->effect. What the policies do not cover of its writes is in flight from now on.
void flights_issue(arch_state *c, int slot, uint64_t pc, bool vector);
void flights_trap(arch_state *c, int slot);
// The values of a write; NULL: no instruction in flight has it to come. vector: by the vector ALU.
const uint32_t *flights_sgprs(arch_state *c, uint32_t slot, bool vector, uint32_t first, uint32_t count,
                              uint32_t value[4]);
const uint32_t *flights_lanes(arch_state *c, uint32_t slot, uint32_t vgpr, uint64_t lanes);
void flights_done(arch_state *c, int slot);
void flights_end(arch_state *c, int slot);     // the wave ends: nothing of it may be in flight
void flights_retire(arch_state *c, int slot);  // its record is complete: it has no valu_done
bool flights_write(const arch_state *c, uint32_t slot, uint32_t vgpr);
bool flights_vector(const arch_state *c, uint32_t slot);  // a vector ALU instruction is in flight

// late_state.c: units that do not follow state_at_issue.
bool late_open(arch_state *c);  // false: out of memory
void late_take(arch_state *c, uint32_t slot);
void late_issue(arch_state *c, uint32_t slot);   // c->effect has issued
void late_done(arch_state *c, uint32_t slot);    // an instruction of the wave is complete
void late_settle(arch_state *c, uint32_t slot);  // the wave starts or ends
void late_step(arch_state *c);
// A record has closed. first: the first cycle in which the words are as after it.
void late_record(arch_state *c, uint32_t slot, uint64_t first);
void late_record_opens(arch_state *c, uint32_t slot);
void late_compare(arch_state *c, const uint32_t *state_regs);

// known.c: units that do not follow keeps_registers.
bool known_open(arch_state *c);                                             // false: out of memory
void known_forget(arch_state *c, uint32_t slot, const wl_wave_init *init);  // a wave is dispatched
void known_sgprs(arch_state *c, uint32_t slot, uint32_t first, uint32_t count);
void known_lanes(arch_state *c, uint32_t at, uint32_t lanes);  // at: first lane of the pass in the VGPR file
void known_clear(arch_state *c, uint32_t slot, const wl_wave_init *init);  // what is not known is 0 from now on
bool is_known(const arch_state *c, compare_kind kind, uint32_t at);
// Whether it was not known before the edge of the cycle just closed, and has been cleared at it.
bool just_cleared(const arch_state *c, compare_kind kind, uint32_t at);

// Whether the model, not the checker, keeps the wave's vector ALU instructions in flight.
static inline bool in_flight_of(const arch_state *c, uint32_t slot) {
  return (c->late >> slot & 1) && !c->wave[slot].valu_pending;
}
// flags: as in the event.
void arch_export(arch_state *c, int slot, uint32_t tag, uint32_t target, uint32_t flags, uint64_t exec,
                 uint32_t component, uint32_t pass, const uint32_t *data);
bool arch_message(arch_state *c, int slot, bool trace, uint32_t simm, uint32_t m0);
void arch_resume(arch_state *c, int slot);
bool arch_trap(arch_state *c, int slot);

// Whether an event that belongs to no instruction may do so when the cycle's issues have come (kept.c).
static inline bool may_come_first(arch_state *c) {
  c->unclaimed = c->any_order;
  return c->any_order;
}

// Whether this is a FLAT instruction of a unit that writes and returns both halves at once.
static inline bool whole_flat(const arch_state *c, int source, uint32_t slot, uint32_t tag) {
  return source == WL_SRC_VMEM && tag < LDS_HALF && (c->flat[slot] >> tag & 1);
}

// FLAT: it has two halves, and each returns (buffer-memory.md 10).
static inline bool is_flat(const wl_effect *e) { return e->unit == WL_UNIT_VMEM && (e->held & WL_HOLDS_LGKM); }

// The block of the model that a source of events stands for.
static inline wl_block block_of(int source) {
  return source == WL_SRC_SMEM ? WL_UNIT_SMEM : source == WL_SRC_LDS ? WL_UNIT_LDS : WL_UNIT_VMEM;
}

// hazards.c
void note_race(arch_state *c, int slot, uint64_t pc, const wl_effect *e);  // the wave has issued this, with a hazard
void stop_judging(arch_state *c, int slot);  // a load of the wave writes while race has its bit
void program_hazard(arch_state *c, int slot, uint64_t pc, const char *why);  // the program lacks a wait or wait states
void report_hazards(arch_state *c, wl_checker_result *result);  // prints this launch's warnings and forgets them

// ---- registers.c ----------------------------------------------------------------------------------------
typedef uint64_t lane_block __attribute__((vector_size(16), aligned(4), may_alias));

// Whether the 16 words of data are the expected ones. If so, to[] becomes the expected ones.
static inline bool take_equal(uint32_t *to, const uint32_t *expected, const uint32_t *data) {
  const lane_block *x = (const lane_block *)data, *y = (const lane_block *)expected;
  const lane_block y0 = y[0], y1 = y[1], y2 = y[2], y3 = y[3];
  const lane_block differ = (x[0] ^ y0) | (x[1] ^ y1) | (x[2] ^ y2) | (x[3] ^ y3);
  if (__builtin_expect((differ[0] | differ[1]) != 0, 0)) return false;
  lane_block *z = (lane_block *)to;
  z[0] = y0, z[1] = y1, z[2] = y2, z[3] = y3;
  return true;
}

// Puts lanes, a bit each, into words, two a lane. high: the bits above 32; NULL: 0.
void put_wide(uint32_t *to, const uint32_t *low, const uint32_t *high, uint64_t lanes);

// Which SGPRs of a tuple a write has: bit i is the i-th. 0: it has another register too.
uint32_t written_of(uint32_t second_end, uint32_t of, uint32_t of_count, uint32_t first, uint32_t count);

void arch_any_valu_lanes(arch_state *c, int slot, int vgpr, int pass, uint32_t lanes, const uint32_t *data);
// The most frequent event: a pass of the first VGPR, with all lanes on and the expected values, takes the short way.
static inline void arch_valu_lanes(arch_state *c, int slot, int vgpr, int pass, uint32_t lanes, const uint32_t *data) {
  const uint32_t p = (uint32_t)pass;
  if (__builtin_expect(lanes == ALL_LANES && !c->slow_lanes && (uint32_t)slot < c->config.waves && p < c->whole_passes,
                       1)) {
    wave_state *w = &c->wave[slot];
    if (__builtin_expect(w->vgpr[0] == (uint32_t)vgpr && w->lanes[0].pass[p] == ALL_LANES, 1)) {
      uint32_t *to = c->vgpr + (uint32_t)vgpr * WL_LANES + p * PASS_LANES;
      if (__builtin_expect(take_equal(to, w->value[0] + PASS_LANES * p, data), 1)) {
        w->lanes[0].pass[p] = 0;
        c->words_compared += PASS_LANES;
        c->unswept = true;
        return;
      }
    }
  }
  arch_any_valu_lanes(c, slot, vgpr, pass, lanes, data);
}

// sweep.c
int sweep_ask(arch_state *c);  // the request (wl_probe_sweep)
void swept_sgpr(arch_state *c, int slot, const uint32_t *words);
void swept_vgpr(arch_state *c, int vgpr, int pass, const uint32_t *words);
void swept_lds(arch_state *c, int bank, int row, uint32_t count, const uint32_t *words);  // count: of the answer
void swept_vgprs(arch_state *c, int first, int count, const uint32_t *words);
void swept_lds_bank(arch_state *c, int bank, int rows, const uint32_t *words);
// At the close of a cycle: what was due is asked for, and the next is decided.
void sweep_step(arch_state *c);
// Whether that does nothing: no sweep is due, waves work, and none has ended.
static inline bool sweep_idle(const arch_state *c) {
  return !(c->sweep_due | c->sweep_asked | c->sweep_slots) && c->cycle < c->sweep_next_cycle && !c->faulted &&
         (c->live | c->dispatched);
}
void sweep_close(arch_state *c);  // the answer to the last sweep is over
// Whether one of these words was written in the cycle just closed.
bool swept_written(const arch_state *c, compare_kind kind, uint32_t at, uint32_t count);
void undo_keep(arch_state *c, compare_kind kind, uint32_t at, uint32_t count, const uint32_t *words);

// mirror.c: only with a mirror, by what the unit reports; what does not lie in the unit is left out.
void mirror_sgprs(arch_state *c, int slot, int first, int count, const uint32_t *data);
void mirror_lanes(arch_state *c, int vgpr, int pass, uint32_t lanes, const uint32_t *data);
// Words of a sweep, which is about the cycle just closed, from word `at` of their array on.
void mirror_swept(arch_state *c, compare_kind kind, uint32_t at, uint32_t count, const uint32_t *words);
// The words of a cycle, which have been compared. expected: what was expected then; where a unit without
// state_at_issue may have one of several values, the one that it has.
void mirror_cycle(arch_state *c, const uint32_t *state_regs);

// cycle.c: the close of a cycle. First the compare: state_regs is NULL where the probe itself has compared the
// registers with c->expected. After the policies the step to the next cycle.
void arch_cycle_slowly(arch_state *c, uint64_t cycle, const uint32_t *state_regs);
// Reports the rows of a slot in which its words, which have the DUT's value where they differ, are not the expected.
void state_regs_differ(arch_state *c, uint32_t slot, const uint32_t *rtl);
static inline void arch_cycle(arch_state *c, uint64_t cycle, const uint32_t *state_regs) {
  const bool usual = !((cycle ^ c->cycle) | c->at_close[0] | c->at_close[1]) && !state_regs;
  if (__builtin_expect(!usual, 0)) arch_cycle_slowly(c, cycle, state_regs);
  c->words_compared += c->cycle_words;
}
void arch_step(arch_state *c);  // what the events of the cycle changed takes effect
static inline void arch_cycle_end(arch_state *c) {
  if (c->changed) arch_step(c);
  c->refreshed = 0;
  if (__builtin_expect(sweep_idle(c), 1)) c->idle = 0;
  else sweep_step(c);
  c->cycle++;
  c->cycles++;
}

// First dword of an entry in the order of LDS addresses, as wl_model_lds_words has it.
static inline uint32_t lds_dword(uint32_t bank, uint32_t row, uint32_t entry_words) {
  return (row * LDS_BANKS + bank) * entry_words;
}
static inline uint32_t lds_words(const arch_state *c) {
  return (c->config.lds_entries + c->config.gds_entries) * LDS_BANKS * c->entry_words;
}
static inline uint64_t pc_of(const wl_state_regs *s) { return (uint64_t)s->pc_hi << 32 | s->pc_lo; }
// The lanes of a pass: fewer in the last one where they do not divide the wave's.
static inline uint32_t lanes_of_pass(const arch_state *c, uint32_t pass) {
  const uint32_t first = pass * c->config.pass_lanes;
  return first + c->config.pass_lanes <= c->config.wave_lanes ? c->config.pass_lanes : c->config.wave_lanes - first;
}
// The words of lanes of a pass, a bit each.
static inline uint32_t words_of_lanes(const arch_state *c, uint32_t lanes) {
  return __builtin_expect(c->wide, 0) ? wl_word_pairs(lanes) : lanes;
}
// The value of lane i of those that begin at words, and the digits in which it is printed.
static inline uint64_t lane_value(uint32_t wide, const uint32_t *words, uint32_t i) {
  return wide ? (uint64_t)words[2 * i + 1] << 32 | words[2 * i] : words[i];
}
static inline int lane_digits(uint32_t wide) { return wide ? 16 : 8; }
// The byte enables, of the 4 bytes, of word i of a line or an LDS entry.
static inline uint32_t word_enables(uint64_t enables, uint32_t i) { return (uint32_t)(enables >> (4 * i)) & 0xF; }

static inline bool in_flight(const arch_state *c, uint32_t port, uint32_t id) {
  return c->in_flight[port][id / 64] >> (id % 64) & 1;
}

// The 32-bit mask of four byte enables.
static inline uint32_t byte_mask(uint32_t enables) { return ((enables * 0x00204081u) & 0x01010101u) * 0xFFu; }

#endif
