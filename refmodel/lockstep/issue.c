// SPDX-License-Identifier: Apache-2.0
// wl_model_issue: one instruction of one wave.
#include <stdio.h>

#include "isa/isa.h"
#include "wave/clause.h"
#include "wave/code.h"
#include "wave/effects.h"
#include "wave/resolve.h"

// Fork and join use a stack entry that their operands do not name. Notes what a fork wrote. Returns whether the entry
// has a missing wait.
static bool note_stack(wl_effect *e, const struct wl_wave *w, const struct wl_insn *insn,
                       const struct wl_wait_policy *policy, uint32_t old_csp) {
  if (wl_pushed(w, old_csp)) {
    wl_note_push(e, w, old_csp);
    wl_wait_states_note_push(&w->model->wait_states[w->slot], w, old_csp);
  }
  return policy->unwaited_stack(w, insn, old_csp, w->pc, e->why);
}

// s_wakeup ends the sleep of the other waves of the group.
static void wake_group(const struct wl_wave *w) {
  struct wl_model *m = w->model;
  for (uint32_t s = 0; s < m->config.waves; s++) {
    struct wl_wave *other = &m->wave[s];
    if (other != w && other->valid && other->group == w->group) other->asleep = false;
  }
}

static void note_idle(wl_effect *e, const struct wl_wave *w, const struct wl_insn *insn) {
  const uint32_t simm = (uint32_t)insn->simm;
  if (insn->format != WL_FMT_SOPP) return;
  switch (insn->op) {
    case WL_OP_s_nop:
      e->idle = WL_IDLE_NOP;
      e->idle_count = wl_field(simm, WL_NOP_COUNT);
      break;
    case WL_OP_s_sleep:
      e->idle = WL_IDLE_SLEEP;
      e->idle_count = wl_field(simm, WL_SLEEP_COUNT);
      break;
    case WL_OP_s_wakeup:
      e->idle = WL_IDLE_WAKEUP;
      wake_group(w);
      break;
    default: break;
  }
}

static inline __attribute__((always_inline)) wl_result execute_scalar(struct wl_wave *w, const struct wl_insn *insn,
                                                                      const struct wl_wait_policy *policy,
                                                                      wl_effect *e) {
  const uint32_t old_csp = wl_csp(w);
  policy->on_issue(w, insn);
  policy->on_program(w, insn, w->pc);
  note_idle(e, w, insn);
  wl_note_writes(e, w, insn);
  if (insn->kind == WL_KIND_BARRIER) {
    w->in_barrier = e->barrier = w->waves_in_group > 1;
    return WL_OK;
  }
  if (wl_is_trap(insn) && w->trap_enabled) wl_note_sgprs(e, WL_TTMP, 2);
  insn->fn(w, insn);
  if (wl_is_clause(insn)) e->clause = (uint32_t)insn->simm;
  if (!wl_is_fork_or_join(insn)) return WL_OK;
  const bool hazard = note_stack(e, w, insn, policy, old_csp);
  if (w->event == WL_CSP_OVERFLOW) snprintf(e->why, sizeof e->why, "fork pushed with CSP %u", old_csp);
  if (w->event == WL_CSP_UNDERFLOW) snprintf(e->why, sizeof e->why, "join popped with CSP 0");
  return w->event != WL_OK ? w->event : hazard ? WL_HAZARD_PENDING : WL_OK;
}

// thread: that writes past the group's LDS, or -1.
static wl_result owner_write(wl_effect *e, const struct wl_insn *insn, int thread) {
  if (thread < 0) return WL_OK;
  snprintf(e->why, sizeof e->why, "%s of thread %d writes past the group's LDS", insn->name, thread);
  return WL_LDS_OVERFLOW;
}

void wl_model_at_issue(wl_model *m, wl_block block) {
  if (wl_is_memory_unit(block) || block == WL_UNIT_EXPORT) m->at_issue |= 1u << block;
}

static bool keep_pending(struct wl_model *m, struct wl_wave *w, const struct wl_insn *insn, uint32_t tag,
                         const struct wl_wait_policy *policy) {
  struct wl_pending *p = wl_pending_new(w, insn, tag);
  if (p != NULL && __builtin_expect(policy->memory != NULL, 0)) return policy->memory(w, p, insn);
  if (p != NULL && __builtin_expect(wl_accesses_checked(&m->memory), 0)) wl_check_access(&m->memory, w->slot, p, NULL);
  return p != NULL;
}

