// wl_model_run: the model alone. Decoded instructions are run one after the other through their fn, without
// effects, counters or what s_waitcnt guarantees; wait states are looked at. Memory is performed at issue.
#include <stdio.h>

#include "machine.h"

typedef enum { RUN_ENDED, RUN_BARRIER, RUN_STOPPED } outcome;

struct run {
  struct wl_model *m;
  struct wl_wave *w;
  uint64_t done, limit;
  const struct wl_insn *from;  // where the wave began to run straight
  uint32_t follow;  // so many instructions have their wait states looked at, whatever they are
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

// What was decoded may be decoded anew.
static void forget_recent(struct wl_model *m) {
  for (uint32_t s = 0; s < WL_MAX_WAVES; s++) m->recent[s].count = 0;
}

// The instruction that ends where `to` starts. NULL: this cannot be told, as somebody jumped into the middle of one.
static const struct wl_insn *before(const struct wl_insn *to) {
  const bool short_one = to[-1].kind != WL_KIND_UNDECODED && to[-1].kind != WL_KIND_PAGE_END;
  const bool long_one = to[-2].kind != WL_KIND_UNDECODED && to[-2].size == 8;
  return short_one == long_one ? NULL : short_one ? to - 1 : to - 2;
}

// The last instructions before insn, youngest first: of the straight run from r->from on, and of those before it.
static uint32_t look_back(const struct run *r, const struct wl_insn *insn, const struct wl_insn *last[WL_REMEMBERED]) {
  const struct wl_recent *recent = &r->m->recent[r->w->slot];
  uint32_t found = 0;
  for (uint64_t n = 0; n <= recent->count && n <= WL_REMEMBERED; n++) {
    struct wl_segment s = {r->from, insn};
    if (n != 0) s = recent->segment[(recent->count - n) % WL_REMEMBERED];
    while (s.to != s.from) {
      const struct wl_insn *one = s.to == NULL ? s.from : s.to - s.from == 1 ? s.from : before(s.to);
      if (one == NULL || found == WL_REMEMBERED - 1) return found;
      last[found++] = one;
      s.to = one;
    }
  }
  return found;
}

static uint64_t address_of(const struct wl_model *m, const struct wl_recent *recent, const struct wl_insn *insn) {
  const bool resolved = insn >= recent->resolved && insn < recent->resolved + WL_REMEMBERED;
  return resolved ? recent->resolved_pc[insn - recent->resolved] : wl_code_address(m, insn);
}

// Whether insn, which is at w->pc, comes too early after those before it (wait_states.h). Then the run stops; it has not
// executed. at: where it is decoded, its end of the straight run.
static bool too_early(struct run *r, const struct wl_insn *insn, const struct wl_insn *at) {
  const bool discarded = (r->w->mode & WL_MODE_VSKIP) && wl_is_vector_format((wl_format)insn->format);
  const struct wl_insn *last[WL_REMEMBERED];
  struct wl_wait_states h;
  char why[WL_WHY];
  if (r->m->ignore_wait_states) return false;
  const uint32_t count = look_back(r, at, last);
  for (int named = 0; named < 2; named++) {
    wl_wait_states_reset(&h);
    for (uint32_t n = count; n-- > 0;) {
      wl_wait_states_note(&h, r->w, last[n], named ? address_of(r->m, &r->m->recent[r->w->slot], last[n]) : 0);
    }
    h.partial_vcc = NULL;
    const bool early = discarded ? wl_wait_states_discarded(&h, r->w, insn, r->w->pc, why)
                                 : wl_wait_states_check(&h, r->w, insn, r->w->pc, why);
    if (!early) return false;
  }
  r->report->result = WL_HAZARD_STATES;
  r->report->slot = r->w->slot;
  memcpy(r->report->why, why, sizeof r->report->why);
  return true;
}

// One instruction with everything that depends on the wave. The next pc is in w->pc. WL_OK, WL_ILLEGAL_INST,
// WL_HAZARD_STATES, or a program error of a fork or join, which has executed.
static wl_result step(struct run *r, const struct wl_insn *insn) {
  struct wl_wave *w = r->w;
  struct wl_recent *recent = &r->m->recent[w->slot];
  struct wl_insn copy;
  w->next_pc = wl_pc_mask(w->pc + insn->size);
  if ((w->mode & WL_MODE_VSKIP) && wl_is_vector_format((wl_format)insn->format)) {
    if (too_early(r, insn, r->from)) return WL_HAZARD_STATES;
    copy = (struct wl_insn){.name = insn->name, .unit = WL_UNIT_SMEM};
    wl_recent_note_copy(recent, &copy, w->pc);
    w->pc = w->next_pc;
    return WL_OK;
  }
  const struct wl_insn *resolved = wl_resolve(w, insn, &copy);
  if (resolved == NULL) {
    wl_wave_fault(w, WL_TRAPSTS_ILLEGAL_INST);
    return WL_ILLEGAL_INST;
  }
  if (too_early(r, resolved, r->from)) return WL_HAZARD_STATES;
  if (resolved == insn) wl_recent_note(recent, insn, NULL);
  else wl_recent_note_copy(recent, resolved, w->pc);
  const uint32_t follow = wl_wait_states_follow(resolved);
  if (follow > r->follow) r->follow = follow;
  r->m->event = WL_OK;
  wl_execute(w, resolved);
  w->pc = w->next_pc;
  return r->m->event;
}

// An instruction that is not run straight through. Leaves w->pc at the next one; *ended: the wave stops here.
static bool run_other(struct run *r, const struct wl_insn *insn, outcome *ended) {
  struct wl_wave *w = r->w;
  const uint64_t next = wl_pc_mask(w->pc + insn->size);
  const bool single_step = wl_single_step(w);
  r->follow -= r->follow != 0;
  switch (insn->kind) {
    case WL_KIND_END:
      wl_wave_end(w);
      *ended = RUN_ENDED;
      return false;
    case WL_KIND_BARRIER:
      wl_recent_note(&r->m->recent[w->slot], insn, NULL);
      w->pc = single_step ? wl_enter_trap(w, next, 0) : next;
      if (w->waves_in_group == 1) return true;
      w->in_barrier = true;
      *ended = RUN_BARRIER;
      return false;
    case WL_KIND_ICACHE_INV:
      w->pc = single_step ? wl_enter_trap(w, next, 0) : next;
      wl_code_refresh(r->m);
      forget_recent(r->m);
      return true;
    case WL_KIND_FETCH_FAULT:
      wl_wave_fault(w, WL_TRAPSTS_MEM_VIOL);
      *ended = stop(r, WL_FETCH_FAULT, "fetch from an unmapped page");
      return false;
    default: break;
  }
  const bool skipped = (w->mode & WL_MODE_VSKIP) && wl_is_vector_format((wl_format)insn->format);
  switch (step(r, insn)) {
    case WL_OK: break;
    case WL_HAZARD_STATES: *ended = RUN_STOPPED; return false;
    case WL_ILLEGAL_INST: *ended = stop(r, WL_ILLEGAL_INST, "illegal instruction"); return false;
    default: *ended = stop_flow(r); return false;
  }
  // An owner write has executed; its addresses are still known.
  const int thread = skipped ? -1 : wl_owner_overflow(w, insn);
  if (thread >= 0) {
    char what[80];
    snprintf(what, sizeof what, "%s of thread %d passes the group's LDS; now", insn->name, thread);
    *ended = stop(r, WL_LDS_OVERFLOW, what);
    return false;
  }
  if (wl_halted(w)) w->halt = false; // alone, the host resumes it at once
  else if (single_step && !wl_is_trap(insn)) w->pc = wl_enter_trap(w, w->pc, 0);
  return true;
}

static outcome run_wave(struct run *r) {
  struct wl_wave *w = r->w;
  uint64_t done = r->done;
  const uint64_t limit = r->limit;
  struct wl_recent *recent = &r->m->recent[w->slot];
  outcome ended = RUN_STOPPED;
  r->follow = 0;
  for (bool go = true; go;) {
    struct wl_code *code = wl_code_page(r->m, w, w->pc);
    if (code == NULL) {
      ended = stop(r, WL_BAD_EVENT, "out of memory");
      break;
    }
    const bool careful = wl_single_step(w) || r->follow != 0; // each instruction by itself
    const bool direct = (w->mode & (WL_MODE_VSKIP | WL_MODE_GPR_IDX_EN | WL_MODE_SHARED)) == 0 && !careful;
    const struct wl_insn *insn = &code->insn[w->pc % WL_PAGE / 4];
    r->from = insn;
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
      if (insn->kind == WL_KIND_PAGE_END) {
        wl_recent_note(recent, r->from, insn);
        break;
      }
      if (insn->kind == WL_KIND_WATCHED && direct) {
        if (too_early(r, insn, insn)) {
          go = false;
          break;
        }
        insn->fn(w, insn);
        w->pc = wl_pc_mask(w->pc + insn->size);
        done++;
        r->follow = wl_wait_states_follow(insn);
        insn += insn->size / 4;
        if (r->follow == 0) continue;
        wl_recent_note(recent, r->from, insn);
        break;
      }
      if (insn->kind == WL_KIND_FLOW && !careful) {
        w->next_pc = wl_pc_mask(w->pc + insn->size);
        r->m->event = WL_OK;
        wl_recent_note(recent, r->from, insn + insn->size / 4);
        insn->fn(w, insn);
        w->pc = w->next_pc;
        done++;
        if (r->m->event != WL_OK) {
          ended = stop_flow(r);
          go = false;
          break;
        }
        if ((w->pc ^ code->base) >= WL_PAGE) break;
        r->from = insn = &code->insn[w->pc % WL_PAGE / 4];
        continue;
      }
      wl_recent_note(recent, r->from, insn);
      go = run_other(r, insn, &ended);
      done += ended != RUN_STOPPED || go || r->report->result == WL_LDS_OVERFLOW; // which has executed
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
  forget_recent(m);
  m->alone = true;
  run_waves(m, &r);
  m->alone = false;
}

void wl_model_ignore_wait_states(wl_model *m, bool ignore) { m->ignore_wait_states = ignore; }
