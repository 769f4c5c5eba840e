// SPDX-License-Identifier: Apache-2.0
// A checker from time zero over the launches to the verdict.
#include "check/internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "device/verdict.h"

wl_checker *current_checker, *active_checker;
const wl_state_reg_arrays *wl_probe_expected;
dut_description dut;

static const char *const size_names[UNIT_SIZES] = {"waves",       "lanes",  "phys_vgprs", "lds_entries",
                                                   "gds_entries", "groups", "sgprs"};
static const char *const event_names[EV_KINDS] = {
#define EVENT_NAME(kind, name) [kind] = #name,
    PROBE_EVENTS(EVENT_NAME)
#undef EVENT_NAME
};

// "drop:<event>" or "repeat:<event>", with ":<n>" for event number n.
static bool parse_event_fault(wl_checker *c, const char *text, wl_error *error) {
  c->fault_event = -1;
  if (!text) return true;
  const char *colon = strchr(text, ':');
  size_t verb = colon ? (size_t)(colon - text) : 0;
  if (verb == 4 && !strncmp(text, "drop", verb)) c->fault_times = 0;
  else if (verb == 6 && !strncmp(text, "repeat", verb)) c->fault_times = 2;
  else colon = NULL;
  if (colon) {
    const char *name = colon + 1;
    size_t length = strcspn(name, ":");
    char *end = NULL;
    unsigned long n = name[length] ? strtoul(name + length + 1, &end, 10) : 1;
    for (int i = 0; i < EV_KINDS && n > 0 && (!end || !*end); i++) {
      if (strlen(event_names[i]) == length && !strncmp(event_names[i], name, length)) {
        c->fault_event = i;
        c->fault_skip = n - 1;
        return true;
      }
    }
  }
  snprintf(error->text, sizeof error->text,
           "event fault \"%.64s\": expected drop:<event> or repeat:<event>, optionally :<n>; the events are: ", text);
  for (int i = 0; i < EV_KINDS; i++) {
    const size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used, "%s%s", i ? ", " : "", event_names[i]);
  }
  return false;
}

wl_checker *wl_checker_new(const wl_checker_options *options, wl_mem *mem, wl_error *error) {
  error->text[0] = 0;
  if (current_checker) {
    snprintf(error->text, sizeof error->text, "a checker exists already; a process has one DUT and one checker");
    return NULL;
  }
  wl_checker *c = calloc(1, sizeof *c);
  if (!c) {
    snprintf(error->text, sizeof error->text, "out of memory for the checker");
    return NULL;
  }
  c->options = *options;
  c->mem = mem;
  c->arbiter.selected = c->arbiter.last = -1;
  if (!c->options.sweep_period) c->options.sweep_period = 16384;
  if (!parse_event_fault(c, options->event_fault, error)) {
    free(c);
    return NULL;
  }
  if (options->coverage && !(c->coverage = wl_coverage_new())) {
    snprintf(error->text, sizeof error->text, "out of memory for the coverage");
    free(c);
    return NULL;
  }
  if (options->conflicts && !(c->conflicts = wl_conflicts_new())) {
    snprintf(error->text, sizeof error->text, "out of memory for the table of bank conflicts");
    wl_coverage_free(c->coverage);
    free(c);
    return NULL;
  }
  current_checker = c;
  return c;
}

wl_checker *wl_checker_current(void) { return current_checker; }

void wl_checker_free(wl_checker *c) {
  if (!c) return;
  if (current_checker == c) {
    current_checker = active_checker = NULL;
    wl_probe_expected = NULL;
    memset(&dut, 0, sizeof dut);
  }
  wl_model_free(c->model);
  free(c->vgpr);
  free(c->hazard);
  free(c->first_vgpr);
  wl_coverage_free(c->coverage);
  wl_conflicts_free(c->conflicts);
  free(c);
}

// ---- time zero -----------------------------------------------------------------------------------
// The DUT may report before the checker exists, so the report is kept in `dut`.

__attribute__((format(printf, 1, 2))) static void dut_error(const char *format, ...) {
  if (dut.error[0]) return;
  va_list args;
  va_start(args, format);
  vsnprintf(dut.error, sizeof dut.error, format, args);
  va_end(args);
}

