// SPDX-License-Identifier: Apache-2.0
// What the files of the checker share. No other file includes this.
//
// The checker keeps a SHADOW of the state that the DUT must have committed: wave state registers, SGPRs and the VGPR
// file. The model executes an instruction whole at its issue, so the shadow lags the model. The shadow takes a value
// from the model (never from the DUT) at the event that commits it.
#ifndef WAVELOCK_CHECK_INTERNAL_H
#define WAVELOCK_CHECK_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "check/checker.h"
#include "check/report/conflicts.h"
#include "check/report/coverage.h"
#include "probe/direct_compare.h"
#include "check/report/disasm.h"
#include "probe/probe.h"
#include "check/report/source.h"
#include "check/report/trace.h"
#include "wavelock/registers.h"

enum {
  STATE_REG_WORDS = 11,  // of wl_state_regs
  PASS_LANES = 16,       // lanes of a VGPR that a pass holds
  PASSES = 4,
  ALL_LANES = 0xFFFF,  // of a pass
  INIT_SGPRS = 32,     // of wl_wave_init
  SHARED_VGPRS = 128,  // physical VGPRs of wl_effect.shared_rows
  LINE_WORDS = 16,     // of a memory line
  LINE_BYTES = 64,
  LDS_BANKS = 4,
  ENTRY_WORDS = 4,       // of an LDS entry: one bank, one row
  QUADS = 16,            // of a wave
  ACCESSES = 2,          // of a lane in an LDS instruction, at most
  MAX_VGPRS = 256,       // of a wave
  TAGS = 64,             // tags of memory instructions in flight
  HAZARDS = 256,         // distinct warnings of a launch
  HISTORY = 16,          // instructions of a wave in the report
  MAX_DIVERGENCES = 64,  // kept in full
  MEM_IDS = 256,         // ids on a memory port
  UNDO = 1024,           // register writes of one cycle that a sweep can undo
  BARRIER_CYCLES = 2,    // cycles within which a complete barrier is released
  IDLE_CYCLES = 4,       // cycles without a wave or a dispatch before the closing sweep
};

// clang-format off
// The events of the probe in their order within a cycle (probe.h). The names are those of wl_probe_<name> and of
// INJECT.
#define PROBE_EVENTS(EVENT)                                                                                    \
  EVENT(EV_CONFIG, config) EVENT(EV_STATE_ROW, state_row) EVENT(EV_READY, ready)                               \
  EVENT(EV_WAVE_START, wave_start) EVENT(EV_MEM_PERFORMED, mem_performed) EVENT(EV_MEM_REQUEST, mem_request)   \
  EVENT(EV_LDS, lds) EVENT(EV_SGPR, sgpr) EVENT(EV_VGPR, vgpr) EVENT(EV_VALU_DONE, valu_done)                  \
  EVENT(EV_OPERANDS_READ, operands_read) EVENT(EV_LDS_CYCLES, lds_cycles) EVENT(EV_MEM_RETURN, mem_return)     \
  EVENT(EV_MESSAGE, message) EVENT(EV_RESUME, resume) EVENT(EV_BARRIER_RELEASE, barrier_release)               \
  EVENT(EV_TRAP, trap) EVENT(EV_ISSUE, issue) EVENT(EV_WAVE_END, wave_end) EVENT(EV_CYCLE, cycle)
// clang-format on
typedef enum {
#define EVENT_KIND(kind, name) kind,
  PROBE_EVENTS(EVENT_KIND)
#undef EVENT_KIND
      EV_KINDS
} event_kind;

// ---- arch/state_table.c: one row a piece of state ----------------------------------------------------
typedef enum { COMPARE_STATE_REGS, COMPARE_SGPR, COMPARE_VGPR, COMPARE_LDS } compare_kind;
typedef struct {
  wl_state_row row;
  compare_kind how;
  uint32_t word;     // COMPARE_STATE_REGS: first word of wl_state_regs
  uint32_t mask[2];  // its bits there and in the next word; all rows together cover each bit once
  uint32_t shift;    // of the value in its word
} state_entry;
enum { STATE_ROWS = 14 };
extern const state_entry state_table[STATE_ROWS];

// ---- what the DUT reports of itself at time zero -------------------------------------------------
enum { UNIT_SIZES = 7, UNIT_ROWS = 32 };
typedef struct {
  uint32_t sizes_reported;  // bit i: size_names[i]
  uint32_t size[UNIT_SIZES];
  uint32_t row_count;
  struct {
    char name[24];
    int id;
  } row[UNIT_ROWS];
  char error[256];  // the first error
} dut_description;
enum { SIZE_WAVES, SIZE_LANES, SIZE_VGPR_ROWS, SIZE_LDS_ENTRIES, SIZE_GDS_ENTRIES, SIZE_GROUPS, SIZE_SGPRS };