// What a memory instruction accesses of the LDS, as wl_checked_now: behind its accesses of memory.
static void look_at_lds(struct wl_model *m, const struct wl_wave *w, wl_block unit, uint32_t tag) {
  const struct wl_pending *p = wl_pending_find(&m->memory, unit, w->slot, tag);
  if (p->operands == NULL && wl_may_be_outside(w, p)) wl_note_outside_lds(w, p, NULL);
}

// If the unit reports no LDS events, buffer_store_lds_dword reads the LDS at issue.
static void read_lds(struct wl_model *m, uint32_t slot, uint32_t tag) {
  struct wl_pending *p = wl_pending_find(&m->memory, WL_UNIT_VMEM, slot, tag);
  wl_lds_move(&m->memory, p, p->lanes[0][0]);
  p->served[0][0] = p->lanes[0][0];
}

// Each half is pending by itself, the LDS half under tag + 64.
static wl_result issue_flat(struct wl_model *m, struct wl_wave *w, const struct wl_insn *insn, uint32_t tag,
                            const struct wl_wait_policy *policy, wl_effect *e) {
  const struct wl_insn half[2] = {wl_flat_half(insn, WL_UNIT_VMEM), wl_flat_half(insn, WL_UNIT_LDS)};
  const bool lds_at_issue = m->at_issue >> WL_UNIT_LDS & 1;
  struct wl_pending shared;
  if (wl_pending_find(&m->memory, WL_UNIT_LDS, w->slot, WL_ISSUE_TAGS + tag) != NULL) {
    return wl_bad(e->why, "%s issued under tag %u; the LDS still has tag %u", insn->name, tag, WL_ISSUE_TAGS + tag);
  }
  if (lds_at_issue) {
    wl_pending_fill(w, &shared, &half[1]);
    if (__builtin_expect(wl_watched(&m->memory), 0)) wl_check_access(&m->memory, w->slot, &shared, NULL);
  } else if (!keep_pending(m, w, &half[1], WL_ISSUE_TAGS + tag, policy)) {
    return wl_bad(e->why, "out of memory");
  }
  if (!keep_pending(m, w, &half[0], tag, policy)) return wl_bad(e->why, "out of memory");
  if (!lds_at_issue) look_at_lds(m, w, WL_UNIT_LDS, WL_ISSUE_TAGS + tag);
  else if (shared.viol) wl_note_outside_lds(w, &shared, NULL);
  policy->on_issue(w, &half[0]);
  if (lds_at_issue) wl_lds_finish(w, &shared);
  else policy->on_issue(w, &half[1]);
  if (lds_at_issue) e->held = half[0].holds;
  policy->on_program(w, insn, w->pc);
  return WL_OK;
}

static wl_result issue_memory(struct wl_model *m, struct wl_wave *w, const struct wl_insn *insn, uint32_t tag,
                              const struct wl_wait_policy *policy, wl_effect *e) {
  e->mem_op = (wl_mem_op)insn->mem_op;
  e->mem_space = (wl_mem_space)insn->mem_space;
  const struct wl_access *a = wl_access_row(insn);
  if (insn->unit == WL_UNIT_VMEM && insn->mem_op != WL_MEM_LOAD) e->mem_data = insn->src[1].regs;
  const uint32_t moved = insn->src[1].regs > insn->vdst_regs ? insn->src[1].regs : insn->vdst_regs;
  e->mem_bytes = wl_is_image(insn) ? 4 * moved : a->components != 0 ? 4 * wl_access_regs(a) : a->bytes;
  const int thread = policy->memory != NULL ? -1 : wl_owner_overflow(w, insn);
  if (m->at_issue >> insn->unit & 1) {
    e->held = 0;
    policy->on_program(w, insn, w->pc);
    wl_execute(w, insn);
    return owner_write(e, insn, thread);
  }
  if (tag >= WL_ISSUE_TAGS) return wl_bad(e->why, "%s issued under tag %u; tags are 0 to 63", insn->name, tag);
  if (wl_pending_find(&m->memory, (wl_block)insn->unit, w->slot, tag) != NULL) {
    return wl_bad(e->why, "%s issued under tag %u, which is still in use", insn->name, tag);
  }
  if (wl_is_flat(insn)) return issue_flat(m, w, insn, tag, policy, e);
  if (!keep_pending(m, w, insn, tag, policy)) return wl_bad(e->why, "out of memory");
  if (insn->unit == WL_UNIT_LDS || wl_moves_lds(insn)) look_at_lds(m, w, (wl_block)insn->unit, tag);
  if (wl_moves_lds(insn) && insn->mem_op == WL_MEM_STORE && (m->at_issue >> WL_UNIT_LDS & 1)) read_lds(m, w->slot, tag);
  policy->on_issue(w, insn);
  policy->on_program(w, insn, w->pc);
  return owner_write(e, insn, thread);
}

