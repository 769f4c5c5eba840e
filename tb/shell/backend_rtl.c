// SPDX-License-Identifier: Apache-2.0
// The unit in its surroundings, standalone or in lockstep with the model.
#include <stdlib.h>
#include <string.h>

#include "device/backend.h"
#include "base/error.h"
#include "base/sizes.h"
#include "check/ops.h"
#include "probe/unit.h"
#include "rtl.h"
#include "base/signals.h"

typedef struct {
  wl_rtl *rtl;
  wl_unit *probe;
  wl_checker *checker;  // NULL for WL_DEVICE_RTL
  wl_mem *memory;       // behind the unit's ports
  wl_injection inject;  // the checker keeps a pointer to its row
  wl_observers *observers;
  const char *state_path;  // NULL: nobody asked
  wl_error unwritten;      // why the states are not there; empty: they are, or nobody asked
  uint64_t waves_before, waves_after;
  uint64_t noticed, failed;  // cycles of the last launch: in which its failure was noticed, and of the failure
} unit;

static void unit_close(void *p) {
  unit *u = p;
  if (!u) return;
  wl_rtl_close(u->rtl);
  wl_probe_check_finish(wl_observers_probe_check(u->observers));
  wl_checker_free(u->checker);
  wl_unit_free(u->probe);
  wl_observers_free(u->observers);
  free(u);
}

static bool in_range(const char *what, int v, uint32_t count, const wl_injection *i, wl_error *error) {
  if ((uint32_t)v < count) return true;
  return wl_fail(error, "injection into %s: %s %d is out of range, the unit has %u", i->row, what, v, count);
}

// Sizes of a unit with an instruction set of its own that wl_tb_config does not have, as its probe says. A build
// without the probe takes those of the largest unit of the model.
static void take_sizes(const unit *u, const wl_model_ops *ops, wl_config *config) {
  const wl_unit_description *d = &u->probe->description;
  wl_config largest;
  ops_largest(ops, &largest);
  const struct {
    uint32_t size, largest, *to;
  } sizes[] = {{WL_SIZE_wave_lanes, largest.wave_lanes, &config->wave_lanes},
               {WL_SIZE_lanes, largest.pass_lanes, &config->pass_lanes},
               {WL_SIZE_vector_bits, largest.vector_bits, &config->vector_bits},
               {WL_SIZE_sgprs, largest.sgprs, &config->sgprs},
               {WL_SIZE_groups, largest.groups, &config->groups},
               {WL_SIZE_line_bytes, largest.line_bytes, &config->line_bytes},
               {WL_SIZE_entry_bytes, largest.entry_bytes, &config->entry_bytes}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    const uint32_t size = sizes[i].size;
    const bool reported = d->sizes_reported >> size & 1;
    *sizes[i].to = reported ? d->size[size] : d->version ? unit_sizes[size].standard : sizes[i].largest;
  }
}

// A row of the state table by its number, as the unit has it. False: past the end.
static bool table_row(const wl_model_ops *ops, uint32_t n, const wl_config *config, wl_state_row *row) {
  if (!wl_state_table(ops, n, row)) return false;
  if (ops != wl_unit_ops) return true;
  if (!strcmp(row->name, "SGPR")) row->indices = config->sgprs;
  if (!strcmp(row->name, "VGPR")) {
    row->lanes = config->wave_lanes;
    row->bits = config->vector_bits;
  }
  return true;
}

static bool inject(unit *u, const wl_injection *i, const wl_model_ops *ops, const wl_config *config, wl_error *error) {
  char names[400] = "";
  wl_state_row of_table, found;
  const wl_state_row *row = NULL, *r;
  for (uint32_t n = 0, kept = 0;; n++) {
    r = table_row(ops, n, config, &of_table) ? &of_table : wl_rtl_kept_row(u->rtl, kept++);
    if (!r) break;
    size_t used = strlen(names);
    wl_text(names + used, sizeof names - used, "%s%s", n ? ", " : "", r->name);
    if (strcmp(r->name, i->row) != 0) continue;
    found = *r;
    row = &found;
  }
  if (!row) return wl_fail(error, "injection: no state row named %s; there are: %s", i->row, names);
  uint32_t indices = row->indices;  // 0: the unit's size decides
  if (!indices) indices = !strcmp(i->row, "VGPR") ? config->phys_vgprs : 16 * config->lds_entries;
  if (!in_range("wave", i->wave, row->per_wave ? config->waves : 1, i, error) ||
      !in_range("index", i->index, indices, i, error) || !in_range("lane", i->lane, row->lanes, i, error) ||
      !in_range("bit", i->bit, row->bits, i, error))
    return false;
  const bool other = i->index == WL_VCC || i->index == WL_VCC_HI || i->index >= WL_M0;
  if (ops != wl_unit_ops && !strcmp(i->row, "SGPR") && other)
    return wl_fail(error, "injection into SGPR: s%d is VCC, M0, EXEC or none; VCC, M0 and EXEC have rows of their own",
                   i->index);
  // The checker says at the end that there is no such bit. Without a checker nothing else would.
  if (!wl_rtl_inject(u->rtl, i->cycle, i->row, i->wave, i->index, i->lane, i->bit) && !u->checker)
    return wl_fail(error, "injection: the DUT has no register for bit %d of %s", i->bit, i->row);
  return true;
}

