// SPDX-License-Identifier: Apache-2.0
// The grid of a launch on the model alone: fills its wave slots, runs them, judges how they end.
#include "standalone.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/signals.h"

static wl_verdict verdict_of(wl_result r) {
  switch (r) {
    case WL_OK: return WL_PASS;
    case WL_HAZARD_PENDING:
    case WL_HAZARD_CONTROL:
    case WL_HAZARD_STATES:
    case WL_HAZARD_CLAUSE:
    case WL_HAZARD_ABSOLUTE:
    case WL_CSP_OVERFLOW:
    case WL_CSP_UNDERFLOW:
    case WL_LDS_OVERFLOW: return WL_HAZARD;
    case WL_ILLEGAL_CONTROL: return WL_ILLEGAL;
    default: return WL_ERROR;  // the program is bad input
  }
}

static void fail(wl_launch_result *r, wl_verdict v, const char *why) {
  r->verdict = v;
  wl_text(r->why, sizeof r->why, "%s", why);
}

static void on_message(void *to, const wl_message *message) {
  wl_launch_result *r = to;
  if (r->message_count < WL_MAX_MESSAGES) r->messages[r->message_count] = *message;
  r->message_count++;
}

static void on_export(void *to, const wl_export *sent) {
  wl_launch_result *r = to;
  if (r->export_count < WL_MAX_EXPORTS) r->exports[r->export_count] = *sent;
  r->export_count++;
}

static void count_unmapped(const wl_standalone *d, wl_unmapped *all) {
  wl_unmapped more;
  d->ops->unmapped(d->model, &more);
  more.count += all->count;
  more.in_lds += all->in_lds;
  if (!all->count) *all = more;
  all->count = more.count;
  all->in_lds = more.in_lds;
}

typedef struct {
  uint32_t waves;  // that faulted: a bit per slot
  uint32_t fetch;  // those with a fetch fault
  uint32_t first;  // slot of the first
  char why[200];   // reason of the first
} faults;

static bool waits_at_barrier(const wl_standalone *d, uint32_t slot) {
  wl_state_regs s;
  d->ops->state_regs(d->model, slot, &s);
  return d->ops->standing(&s) & WL_STANDS_IN_BARRIER;
}

// Whether no wave can run: each has ended, has faulted, or waits at a barrier for a wave that has faulted.
static bool at_rest(const wl_standalone *d, const faults *f) {
  for (uint32_t slot = 0; slot < d->waves; slot++) {
    if (d->ops->wave_live(d->model, slot) && !(f->waves >> slot & 1) && !waits_at_barrier(d, slot)) return false;
  }
  return true;
}

// The result of a run with faults: names the waves. rest: why the other waves did not end; "": they did.
static void fail_faulted(const wl_standalone *d, wl_launch_result *r, const faults *f, const char *rest) {
  const uint32_t others = f->waves & ~(1u << f->first);
  const int count = __builtin_popcount(others);
  char list[400] = "", also[40] = "";
  size_t used = 0;
  for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++) {
    wl_state_regs s;
    if (!(others >> slot & 1)) continue;
    d->ops->state_regs(d->model, slot, &s);
    wl_text(list + used, sizeof list - used, "%s slot %u at 0x%llx", used ? "," : ":", slot,
            (unsigned long long)s.pc_hi << 32 | s.pc_lo);
    used = strlen(list);
  }
  r->verdict = WL_ERROR;
  r->fault = true;
  for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++) {
    wl_state_regs s;
    if (!(f->waves >> slot & 1)) continue;
    d->ops->state_regs(d->model, slot, &s);
    r->faults[r->fault_count++] = (wl_fault){slot, f->fetch >> slot & 1, (uint64_t)s.pc_hi << 32 | s.pc_lo};
  }
  if (count) wl_text(also, sizeof also, "; %d other wave%s faulted", count, count > 1 ? "s" : "");
  wl_text(r->why, sizeof r->why, "%s%s%s%s%s", f->why, also, list, *rest ? "; the others did not end: " : "", rest);
}

