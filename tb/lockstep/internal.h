// SPDX-License-Identifier: Apache-2.0
// What the files of the checker share. Nobody else includes this.
//
// The checker keeps a SHADOW of the state that the unit must have committed: the wave state registers, the
// SGPRs and the VGPR pool. It lags the model, which executes an instruction whole at its issue. The
// shadow takes a value over from the model (never from the unit) at the event that commits it.
#ifndef WAVELOCK_LOCKSTEP_INTERNAL_H
#define WAVELOCK_LOCKSTEP_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "checker.h"
#include "conflicts.h"
#include "coverage.h"
#include "disasm.h"
#include "in_place.h"
#include "probe.h"
#include "source.h"
#include "trace.h"

enum {
  STATE_REG_WORDS = 11,
  HAZARDS = 256,         // distinct warnings of a launch
  HISTORY = 16,          // instructions a wave remembers for the report
  MAX_DIVERGENCES = 64,  // kept in full
  MEM_IDS = 256,         // ids on a memory port
  UNDO = 1024,           // register writes of one cycle that a sweep can look behind
  BARRIER_CYCLES = 2,    // a barrier that is ready must be released within so many cycles
  IDLE_CYCLES = 4,       // without a wave or a dispatch before the closing sweep
};

typedef enum {
  EV_CONFIG,
  EV_STATE_ROW,
  EV_READY,
  EV_WAVE_START,
  EV_MEM_PERFORMED,
  EV_MEM_REQUEST,
  EV_LDS,
  EV_SGPR,
  EV_VGPR,
  EV_VALU_DONE,
  EV_OPERANDS_READ,
  EV_LDS_CYCLES,
  EV_MEM_RETURN,
  EV_MESSAGE,
  EV_RESUME,
  EV_BARRIER_RELEASE,
  EV_TRAP,
  EV_ISSUE,
  EV_WAVE_END,
  EV_CYCLE,
  EV_KINDS
} event_kind;

// ---- state_table.c: one row a piece of state ----------------------------------------------------
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

// ---- what the unit says of itself at time zero ---------------------------------------------------
enum { UNIT_SIZES = 7, UNIT_ROWS = 32 };
typedef struct {
  uint32_t sizes_heard;  // bit i: unit_size_names[i]
  uint32_t size[UNIT_SIZES];
  uint32_t rows_heard;
  struct {
    char name[24];
    int id;
  } row[UNIT_ROWS];
  char error[256];  // first thing that was wrong
} unit_record;
enum { SIZE_WAVES, SIZE_LANES, SIZE_VGPR_ROWS, SIZE_LDS_ENTRIES, SIZE_GDS_ENTRIES, SIZE_GROUPS, SIZE_SGPRS };

// ---- the checker ---------------------------------------------------------------------------------
typedef struct {
  uint64_t cycle, pc;
  uint32_t words[2];
} history_entry;

typedef struct {
  bool valu_pending;              // between the issue of a VALU instruction and its valu_done
  uint32_t sgpr_first, sgpr_due;  // SGPR writes not yet seen: bit i is sgpr_first + i
  uint32_t rows;                  // VGPR writes of the VALU instruction not yet seen
  uint32_t row[WL_MAX_ROWS];
  uint64_t lanes[WL_MAX_ROWS];
  const uint32_t *value[WL_MAX_ROWS];  // wl_model_phys_vgpr
  wl_end end;                          // how the model says that the wave ended
  bool fetch_fault;                    // WL_END_FAULT: on a fetch, not on an illegal instruction
  uint32_t group, sgpr_size, vgpr_base, vgpr_size;
  bool asleep;                     // the last instruction is an s_sleep
  uint64_t rest_from, rest_until;  // cycles: of the last s_sleep; after it or an s_nop, the first in which it may issue
  uint64_t rest_by;                // and the first in which it is awake for certain
  wl_unit memory_unit;             // of the last instruction that may be having VGPRs read, with its tag
  uint32_t memory_tag;
  bool store_reads;     // it is a store of more than 64 bits: so it may while the wave goes on
  uint64_t lds_cycles;  // LDS instructions under way whose cycles were told: bit tag
  uint64_t issued;
  history_entry history[HISTORY];  // entry issued % HISTORY is the oldest
} wave_state;

