// SPDX-License-Identifier: Apache-2.0
// wl_model_run: the model standalone. It calls the fn of one decoded instruction after the other, without effects or
// wait counters. Memory is accessed at issue.
//
// Wait states are checked, and while the program has loads in flight also the use of their registers. Waves take turns
// in order of slot: a turn ends when the wave ends, waits at a barrier, or has issued TURN instructions.
#include <stdio.h>
#include <stdlib.h>

#include "execute/flow.h"
#include "isa/isa.h"
#include "wave/clause.h"
#include "wave/code.h"
#include "wave/effects.h"
#include "wave/resolve.h"

enum { TURN = 1 << 16 };

typedef enum { RUN_ENDED, RUN_BARRIER, RUN_TURN, RUN_STOPPED } outcome;

struct run {
  struct wl_model *m;
  struct wl_wave *w;
  struct wl_wait_states *states;  // of w
  struct wl_hazards *hazards;     // of w
  uint64_t done, limit;
  uint64_t others;  // instructions of the run before the turn, less the count of the wave at its begin
  uint64_t turn;    // count of the wave's instructions at which its turn ends
  uint32_t follow;  // for so many instructions every row of the wait-state table is checked
  bool before;      // the run has stopped before an instruction, which has not executed
  wl_run_report *report;
};

static outcome stop(struct run *r, wl_result result, const char *what) {
  r->report->result = result;
  r->report->slot = r->w->slot;
  snprintf(r->report->why, sizeof r->report->why, "%s at 0x%llx", what, (unsigned long long)r->w->pc);
  return RUN_STOPPED;
}

// The instruction at pc has executed and is a program error.
static outcome stop_behind(struct run *r, wl_result result, uint64_t pc, const char *what) {
  r->report->result = result;
  r->report->slot = r->w->slot;
  snprintf(r->report->why, sizeof r->report->why, "at 0x%llx: %s", (unsigned long long)pc, what);
  return RUN_STOPPED;
}

// A fork or join has broken the depth bound (control-flow.md 3.3).
static outcome stop_flow(struct run *r, uint64_t pc) {
  const wl_result event = r->w->event;
  return stop_behind(r, event, pc,
                     event == WL_CSP_OVERFLOW ? "fork pushed with CSP of 6 or more" : "join popped with CSP 0");
}

// The address of the instruction behind insn, at w->pc.
static uint64_t behind(const struct wl_wave *w, const struct wl_insn *insn) { return wl_policy(w)->next_pc(w, insn); }

// Decodes again what memory no longer agrees with.
static void refresh_code(struct wl_model *m) {
  for (uint32_t s = 0; s < WL_MAX_WAVES; s++) wl_wait_states_keep(m, &m->wait_states[s]);
  wl_code_refresh(m);
}

// Whether insn, at w->pc, has too few wait states as a consumer of one of the rows. Then the run stops before insn.
static bool too_early(struct run *r, const struct wl_insn *insn, uint32_t rows) {
  char why[WL_WHY];
  if (rows == 0 || r->m->ignore_hazards || !wl_wait_states_check(r->w, insn, rows, r->w->pc, why)) return false;
  r->report->result = WL_HAZARD_STATES;
  r->report->slot = r->w->slot;
  memcpy(r->report->why, why, sizeof r->report->why);
  return true;
}

static void stop_unwaited(struct run *r, const char why[WL_WHY]) {
  r->report->result = WL_HAZARD_PENDING;
  r->report->slot = r->w->slot;
  memcpy(r->report->why, why, sizeof r->report->why);
}

// Whether insn, which the wave issues by this policy at w->pc, lacks something for which the run stops before it.
static bool judged(struct run *r, const struct wl_wait_policy *policy, const struct wl_insn *insn, bool discarded) {
  char why[WL_WHY];
  const wl_result result = policy->judge(r->w, insn, discarded, why);
  if (__builtin_expect(result == WL_OK, 1)) return false;
  if (r->m->ignore_hazards && result != WL_HAZARD_PENDING && result != WL_ILLEGAL_CONTROL) return false;
  r->before = true;
  r->report->result = result;
  r->report->slot = r->w->slot;
  memcpy(r->report->why, why, sizeof r->report->why);
  return true;
}