void dut_config(const char *name, int value) {
  if (current_checker && current_checker->model) {
    diverge(current_checker, WL_ERROR, -1, "config", "size \"%s\" was reported after time zero", name);
    return;
  }
  for (uint32_t i = 0; i < UNIT_SIZES; i++) {
    if (strcmp(name, size_names[i])) continue;
    if (dut.sizes_reported >> i & 1) dut_error("the DUT reported its size \"%s\" twice", name);
    if (value < 0) dut_error("the DUT reported size \"%s\" as %d", name, value);
    dut.sizes_reported |= 1u << i;
    dut.size[i] = (uint32_t)value;
    return;
  }
  dut_error("the DUT reported a size \"%s\" = %d that the checker does not know", name, value);
}

void dut_state_row(const char *name, int id) {
  if (current_checker && current_checker->model) {
    diverge(current_checker, WL_ERROR, -1, "state_row", "row \"%s\" was reported after time zero", name);
    return;
  }
  for (uint32_t i = 0; i < dut.row_count; i++) {
    if (!strcmp(dut.row[i].name, name)) {
      dut_error("the DUT reported its state row \"%s\" twice", name);
      return;
    }
  }
  bool known = false;
  for (uint32_t i = 0; i < STATE_ROWS; i++) known |= !strcmp(state_table[i].row.name, name);
  if (!known) {
    dut_error("the DUT has a state row \"%s\" that the state table does not compare", name);
    return;
  }
  snprintf(dut.row[dut.row_count].name, sizeof dut.row[0].name, "%s", name);
  dut.row[dut.row_count++].id = id;
}

int wl_checker_row_id(const wl_checker *c, const char *name) {
  (void)c;
  for (uint32_t i = 0; i < dut.row_count; i++) {
    if (!strcmp(dut.row[i].name, name)) return dut.row[i].id;
  }
  return -1;
}

static void check_dut(void) {
  for (uint32_t i = 0; i < UNIT_SIZES; i++) {
    if (!(dut.sizes_reported >> i & 1)) dut_error("the DUT did not report its size \"%s\"", size_names[i]);
  }
  for (uint32_t i = 0; i < STATE_ROWS; i++) {
    if (wl_checker_row_id(NULL, state_table[i].row.name) < 0) {
      dut_error("state row \"%s\" is in the state table and the DUT does not report it", state_table[i].row.name);
    }
  }
  const uint32_t *size = dut.size;
  if (size[SIZE_WAVES] < 1 || size[SIZE_WAVES] > WL_MAX_WAVES) {
    dut_error("the DUT has %u waves; the checker holds 1 to %d", size[SIZE_WAVES], WL_MAX_WAVES);
  }
  if (size[SIZE_GROUPS] < 1 || size[SIZE_GROUPS] > WL_MAX_GROUPS) {
    dut_error("the DUT has %u groups; the checker holds 1 to %d", size[SIZE_GROUPS], WL_MAX_GROUPS);
  }
  if (size[SIZE_SGPRS] != WL_SGPRS) {
    dut_error("the DUT has %u SGPRs a wave; the checker holds %d", size[SIZE_SGPRS], WL_SGPRS);
  }
}

bool checker_start(wl_checker *c) {
  if (c->stop) return false;
  check_dut();
  if (!dut.error[0]) {
    c->config = (wl_config){dut.size[SIZE_WAVES], dut.size[SIZE_VGPR_ROWS], dut.size[SIZE_LDS_ENTRIES],
                            dut.size[SIZE_GDS_ENTRIES]};
    c->state_reg_bytes = c->config.waves * (uint32_t)sizeof(wl_state_regs);
    c->vgpr = calloc((size_t)c->config.phys_vgprs * WL_LANES, 4);
    c->first_vgpr = calloc((size_t)MAX_VGPRS * WL_LANES, 4);
    c->model = wl_model_new(&c->config, c->mem);
    if (!c->vgpr || !c->first_vgpr || !c->model) {
      dut_error("no model of a DUT with %u waves, %u physical VGPRs and %u LDS entries a bank", c->config.waves,
                c->config.phys_vgprs, c->config.lds_entries);
    }
  }
  if (dut.error[0]) {
    diverge(c, WL_ERROR, -1, "time zero", "%s", dut.error);
    c->stop = true;
    return false;
  }
  active_checker = c;
  wl_probe_expected = &c->expected;
  return true;
}