// ---- the checker ---------------------------------------------------------------------------------
typedef struct {
  uint64_t cycle, pc;
  uint32_t words[2];
} history_entry;

typedef struct {
  bool valu_pending;                         // from the issue of a vector ALU instruction to its valu_done
  uint32_t sgpr_first, sgpr_due;             // SGPR writes not yet reported: bit i is sgpr_first + i
  uint32_t vgprs;                            // VGPR writes of the vector ALU instruction not yet reported:
  uint32_t vgpr[WL_MAX_PHYS_VGPRS];          // physical VGPR,
  uint64_t lanes[WL_MAX_PHYS_VGPRS];         // its lanes,
  const uint32_t *value[WL_MAX_PHYS_VGPRS];  // their values (wl_model_phys_vgpr)
  wl_end end;                                // how the wave ended in the model
  bool fetch_fault;                          // WL_END_FAULT: on a fetch, not on an illegal instruction
  uint32_t group, sgpr_size, vgpr_base, vgpr_size;
  bool asleep;           // the last instruction is an s_sleep
  uint64_t idle_from;    // cycle of the last s_sleep
  uint64_t idle_until;   // the first cycle after an s_sleep or s_nop in which the wave may issue
  uint64_t idle_by;      // the first cycle in which it is certainly awake
  wl_block memory_unit;  // of the last instruction whose VGPRs may be read after its issue, with its tag
  uint32_t memory_tag;
  bool store_reads;     // it is a store of more than 64 bits: its data may be read while the wave goes on
  uint64_t lds_cycles;  // LDS instructions in flight whose cycles were reported: a bit a tag
  uint64_t issued;
  history_entry history[HISTORY];  // entry issued % HISTORY is the oldest
} wave_state;

// A wave's state before its last instruction, where the instruction may have changed it: for the report.
typedef struct {
  wl_state_regs state_regs;
  uint32_t sgpr_first, sgpr_count, sgpr[4];
  uint32_t vgprs, vgpr[WL_MAX_PHYS_VGPRS];
  uint32_t value[WL_MAX_PHYS_VGPRS][WL_LANES];
} before_issue;

typedef struct {
  wl_wave_init init;
  uint32_t sgprs_seen;     // init writes reported: bit i is s[i]
  uint64_t lanes_seen[3];  // of v0..v2
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
  uint32_t rtl[WL_LANES], model[WL_LANES];
  char what[512];
} divergence;

typedef struct {  // a wait that the program lacks
  uint64_t pc, count;
  char why[160];
} hazard_note;

typedef struct {  // registers or LDS words before the writes of this cycle
  compare_kind kind;
  uint32_t at, count;  // first word in its array
  uint32_t words[LINE_WORDS];
} undo_entry;

// What is known of the arbiter's candidates (policy/arbiter.c). Masks have a bit a slot.
typedef struct {
  uint64_t ready_cycle;            // 1 + the last cycle of a ready event
  int selected, last;              // slots: selected in this cycle, selected last in an earlier one; -1: none
  bool issued;                     // the selected wave has issued or entered its trap handler
  uint32_t open;                   // live, not halted, not at a barrier, no vector ALU instruction in flight
  uint32_t valu, lgkm, vm;         // vector ALU instruction in flight, LGKM_CNT not 0, VM_CNT not 0
  uint32_t prio[2];                // bits of USER_PRIO
  uint32_t memory;                 // the last instruction is LDS or vector memory, not GDS, and is not complete
  uint32_t idle;                   // perhaps asleep, or idle in an s_nop
  uint64_t idle_check;             // the first cycle in which an idle wave may be certainly awake
  uint32_t blocked;                // could not issue at the last look; no event of the wave since
  uint32_t vain;                   // the same, and the wave was selected
  uint64_t message_cycle;          // 1 + the cycle of the last message
  uint32_t known;                  // waves whose next instruction has been looked at:
  uint32_t unmapped;               // it is not mapped
  uint32_t needs[WL_READY_UNITS];  // it needs this unit
  char wrong[416];                 // found in this cycle, reported at its close
  int wrong_slot;
  uint64_t divergences;  // at the start of the cycle
} arbiter_state;

struct wl_checker {
  wl_checker_options options;
  wl_model *model;  // made at the end of time zero
  wl_mem *mem;
  wl_config config;
  uint32_t state_reg_bytes;  // of all waves

  uint64_t cycle;  // the open cycle: number of the next wl_probe_cycle
  uint64_t cycles, instructions, events, words_compared, sweeps;