// A wave's state before its last instruction, as far as the instruction may have changed it since: for the report.
typedef struct {
  wl_state_regs state_regs;
  uint32_t sgpr_first, sgpr_count, sgpr[4];
  uint32_t rows, row[WL_MAX_ROWS];
  uint32_t value[WL_MAX_ROWS][WL_LANES];
} before_issue;

typedef struct {
  wl_wave_init init;
  uint32_t sgprs_seen;     // init writes seen: bit i is s[i]
  uint64_t lanes_seen[3];  // of v0..v2
} dispatch_state;

typedef enum { VALUE_NONE, VALUE_WORDS, VALUE_LANES } value_kind;
typedef struct {
  wl_verdict verdict;
  uint64_t cycle;
  int slot;        // -1: no wave of its own
  char row[24];    // state row, or what was compared
  uint32_t index;  // SGPR, pool row, LDS dword
  value_kind values;
  uint32_t count;  // VALUE_WORDS: words in rtl[] and model[]
  uint64_t lanes;  // VALUE_LANES: lanes that rtl[] and model[] hold
  uint32_t rtl[WL_LANES], model[WL_LANES];
  char what[512];
} divergence;

typedef struct {  // a missing wait of the program
  uint64_t pc, count;
  char why[160];
} hazard_note;

typedef struct {  // a register or LDS word range as it was before this cycle
  compare_kind kind;
  uint32_t at, count;  // first word in its array
  uint32_t words[16];
} undo_entry;

// What the arbiter may choose from, as far as it is known (arbitration.c). Masks have a bit a slot.
typedef struct {
  uint64_t told;            // 1 + the last cycle of which the unit told
  int tried, last;          // slots: tried in this cycle, tried last in one before; -1: none
  bool went;                // the wave tried has issued, or entered its trap handler
  uint32_t open;            // live, not halted, not at a barrier, no vector ALU instruction under way
  uint32_t valu, lgkm, vm;  // vector ALU instruction under way, LGKM_CNT not 0, VM_CNT not 0
  uint32_t prio[2];         // bits of USER_PRIO
  uint32_t memory;          // the last instruction is of LDS or vector memory, not GDS, and has not returned
  uint32_t resting;         // perhaps asleep, or idle in an s_nop
  uint64_t rest_look;       // the first cycle in which one of these may be awake for certain
  uint32_t unmet;           // could not issue when last looked at, and nothing of the wave has happened since
  uint32_t spent;           // the same, and it was tried
  uint64_t message_cycle;   // 1 + the cycle of the last message
  uint32_t known, unmapped, needs[4];  // next instructions looked at: not mapped; which unit each needs
  char wrong[416];                     // found in this cycle, reported at its close
  int wrong_slot;
  uint64_t divergences;  // when the cycle began
} arbiter_state;

struct wl_checker {
  wl_checker_options options;
  wl_model *model;  // made when time zero is over
  wl_mem *mem;
  wl_config config;
  uint32_t state_reg_bytes;  // of all waves

  uint64_t cycle;  // the open cycle: number of the next wl_probe_cycle
  uint64_t cycles, instructions, events, words_compared, sweeps;

  // Shadow. `now`: as the unit must stand before the open cycle's edge. `next`: after the events so far.
  wl_state_regs now[WL_MAX_WAVES], next[WL_MAX_WAVES];
  wl_state_reg_arrays expected;  // `now`, as arrays
  uint32_t changed;              // slots whose `next` differs from `now`
  uint32_t sgpr[WL_MAX_WAVES][WL_SGPRS];
  uint32_t *vgpr;  // phys_vgprs x 64

  wave_state wave[WL_MAX_WAVES];
  before_issue at_issue[WL_MAX_WAVES];
  arbiter_state arbiter;
  uint32_t live, dispatched;             // bit a slot
  uint32_t sgpr_due, end_due, halt_due;  // slots whose SALU writes, wave_end or halt must still come in this cycle
  dispatch_state dispatch[WL_MAX_WAVES];
  uint32_t barrier_waiting, barrier_ready;  // bit a group
  uint64_t barrier_since[WL_MAX_GROUPS];