// ---- the run -------------------------------------------------------------------------------------

void wl_checker_dispatch(wl_checker *c, uint32_t slot, const wl_wave_init *init) {
  if (c->options.mode == WL_CHECK_OFF) return;
  if (!c->model && !checker_start(c)) return;
  if (slot >= c->config.waves || ((c->live | c->dispatched) >> slot & 1)) {
    diverge(c, WL_ERROR, -1, "dispatch", "the dispatcher gave slot %u, which is %s", slot,
            slot >= c->config.waves ? "not in the DUT" : "taken");
    return;
  }
  c->dispatch[slot] = (dispatch_state){.init = *init};
  c->dispatched |= 1u << slot;
  c->progress[slot] = c->cycle;
}

bool wl_checker_stop(const wl_checker *c) { return c->stop; }

bool wl_checker_busy(const wl_checker *c) {
  if (c->stop || c->hung || !c->model || waves_at_work(c)) return false;
  return c->sweep_slots || c->unswept || c->cycle < c->quiet_cycle;
}

void wl_checker_cut_short(wl_checker *c, wl_verdict verdict, int slot, const char *why) {
  c->hung = true;
  c->hang_cycle = c->cycle;
  c->cut_verdict = verdict;
  c->cut_slot = slot;
  snprintf(c->cut_why, sizeof c->cut_why, "%s", why);
}

// Within one edge either of them may come first: the report of the probe or the assertion.
void wl_checker_unit_failed(wl_checker *c, wl_verdict verdict, const char *what) {
  divergence *first = &c->found[0];
  if (!c->divergences || c->cycle > first->cycle + 1 || !strcmp(first->row, "assertion")) {
    diverge(c, verdict, -1, "assertion", "%s", what);
    return;
  }
  memmove(first + 1, first, (MAX_DIVERGENCES - 1) * sizeof *first);
  memset(first, 0, sizeof *first);
  first->verdict = verdict;
  first->cycle = first[1].cycle;
  first->slot = -1;
  snprintf(first->row, sizeof first->row, "assertion");
  snprintf(first->what, sizeof first->what, "%s", what);
  c->divergences++;
}

// ---- the watch over single waves -----------------------------------------------------------------

static bool memory_owes(const wl_checker *c, uint32_t slot) {
  for (uint32_t port = 0; port < 2; port++) {
    for (uint32_t id = 0; id < MEM_IDS; id++) {
      if ((c->unanswered[port][id / 64] >> (id % 64) & 1) && c->transaction[port][id].slot == slot) return true;
    }
  }
  return false;
}

int wl_checker_overdue(wl_checker *c, uint64_t limit, uint64_t *pc, uint64_t *again) {
  *again = limit;
  for (uint32_t slot = 0; c->model && slot < c->config.waves; slot++) {
    const wave_state *w = &c->wave[slot];
    const bool live = c->live >> slot & 1, in_barrier = c->next[slot].status & WL_STATUS_IN_BARRIER;
    if (!live && !(c->dispatched >> slot & 1)) continue;
    if (live && (w->end != WL_END_NONE || in_barrier)) continue;
    uint64_t from = c->progress[slot];
    if (live && w->asleep && w->idle_by > from) from = w->idle_by;
    uint64_t waited = c->cycle > from ? c->cycle - from : 0;
    if (waited >= limit && !memory_owes(c, slot)) {
      *pc = pc_of(&c->next[slot]);
      return (int)slot;
    }
    if (waited >= limit) {
      c->progress[slot] = c->cycle;
      waited = 0;
    }
    const uint64_t left = limit - waited + (from > c->cycle ? from - c->cycle : 0);
    if (left < *again) *again = left;
  }
  return -1;
}

void wl_checker_wait_anew(wl_checker *c, uint32_t slot) { c->progress[slot] = c->cycle; }