static wl_result issue_export(struct wl_model *m, struct wl_wave *w, const struct wl_insn *insn, uint32_t tag,
                              const struct wl_wait_policy *policy, wl_effect *e) {
  if (tag >= WL_ISSUE_TAGS) return wl_bad(e->why, "%s issued under tag %u; tags are 0 to 63", insn->name, tag);
  for (uint32_t i = 0; i < w->exports.count; i++) {
    if (w->exports.list[i].tag == tag)
      return wl_bad(e->why, "%s issued under tag %u, which is still in use", insn->name, tag);
  }
  wl_execute(w, insn);
  struct wl_sending *s = &w->exports.list[w->exports.count - 1];
  s->tag = tag;
  s->sets = (struct wl_sets){0};
  if (__builtin_expect(policy->exported != NULL, 0)) policy->exported(w, s, insn);
  policy->on_program(w, insn, w->pc);
  if (m->at_issue >> WL_UNIT_EXPORT & 1) {
    wl_drop_export(w, 0);
    e->held = 0;
  } else {
    policy->on_issue(w, insn);
  }
  return WL_OK;
}

static wl_result fault(struct wl_wave *w, wl_effect *e, wl_result result, uint32_t trapsts, const char *what) {
  e->clause_broken = wl_clause_end(w, what, w->pc, e->clause_why);
  wl_wave_fault(w, trapsts);
  e->end = WL_END_FAULT;
  snprintf(e->why, sizeof e->why, "%s at 0x%llx (0x%08x 0x%08x)", what, (unsigned long long)w->pc, e->words[0],
           e->words[1]);
  return result;
}

static bool messages_full(const struct wl_wave *w) { return w->messages.sent - w->messages.taken == WL_MESSAGES; }
static bool has_message(const struct wl_wave *w) { return w->messages.sent != w->messages.taken; }

// What the instruction, which has executed at pc, does to the wave's clause (D-R700-17, D-R700-20).
static __attribute__((noinline)) void clauses(struct wl_wave *w, const struct wl_insn *insn, wl_effect *e) {
  const bool traps = wl_is_trap(insn) && w->trap_enabled;
  if (insn->kind != WL_KIND_END && (e->barrier || wl_halted(w) || traps || e->clause != 0))
    e->clause_broken = wl_clause_end(w, insn->name, e->pc, e->clause_why);
  if (e->clause != 0 && !wl_clause_begin(w, e->pc, e->clause)) e->clause = 0;
  if (wl_absolute_found(w->model, e->clause_why)) e->clause_broken = true;
}

// The wave's state after the instruction. step: the wave was in single step when it issued.
static void issued(struct wl_wave *w, const struct wl_insn *insn, const struct wl_wait_policy *policy, bool step,
                   wl_effect *e) {
  w->pc = w->next_pc;
  w->model->last_issue = w->slot + 1;
  w->model->last_by = policy;
  policy->done(w, insn);
  e->halt = w->valid && wl_halted(w);
  if (e->halt) w->halted_by = insn->name;
  w->trap_due |= step && !e->halt && w->valid && !wl_is_trap(insn);
}

static bool message_in_flight(const struct wl_model *m) {
  for (uint32_t slot = 0; slot < m->config.waves; slot++) {
    if (has_message(&m->wave[slot])) return true;
  }
  return false;
}