  wl_transaction transaction[2][MEM_IDS];  // as predicted; [0] SMEM, [1] VMEM
  uint64_t in_flight[2][MEM_IDS / 64];
  uint64_t unanswered[2][MEM_IDS / 64];  // the unit has not got memory's answer yet
  uint64_t progress[WL_MAX_WAVES];       // cycle of the last event of the wave's own (wl_checker_overdue)
  uint64_t lds_write_cycle;              // 1 + the last cycle in which the LDS wrote
  wl_lds_access lds_write;               // one of its writes

  // Sweeps. sweep_due: what is swept at the open cycle's edge; only then are its writes kept in undo[].
  uint32_t sweep_due, sweep_asked;
  uint64_t sweep_expect, sweep_got, sweep_next_cycle;
  uint64_t swept_cycle;  // of the last sweep of everything
  uint32_t sweep_slots;  // waves that ended and were not swept since
  bool unswept;          // something was written since the last full sweep was asked
  uint32_t idle;
  uint64_t quiet_cycle;  // the sweep of the last writes is answered when this cycle is open
  undo_entry undo[UNDO];
  uint32_t undo_count;
  uint64_t undo_cycle;

  // State fault injection, of a row that is compared every cycle.
  uint64_t fault_from;  // first cycle of the last wave in its slot
  bool fault_live;      // that wave, or one before it, was there in the fault's cycle

  // Event fault injection.
  int fault_event, fault_times;  // -1: none; 0 drop, 2 repeat
  uint64_t fault_skip;           // events of the kind still let through

  hazard_note *hazard;             // HAZARDS of them, when the first is warned of
  uint32_t hazard_count;           // distinct ones
  uint64_t hazards, hazards_lost;  // all; those that found no place

  // What was found.
  divergence found[MAX_DIVERGENCES];
  uint64_t divergences;
  uint32_t reported[WL_MAX_WAVES];  // state rows found different and not equal again since
  bool stop;
  uint64_t stop_cycle;
  bool faulted;          // both sides agree that a wave cannot go on
  divergence fault;      // the first
  wl_unmapped unmapped;  // of this launch
  divergence wild;       // the first of them; no verdict of its own unless the options say so
  bool hung;             // wl_checker_cut_short
  uint64_t hang_cycle;
  wl_verdict cut_verdict;  // of a run that the harness ends early, hung or not
  int cut_slot;
  char cut_why[256];
  wl_effect fault_effect;  // of the instruction on which a wave halted last
  // The wave of the first divergence as it was then.
  wave_state first_wave;
  before_issue first_before;
  wl_state_regs first_rtl, first_model;
  uint32_t first_sgpr[WL_SGPRS];
  uint32_t *first_vgpr;      // 256 x 64
  wl_checker_result before;  // counts at the last finish
  wl_coverage *coverage;     // NULL: not asked for
  wl_conflicts *conflicts;   // NULL: not asked for
  wl_effect effect;
};

extern wl_checker *current_checker;
extern wl_checker *listening;  // the same from the end of time zero on, unless the check is off
extern unit_record unit_heard;

// checker.c
void unit_config(const char *name, int value);
void unit_state_row(const char *name, int id);
bool checker_start(wl_checker *c);  // time zero is over; false: it was not good, the run has ended

// diverge.c. Both return a record to be filled with values (never NULL).
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6), cold))
#endif
divergence *
diverge(wl_checker *c, wl_verdict verdict, int slot, const char *row, const char *format, ...);
void diverge_words(divergence *d, uint32_t index, const uint32_t *rtl, const uint32_t *model, uint32_t count);
void diverge_lanes(divergence *d, uint32_t index, uint32_t pass, uint32_t lanes, const uint32_t *rtl,
                   const uint32_t *model);
const char *verdict_text(wl_verdict v);