// Prints on stderr where each wave is, where the run may print.
static void print_waves(const wl_standalone *d) {
  if (d->go_on) return;
  wl_watch_end();
  for (uint32_t slot = 0; slot < d->waves; slot++) {
    wl_state_regs s;
    char text[256];
    if (!d->ops->wave_live(d->model, slot)) continue;
    d->ops->state_regs(d->model, slot, &s);
    d->ops->waiting_for(d->model, slot, text, sizeof text);
    fprintf(stderr, "  slot %u: PC 0x%08x%08x, %s\n", slot, s.pc_hi, s.pc_lo, text);
  }
}

// Instructions are counted from the beginning of the launch.
typedef struct {
  const wl_standalone *of;
  uint64_t before;       // instructions of the waves that have ended
  uint64_t since, look;  // as of the last start or end of a wave, and when the waves are looked at again
  uint32_t live;         // waves: a bit per slot
  bool stuck;            // no wave has started or ended for of->run_instructions
} turns;

static uint32_t live_waves(const wl_standalone *d) {
  uint32_t live = 0;
  for (uint32_t slot = 0; slot < d->waves; slot++) live |= (uint32_t)d->ops->wave_live(d->model, slot) << slot;
  return live;
}

// The waves are looked at anew: have any started or ended?
static void look(turns *t, uint64_t at) {
  const uint64_t limit = t->of->run_instructions;
  const uint32_t live = live_waves(t->of);
  if (live != t->live) t->since = at;
  t->live = live;
  t->look = at + limit / 16;
  t->stuck = at - t->since >= limit;
}

static bool after_turn(void *to, uint64_t instructions) {
  turns *t = to;
  const uint64_t at = t->before + instructions;
  if (t->of->run_instructions && at >= t->look) look(t, at);
  const wl_standalone *d = t->of;
  return (d->go_on ? d->go_on(d->to, at) : wl_watch_look(at)) && !t->stuck;
}

// The slot of a wave that the model has neither ended nor said to have faulted; `waves`: there is none.
static uint32_t forgotten(const wl_standalone *d, const faults *f) {
  uint32_t slot = 0;
  while (slot < d->waves && (!d->ops->wave_live(d->model, slot) || (f->waves >> slot & 1))) slot++;
  return slot;
}

// What a model does that never comes to an end: it says that all waves have ended and one has not, or again and again
// that one has faulted. Fills why.
static bool model_wrong(const wl_standalone *d, const faults *f, const wl_run_report *report, char why[200]) {
  const bool fault = report->result == WL_ILLEGAL_INST || report->result == WL_FETCH_FAULT;
  const uint32_t slot = fault ? report->slot : forgotten(d, f);
  if (fault && (slot >= d->waves || !d->ops->wave_live(d->model, slot)))
    snprintf(why, 200, "says that the wave in slot %u has faulted, and that slot holds no wave", slot);
  else if (fault && (f->waves >> slot & 1))
    snprintf(why, 200, "says a second time that the wave in slot %u has faulted, and has to leave it out", slot);
  else if (report->result == WL_OK && slot < d->waves && !(f->waves && at_rest(d, f)))
    snprintf(why, 200, "says after %llu instructions that all waves have ended, and slot %u holds one",
             (unsigned long long)report->instructions, slot);
  else return false;
  return true;
}

// ---- observers -----------------------------------------------------------------------------------

static void observe(const wl_observer *first, int event, const wl_observed_alone *alone) {
  const wl_observed observed = {.when = WL_ALONE, .event = event, .alone = alone};
  for (const wl_observer *o = first; o; o = o->next)
    if (o->wants[WL_ALONE] >> event & 1) o->event(o->to, &observed);
}

static void on_issue(void *to, uint32_t slot, const wl_effect *e, const wl_traced *traced,
                     const wl_state_regs *before) {
  observe(to, WL_EVENT_issue, &(wl_observed_alone){.slot = slot, .effect = e, .traced = traced, .before = before});
}

