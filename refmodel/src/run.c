// wl_model_run: the model alone. Decoded instructions are run one after the other through their fn, without
// effects, hazards or counters; memory is performed at issue.
#include <stdio.h>

#include "machine.h"

typedef enum { RUN_ENDED, RUN_BARRIER, RUN_STOPPED } outcome;

struct run {
  struct wl_model *m;
  struct wl_wave *w;
  uint64_t done, limit;
  wl_run_report *report;
};

static outcome stop(struct run *r, wl_result result, const char *what) {
  r->report->result = result;
  r->report->slot = r->w->slot;
  snprintf(r->report->why, sizeof r->report->why, "%s at 0x%llx", what, (unsigned long long)r->w->pc);
  return RUN_STOPPED;
}

// A fork or join has broken the depth bound (control-flow.md section 3.3); it has executed.
static outcome stop_flow(struct run *r) {
  const wl_result event = r->m->event;
  return stop(r, event, event == WL_CSP_OVERFLOW ? "fork pushed with CSP of 6 or more; now" : "join popped with CSP 0; now");
}

// One instruction with everything that depends on the wave. The next pc is in w->pc. WL_OK, WL_ILLEGAL_INST, or a
// program error of a fork or join, which has executed.
static wl_result step(struct wl_wave *w, const struct wl_insn *insn) {
  w->next_pc = wl_pc_mask(w->pc + insn->size);
  if (!((w->mode & WL_MODE_VSKIP) && wl_is_vector_format((wl_format)insn->format))) {
    struct wl_insn copy;
    insn = wl_resolve(w, insn, &copy);
    if (insn == NULL) {
      wl_wave_fault(w, WL_TRAPSTS_ILLEGAL_INST);
      return WL_ILLEGAL_INST;
    }
    w->model->event = WL_OK;
    insn->fn(w, insn);
    w->pc = w->next_pc;
    return w->model->event;
  }
  w->pc = w->next_pc;
  return WL_OK;
}

// An instruction that is not run straight through. Leaves w->pc at the next one; *ended: the wave stops here.
static bool run_other(struct run *r, const struct wl_insn *insn, outcome *ended) {
  struct wl_wave *w = r->w;
  const uint64_t next = wl_pc_mask(w->pc + insn->size);
  const bool single_step = wl_single_step(w);
  switch (insn->kind) {
    case WL_KIND_END:
      wl_wave_end(w);
      *ended = RUN_ENDED;
      return false;
    case WL_KIND_BARRIER:
      w->pc = single_step ? wl_enter_trap(w, next, 0) : next;
      if (w->waves_in_group == 1) return true;
      w->in_barrier = true;
      *ended = RUN_BARRIER;
      return false;
    case WL_KIND_ICACHE_INV:
      w->pc = single_step ? wl_enter_trap(w, next, 0) : next;
      wl_code_refresh(r->m);
      return true;
    case WL_KIND_FETCH_FAULT:
      wl_wave_fault(w, WL_TRAPSTS_MEM_VIOL);
      *ended = stop(r, WL_FETCH_FAULT, "fetch from an unmapped page");
      return false;
    default: break;
  }
  switch (step(w, insn)) {
    case WL_OK: break;
    case WL_ILLEGAL_INST: *ended = stop(r, WL_ILLEGAL_INST, "illegal instruction"); return false;
    default: *ended = stop_flow(r); return false;
  }
  if (wl_halted(w)) w->halt = false; // alone, the host resumes it at once
  else if (single_step && !wl_is_trap(insn)) w->pc = wl_enter_trap(w, w->pc, 0);
  return true;
}

static outcome run_wave(struct run *r) {
  struct wl_wave *w = r->w;
  uint64_t done = r->done;
  const uint64_t limit = r->limit;
  outcome ended = RUN_STOPPED;
  for (bool go = true; go;) {
    struct wl_code *code = wl_code_page(r->m, w, w->pc);
    if (code == NULL) {
      ended = stop(r, WL_BAD_EVENT, "out of memory");
      break;
    }
    const bool single_step = wl_single_step(w);
    const bool direct = (w->mode & (WL_MODE_VSKIP | WL_MODE_GPR_IDX_EN)) == 0 && !single_step;
    const struct wl_insn *insn = &code->insn[w->pc % WL_PAGE / 4];
    for (;;) {
      if (done == limit) {
        w->pc = wl_pc_mask(code->base + (uint64_t)(insn - code->insn) * 4);
        ended = stop(r, WL_BAD_EVENT, "instruction limit reached");
        go = false;
        break;
      }
      if (insn->kind == WL_KIND_PLAIN && direct) {
        insn->fn(w, insn);
        insn += insn->size / 4;
        done++;
        continue;
      }
      const uint32_t index = (uint32_t)(insn - code->insn);
      w->pc = wl_pc_mask(code->base + (uint64_t)index * 4);
      if (insn->kind == WL_KIND_UNDECODED) {
        wl_code_decode(code, index);
        continue;
      }
      if (insn->kind == WL_KIND_PAGE_END) break;
      if (insn->kind == WL_KIND_FLOW && !single_step) {
        w->next_pc = wl_pc_mask(w->pc + insn->size);
        r->m->event = WL_OK;
        insn->fn(w, insn);
        w->pc = w->next_pc;
        done++;
        if (r->m->event != WL_OK) {
          ended = stop_flow(r);
          go = false;
          break;
        }
        if ((w->pc ^ code->base) >= WL_PAGE) break;
        insn = &code->insn[w->pc % WL_PAGE / 4];
        continue;
      }
      go = run_other(r, insn, &ended);
      done += ended != RUN_STOPPED || go;
      break;
    }
  }
  r->done = done;
  return ended;
}

// Every pass runs each wave as far as it goes alone; one that releases no barrier and ends no wave is the last.
static void run_waves(struct wl_model *m, struct run *r) {
  wl_run_report *report = r->report;
  for (bool progress = true; progress;) {
    progress = false;
    for (uint32_t s = 0; s < m->config.waves; s++) {
      r->w = &m->wave[s];
      if (!r->w->valid || wl_halted(r->w) || r->w->in_barrier) continue;
      progress = true;
      const uint32_t group = r->w->group;
      const outcome o = run_wave(r);
      report->instructions = r->done;
      if (o == RUN_STOPPED) return;
      if (wl_model_barrier_ready(m, group)) (void)wl_model_barrier_release(m, group, NULL);
    }
  }
  for (uint32_t s = 0; s < m->config.waves; s++) {
    if (!m->wave[s].valid) continue;
    r->w = &m->wave[s];
    report->slot = s;
    report->result = WL_BAD_EVENT;
    wl_model_waiting_for(m, s, report->why, sizeof report->why);
    return;
  }
}

void wl_model_run(wl_model *m, uint64_t limit, wl_run_report *report) {
  memset(report, 0, sizeof *report);
  struct run r = {.m = m, .limit = limit == 0 ? UINT64_MAX : limit, .report = report};
  if (wl_pending_any(m)) {
    report->result = wl_bad(report->why, "memory instructions are under way; the model cannot run alone now");
    return;
  }
  wl_code_refresh(m);
  m->alone = true;
  run_waves(m, &r);
  m->alone = false;
}
