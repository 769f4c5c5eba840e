// SPDX-License-Identifier: Apache-2.0
// A checker from time zero over the launches to the verdict.
#include "check/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/verdict.h"

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
    for (int i = 0; i < WL_EVENTS && n > 0 && (!end || !*end); i++) {
      if (strlen(wl_probe_name(i)) == length && !strncmp(wl_probe_name(i), name, length)) {
        c->fault_event = i;
        c->fault_skip = n - 1;
        return true;
      }
    }
  }
  snprintf(error->text, sizeof error->text,
           "event fault \"%.64s\": expected drop:<event> or repeat:<event>, optionally :<n>; the events are: ", text);
  for (int i = 0; i < WL_EVENTS; i++) {
    const size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used, "%s%s", i ? ", " : "", wl_probe_name(i));
  }
  return false;
}

static void first_unmapped(const arch_state *c, const wl_unmapped *u, char *text, size_t size) {
  unmapped_text(&c->ops, &c->config, u, text, size);
}

static const arch_reports reports = {.unmapped = first_unmapped};

uint32_t wl_checker_version(void) { return WL_CHECKER_VERSION; }

bool take_struct(void *to, size_t to_size, const void *from, size_t size) {
  const uint8_t *bytes = from;
  for (size_t i = to_size; i < size; i++)
    if (bytes[i]) return false;
  memset(to, 0, to_size);
  memcpy(to, from, size < to_size ? size : to_size);
  return true;
}

void give_struct(void *to, size_t size, const void *from, size_t from_size) {
  memset(to, 0, size);
  memcpy(to, from, size < from_size ? size : from_size);
}

wl_checker *wl_checker_new_sized(const wl_checker_options *options, size_t size, wl_mem *mem, wl_unit *unit,
                                 wl_error *error) {
  error->text[0] = 0;
  if (unit->checker) {
    snprintf(error->text, sizeof error->text, "the unit has a checker already");
    return NULL;
  }
  wl_checker *c = calloc(1, sizeof *c);
  if (!c) {
    snprintf(error->text, sizeof error->text, "out of memory for the checker");
    return NULL;
  }
  if (!take_struct(&c->arch.options, sizeof c->arch.options, options, size)) {
    snprintf(error->text, sizeof error->text,
             "wl_checker_options has %zu bytes, and this library, of version %d, knows %zu: the rest must be 0", size,
             WL_CHECKER_VERSION, sizeof c->arch.options);
    free(c);
    return NULL;
  }
  const wl_model_ops *ops = c->arch.options.ops ? c->arch.options.ops : &wl_gfx9_ops;
  if (!ops_good(ops, error)) {
    free(c);
    return NULL;
  }
  c->arch.options.ops = ops;
  c->arch.ops = ops_complete(ops);
  c->arch.reports = &reports;
  c->arch.mem = mem;
  arbiter_init(&c->arbiter);
  if (!c->arch.options.sweep_period) c->arch.options.sweep_period = 16384;
  if (!parse_event_fault(c, c->arch.options.event_fault, error)) {
    free(c);
    return NULL;
  }
  if (c->arch.options.reported && !(c->arch.mirror = calloc(1, sizeof *c->arch.mirror))) {
    snprintf(error->text, sizeof error->text, "out of memory for the checker");
    free(c);
    return NULL;
  }
  c->arch.unit = unit;
  c->arch.observers = unit->observers;
  // GFX9's model knows itself what a wave waits for.
  unit->asks_waits = ops->wait_count && ops != &wl_gfx9_ops;
  unit->checker = c;
  return c;
}