void wl_checker_answered(wl_checker *c, wl_block port, uint32_t id) {
  const uint32_t p = port == WL_UNIT_VMEM;
  c->unanswered[p][id / 64] &= ~(1ull << (id % 64));
  if (c->transaction[p][id].slot < WL_MAX_WAVES) c->progress[c->transaction[p][id].slot] = c->cycle;
}

void wl_checker_fetched(wl_checker *c, uint64_t line) {
  for (uint32_t waves = c->live; waves; waves &= waves - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(waves);
    const uint64_t pc = pc_of(&c->next[slot]);
    const uint64_t wanted = line / LINE_BYTES;
    if (pc / LINE_BYTES == wanted || (pc + 4) / LINE_BYTES == wanted) c->progress[slot] = c->cycle;
  }
}

// ---- verdict -------------------------------------------------------------------------------------

__attribute__((format(printf, 2, 3))) static void append_why(wl_checker_result *r, const char *format, ...) {
  size_t used = strlen(r->why);
  va_list args;
  va_start(args, format);
  vsnprintf(r->why + used, sizeof r->why - used, format, args);
  va_end(args);
}

// The headline names one wave that has not ended and what it waits for. A wave that halted itself comes first,
// because the others may wait for it.
static void append_waiting(const wl_checker *c, uint32_t waves, wl_checker_result *r) {
  char waits[160] = "";
  int named = -1;
  for (uint32_t slot = 0; c->model && slot < c->config.waves; slot++) {
    if (!(waves >> slot & 1)) continue;
    wl_state_regs s;
    wl_model_state_regs(c->model, slot, &s);
    const bool halted = s.status & WL_STATUS_HALT;
    if (named >= 0 && !halted) continue;
    named = (int)slot;
    wl_model_waiting_for(c->model, slot, waits, sizeof waits);
    if (halted) break;
  }
  if (named >= 0) append_why(r, "; wave %d: %s", named, waits);
}

static void list_faults(const wl_checker *c, wl_checker_result *r) {
  for (uint32_t waves = c->live; waves; waves &= waves - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(waves);
    const wave_state *w = &c->wave[slot];
    if (w->end != WL_END_FAULT) continue;
    r->faults[r->fault_count++] = (wl_fault){slot, w->fetch_fault, pc_of(&c->now[slot])};
  }
}

// The headline of a fault: the first wave that faulted, the others that did, and whether the rest ended.
static void why_faulted(const wl_checker *c, wl_checker_result *r) {
  uint32_t others = 0, rest = waves_at_work(c) & c->live;
  snprintf(r->why, sizeof r->why, "%s", c->fault.what);
  for (uint32_t waves = c->live; waves; waves &= waves - 1) {
    uint32_t slot = (uint32_t)__builtin_ctz(waves);
    if (c->wave[slot].end == WL_END_FAULT && (int)slot != c->fault.slot) others |= 1u << slot;
  }
  if (others) append_why(r, "; %d other wave%s faulted", __builtin_popcount(others), others & (others - 1) ? "s" : "");
  for (uint32_t waves = others; waves; waves &= waves - 1) {
    uint32_t slot = (uint32_t)__builtin_ctz(waves);
    append_why(r, "%s slot %u at 0x%llx", waves == others ? ":" : ",", slot, (unsigned long long)pc_of(&c->now[slot]));
  }
  if (!rest) return;
  append_why(r, "; %d of the others did not end", __builtin_popcount(rest));
  if (c->cut_verdict == WL_ERROR) append_why(r, ": %s", c->cut_why);
  append_waiting(c, rest, r);
}

static void compare_memory(wl_checker *c, const wl_mem *rtl) {
  uint64_t addr = 0, bytes = 0;
  if (wl_mem_differ(c->mem, rtl, &addr, &bytes)) {
    uint64_t at = addr & ~3ull;
    uint32_t expected = 0, found = 0;
    bool here = wl_mem_read(c->mem, at, &expected, 4), there = wl_mem_read(rtl, at, &found, 4);
    divergence *d = diverge(c, WL_MISMATCH, -1, "memory", "memory differs at 0x%llx at the end of the run%s",
                            (unsigned long long)addr, here == there ? "" : ": mapped on one side only");
    if (here && there) diverge_words(d, 0, &found, &expected, 1);
  }
  c->words_compared += bytes / 4;
}