// Whether insn, at w->pc, uses a register that has not been waited for. Then the run stops before insn.
static bool unwaited(struct run *r, const struct wl_insn *insn) {
  char why[WL_WHY];
  if (!r->m->policy->unwaited(r->w, insn, r->w->pc, why)) return false;
  stop_unwaited(r, why);
  return true;
}

// An instruction at w->pc that is no memory instruction has executed while the list of missing waits is not empty, or
// it is a fork or join. True: its stack entry has not been waited for. Then the run stops.
static bool scalar_unwaited(struct run *r, const struct wl_wait_policy *policy, const struct wl_insn *insn,
                            uint32_t old_mode) {
  char why[WL_WHY] = "";
  policy->on_program(r->w, insn, r->w->pc);
  const uint32_t old_csp = wl_field(old_mode, WL_MODE_CSP);
  if (!wl_is_fork_or_join(insn) || !policy->unwaited_stack(r->w, insn, old_csp, r->w->pc, why)) return false;
  stop_unwaited(r, why);
  return true;
}

// Before insn, at w->pc: keeps the list of missing waits, if it is a memory instruction or an export. Returns that.
static inline bool list_unwaited(struct run *r, const struct wl_wait_policy *policy, const struct wl_insn *insn) {
  const bool listed = wl_is_memory_unit((wl_block)insn->unit) || insn->unit == WL_UNIT_EXPORT;
  if (listed && (r->hazards->count != 0 || (insn->producer_rows & WL_UNWAITED)) && !r->m->ignore_hazards)
    policy->on_program(r->w, insn, r->w->pc);
  return listed;
}

// After insn, at w->pc: keeps the list, if list_unwaited has not. True: the run stops.
static inline bool note_unwaited(struct run *r, const struct wl_insn *insn, bool listed, uint32_t old_mode) {
  return !listed && r->hazards->count != 0 && scalar_unwaited(r, r->m->policy, insn, old_mode);
}

// The wave's clause ends with the instruction at pc (D-R700-20). true: early, and the run stops.
static bool clause_ends(struct run *r, const char *name, uint64_t pc) {
  char why[WL_WHY];
  if (!wl_clause_end(r->w, name, pc, why) || r->m->ignore_hazards) return false;
  r->report->result = WL_HAZARD_CLAUSE;
  r->report->slot = r->w->slot;
  memcpy(r->report->why, why, sizeof r->report->why);
  return true;
}

// An instruction has executed. true: it has read absolute data outside of its clause (D-R700-22), and the run stops.
static bool absolute_read(struct run *r) {
  char why[WL_WHY];
  if (!wl_absolute_found(r->m, why) || r->m->ignore_hazards) return false;
  r->report->result = WL_HAZARD_ABSOLUTE;
  r->report->slot = r->w->slot;
  memcpy(r->report->why, why, sizeof r->report->why);
  return true;
}

// A clause begins: the turn of the wave does not end before it.
static void begin_clause(struct run *r, uint64_t pc, uint32_t n) {
  const bool first = r->m->memory.marks == NULL;
  if (!wl_clause_begin(r->w, pc, n)) return;
  const uint64_t end = r->m->clause.end, last = r->limit == UINT64_MAX ? UINT64_MAX : r->limit - r->others;
  if (r->turn < end) r->turn = end < last ? end : last;
  if (first) refresh_code(r->m);  // instructions of the LDS are bound anew
}

// There is no host that takes messages later.
static void deliver_messages(struct wl_wave *w) {
  const struct wl_model *m = w->model;
  wl_message message;
  while (wl_take_message(w, &message)) {
    if (m->on_message != NULL) m->on_message(m->on_message_to, &message);
  }
}

static void deliver_export(struct wl_wave *w) {
  const struct wl_model *m = w->model;
  if (m->on_export != NULL) m->on_export(m->on_export_to, &w->exports.list[0].what);
  wl_drop_export(w, 0);
}

