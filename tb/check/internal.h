// SPDX-License-Identifier: Apache-2.0
// The whole checker: the architecture, the policies that a unit may follow, and what counts for the report. Only the
// files of tb/check itself and of report/ include this.
#ifndef WAVELOCK_CHECK_INTERNAL_H
#define WAVELOCK_CHECK_INTERNAL_H

#include "check/arch/arch.h"
#include "check/policy/arbiter.h"
#include "check/policy/barrier_latency.h"
#include "check/policy/control.h"
#include "check/policy/lds_timing.h"
#include "check/policy/writeback_slots.h"
#include "check/ops.h"
#include "check/report/source.h"
#include "check/report/unmapped.h"

// An event that waits: its arguments, by their places in the list. words: of its first and second array.
enum { KEPT_ARGUMENTS = 12, KEPT_WORDS = 16 };
typedef struct {
  wl_probe_event event;
  long long number[KEPT_ARGUMENTS];
  uint64_t cycle;  // in which it came
  uint32_t words[2][KEPT_WORDS];
} kept_event;
typedef struct {
  uint32_t count, size;
  kept_event *event;
} kept_list;

// The record of an instruction that retires: the arguments of `retire`, and the events that follow it.
typedef struct {
  bool open;
  uint64_t cycle;  // in which it was opened
  long long pc;
  int w0, w1, flags, order;
  kept_list events;
} record;
enum { RECORDS = 256 };  // of a wave, which wait for older ones
typedef struct {
  record open, wait[RECORDS];
  uint32_t waits;
  int next;   // number of the next in program order
  bool ends;  // the wave has ended in the unit, and `end` waits for a release
  kept_event end;
} wave_records;

struct wl_checker {
  arch_state arch;
  wave_records *records;  // by slot, of a unit that declares `retire`; else NULL
  kept_list performed;    // accesses at memory that no record has claimed, in their order
  kept_list releases;     // of barriers, for which records of their waves have to come, in their order
  kept_list first;        // results of this cycle that may belong to issues to come in it
  // The state of a policy that the unit did not declare is unused.
  arbiter_state arbiter;
  barrier_latency_state barrier_latency;
  control_state control;
  lds_timing_state lds_timing;
  writeback_slots_state writeback_slots;

  // Injection into the events (deliver.c).
  int fault_event, fault_times;  // -1: none; 0 drop, 2 repeat
  uint64_t fault_skip;           // events of the kind still to be delivered unchanged

  wl_config harness;         // wl_checker_harness; no waves: not told
  wl_checker_result before;  // counts at the last finish
};

// checker.c: structs of the caller, who may have been compiled with another version of the header.
// Copies one of the caller's size into one of the library's. False: it has more, and that is not 0.
bool take_struct(void *to, size_t to_size, const void *from, size_t size);
void give_struct(void *to, size_t size, const void *from, size_t from_size);

// deliver.c
void deliver_kept(wl_checker *c, const kept_event *k);
bool deliver_issue(wl_checker *c, int slot, long long pc, int w0, int w1);  // false: it has been reported to be wrong
// The words of each argument of an event; 0: it is a number.
const uint16_t *words_of_arguments(wl_probe_event event);

// kept.c: events that wait. NULL: out of memory, which is reported.
kept_event *keep_event(wl_checker *c, kept_list *to, wl_probe_event event, const wl_probe_argument *arguments);
// The event of a unit that does not follow issue_first has been delivered.
void delivered(wl_checker *c, wl_probe_event event, const wl_probe_argument *arguments);
// The cycle is about to close: what has found no issue is reported.
void none_comes(wl_checker *c);

// records.c
bool records_open(wl_checker *c);
void records_free(wl_checker *c);
// Takes an event of a unit that declares `retire`. False: it is delivered as of any unit.
bool record_event(wl_checker *c, wl_probe_event event, const wl_probe_argument *arguments);
void records_close(wl_checker *c);  // the launch ends

// time_zero.c
void describe_version(wl_unit *unit, int number);
void describe_config(wl_unit *unit, const char *name, int value);
void describe_state_row(wl_unit *unit, const char *name, int id);
void describe_capability(wl_unit *unit, const char *name);
void describe_exec_unit(wl_unit *unit, int number, const char *name, int fixed, int first, int step);
// The levels and policies that the unit did not declare, by name with commas between.
void not_checked(const wl_checker *c, char *text, size_t size);
bool checker_start(wl_checker *c);  // ends time zero; false: its description is wrong and the run has ended

// report/text.c, report/json.c
// What decided the verdict: the first divergence, fault or access to unmapped memory. NULL: nothing of one wave.
const divergence *report_cause(const wl_checker *c, const wl_checker_result *r);
void report_text(const wl_checker *c, const wl_checker_result *result);
// Source places of the wave's history, entry by entry (source.h).
void history_places(const wl_checker *c, const wave_state *w, char (*place)[SOURCE_TEXT]);
bool report_json(const wl_checker *c, const wl_checker_result *result, const char *path, wl_error *error);
float word_as_float(uint32_t word);

#endif