// events.c
void refresh_state_regs(wl_checker *c, uint32_t slot);
void look_at_barrier(wl_checker *c, uint32_t group);
void look_at_fault(wl_checker *c,
                   uint32_t slot);  // was the wave that lives in the slot the one that the state fault hit?
uint32_t waves_beside_faults(const wl_checker *c);
// Bit a slot: neither ended nor held for good.
static inline uint32_t waves_at_work(const wl_checker *c) {
  return __builtin_expect(c->faulted, 0) ? waves_beside_faults(c) : c->live | c->dispatched;
}
bool slot_bad(wl_checker *c, int slot, const char *event);  // says that the unit has no such slot; false
static inline bool slot_good(wl_checker *c, int slot, const char *event) {
  return __builtin_expect((uint32_t)slot < c->config.waves, 1) || slot_bad(c, slot, event);
}

// handlers, called by probe.c once an event (or not at all, or twice: event faults)
void on_wave_start(wl_checker *c, int slot, uint64_t pc, uint64_t exec, uint32_t mode, const uint32_t *sizes);
void on_issue(wl_checker *c, int slot, uint64_t pc, uint32_t w0, uint32_t w1, uint32_t tag);
void on_valu_done(wl_checker *c, int slot);
void on_barrier_release(wl_checker *c, int group);
void on_wave_end(wl_checker *c, int slot, int why);
void on_sgpr(wl_checker *c, int source, int slot, uint32_t tag, int first, int count, const uint32_t *data);
void on_vgpr(wl_checker *c, int source, int slot, uint32_t tag, int row, int pass, uint32_t lanes,
             const uint32_t *data);
void on_valu_lanes(wl_checker *c, int slot, int row, int pass, uint32_t lanes, const uint32_t *data);
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

// diverge.c: the wave's registers as they are now go into the report, unless something that counts more is in it.
void keep_wave(wl_checker *c, int slot);

// hazards.c
void program_hazard(wl_checker *c, int slot, uint64_t pc, const char *why);  // a missing wait or wait state
void report_hazards(wl_checker *c, wl_checker_result *result);  // warns of those of this launch and forgets them

// arbitration.c
void on_ready(wl_checker *c, uint32_t fetched, uint32_t reading, uint32_t units, int tried);
void arbiter_look(wl_checker *c, uint32_t slot);         // something of the wave has changed (refresh_state_regs)
void check_awake(wl_checker *c, int slot, uint64_t pc);  // before an issue
void arbiter_issue(wl_checker *c, uint32_t slot, uint32_t tag, const wl_effect *e);  // after it
void arbiter_trap(wl_checker *c, uint32_t slot);  // the wave enters its handler by single step
void arbiter_return(wl_checker *c, uint32_t slot, wl_unit unit, uint32_t tag);  // its VGPRs have been read
void arbiter_message(wl_checker *c);                                            // the host took a message
void arbiter_close(wl_checker *c);                                              // the cycle ends

// sweep.c
uint32_t sweep_decide(wl_checker *c);  // at the close of a cycle: what to sweep at the next
void sweep_close(wl_checker *c);       // the answer to the last sweep is over
void undo_keep(wl_checker *c, compare_kind kind, uint32_t at, uint32_t count, const uint32_t *words);

// report.c, report_json.c
// What decided: the first divergence, the fault, or the first access to unmapped memory; NULL: none of a wave.
const divergence *report_cause(const wl_checker *c, const wl_checker_result *r);
void report_text(const wl_checker *c, const wl_checker_result *result);
// Source places of the wave's history, entry by entry (source.h).
void history_places(const wl_checker *c, const wave_state *w, char (*place)[SOURCE_TEXT]);
bool report_json(const wl_checker *c, const wl_checker_result *result, const char *path);
float word_as_float(uint32_t word);

static inline bool in_flight(const wl_checker *c, uint32_t port, uint32_t id) {
  return c->in_flight[port][id / 64] >> (id % 64) & 1;
}

// 32-bit byte mask of four byte enables.
static inline uint32_t byte_mask(uint32_t enables) { return ((enables * 0x00204081u) & 0x01010101u) * 0xFFu; }

#endif