// One instruction with everything that depends on the wave. Leaves the next pc in w->pc. Returns WL_OK; WL_ILLEGAL_INST
// or a hazard: it has not executed; or the program error of a fork or join, which has executed.
static wl_result step(struct run *r, const struct wl_insn *insn) {
  struct wl_wave *w = r->w;
  struct wl_wait_states *h = r->states;
  struct wl_insn copy;
  const struct wl_wait_policy *const policy = wl_policy(w);
  w->next_pc = policy->next_pc(w, insn);
  if (wl_discarded(w, insn)) {
    if (judged(r, policy, insn, true)) return r->report->result;
    wl_wait_states_note_discarded(h);
    w->pc = w->next_pc;
    return WL_OK;
  }
  const struct wl_insn *resolved = wl_resolve(w, insn, &copy);
  if (resolved == NULL) {
    if (clause_ends(r, "illegal instruction", w->pc)) return WL_HAZARD_CLAUSE;
    wl_wave_fault(w, WL_TRAPSTS_ILLEGAL_INST);
    return WL_ILLEGAL_INST;
  }
  if (judged(r, policy, resolved, false)) return r->report->result;
  if (resolved->producer_rows & WL_ROW(0)) wl_wait_states_note_vcc(h, w, resolved, w->pc);
  if (resolved->producer_rows & WL_FOLLOWED) r->follow = WL_FOLLOW;
  w->memory->clock = r->others + h->count;
  if (resolved == insn) wl_wait_states_note(h, w, insn);
  else wl_wait_states_note_copy(h, w, resolved, w->pc);
  if (r->m->memory.marks != NULL) r->m->memory.clause = wl_clause_of(w);
  if (wl_reads_flag(resolved, WL_SRC_LDS_DIRECT)) wl_check_direct(w, resolved);
  const uint32_t old_mode = w->mode, old_csp = wl_csp(w);
  w->event = WL_OK;
  const bool listed = list_unwaited(r, policy, resolved);
  wl_execute(w, resolved);
  if (wl_is_fork_or_join(resolved) && wl_pushed(w, old_csp)) wl_wait_states_note_push(h, w, old_csp);
  if (absolute_read(r)) return WL_HAZARD_ABSOLUTE;
  if (wl_sends(resolved)) deliver_messages(w);
  if (resolved->unit == WL_UNIT_EXPORT) deliver_export(w);
  const bool stack = wl_is_fork_or_join(resolved) && !r->m->ignore_hazards;
  if (!listed && (r->hazards->count != 0 || stack) && scalar_unwaited(r, policy, resolved, old_mode))
    return WL_HAZARD_PENDING;
  w->pc = w->next_pc;
  policy->done(w, resolved);
  return w->event;
}

// A single step, or an exception: nothing is in flight.
static uint64_t enter_trap(struct wl_wave *w, uint64_t pc) {
  w->trap_due = false;
  wl_policy(w)->reset(w);
  return wl_enter_trap(w, pc, 0);
}