void wl_standalone_observe(const wl_observed_model *model, wl_observer *observers) {
  uint64_t wants = 0;
  for (const wl_observer *o = observers; o; o = o->next) {
    wants |= o->wants[WL_ALONE];
    if (o->start_alone) o->start_alone(o->to, model);
  }
  if (wants & wl_event_bit(WL_EVENT_issue)) model->ops->on_issue(model->model, on_issue, observers);
}

// ---- a run of a model without the function `run` -------------------------------------------------
// It does what wl_model_run does.

enum { TURN = 65536 };  // instructions

static bool stop(wl_run_report *report, wl_result result, uint32_t slot, const char *why) {
  report->result = result;
  report->slot = slot;
  wl_text(report->why, sizeof report->why, "%s", why);
  return false;
}

// The wave's next instruction. False: the run stops.
static bool issue_next(const wl_standalone *d, uint32_t slot, wl_run_report *report) {
  wl_state_regs before;
  wl_effect e = {0};
  wl_traced traced;
  if (d->observers) d->ops->state_regs(d->model, slot, &before);
  const wl_result result = d->ops->issue(d->model, slot, 0, &e);
  if (d->observers && (result == WL_OK || e.end == WL_END_FAULT)) {
    d->ops->traced(d->model, e.unit, slot, 0, &e, &traced);
    observe(d->observers, WL_EVENT_issue,
            &(wl_observed_alone){.slot = slot, .effect = &e, .traced = &traced, .before = &before});
  }
  report->instructions += result == WL_OK;
  return result == WL_OK || stop(report, result, slot, e.why);
}

// A turn of a wave. False: the run stops.
static bool issue_turn(const wl_standalone *d, uint32_t slot, uint64_t limit, wl_run_report *report) {
  for (uint32_t n = 0; n < TURN && d->ops->wave_live(d->model, slot) && !waits_at_barrier(d, slot); n++) {
    if (limit && report->instructions == limit) return stop(report, WL_BAD_EVENT, slot, "instruction limit reached");
    if (!issue_next(d, slot, report)) return false;
  }
  return true;
}

// group: of each slot's wave.
static void run_by_issues(turns *t, const faults *f, const uint32_t group[WL_MAX_WAVES], uint64_t limit,
                          wl_run_report *report) {
  const wl_standalone *d = t->of;
  uint32_t slot;
  char why[160];
  for (bool progress = true; progress;) {
    progress = false;
    for (slot = 0; slot < d->waves; slot++) {
      if (!d->ops->wave_live(d->model, slot) || (f->waves >> slot & 1) || waits_at_barrier(d, slot)) continue;
      progress = true;
      if (!issue_turn(d, slot, limit, report)) return;
      if (d->ops->barrier_ready(d->model, group[slot])) d->ops->barrier_release(d->model, group[slot], why);
      if (!after_turn(t, report->instructions)) {
        stop(report, WL_BAD_EVENT, slot, "stopped");
        return;
      }
    }
  }
  if ((slot = forgotten(d, f)) == d->waves) return;
  d->ops->waiting_for(d->model, slot, why, sizeof why);
  stop(report, WL_BAD_EVENT, slot, why);
}

// ---- the run -------------------------------------------------------------------------------------