void wl_checker_free(wl_checker *c) {
  if (!c) return;
  c->arch.unit->checker = c->arch.unit->listener = NULL;
  c->arch.unit->expected = NULL;
  c->arch.unit->sweep_due = c->arch.unit->asks_waits = false;
  if (c->arch.model) c->arch.ops.destroy(c->arch.model);
  free(c->arch.vgpr);
  if (c->arch.mirror) free(c->arch.mirror->vgpr);
  free(c->arch.mirror);
  free(c->first.event);
  records_free(c);
  for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++) free_dispatch(&c->arch, slot);
  free(c->arch.flights);
  free(c->arch.late_state);
  free(c->arch.vgpr_known);
  free(c->arch.hazard);
  free(c->arch.first_vgpr);
  free(c);
}

// ---- the run -------------------------------------------------------------------------------------

void wl_checker_dispatch(wl_checker *c, uint32_t slot, const wl_wave_init *init) {
  if (c->arch.options.mode == WL_CHECK_OFF || *c->arch.not_judged) return;
  if (!c->arch.model && !checker_start(c)) return;
  if (slot >= c->arch.config.waves || ((c->arch.live | c->arch.dispatched) >> slot & 1)) {
    diverge(&c->arch, WL_ERROR, -1, "dispatch", "the dispatcher gave slot %u, which is %s", slot,
            slot >= c->arch.config.waves ? "not in the DUT" : "taken");
    return;
  }
  if (init->group >= c->arch.config.groups) {
    diverge(&c->arch, WL_ERROR, -1, "dispatch", "the dispatcher gave group %u; the DUT has %u groups", init->group,
            c->arch.config.groups);
    return;
  }
  if (!keep_dispatch(&c->arch, slot, init)) {
    diverge(&c->arch, WL_ERROR, -1, "dispatch", "out of memory");
    return;
  }
  if (c->arch.vgpr_known) known_forget(&c->arch, slot, init);
  c->arch.dispatched |= 1u << slot;
  c->arch.progress[slot] = c->arch.cycle;
}

bool wl_checker_stop(const wl_checker *c) { return c->arch.stop; }

bool wl_checker_found(const wl_checker *c) {
  return c->arch.divergences || c->arch.faulted || (c->arch.options.memcheck && c->arch.unmapped.count);
}

bool wl_checker_busy(const wl_checker *c) {
  if (c->arch.stop || c->arch.hung || *c->arch.not_judged || !c->arch.model || waves_at_work(&c->arch)) return false;
  return c->arch.sweep_slots || c->arch.unswept || c->arch.cycle < c->arch.quiet_cycle;
}

void wl_checker_cut_short(wl_checker *c, wl_verdict verdict, int slot, const char *why) {
  c->arch.hung = true;
  c->arch.hang_cycle = c->arch.cycle;
  c->arch.cut_verdict = verdict;
  c->arch.cut_slot = slot;
  snprintf(c->arch.cut_why, sizeof c->arch.cut_why, "%s", why);
}

// Within one edge either of them may come first: the report of the probe or the assertion.
void wl_checker_unit_failed(wl_checker *c, wl_verdict verdict, const char *what) {
  divergence *first = &c->arch.found[0];
  if (!c->arch.divergences || c->arch.cycle > first->cycle + 1 || !strcmp(first->row, "assertion")) {
    diverge(&c->arch, verdict, -1, "assertion", "%s", what);
    return;
  }
  memmove(first + 1, first, (MAX_DIVERGENCES - 1) * sizeof *first);
  memset(first, 0, sizeof *first);
  first->verdict = verdict;
  first->cycle = first[1].cycle;
  first->slot = -1;
  snprintf(first->row, sizeof first->row, "assertion");
  snprintf(first->what, sizeof first->what, "%s", what);
  c->arch.divergences++;
}

// ---- the watch over single waves -----------------------------------------------------------------

static bool memory_owes(const wl_checker *c, uint32_t slot) {
  for (uint32_t port = 0; port < 2; port++) {
    for (uint32_t id = 0; id < MEM_IDS; id++) {
      if ((c->arch.unanswered[port][id / 64] >> (id % 64) & 1) && c->arch.transaction[port][id].slot == slot)
        return true;
    }
  }
  return false;
}