// An instruction that the loop of run_page does not execute itself. Leaves w->pc at the next one. false: the turn ends,
// *ended says how.
static bool run_unreported(struct run *r, const struct wl_insn *insn, outcome *ended) {
  struct wl_wave *w = r->w;
  const uint64_t at = w->pc, next = behind(w, insn);
  const bool single_step = wl_single_step(w);
  struct wl_wait_states *h = r->states;
  r->follow -= r->follow != 0;
  *ended = RUN_STOPPED;
  const bool whole = insn->kind == WL_KIND_END || insn->kind == WL_KIND_BARRIER || insn->kind == WL_KIND_ICACHE_INV;
  if (whole && judged(r, wl_policy(w), insn, false)) return false;
  switch (insn->kind) {
    case WL_KIND_END:
      wl_wait_states_note(h, w, insn);
      wl_wave_end(w);
      *ended = RUN_ENDED;
      return false;
    case WL_KIND_BARRIER:
      wl_wait_states_note(h, w, insn);
      *ended = RUN_STOPPED;
      if (w->waves_in_group > 1 && clause_ends(r, insn->name, at)) return false;
      w->pc = single_step ? enter_trap(w, next) : next;
      if (w->waves_in_group == 1) return true;
      w->in_barrier = true;
      *ended = RUN_BARRIER;
      return false;
    case WL_KIND_ICACHE_INV:
      wl_wait_states_note(h, w, insn);
      w->pc = single_step ? enter_trap(w, next) : next;
      refresh_code(r->m);
      return true;
    case WL_KIND_FETCH_FAULT:
      *ended = RUN_STOPPED;
      if (clause_ends(r, "fetch from an unmapped page", at)) return false;
      wl_wave_fault(w, WL_TRAPSTS_MEM_VIOL);
      *ended = stop(r, WL_FETCH_FAULT, "fetch from an unmapped page");
      return false;
    default: break;
  }
  const bool skipped = wl_discarded(w, insn);
  switch (step(r, insn)) {
    case WL_OK: break;
    case WL_ILLEGAL_INST: *ended = stop(r, WL_ILLEGAL_INST, "illegal instruction"); return false;
    case WL_CSP_OVERFLOW:
    case WL_CSP_UNDERFLOW: *ended = stop_flow(r, at); return false;
    default: *ended = RUN_STOPPED; return false;
  }
  // An owner write has executed: its addresses come from registers that it did not change.
  const int thread = skipped ? -1 : wl_owner_overflow(w, insn);
  if (thread >= 0) {
    char what[80];
    snprintf(what, sizeof what, "%s of thread %d writes past the group's LDS", insn->name, thread);
    *ended = stop_behind(r, WL_LDS_OVERFLOW, at, what);
    return false;
  }
  const bool traps = w->trap_due || (single_step && !wl_is_trap(insn));
  const bool leaves = wl_halted(w) || traps || (wl_is_trap(insn) && w->trap_enabled);
  if (leaves || wl_is_clause(insn)) {
    *ended = RUN_STOPPED;
    if (clause_ends(r, traps ? "the entry of the trap handler" : insn->name, traps ? w->pc : at)) return false;
  }
  if (wl_is_clause(insn)) begin_clause(r, at, (uint32_t)insn->simm);
  if (wl_halted(w)) w->halt = false;  // there is no host: it is resumed at once
  else if (traps) w->pc = enter_trap(w, w->pc);
  return true;
}

// Adds the registers that a memory instruction writes.
static void note_loaded(wl_effect *e, const wl_traced *traced, uint64_t lanes) {
  e->vgpr_count = traced->vgpr_count;
  for (uint32_t i = 0; i < traced->vgpr_count; i++) {
    e->phys_vgpr[i] = traced->phys_vgpr + i;
    const bool kept = i + 1 < traced->vgpr_count && i + 1 + traced->kept >= traced->vgpr_count;
    e->vgpr_mask[i] = kept ? 0 : lanes;
  }
  e->sgpr_first = traced->sgpr_first;
  e->sgpr_count = traced->sgpr_count;
}

// run_unreported, and the report for wl_model_on_issue.
static __attribute__((cold, noinline)) bool run_reported(struct run *r, const struct wl_insn *insn, outcome *ended) {
  struct wl_wave *w = r->w;
  const uint32_t slot = w->slot, old_csp = wl_csp(w);
  wl_effect e = {
      .unit = (wl_block)insn->unit, .pc = w->pc, .words = {insn->words[0], insn->words[1]}, .size = insn->size};
  wl_traced traced = {.vgpr_base = w->vgpr_base, .second_end = w->second_end};
  wl_state_regs before;
  struct wl_insn copy;
  const bool skipped = wl_discarded(w, insn);
  const struct wl_insn *resolved = skipped || insn->kind == WL_KIND_FETCH_FAULT ? NULL : wl_resolve(w, insn, &copy);
  wl_model_state_regs(r->m, slot, &before);
  if (resolved != NULL && wl_is_memory_unit((wl_block)resolved->unit)) {
    struct wl_pending p;
    p.texels = NULL;
    wl_pending_fill(w, &p, resolved);
    wl_report_memory(w, &p, &traced);
    note_loaded(&e, &traced, p.exec);
    free(p.texels);
  } else if (resolved != NULL) {
    wl_note_writes(&e, w, resolved);
  }
  traced.state_reg_first = e.sdst;
  traced.state_reg_count = e.sdst_count;
  r->report->result = WL_OK;
  const bool more = run_unreported(r, insn, ended);
  const wl_result result = r->report->result;
  if (r->before) return more;
  if (result == WL_ILLEGAL_INST || result == WL_FETCH_FAULT) {
    e.end = WL_END_FAULT;
    e.sgpr_count = e.vgpr_count = 0;
    traced.accesses = traced.state_reg_count = 0;
    memcpy(e.why, r->report->why, sizeof e.why);
  } else if (insn->kind == WL_KIND_END) {
    e.end = WL_END_PGM;
  } else if (resolved != NULL && wl_is_fork_or_join(resolved) && wl_pushed(w, old_csp)) {
    wl_note_push(&e, w, old_csp);
  }
  if (resolved != NULL && wl_is_trap(resolved) && w->trap_enabled) {
    e.sgpr_first = WL_TTMP;
    e.sgpr_count = 2;
  }
  r->m->on_issue(r->m->on_issue_to, slot, &e, &traced, &before);
  return more;
}