  // Shadow. `now`: what the DUT holds before the edge of the open cycle. `next`: after the events so far.
  wl_state_regs now[WL_MAX_WAVES], next[WL_MAX_WAVES];
  wl_state_reg_arrays expected;  // `now`, as arrays
  uint32_t changed;              // slots whose `next` differs from `now`
  uint32_t sgpr[WL_MAX_WAVES][WL_SGPRS];
  uint32_t *vgpr;  // phys_vgprs x 64

  wave_state wave[WL_MAX_WAVES];
  before_issue at_issue[WL_MAX_WAVES];
  arbiter_state arbiter;
  uint32_t live, dispatched;             // a bit a slot
  uint32_t sgpr_due, end_due, halt_due;  // slots whose SALU writes, wave_end or halt must still come in this cycle
  dispatch_state dispatch[WL_MAX_WAVES];
  uint32_t barrier_waiting, barrier_ready;  // a bit a group
  uint64_t barrier_since[WL_MAX_GROUPS];

  wl_transaction transaction[2][MEM_IDS];  // as predicted; [0] SMEM, [1] VMEM
  uint64_t in_flight[2][MEM_IDS / 64];
  uint64_t unanswered[2][MEM_IDS / 64];  // the response has not reached the DUT
  uint64_t progress[WL_MAX_WAVES];       // cycle of the last event of the wave itself (wl_checker_overdue)
  uint64_t lds_write_cycle;              // 1 + the last cycle in which the LDS wrote
  wl_lds_access lds_write;               // one of its writes

  // Sweeps. sweep_due: what is swept at the open cycle's edge. Only in such cycles are writes kept in undo[].
  uint32_t sweep_due, sweep_asked;
  uint64_t sweep_expect, sweep_got, sweep_next_cycle;
  uint64_t swept_cycle;  // of the last sweep of everything
  uint32_t sweep_slots;  // waves that ended and were not swept since
  bool unswept;          // something was written since the last request of a full sweep
  uint32_t idle;         // cycles in a row without a wave or a dispatch
  uint64_t quiet_cycle;  // when this cycle is open, the sweep of the last writes is answered
  undo_entry undo[UNDO];
  uint32_t undo_count;
  uint64_t undo_cycle;

  // Injection into a state row that is compared every cycle.
  uint64_t fault_from;  // first cycle of the last wave in its slot
  bool fault_live;      // that wave, or an earlier one, was live in the cycle of the injection

  // Injection into the events.
  int fault_event, fault_times;  // -1: none; 0 drop, 2 repeat
  uint64_t fault_skip;           // events of the kind still to be delivered unchanged

  hazard_note *hazard;             // HAZARDS of them, allocated at the first warning
  uint32_t hazard_count;           // distinct ones
  uint64_t hazards, hazards_lost;  // all; those for which hazard[] had no place

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
  uint32_t *first_vgpr;      // MAX_VGPRS x 64
  wl_checker_result before;  // counts at the last finish
  wl_coverage *coverage;     // NULL: not asked for
  wl_conflicts *conflicts;   // NULL: not asked for
  wl_effect effect;
};

extern wl_checker *current_checker;
extern wl_checker *active_checker;  // the same from the end of time zero on, unless the check is off
extern dut_description dut;

// checker.c
void dut_config(const char *name, int value);
void dut_state_row(const char *name, int id);
bool checker_start(wl_checker *c);  // ends time zero; false: its description is wrong and the run has ended

// arch/diverge.c. diverge returns a record (never NULL) for the caller to fill with values.
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6), cold))
#endif
divergence *
diverge(wl_checker *c, wl_verdict verdict, int slot, const char *row, const char *format, ...);
void diverge_words(divergence *d, uint32_t index, const uint32_t *rtl, const uint32_t *model, uint32_t count);
void diverge_lanes(divergence *d, uint32_t index, uint32_t pass, uint32_t lanes, const uint32_t *rtl,
                   const uint32_t *model);
bool slot_bad(wl_checker *c, int slot, const char *event);  // reports that the DUT has no such slot; false
static inline bool slot_good(wl_checker *c, int slot, const char *event) {
  return __builtin_expect((uint32_t)slot < c->config.waves, 1) || slot_bad(c, slot, event);
}
// Keeps the wave's registers of this moment for the report.
void keep_wave(wl_checker *c, int slot);

// arch/waves.c
void refresh_state_regs(wl_checker *c, uint32_t slot);
void look_at_barrier(wl_checker *c, uint32_t group);
// Notes whether the live wave of the slot is the one of the injection.
void look_at_fault(wl_checker *c, uint32_t slot);
uint32_t waves_beside_faults(const wl_checker *c);
// Bit a slot: its wave has neither ended nor faulted, and does not wait for one that faulted.
static inline uint32_t waves_at_work(const wl_checker *c) {
  return __builtin_expect(c->faulted, 0) ? waves_beside_faults(c) : c->live | c->dispatched;
}