bool wl_model_next_unit(const wl_model *m, uint32_t slot, wl_block *unit) {
  *unit = WL_UNIT_SCALAR;
  if (!wl_wave_live(m, slot)) return false;
  const uint64_t pc = m->wave[slot].pc;
  if (!wl_policy(&m->wave[slot])->slot(pc)) return true;
  const uint8_t *page = wl_mem_page(m->memory.mem, wl_canonical(pc));
  if (page == NULL) return false;
  uint32_t word;
  memcpy(&word, page + pc % WL_PAGE, 4);
  const wl_format format = wl_format_of(word);
  if (format != WL_FMT_MIMG || m->config.images != 0) *unit = wl_format_unit(format);
  return true;
}

wl_wait_rows wl_model_wait_rows(wl_model *m, uint32_t slot) {
  const wl_wait_rows none = {0, 0};
  if (!wl_wave_live(m, slot)) return none;
  const struct wl_wave *w = &m->wave[slot];
  const struct wl_wait_policy *policy = wl_policy(w);
  const struct wl_insn *insn = policy->rows == NULL ? NULL : wl_code_fetch(m, w);
  if (insn == NULL || insn->kind == WL_KIND_FETCH_FAULT || wl_discarded(w, insn)) return none;
  struct wl_insn copy;
  insn = wl_resolve(w, insn, &copy);
  return insn == NULL ? none : policy->rows(w, insn);
}

int wl_model_clause(const wl_model *m) { return wl_clause_holds(m, m->clause.slot) ? (int)m->clause.slot : -1; }

bool wl_model_could_issue(wl_model *m, uint32_t slot) {
  if (!wl_wave_live(m, slot)) return false;
  struct wl_wave *w = &m->wave[slot];
  if (wl_halted(w) || w->in_barrier || wl_clause_keeps(m, slot)) return false;
  const struct wl_wait_policy *policy = wl_policy(w);
  if (w->trap_due) return policy->idle(w);
  const struct wl_insn *insn = wl_code_fetch(m, w);
  if (insn == NULL) return false;
  if (insn->kind == WL_KIND_FETCH_FAULT) return true;
  if (wl_discarded(w, insn)) return true;
  struct wl_insn copy;
  insn = wl_resolve(w, insn, &copy);
  if (insn == NULL) return true;
  if (insn->kind == WL_KIND_END && has_message(w)) return false;
  if (wl_sends(insn) && message_in_flight(m)) return false;
  policy->field(w, NULL);
  return policy->can_issue(w, insn);
}