static bool run_other(struct run *r, const struct wl_insn *insn, outcome *ended) {
  return r->m->on_issue != NULL ? run_reported(r, insn, ended) : run_unreported(r, insn, ended);
}

// One instruction of a wave with a second policy. false: the wave's turn ends, *ended says how.
static bool run_second(struct run *r, const struct wl_wait_policy *policy, outcome *ended) {
  struct wl_wave *w = r->w;
  *ended = RUN_TURN;
  if (r->states->count == r->turn) return false;
  const bool slot = policy->slot(w->pc);
  policy->field(w, NULL);
  const struct wl_insn *insn = wl_code_fetch(r->m, w);
  if (insn == NULL) {
    *ended = stop(r, WL_BAD_EVENT, "out of memory");
    return false;
  }
  if (slot && (insn->kind == WL_KIND_FETCH_FAULT || policy->malformed(w, insn) == NULL))
    return run_other(r, insn, ended);
  // A malformed slot goes before VSKIP.
  struct wl_insn refused = {.format = WL_FMT_ILLEGAL, .kind = WL_KIND_ILLEGAL, .size = 4};
  if (slot) memcpy(refused.words, insn->words, sizeof refused.words);
  return run_other(r, &refused, ended);
}

// Runs to the end of the page. false: the wave's turn ends, *ended says how. noinline: the hot loop then keeps its
// variables in registers.
static __attribute__((noinline)) bool run_page(struct run *r, outcome *ended) {
  struct wl_wave *w = r->w;
  struct wl_wait_states *h = r->states;
  struct wl_hazards *hazards = r->hazards;
  const struct wl_wait_policy *const policy = r->m->policy;
  if (__builtin_expect(wl_policy(w) != policy, 0)) return run_second(r, wl_policy(w), ended);
  struct wl_decoded_page *code = wl_code_page(r->m, w, w->pc);
  if (code == NULL) {
    *ended = stop(r, WL_BAD_EVENT, "out of memory");
    return false;
  }
  const uint64_t turn = r->turn;
  // run_other executes each one
  const bool careful = wl_single_step(w) || wl_exceptions_trap(w) || r->follow != 0 || r->m->on_issue != NULL ||
                       wl_clause_holds(r->m, w->slot);
  const bool direct = (w->mode & (WL_MODE_VSKIP | WL_MODE_GPR_IDX_EN | WL_MODE_SHARED)) == 0 && !careful;
  const struct wl_insn *insn = &code->insn[w->pc % WL_PAGE / 4];
  for (;;) {
    if (direct && hazards->count != 0 && wl_is_waitcnt(insn) && h->count != turn) {
      wl_wait_states_note(h, w, insn);
      policy->on_program(w, insn, w->pc);
      if (code->watched) insn->fn(w, insn);
      insn++;
    }
    if (direct && hazards->count == 0) {
      uint64_t count = h->count;  // no plain instruction reads it
      while (insn->kind == WL_KIND_PLAIN && count != turn) {
        wl_wait_states_note_plain(h, insn, count++);
        insn->fn(w, insn);
        insn += insn->size / 4;
      }
      h->count = count;
    }
    const uint32_t index = (uint32_t)(insn - code->insn);
    w->pc = wl_pc_mask(code->base + (uint64_t)index * 4);
    if (h->count == turn) {
      *ended = RUN_TURN;
      return false;
    }
    const bool here = direct ? wl_runs_in_loop((wl_kind)insn->kind) : insn->kind == WL_KIND_FLOW && !careful;
    if (!here) {
      if (insn->kind == WL_KIND_PAGE_END) return true;
      if (insn->kind != WL_KIND_UNDECODED) return run_other(r, insn, ended);
      wl_code_decode(code, index);
      continue;
    }
    const uint32_t rows = insn->consumer_rows & ~WL_FOLLOWED;
    if ((hazards->count != 0 && unwaited(r, insn)) || (rows != 0 && too_early(r, insn, rows))) {
      *ended = RUN_STOPPED;
      return false;
    }
    if (insn->producer_rows & WL_ROW(0)) wl_wait_states_note_vcc(h, w, insn, w->pc);
    wl_wait_states_note(h, w, insn);
    w->next_pc = wl_pc_mask(w->pc + insn->size);
    const uint32_t old_mode = w->mode;
    w->event = WL_OK;
    const bool listed = list_unwaited(r, policy, insn);
    insn->fn(w, insn);
    if (note_unwaited(r, insn, listed, old_mode)) {
      *ended = RUN_STOPPED;
      return false;
    }
    w->pc = w->next_pc;
    if (w->event != WL_OK) {
      *ended = stop_flow(r, wl_pc_mask(code->base + (uint64_t)index * 4));
      return false;
    }
    if (insn->producer_rows & WL_FOLLOWED) r->follow = WL_FOLLOW;
    if (r->follow != 0 || (w->pc ^ code->base) >= WL_PAGE) return true;
    insn = &code->insn[w->pc % WL_PAGE / 4];
  }
}