// dut: NULL: the probe does not say where the registers lie, and what the unit has reported counts.
static void write_state(void *p, const wl_dut_state *dut) {
  unit *u = p;
  wl_dut_state reported;
  if (!dut && u->checker && wl_checker_reported(u->checker, &reported)) dut = &reported;
  if (u->checker && dut && !wl_checker_write_state(u->checker, dut, u->state_path, &u->unwritten))
    fprintf(stderr, "%s\n", u->unwritten.text);
}

// ---- for the debugger ----------------------------------------------------------------------------

static void debug_expected(void *to, wl_expected *e) {
  const unit *u = to;
  wl_checker_expected(u->checker, e);
}

static bool debug_dut(void *to, wl_dut_state *state) {
  const unit *u = to;
  return wl_rtl_read_state(u->rtl, state) || wl_checker_reported(u->checker, state);
}

// Whether the DUT's registers can be shown. In error: why not.
static bool shows_state(const unit *u, wl_error *error) {
  wl_dut_state state;
  return wl_rtl_read_state(u->rtl, &state) || wl_checker_reported(u->checker, &state) ||
         wl_fail(error, "the state cannot be shown: the unit's probe does not declare the level \"state\"");
}

static void *unit_open(wl_device_kind kind, const wl_device_options *options, const wl_backend_options *more,
                       wl_mem *model, wl_mem *memory, wl_config *config, wl_error *error) {
  wl_rtl_options rtl = {.seed = options->seed,
                        .memory = more->memory,
                        .hang_cycles = options->hang_cycles,
                        .run_cycles = options->run_cycles,
                        .max_cycles = options->max_cycles,
                        .trace_path = more->trace_path,
                        .trace = {{more->trace_from[0], more->trace_from[1]}, {more->trace_to[0], more->trace_to[1]}},
                        .snapshots = more->waves_auto,
                        .snapshot_before = more->waves_before,
                        .snapshot_cycles = more->snapshot_cycles,
                        .halt_stays = options->halt_stays,
                        .exposed_hazards = more->exposed_hazards,
                        .plus = more->plus};
  if (kind == WL_DEVICE_LOCKSTEP && !wl_rtl_has_probe()) {
    wl_fail(error, "device lockstep: this build of the unit has no probe");
    return NULL;
  }
  unit *u = calloc(1, sizeof *u);
  if (!u) {
    wl_fail(error, "out of memory for the unit");
    return NULL;
  }
  u->memory = memory;
  u->state_path = more->state_path;
  if (more->state_path) {
    rtl.state_cycle = more->state_cycle;
    rtl.on_state = write_state;
    rtl.state_to = u;
  }
  u->waves_before = more->waves_before;
  u->waves_after = more->waves_after;
  u->probe = rtl.unit = wl_unit_new("");
  if (!u->probe) wl_fail(error, "out of memory for the unit");
  if (!u->probe || !(u->observers = wl_observers_new(&more->observe, u->probe, error))) {
    wl_unit_free(u->probe);
    free(u);
    return NULL;
  }
  wl_checker_options check = more->check;
  check.expect_fault = more->expect_fault;
  check.ops = options->ops;
  check.pure = options->pure;
  check.bounds = options->bounds;
  check.memory = memory;
  check.reported = more->state_path || more->observe.debug;
  if (more->inject.on) {
    u->inject = more->inject;
    check.state_fault = u->inject.row;
    check.state_fault_slot = more->inject.wave;
    check.state_fault_bit = more->inject.bit;
    check.state_fault_cycle = more->inject.cycle;
  }
  bool good = (kind == WL_DEVICE_RTL || (u->checker = wl_checker_new(&check, model, u->probe, error))) &&
              (u->rtl = wl_rtl_open(memory, &rtl, error));
  if (good) {
    wl_rtl_config(u->rtl, config);
    config->images = u->probe->description.size[WL_SIZE_images];  // wl_tb_config does not have it; 0: not reported
    if (options->ops == wl_unit_ops) take_sizes(u, options->ops, config);
    if (u->checker) wl_checker_harness(u->checker, config);
    wl_rtl_set_checker(u->rtl, u->checker);
    good = (!more->inject.on || inject(u, &more->inject, options->ops, config, error)) &&
           (!more->state_path || shows_state(u, error));
  }
  if (good && more->observe.debug) {
    const wl_debug_machine machine = {.to = u,
                                      .expected = debug_expected,
                                      .dut = debug_dut,
                                      .config = config,
                                      .expected_memory = model,
                                      .dut_memory = memory};
    wl_debug_use(more->observe.debug, &machine);
  }
  if (good) return u;
  unit_close(u);
  return NULL;
}