int wl_checker_overdue(wl_checker *c, uint64_t limit, uint64_t *pc, uint64_t *again) {
  *again = limit;
  if (*c->arch.not_judged) return -1;
  for (uint32_t slot = 0; c->arch.model && slot < c->arch.config.waves; slot++) {
    const wave_state *w = &c->arch.wave[slot];
    const bool live = c->arch.live >> slot & 1,
               in_barrier = stands(&c->arch, &c->arch.next[slot], WL_STANDS_IN_BARRIER);
    if (!live && !(c->arch.dispatched >> slot & 1)) continue;
    if (live && (w->end != WL_END_NONE || in_barrier)) continue;
    uint64_t from = c->arch.progress[slot];
    const uint64_t awake_by = arbiter_awake_by(&c->arbiter, slot);
    if (live && awake_by > from) from = awake_by;
    uint64_t waited = c->arch.cycle > from ? c->arch.cycle - from : 0;
    if (waited >= limit && !memory_owes(c, slot)) {
      *pc = pc_of(&c->arch.next[slot]);
      return (int)slot;
    }
    if (waited >= limit) {
      c->arch.progress[slot] = c->arch.cycle;
      waited = 0;
    }
    const uint64_t left = limit - waited + (from > c->arch.cycle ? from - c->arch.cycle : 0);
    if (left < *again) *again = left;
  }
  return -1;
}

void wl_checker_wait_anew(wl_checker *c, uint32_t slot) { c->arch.progress[slot] = c->arch.cycle; }

void wl_checker_answered(wl_checker *c, wl_block port, uint32_t id) {
  const uint32_t p = port == WL_UNIT_VMEM;
  c->arch.unanswered[p][id / 64] &= ~(1ull << (id % 64));
  if (c->arch.transaction[p][id].slot < WL_MAX_WAVES) c->arch.progress[c->arch.transaction[p][id].slot] = c->arch.cycle;
}