// One turn of a wave.
static outcome run_wave(struct run *r) {
  r->states = &r->m->wait_states[r->w->slot];
  r->hazards = &r->m->hazards[r->w->slot];
  const uint64_t *count = &r->states->count;  // of the wave's instructions
  const uint64_t first = *count, left = r->limit - r->done;
  outcome ended = RUN_TURN;
  r->turn = first + (left < TURN ? left : TURN);
  r->others = r->done - first;
  r->follow = WL_FOLLOW;  // its last turn may have ended with a producer
  while (run_page(r, &ended)) continue;
  r->done += *count - first;
  return ended == RUN_TURN && r->done == r->limit ? stop(r, WL_BAD_EVENT, "instruction limit reached") : ended;
}

// Gives each wave that can run a turn, again and again until none can.
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
      if (m->on_turn != NULL && !m->on_turn(m->on_turn_to, r->done)) {
        (void)stop(r, WL_BAD_EVENT, "stopped");
        return;
      }
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
  if (wl_pending_any(&m->memory)) {
    report->result =
        wl_bad(report->why, "memory instructions are in flight in lockstep; the model cannot run standalone now");
    return;
  }
  refresh_code(m);
  run_waves(m, &r);
  m->memory.clock = 0;
}

void wl_model_ignore_hazards(wl_model *m, bool ignore) { m->ignore_hazards = ignore; }

void wl_model_on_turn(wl_model *m, bool (*go_on)(void *to, uint64_t instructions), void *to) {
  m->on_turn = go_on;
  m->on_turn_to = to;
}

void wl_model_on_message(wl_model *m, void (*report)(void *to, const wl_message *message), void *to) {
  m->on_message = report;
  m->on_message_to = to;
}

void wl_model_on_export(wl_model *m, void (*report)(void *to, const wl_export *sent), void *to) {
  m->on_export = report;
  m->on_export_to = to;
}

void wl_model_on_issue(wl_model *m,
                       void (*report)(void *to, uint32_t slot, const wl_effect *e, const wl_traced *traced,
                                      const wl_state_regs *before),
                       void *to) {
  m->on_issue = report;
  m->on_issue_to = to;
}