wl_result wl_model_issue(wl_model *m, uint32_t slot, uint32_t tag, wl_effect *e) {
  // Without the VGPRs, which are as many as vgpr_count says.
  memset(e, 0, offsetof(wl_effect, phys_vgpr));
  memset(&e->sdst, 0, offsetof(wl_effect, why) - offsetof(wl_effect, sdst));
  e->why[0] = 0;
  if (!wl_wave_live(m, slot)) return wl_bad(e->why, "issue from slot %u, which has no wave", slot);
  struct wl_wave *w = &m->wave[slot];
  e->pc = w->pc;
  if (wl_halted(w)) return wl_bad(e->why, "issue from wave %u, which has halted", slot);
  if (w->trap_due)
    return wl_bad(e->why, "issue from wave %u, which must enter its trap handler first (single step or exception)",
                  slot);
  if (w->in_barrier) return wl_bad(e->why, "issue from wave %u, which waits at a barrier", slot);
  if (__builtin_expect(m->clause.open, 0) && wl_clause_keeps(m, slot))
    return wl_bad(e->why, "issue from wave %u while wave %u is in a clause", slot, m->clause.slot);

  // One policy for all of this issue. Only an instruction may change it, and that takes effect after it.
  const struct wl_wait_policy *const policy = wl_policy(w);
  policy->field(w, e);
  if (!policy->slot(w->pc)) {
    e->size = 4;
    return fault(w, e, WL_ILLEGAL_INST, WL_TRAPSTS_ILLEGAL_INST, "PC is no slot of a bundle");
  }
  const struct wl_insn *insn = wl_code_fetch(m, w);
  if (insn == NULL) return wl_bad(e->why, "out of memory");
  e->words[0] = insn->words[0];
  e->words[1] = insn->words[1];
  e->size = insn->size;
  if (insn->kind == WL_KIND_FETCH_FAULT)
    return fault(w, e, WL_FETCH_FAULT, WL_TRAPSTS_MEM_VIOL, "fetch from an unmapped page");

  if (policy->held(w, insn, e->why) != WL_OK) return WL_BAD_EVENT;
  const char *const malformed = policy->malformed(w, insn);
  if (malformed != NULL) return fault(w, e, WL_ILLEGAL_INST, WL_TRAPSTS_ILLEGAL_INST, malformed);
  w->next_pc = policy->next_pc(w, insn);
  const bool step = wl_single_step(w);
  struct wl_wait_states *states = &m->wait_states[slot];
  if (wl_discarded(w, insn)) {
    e->skipped = true;
    const wl_result judged = policy->judge(w, insn, true, e->why);
    policy->begin(w, insn, true);
    issued(w, insn, policy, step, e);
    return judged;
  }
  struct wl_insn copy;
  insn = wl_resolve(w, insn, &copy);
  if (insn == NULL) return fault(w, e, WL_ILLEGAL_INST, WL_TRAPSTS_ILLEGAL_INST, "illegal instruction");
  e->unit = (wl_block)insn->unit;
  e->held = insn->holds;

  if (!policy->can_issue(w, insn)) {
    char reason[WL_WHY - 32];
    policy->explain(w, insn, reason, sizeof reason);
    return wl_bad(e->why, "issued too early: %s", reason);
  }
  const wl_result judged = policy->judge(w, insn, false, e->why);
  if (__builtin_expect(judged == WL_HAZARD_PENDING, 0)) e->race = policy->race(w, insn, w->pc);
  if (messages_full(w) && wl_sends(insn)) {
    return wl_bad(e->why, "%s issued with %d messages of the wave in flight", insn->name, WL_MESSAGES);
  }
  if (insn->kind == WL_KIND_END && has_message(w))
    return wl_bad(e->why, "%s issued before the host has taken all messages of the wave", insn->name);
  wl_result result = WL_OK;
  const uint64_t outside = m->memory.unmapped.in_lds;
  w->event = WL_OK;
  w->asleep = false;
  policy->begin(w, insn, false);
  if (insn->producer_rows & WL_ROW(0)) wl_wait_states_note_vcc(states, w, insn, w->pc);
  wl_wait_states_note_copy(states, w, insn, w->pc);  // a copy: the next fetch may decode its page again
  if (__builtin_expect(m->memory.marks != NULL, 0)) m->memory.clause = wl_clause_of(w);
  if (insn->kind == WL_KIND_END) {
    e->end = WL_END_PGM;
    wl_wave_end(w);
  } else if (insn->unit == WL_UNIT_SCALAR) {
    result = execute_scalar(w, insn, policy, e);
  } else if (insn->unit == WL_UNIT_VALU) {
    wl_note_writes(e, w, insn);
    e->dpp = insn->extra == WL_EXTRA_DPP;
    e->lds_direct = insn->src[0].kind == WL_OPERAND_FLAG && insn->src[0].reg == WL_SRC_LDS_DIRECT;
    if (__builtin_expect(e->lds_direct, 0)) wl_check_direct(w, insn);
    if (__builtin_expect(m->second != NULL, 0)) m->second->beside(w, insn, e->field);
    e->in_flight = policy->vector != NULL;
    if (!e->in_flight) wl_execute(w, insn);
    else if (policy->vector(w, insn, e->why) != WL_OK) return WL_BAD_EVENT;
  } else if (insn->unit == WL_UNIT_EXPORT) {
    result = issue_export(m, w, insn, tag, policy, e);
    if (result == WL_BAD_EVENT) return result;
  } else {
    result = issue_memory(m, w, insn, tag, policy, e);
    if (result == WL_BAD_EVENT) return result;
  }
  e->outside_lds = m->memory.unmapped.in_lds != outside;
  if (__builtin_expect(m->memory.marks != NULL || e->clause != 0, 0)) clauses(w, insn, e);
  issued(w, insn, policy, step, e);
  return result != WL_OK ? result : judged;
}