static void run_launch(unit *u, wl_dispatcher *d, wl_launch_result *result) {
  wl_checker_result checked;
  wl_rtl_run(u->rtl, d, result);
  wl_watch_end();
  u->noticed = u->failed = wl_rtl_ended(u->rtl);
  if (!u->checker) return;
  wl_checker_finish(u->checker, u->memory, &checked);
  if (checked.first_cycle) u->noticed = u->failed = checked.first_cycle;
  if (checked.last_issue >= 0 && (uint64_t)checked.last_issue < u->failed) u->failed = (uint64_t)checked.last_issue;
  result->instructions = checked.instructions;
  result->events = checked.events;
  result->words_compared = checked.words_compared;
  result->hazards = checked.hazards;
  result->unmapped = checked.unmapped;
  memcpy(result->missed, checked.missed, sizeof result->missed);
  memcpy(result->not_checked, checked.not_checked, sizeof result->not_checked);
  memcpy(result->not_judged, checked.not_judged, sizeof result->not_judged);
  result->lds_cycles = checked.lds_cycles;
  result->lds_conflicts = checked.lds_conflicts;
  result->transactions = checked.transactions;
  result->least_transactions = checked.least_transactions;
  // Only the bench sees a failed assertion and a limit of cycles. The checker sees a run that ends early.
  const bool cut_short = result->verdict != WL_PASS && result->verdict != WL_MISMATCH && !result->fault;
  if (cut_short && (checked.verdict == WL_PASS || checked.verdict == WL_ERROR)) {
    result->reported = checked.verdict == WL_ERROR && !strcmp(checked.why, result->why);
    return;
  }
  if (checked.verdict == WL_PASS && !checked.fault) return;
  result->fault = checked.fault;
  result->fault_count = checked.fault_count;
  memcpy(result->faults, checked.faults, sizeof result->faults);
  result->verdict = checked.verdict;
  memcpy(result->why, checked.why, sizeof result->why);
  result->reported = checked.verdict != WL_PASS;
}

static void unit_run(void *p, wl_dispatcher *d, wl_launch_result *result) {
  unit *u = p;
  run_launch(u, d, result);
  const uint32_t kinds = wl_probe_check_finish(wl_observers_probe_check(u->observers));
  if (result->verdict != WL_PASS || (!kinds && !*u->unwritten.text)) return;
  result->verdict = WL_ERROR;
  if (!kinds) snprintf(result->why, sizeof result->why, "%s", u->unwritten.text);
  else
    snprintf(result->why, sizeof result->why, "the probe has %u kind%s of faults, above", kinds, kinds > 1 ? "s" : "");
}

static uint64_t back(uint64_t cycle, uint64_t by) { return cycle > by ? cycle - by : 0; }

// The cycles around the failure. For a hang: around the last issue, and around its notice.
static bool unit_waves(void *p, wl_waveform *w, wl_error *error) {
  const unit *u = p;
  const uint64_t before = u->waves_before, after = u->waves_after;
  wl_rtl_window window = {{back(u->failed, before), back(u->noticed, before)}, {u->failed + after, u->noticed + after}};
  if (window.from[1] <= window.to[0] + 1) window = (wl_rtl_window){{window.from[0]}, {window.to[1]}};
  const bool written = wl_rtl_waves(u->rtl, &window, error);
  w->cycle = u->failed;
  memcpy(w->from, window.from, sizeof w->from);
  memcpy(w->to, window.to, sizeof w->to);
  return written;
}

static const wl_backend backend = {
    unit_open, unit_run, unit_waves, unit_close, wl_rtl_has_probe, wl_rtl_has_exposed_hazards, wl_rtl_command};
const wl_backend *const wl_backend_rtl = &backend;