void wl_checker_fetched(wl_checker *c, uint64_t line) {
  for (uint32_t waves = c->arch.live; waves; waves &= waves - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(waves);
    const uint64_t pc = pc_of(&c->arch.next[slot]);
    const uint64_t bytes = c->arch.config.line_bytes, wanted = line / bytes;
    if (pc / bytes == wanted || (pc + 4) / bytes == wanted) c->arch.progress[slot] = c->arch.cycle;
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
  for (uint32_t slot = 0; c->arch.model && slot < c->arch.config.waves; slot++) {
    if (!(waves >> slot & 1)) continue;
    wl_state_regs s;
    c->arch.ops.state_regs(c->arch.model, slot, &s);
    const bool halted = stands(&c->arch, &s, WL_STANDS_HALTED);
    if (named >= 0 && !halted) continue;
    named = (int)slot;
    c->arch.ops.waiting_for(c->arch.model, slot, waits, sizeof waits);
    if (halted) break;
  }
  if (named >= 0) append_why(r, "; wave %d: %s", named, waits);
}

static void list_faults(const wl_checker *c, wl_checker_result *r) {
  for (uint32_t waves = c->arch.live; waves; waves &= waves - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(waves);
    const wave_state *w = &c->arch.wave[slot];
    if (w->end != WL_END_FAULT) continue;
    r->faults[r->fault_count++] = (wl_fault){slot, w->fetch_fault, pc_of(&c->arch.now[slot])};
  }
}

// The headline of a fault: the first wave that faulted, the others that did, and whether the rest ended.
static void why_faulted(const wl_checker *c, wl_checker_result *r) {
  uint32_t others = 0, rest = waves_at_work(&c->arch) & c->arch.live;
  snprintf(r->why, sizeof r->why, "%s", c->arch.fault.what);
  for (uint32_t waves = c->arch.live; waves; waves &= waves - 1) {
    uint32_t slot = (uint32_t)__builtin_ctz(waves);
    if (c->arch.wave[slot].end == WL_END_FAULT && (int)slot != c->arch.fault.slot) others |= 1u << slot;
  }
  if (others) append_why(r, "; %d other wave%s faulted", __builtin_popcount(others), others & (others - 1) ? "s" : "");
  for (uint32_t waves = others; waves; waves &= waves - 1) {
    uint32_t slot = (uint32_t)__builtin_ctz(waves);
    append_why(r, "%s slot %u at 0x%llx", waves == others ? ":" : ",", slot,
               (unsigned long long)pc_of(&c->arch.now[slot]));
  }
  if (!rest) return;
  append_why(r, "; %d of the others did not end", __builtin_popcount(rest));
  if (c->arch.cut_verdict == WL_ERROR) append_why(r, ": %s", c->arch.cut_why);
  append_waiting(c, rest, r);
}

static void compare_memory(wl_checker *c, const wl_mem *rtl) {
  uint64_t addr = 0, bytes = 0;
  if (wl_mem_differ(c->arch.mem, rtl, &addr, &bytes)) {
    uint64_t at = addr & ~3ull;
    uint32_t expected = 0, found = 0;
    bool here = wl_mem_read(c->arch.mem, at, &expected, 4), there = wl_mem_read(rtl, at, &found, 4);
    divergence *d = diverge(&c->arch, WL_MISMATCH, -1, "memory", "memory differs at 0x%llx at the end of the run%s",
                            (unsigned long long)addr, here == there ? "" : ": mapped on one side only");
    if (here && there) diverge_words(d, 0, &found, &expected, 1);
  }
  c->arch.words_compared += bytes / 4;
}

// Finds the number of the row of that name; false: the table has none, as for what a unit keeps beside the state.
static bool state_row(const wl_checker *c, const char *name, uint32_t *number) {
  wl_state_row row;
  for (uint32_t i = 0; wl_state_table(&c->arch.ops, i, &row); i++) {
    if (strcmp(row.name, name) != 0) continue;
    *number = i;
    return true;
  }
  return false;
}

// A run can pass only when waves, memory transactions and sweeps are complete.
static void check_complete(wl_checker *c) {
  const uint32_t waves = waves_at_work(&c->arch);
  if (waves) {
    for (uint32_t slot = 0; slot < c->arch.config.waves; slot++) {
      if (waves >> slot & 1) {
        diverge(&c->arch, WL_ERROR, (int)slot, "run", "the run was closed while the wave in slot %u %s", slot,
                c->arch.live >> slot & 1 ? "had not ended" : "had been dispatched and had not started");
        return;
      }
    }
  }
  for (uint32_t port = 0; port < 2; port++) {
    for (uint32_t id = 0; id < MEM_IDS; id++) {
      if (in_flight(&c->arch, port, id)) {
        diverge(&c->arch, WL_ERROR, -1, "run", "the run was closed before the access at memory of %s transaction %u",
                port ? "vector" : "scalar", id);
        return;
      }
    }
  }
  if (wl_checker_busy(c)) {
    diverge(&c->arch, WL_ERROR, -1, "sweep",
            "the run was closed before the probe answered the closing sweep (the harness must go on while "
            "wl_checker_busy)");
  }
}

static void count_since(wl_checker *c, wl_checker_result *r) {
  const wl_checker_result total = {.cycles = c->arch.cycles,
                                   .instructions = c->arch.instructions,
                                   .events = c->arch.events,
                                   .words_compared = c->arch.words_compared,
                                   .sweeps = c->arch.sweeps};
  r->cycles = total.cycles - c->before.cycles;
  r->instructions = total.instructions - c->before.instructions;
  r->events = total.events - c->before.events;
  r->words_compared = total.words_compared - c->before.words_compared;
  r->sweeps = total.sweeps - c->before.sweeps;
  c->before = total;
}

static bool found_mismatch(const wl_checker *c) {
  for (uint64_t i = 0; i < c->arch.divergences && i < MAX_DIVERGENCES; i++)
    if (c->arch.found[i].verdict == WL_MISMATCH) return true;
  return false;
}

static void no_such_event(const wl_checker *c, char *text, size_t size) {
  snprintf(text, size, "there was no such event from cycle %llu on", (unsigned long long)c->arch.options.event_cycle);
}

// Fills missed where the injected fault touched nothing. A wrong bit of a register that is compared every cycle is a
// MISMATCH in the cycle in which it is wrong. Without one the bit did not exist, whatever else was found.
static void explain_missed(wl_checker *c, wl_checker_result *r) {
  enum { FIRST = 2 };  // cycle that the harness can reach
  const wl_checker_options *o = &c->arch.options;
  const unsigned long long at = o->state_fault_cycle;
  uint32_t row = 0;
  if (c->fault_event >= 0) no_such_event(c, r->missed, sizeof r->missed);
  if (!o->state_fault || !c->arch.model) return;
  if (at < FIRST) {
    snprintf(r->missed, sizeof r->missed, "cycle %llu; the first in which a bit can be wrong is %d", at, FIRST);
  } else if (at >= c->arch.cycle) {
    snprintf(r->missed, sizeof r->missed, "the run ended with cycle %llu", (unsigned long long)c->arch.cycle - 1);
  } else if (!state_row(c, o->state_fault, &row)) {
    snprintf(r->missed, sizeof r->missed, "nothing that is compared was wrong after cycle %llu", at);
  } else if (row >= c->arch.ops.row_count) {
    if (at > c->arch.swept_cycle)
      snprintf(r->missed, sizeof r->missed, "after cycle %llu no sweep compared %s", at, o->state_fault);
  } else if (!found_mismatch(c)) {
    if (c->arch.live >> o->state_fault_slot & 1) look_at_fault(&c->arch, (uint32_t)o->state_fault_slot);
    if (!c->arch.fault_live) {
      snprintf(r->missed, sizeof r->missed, "slot %d held no wave in cycle %llu", o->state_fault_slot, at);
    } else {
      snprintf(r->missed, sizeof r->missed, "the DUT has no register for bit %d of %s", o->state_fault_bit,
               o->state_fault);
    }
  }
}

static void decide(const wl_checker *c, wl_checker_result *r) {
  if (c->arch.divergences) {
    const divergence *d = &c->arch.found[0];
    r->verdict = d->verdict;
    r->first_cycle = d->cycle;
    snprintf(r->why, sizeof r->why, "%s", d->what);
  } else if (c->arch.hung && !c->arch.faulted) {
    r->verdict = c->arch.cut_verdict;
    r->first_cycle = c->arch.hang_cycle;
    snprintf(r->why, sizeof r->why, "%s", c->arch.cut_why);
    if (r->verdict == WL_HANG && !*c->arch.not_judged)
      append_waiting(c, c->arch.cut_slot < 0 ? c->arch.live : 1u << c->arch.cut_slot & c->arch.live, r);
  } else if (c->arch.faulted && !c->arch.options.expect_fault) {
    r->verdict = WL_ERROR;
  } else if (*c->arch.not_judged) {
    r->verdict = WL_PASS;
  } else if (c->arch.options.expect_fault && !c->arch.faulted) {
    r->verdict = WL_EXPECT;
    snprintf(r->why, sizeof r->why, "%s", wl_no_fault_text);
  } else if (c->fault_event >= 0) {
    r->verdict = WL_ERROR;
    char missed[100];
    no_such_event(c, missed, sizeof missed);
    snprintf(r->why, sizeof r->why, "the event fault \"%.64s\" was never injected: %s", c->arch.options.event_fault,
             missed);
  } else if (!r->instructions || !r->events || !r->words_compared) {
    r->verdict = WL_ERROR;
    snprintf(r->why, sizeof r->why, "a pass is refused: %llu instructions, %llu events and %llu words were compared%s",
             (unsigned long long)r->instructions, (unsigned long long)r->events, (unsigned long long)r->words_compared,
             c->arch.options.mode == WL_CHECK_OFF ? " (the check is off)" : "");
  } else if (c->arch.options.memcheck && c->arch.unmapped.count && !c->arch.faulted) {
    r->verdict = WL_HAZARD;
    r->first_cycle = c->arch.unmapped_first.cycle;
    unmapped_why(&c->arch.unmapped, c->arch.unmapped_first.what, r->why, sizeof r->why);
  } else {
    r->verdict = WL_PASS;
  }
  r->fault = c->arch.faulted && !r->why[0];
  if (!r->fault) return;
  r->first_cycle = c->arch.fault.cycle;
  list_faults(c, r);
  why_faulted(c, r);
}

static int64_t last_issue(const wl_checker *c) {
  int64_t last = -1;
  for (uint32_t slot = 0; slot < c->arch.config.waves; slot++) {
    const wave_state *w = &c->arch.wave[slot];
    if (!(c->arch.live >> slot & 1) || !w->issued || (c->arch.cut_slot >= 0 && c->arch.cut_slot != (int)slot)) continue;
    const int64_t at = (int64_t)w->history[(w->issued - 1) % HISTORY].cycle;
    if (at > last) last = at;
  }
  return last < (int64_t)c->arch.hang_cycle ? last : (int64_t)c->arch.hang_cycle;
}

static void end_observers(const wl_checker *c, wl_checker_result *r) {
  for (const wl_observer *o = c->arch.observers; o; o = o->next) {
    wl_error error;
    if (!o->end || o->end(o->to, &c->arch, r, &error)) continue;
    fprintf(stderr, "%s\n", error.text);
    if (r->verdict != WL_PASS) continue;
    r->verdict = WL_ERROR;
    snprintf(r->why, sizeof r->why, "%s", error.text);
  }
}

static void finish(wl_checker *c, const wl_mem *rtl, wl_checker_result *result) {
  wl_error error;
  records_close(c);
  bool clean = c->arch.model && !c->arch.divergences && (!c->arch.hung || c->arch.faulted) && !*c->arch.not_judged;
  if (clean && c->arch.sweep_asked) sweep_close(&c->arch);
  if (clean && !(c->arch.faulted && waves_at_work(&c->arch))) check_complete(c);
  if (clean && c->arch.divergences == 0) compare_memory(c, rtl);
  if (c->arch.model) count_unmapped(&c->arch);  // what no event has counted
  count_since(c, result);
  result->divergences = c->arch.divergences;
  report_hazards(&c->arch, result);
  result->unmapped = c->arch.unmapped;
  not_checked(c, result->not_checked, sizeof result->not_checked);
  snprintf(result->not_judged, sizeof result->not_judged, "%s", c->arch.not_judged);
  decide(c, result);
  result->last_issue = c->arch.hung && c->arch.model && !*c->arch.not_judged ? last_issue(c) : -1;
  explain_missed(c, result);
  end_observers(c, result);
  if (result->verdict != WL_PASS) report_text(c, result);
  if (c->arch.options.run_dir) {
    char path[4096];
    snprintf(path, sizeof path, "%s/report.json", c->arch.options.run_dir);
    if (!report_json(c, result, path, &error)) {
      // Nothing was printed of a run that passed.
      fprintf(stderr, "%s%s\n", result->verdict == WL_PASS ? "ERROR: " : "", error.text);
      if (result->verdict == WL_PASS) {
        result->verdict = WL_ERROR;
        snprintf(result->why, sizeof result->why, "%s", error.text);
      }
    }
  }
  c->arch.unmapped = (wl_unmapped){0};
}

void wl_checker_finish_sized(wl_checker *c, const wl_mem *rtl, wl_checker_result *result, size_t size) {
  wl_checker_result found = {0};
  finish(c, rtl, &found);
  give_struct(result, size, &found, sizeof found);
}