// Fills the wave slots, runs the waves to their end, and so on until the grid is done. After a fault no workgroup
// starts.
void wl_standalone_run(const wl_standalone *d, wl_dispatcher *dispatcher, wl_launch_result *r) {
  uint64_t limit = d->max_instructions;
  bool running[WL_MAX_WAVES] = {false};
  uint32_t group[WL_MAX_WAVES] = {0};
  faults f = {0};
  turns t = {.of = d};
  for (wl_block block = WL_UNIT_SMEM; !d->ops->run && block <= WL_UNIT_VMEM; block++) d->ops->at_issue(d->model, block);
  d->ops->on_message(d->model, on_message, r);
  d->ops->on_export(d->model, on_export, r);
  d->ops->on_turn(d->model, after_turn, &t);
  while (!wl_dispatcher_done(dispatcher)) {
    uint32_t slot;
    wl_wave_init init;
    bool started = false;
    while (wl_dispatcher_next(dispatcher, &slot, &init)) {
      if (d->ops->wave_start(d->model, slot, &init) != WL_OK) {
        fail(r, WL_ERROR, "the model refused a wave that the dispatcher placed");
        return;
      }
      observe(d->observers, WL_EVENT_wave_start, &(wl_observed_alone){.slot = slot, .init = &init});
      running[slot] = true;
      group[slot] = init.group;
      started = true;
    }
    for (const wl_observer *o = d->observers; o && started; o = o->next)
      if (o->begin) o->begin(o->to, 0);
    wl_run_report report = {0};
    char why[400], waits[160];
    t.before = t.since = r->instructions;
    t.live = live_waves(d);
    const bool runs = !limit || r->instructions < limit;
    const uint64_t left = limit ? limit - r->instructions : 0;
    if (runs && d->ops->run) d->ops->run(d->model, left, &report);
    else if (runs) run_by_issues(&t, &f, group, left, &report);
    r->instructions += report.instructions;
    count_unmapped(d, &r->unmapped);
    if (report.result == WL_BAD_EVENT && !d->go_on && wl_watch_signal()) {
      uint64_t ended, waves;
      wl_dispatcher_count(dispatcher, &ended, &waves);
      wl_text(why, sizeof why, "stopped by %s after %llu instructions; %llu of %llu waves had not ended",
              wl_watch_signal(), (unsigned long long)r->instructions, (unsigned long long)(waves - ended),
              (unsigned long long)waves);
      print_waves(d);
      r->cut_short = true;
      fail(r, WL_ERROR, why);
      return;
    }
    char wrong[200];
    if (runs && model_wrong(d, &f, &report, wrong)) {
      wl_text(why, sizeof why, "the model of %.64s: its function \"run\" %s", d->ops->isa, wrong);
      fail(r, WL_ERROR, why);
      return;
    }
    const bool fault = report.result == WL_ILLEGAL_INST || report.result == WL_FETCH_FAULT;
    if (fault) {
      if (!f.waves) {
        f.first = report.slot;
        wl_text(f.why, sizeof f.why, "slot %u: %s", report.slot, report.why);
        wl_dispatcher_close(dispatcher);
      }
      f.waves |= 1u << report.slot;
      f.fetch |= (uint32_t)(report.result == WL_FETCH_FAULT) << report.slot;
    }
    if (f.waves && at_rest(d, &f)) {
      fail_faulted(d, r, &f, "");
      return;
    }
    if (t.stuck || (limit && r->instructions >= limit && (report.result == WL_BAD_EVENT || !report.instructions))) {
      slot = report.slot;
      while (!d->ops->wave_live(d->model, slot) && slot + 1 < d->waves) slot++;
      d->ops->waiting_for(d->model, slot, waits, sizeof waits);
      if (t.stuck) {
        wl_text(why, sizeof why, "no wave has started or ended for %llu instructions; wave %u: %s",
                (unsigned long long)(r->instructions - t.since), slot, waits);
      } else {
        wl_text(why, sizeof why, "the grid is not done after %llu instructions; wave %u: %s",
                (unsigned long long)r->instructions, slot, waits);
      }
      print_waves(d);
      if (f.waves) fail_faulted(d, r, &f, why);
      else fail(r, WL_HANG, why);
      return;
    }
    if (fault) continue;
    if (report.result != WL_OK) {
      wl_text(why, sizeof why, "wave %u: %s", report.slot, report.why);
      fail(r, verdict_of(report.result), why);
      return;
    }
    for (uint32_t i = 0; i < WL_MAX_WAVES; i++) {
      if (!running[i] || d->ops->wave_live(d->model, i)) continue;
      wl_dispatcher_wave_ended(dispatcher, i);
      running[i] = false;
    }
  }
}