static bool state_reg_row(const char *name) {
  for (uint32_t i = 0; i < STATE_ROWS; i++) {
    if (!strcmp(state_table[i].row.name, name)) return state_table[i].how == COMPARE_STATE_REGS;
  }
  return false;
}

// A run can pass only when waves, memory transactions and sweeps are complete.
static void check_complete(wl_checker *c) {
  const uint32_t waves = waves_at_work(c);
  if (waves) {
    for (uint32_t slot = 0; slot < c->config.waves; slot++) {
      if (waves >> slot & 1) {
        diverge(c, WL_ERROR, (int)slot, "run", "the run was closed while the wave in slot %u %s", slot,
                c->live >> slot & 1 ? "had not ended" : "had been dispatched and had not started");
        return;
      }
    }
  }
  for (uint32_t port = 0; port < 2; port++) {
    for (uint32_t id = 0; id < MEM_IDS; id++) {
      if (in_flight(c, port, id)) {
        diverge(c, WL_ERROR, -1, "run", "the run was closed before the access at memory of %s transaction %u",
                port ? "vector" : "scalar", id);
        return;
      }
    }
  }
  if (wl_checker_busy(c)) {
    diverge(c, WL_ERROR, -1, "sweep",
            "the run was closed before the probe answered the closing sweep (the harness must go on while "
            "wl_checker_busy)");
  }
}

static void count_since(wl_checker *c, wl_checker_result *r) {
  const wl_checker_result total = {.cycles = c->cycles,
                                   .instructions = c->instructions,
                                   .events = c->events,
                                   .words_compared = c->words_compared,
                                   .sweeps = c->sweeps};
  r->cycles = total.cycles - c->before.cycles;
  r->instructions = total.instructions - c->before.instructions;
  r->events = total.events - c->before.events;
  r->words_compared = total.words_compared - c->before.words_compared;
  r->sweeps = total.sweeps - c->before.sweeps;
  c->before = total;
}

static bool found_mismatch(const wl_checker *c) {
  for (uint64_t i = 0; i < c->divergences && i < MAX_DIVERGENCES; i++)
    if (c->found[i].verdict == WL_MISMATCH) return true;
  return false;
}

static void no_such_event(const wl_checker *c, char *text, size_t size) {
  snprintf(text, size, "there was no such event from cycle %llu on", (unsigned long long)c->options.event_cycle);
}

// Fills missed where the injected fault touched nothing. A wrong bit of a register that is compared every cycle is a
// MISMATCH in the cycle in which it is wrong. Without one the bit did not exist, whatever else was found.
static void explain_missed(wl_checker *c, wl_checker_result *r) {
  enum { FIRST = 2 };  // cycle that the harness can reach
  const wl_checker_options *o = &c->options;
  const unsigned long long at = o->state_fault_cycle;
  if (c->fault_event >= 0) no_such_event(c, r->missed, sizeof r->missed);
  if (!o->state_fault || !c->model) return;
  if (at < FIRST) {
    snprintf(r->missed, sizeof r->missed, "cycle %llu; the first in which a bit can be wrong is %d", at, FIRST);
  } else if (at >= c->cycle) {
    snprintf(r->missed, sizeof r->missed, "the run ended with cycle %llu", (unsigned long long)c->cycle - 1);
  } else if (!state_reg_row(o->state_fault)) {
    if (at > c->swept_cycle)
      snprintf(r->missed, sizeof r->missed, "after cycle %llu no sweep compared %s", at, o->state_fault);
  } else if (!found_mismatch(c)) {
    if (c->live >> o->state_fault_slot & 1) look_at_fault(c, (uint32_t)o->state_fault_slot);
    if (!c->fault_live) {
      snprintf(r->missed, sizeof r->missed, "slot %d held no wave in cycle %llu", o->state_fault_slot, at);
    } else {
      snprintf(r->missed, sizeof r->missed, "the DUT has no register for bit %d of %s", o->state_fault_bit,
               o->state_fault);
    }
  }
}