// Handlers. deliver.c calls one once an event; with an injected event fault not at all, or twice.
void on_wave_start(wl_checker *c, int slot, uint64_t pc, uint64_t exec, uint32_t mode, const uint32_t *start);
void on_issue(wl_checker *c, int slot, uint64_t pc, uint32_t w0, uint32_t w1, uint32_t tag);
void on_valu_done(wl_checker *c, int slot);
void on_barrier_release(wl_checker *c, int group);
void on_wave_end(wl_checker *c, int slot, int why);
void on_sgpr(wl_checker *c, int source, int slot, uint32_t tag, int first, int count, const uint32_t *data);
void on_vgpr(wl_checker *c, int source, int slot, uint32_t tag, int vgpr, int pass, uint32_t lanes,
             const uint32_t *data);
void on_valu_lanes(wl_checker *c, int slot, int vgpr, int pass, uint32_t lanes, const uint32_t *data);
void on_mem_request(wl_checker *c, int unit, int id, const wl_transaction *t);
void on_mem_performed(wl_checker *c, int unit, int id, bool error, const uint32_t *data);
void on_lds(wl_checker *c, const wl_lds_access *a);
void on_mem_return(wl_checker *c, int unit, int slot, uint32_t tag, bool viol);
void on_operands_read(wl_checker *c, int slot, uint32_t tag);
void on_lds_cycles(wl_checker *c, int slot, uint32_t tag, uint32_t cycles, uint32_t conflicts);
void on_message(wl_checker *c, int slot, bool trace, uint32_t simm, uint32_t m0);
void on_resume(wl_checker *c, int slot);
void on_trap(wl_checker *c, int slot);
void on_cycle(wl_checker *c, uint64_t cycle, const uint32_t *state_regs);

// arch/hazards.c
void program_hazard(wl_checker *c, int slot, uint64_t pc, const char *why);  // the program lacks a wait or wait states
void report_hazards(wl_checker *c, wl_checker_result *result);  // prints this launch's warnings and forgets them

// policy/arbiter.c
void on_ready(wl_checker *c, uint32_t fetched, uint32_t reading, uint32_t units, int selected);
void arbiter_look(wl_checker *c, uint32_t slot);         // the wave's state has changed (refresh_state_regs)
void check_awake(wl_checker *c, int slot, uint64_t pc);  // before an issue
void arbiter_issue(wl_checker *c, uint32_t slot, uint32_t tag, const wl_effect *e);  // after it
void arbiter_trap(wl_checker *c, uint32_t slot);  // the wave enters its handler by single step
void arbiter_return(wl_checker *c, uint32_t slot, wl_block unit, uint32_t tag);  // its VGPRs have been read
void arbiter_message(wl_checker *c);                                             // the host took a message
void arbiter_close(wl_checker *c);                                               // the cycle ends

// arch/sweep.c
uint32_t sweep_decide(wl_checker *c);  // at the close of a cycle: what to sweep at the next
void sweep_close(wl_checker *c);       // the answer to the last sweep is over
void undo_keep(wl_checker *c, compare_kind kind, uint32_t at, uint32_t count, const uint32_t *words);

// report/text.c, report/json.c
// What decided the verdict: the first divergence, fault or access to unmapped memory. NULL: nothing of one wave.
const divergence *report_cause(const wl_checker *c, const wl_checker_result *r);
void report_text(const wl_checker *c, const wl_checker_result *result);
// Source places of the wave's history, entry by entry (source.h).
void history_places(const wl_checker *c, const wave_state *w, char (*place)[SOURCE_TEXT]);
bool report_json(const wl_checker *c, const wl_checker_result *result, const char *path);
float word_as_float(uint32_t word);

// First dword of an entry in the order of LDS addresses, which is that of wl_model_lds_words.
static inline uint32_t lds_dword(uint32_t bank, uint32_t row) { return (row * LDS_BANKS + bank) * ENTRY_WORDS; }
static inline uint64_t pc_of(const wl_state_regs *s) { return (uint64_t)s->pc_hi << 32 | s->pc_lo; }
// The byte enables, of the 4 bytes, of word i of a line or an LDS entry.
static inline uint32_t word_enables(uint64_t enables, uint32_t i) { return (uint32_t)(enables >> (4 * i)) & 0xF; }

static inline bool in_flight(const wl_checker *c, uint32_t port, uint32_t id) {
  return c->in_flight[port][id / 64] >> (id % 64) & 1;
}

// The 32-bit mask of four byte enables.
static inline uint32_t byte_mask(uint32_t enables) { return ((enables * 0x00204081u) & 0x01010101u) * 0xFFu; }

#endif