static void decide(const wl_checker *c, wl_checker_result *r) {
  if (c->divergences) {
    const divergence *d = &c->found[0];
    r->verdict = d->verdict;
    r->first_cycle = d->cycle;
    snprintf(r->why, sizeof r->why, "%s", d->what);
  } else if (c->hung && !c->faulted) {
    r->verdict = c->cut_verdict;
    r->first_cycle = c->hang_cycle;
    snprintf(r->why, sizeof r->why, "%s", c->cut_why);
    if (r->verdict == WL_HANG) append_waiting(c, c->cut_slot < 0 ? c->live : 1u << c->cut_slot & c->live, r);
  } else if (c->faulted && !c->options.expect_fault) {
    r->verdict = WL_ERROR;
  } else if (c->options.expect_fault && !c->faulted) {
    r->verdict = WL_EXPECT;
    snprintf(r->why, sizeof r->why, "%s", wl_no_fault_text);
  } else if (c->fault_event >= 0) {
    r->verdict = WL_ERROR;
    char missed[100];
    no_such_event(c, missed, sizeof missed);
    snprintf(r->why, sizeof r->why, "the event fault \"%.64s\" was never injected: %s", c->options.event_fault, missed);
  } else if (!r->instructions || !r->events || !r->words_compared) {
    r->verdict = WL_ERROR;
    snprintf(r->why, sizeof r->why, "a pass is refused: %llu instructions, %llu events and %llu words were compared%s",
             (unsigned long long)r->instructions, (unsigned long long)r->events, (unsigned long long)r->words_compared,
             c->options.mode == WL_CHECK_OFF ? " (the check is off)" : "");
  } else if (c->options.memcheck && c->unmapped.count && !c->faulted) {
    r->verdict = WL_HAZARD;
    r->first_cycle = c->unmapped_first.cycle;
    snprintf(r->why, sizeof r->why, "%llu %s to unmapped memory; the first: %.400s",
             (unsigned long long)c->unmapped.count, unmapped_noun(&c->unmapped), c->unmapped_first.what);
  } else {
    r->verdict = WL_PASS;
  }
  r->fault = c->faulted && !r->why[0];
  if (!r->fault) return;
  r->first_cycle = c->fault.cycle;
  list_faults(c, r);
  why_faulted(c, r);
}

void wl_checker_finish(wl_checker *c, const wl_mem *rtl, wl_checker_result *result) {
  memset(result, 0, sizeof *result);
  bool clean = c->model && !c->divergences && (!c->hung || c->faulted);
  if (clean && c->sweep_asked) sweep_close(c);
  if (clean && !(c->faulted && waves_at_work(c))) check_complete(c);
  if (clean && c->divergences == 0) compare_memory(c, rtl);
  count_since(c, result);
  result->divergences = c->divergences;
  report_hazards(c, result);
  result->unmapped = c->unmapped;
  decide(c, result);
  explain_missed(c, result);
  if (c->coverage && !wl_coverage_write(c->coverage, c->options.coverage)) {
    const int why = errno;
    fprintf(stderr, "%s: the coverage could not be written: %s\n", c->options.coverage, strerror(why));
    if (result->verdict == WL_PASS) {
      result->verdict = WL_ERROR;
      snprintf(result->why, sizeof result->why, "%.400s: the coverage could not be written: %s", c->options.coverage,
               strerror(why));
    }
  }
  if (c->conflicts) {
    wl_conflicts_total(c->conflicts, &result->lds_cycles, &result->lds_conflicts);
    wl_conflicts_print(c->conflicts, stdout);
  }
  if (result->verdict != WL_PASS) report_text(c, result);
  if (c->options.run_dir) {
    char path[4096];
    snprintf(path, sizeof path, "%s/report.json", c->options.run_dir);
    if (!report_json(c, result, path)) {
      fprintf(stderr, "%s: the report could not be written\n", path);
      if (result->verdict == WL_PASS) {
        result->verdict = WL_ERROR;
        snprintf(result->why, sizeof result->why, "%.400s: the report could not be written", path);
      }
    }
  }
  c->unmapped = (wl_unmapped){0};
}
