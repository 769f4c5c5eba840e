// SPDX-License-Identifier: Apache-2.0
// wl_model_issue: one instruction of one wave, and what depends on the wave: waits, register numbers, legality.
#include <stdarg.h>
#include <stdio.h>

#include "isa/isa.h"
#include "wave/machine.h"

// Writes the reason unless why is NULL. Returns true.
__attribute__((format(printf, 3, 4))) static bool waits(char *why, size_t size, const char *format, ...) {
  if (why == NULL) return true;
  va_list args;
  va_start(args, format);
  vsnprintf(why, size, format, args);
  va_end(args);
  return true;
}

bool wl_must_wait(const struct wl_wave *w, const struct wl_insn *insn, char *why, size_t size) {
  const bool endpgm = insn->kind == WL_KIND_END;
  const bool all = endpgm || (wl_is_trap(insn) && w->trap_enabled);
  if (insn->kind == WL_KIND_ILLEGAL) return false;
  if (wl_is_waitcnt(insn) || all) {
    const uint32_t vm = all ? 0 : wl_wait_vm(insn);
    const uint32_t exp = all ? 0 : wl_wait_exp(insn);
    const uint32_t lgkm = all ? 0 : wl_wait_lgkm(insn);
    if (w->vm_cnt > vm) return waits(why, size, "at %s vmcnt(%u), VM_CNT is %u", insn->name, vm, w->vm_cnt);
    if (w->exp_cnt > exp) return waits(why, size, "at %s expcnt(%u), EXP_CNT is %u", insn->name, exp, w->exp_cnt);
    if (w->lgkm_cnt > lgkm) return waits(why, size, "at %s lgkmcnt(%u), LGKM_CNT is %u", insn->name, lgkm, w->lgkm_cnt);
    return false;
  }
  if (insn->unit == WL_UNIT_VMEM && w->vm_cnt >= WL_VM_CNT_MAX)
    return waits(why, size, "at %s, VM_CNT is full", insn->name);
  if (wl_is_gds(insn) && w->exp_cnt >= WL_EXP_CNT_MAX) return waits(why, size, "at %s, EXP_CNT is full", insn->name);
  if (w->lgkm_cnt + wl_lgkm_cost(insn) > WL_LGKM_CNT_MAX)
    return waits(why, size, "at %s, LGKM_CNT is %u and would pass %u", insn->name, w->lgkm_cnt, WL_LGKM_CNT_MAX);
  return false;
}

// The first physical VGPR of an absolute operand of `regs` registers (lds.md 2). -1: it does not lie wholly in the
// globals or wholly in the wave's clause temporaries.
static int shared_vgpr(const struct wl_wave *w, uint32_t number, uint32_t regs) {
  const uint32_t global = w->shared_global, temps = w->shared_temps;
  if (number + regs <= global) return (int)number;
  if (number < global || number + regs > global + temps) return -1;
  return (int)(number + (w->slot % 2 != 0 ? temps : 0));
}

// The number of a VGPR operand after GPR-index mode (gfx9-encoding.md 6) and shared registers. enable: WL_ENABLE_* of
// its field. While registers are shared, the numbers of all operands become physical ones. -1: illegal.
static int vgpr_number(const struct wl_wave *w, uint32_t field, uint32_t regs, uint32_t enable) {
  const uint32_t m0 = w->sgpr[WL_M0];
  const bool indexed = (w->mode & WL_MODE_GPR_IDX_EN) && (wl_field(m0, WL_M0_GPR_INDEX_ENABLES) >> enable & 1);
  const bool shared = w->mode & WL_MODE_SHARED;
  uint32_t number = field + (indexed ? wl_field(m0, WL_M0_GPR_INDEX) : 0);
  if (shared && (wl_field(m0, WL_M0_SHARED_ENABLES) >> enable & 1)) return shared_vgpr(w, number, regs);
  if (indexed && number + regs > w->vgpr_size) number = 0;
  if (number + regs > w->vgpr_size) return -1;
  return (int)(number + (shared ? w->vgpr_base : 0));
}

static bool apply_vgpr_modes(const struct wl_wave *w, struct wl_insn *insn) {
  for (uint32_t i = 0; i < 3; i++) {
    struct wl_operand *o = &insn->src[i];
    if (o->kind != WL_OPERAND_VGPR) continue;
    const int number = vgpr_number(w, o->reg, o->regs, WL_ENABLE_SRC0 + i);
    if (number < 0) return false;
    o->reg = (uint16_t)number;
  }
  if (insn->vdst_regs != 0) {
    const int number = vgpr_number(w, insn->vdst, insn->vdst_regs, WL_ENABLE_VDST);
    if (number < 0) return false;
    insn->vdst = (uint16_t)number;
  }
  insn->absolute_vgprs = (w->mode & WL_MODE_SHARED) != 0;
  return true;
}

// s_movrels, s_movreld: M0 is added to the number in the instruction (simm). false: the sum is no SGPR of the wave.
static bool apply_movrel(const struct wl_wave *w, struct wl_insn *insn) {
  const bool source = insn->op == WL_OP_s_movrels_b32 || insn->op == WL_OP_s_movrels_b64;
  const uint32_t regs = insn->op == WL_OP_s_movrels_b64 || insn->op == WL_OP_s_movreld_b64 ? 2 : 1;
  const uint32_t number = ((uint32_t)insn->simm + w->sgpr[WL_M0]) & WL_LAST_REGISTER;
  if (number + regs > w->sgpr_size || (regs == 2 && number % 2 != 0)) return false;
  if (source) {
    insn->src[0] =
        (struct wl_operand){.kind = WL_OPERAND_SGPR, .regs = (uint8_t)regs, .reg = (uint16_t)number, .value = 0};
  } else {
    insn->sdst = (uint8_t)number;
    insn->sdst_regs = (uint8_t)regs;
  }
  return true;
}

static bool legal_for(const struct wl_wave *w, const struct wl_insn *insn) {
  if (insn->unit == WL_UNIT_VMEM && !wl_global_legal(w)) return false;
  return insn->sgpr_end <= w->sgpr_size && (insn->absolute_vgprs || insn->vgpr_end <= w->vgpr_size) &&
         (!insn->needs_priv || w->priv);
}

const char *wl_illegal_why(const struct wl_wave *w, uint32_t w0, uint32_t w1) {
  static const char *const texts[] = {
      [WL_ALIGN_DWORD] = "; GLOBAL instructions are refused in alignment mode dword",
      [WL_ALIGN_DWORD_STRICT] = "; GLOBAL instructions are refused in alignment mode dword_strict",
      [WL_ALIGN_STRICT] = "; GLOBAL instructions are refused in alignment mode strict"};
  struct wl_insn insn = {0};
  if (wl_global_legal(w)) return "";
  wl_decode(&insn, w0, w1);
  return insn.kind != WL_KIND_ILLEGAL && insn.unit == WL_UNIT_VMEM ? texts[w->alignment_mode] : "";
}

const struct wl_insn *wl_resolve(const struct wl_wave *w, const struct wl_insn *insn, struct wl_insn *copy) {
  const bool movrel = insn->unit == WL_UNIT_SCALAR && (insn->flags & WL_INSN_MOVREL);
  const bool other = insn->unit == WL_UNIT_VALU && (w->mode & (WL_MODE_GPR_IDX_EN | WL_MODE_SHARED));
  if (insn->kind == WL_KIND_ILLEGAL) return NULL;
  if (movrel || other) {
    *copy = *insn;
    if (movrel && !apply_movrel(w, copy)) return NULL;
    if (other && !apply_vgpr_modes(w, copy)) return NULL;
    wl_note_ranges(copy);
    insn = copy;
  }
  return legal_for(w, insn) ? insn : NULL;
}

static void note_sgprs(wl_effect *e, uint32_t first, uint32_t count) {
  e->sdst = first;
  e->sdst_count = count;
  const bool state_regs = count == 0 || first == WL_VCC || first == WL_VCC_HI || first >= WL_M0;
  e->sgpr_first = state_regs ? 0 : first;
  e->sgpr_count = state_regs ? 0 : count;
}

static void note_vgpr(wl_effect *e, uint32_t number, uint64_t lanes) {
  if (lanes == 0) return;
  e->phys_vgpr[e->vgpr_count] = number;
  e->vgpr_mask[e->vgpr_count++] = lanes;
}

// Notes which of these physical VGPRs are shared (lds.md 2): they come before those of the waves.
static void note_shared(wl_effect *e, const struct wl_wave *w, uint32_t first, uint32_t count) {
  for (uint32_t r = first; r < first + count && r < w->shared_global + 2 * w->shared_temps; r++)
    e->shared_rows[r / 64] |= 1ull << (r % 64);
}

void wl_note_writes(wl_effect *e, const struct wl_wave *w, const struct wl_insn *insn) {
  const bool skipped = insn->unit == WL_UNIT_SCALAR && (insn->flags & WL_INSN_IF_SCC) && w->scc == 0;
  if (!skipped) note_sgprs(e, insn->sdst, insn->sdst_regs);
  if (insn->unit != WL_UNIT_VALU) return;
  const uint64_t lanes =
      insn->flags & WL_INSN_ONE_LANE ? 1ull << (wl_scalar32(w, &insn->src[1]) & 63) : wl_vector_lanes(w, insn);
  const uint32_t base = insn->absolute_vgprs ? 0 : w->vgpr_base;
  for (uint32_t r = 0; r < insn->vdst_regs; r++) note_vgpr(e, base + insn->vdst + r, lanes);
  if (insn->flags & WL_INSN_WRITES_SRC0) note_vgpr(e, base + insn->src[0].reg, lanes);
  if (!insn->absolute_vgprs) return;
  note_shared(e, w, insn->vdst, insn->vdst_regs);
  for (uint32_t i = 0; i < 3; i++) {
    if (insn->src[i].kind == WL_OPERAND_VGPR) note_shared(e, w, insn->src[i].reg, insn->src[i].regs);
  }
}

// Fork and join use a stack entry that their operands do not name. Notes what a fork wrote. Returns whether the entry
// has a missing wait.
static bool note_stack(wl_effect *e, const struct wl_wave *w, const struct wl_hazards *h, uint32_t old_csp,
                       const char *name) {
  const uint32_t csp = wl_csp(w);
  if (csp == ((old_csp + 1) & 7)) note_sgprs(e, 4 * old_csp, 4);
  return wl_hazard_stack(h, old_csp, csp, name, w->pc, e->why);
}

static void note_idle(wl_effect *e, const struct wl_insn *insn) {
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
    case WL_OP_s_wakeup: e->idle = WL_IDLE_WAKEUP; break;
    default: break;
  }
}

static wl_result execute_scalar(struct wl_model *m, struct wl_wave *w, const struct wl_insn *insn, wl_effect *e) {
  struct wl_hazards *h = &m->hazards[w->slot];
  const uint32_t old_csp = wl_csp(w);
  if (wl_is_waitcnt(insn)) wl_hazard_wait(h, insn);
  note_idle(e, insn);
  wl_note_writes(e, w, insn);
  if (insn->kind == WL_KIND_BARRIER) {
    w->in_barrier = e->barrier = w->waves_in_group > 1;
    return WL_OK;
  }
  if (wl_is_trap(insn) && w->trap_enabled) note_sgprs(e, WL_TTMP, 2);
  insn->fn(w, insn);
  if (!wl_is_fork_or_join(insn)) return WL_OK;
  const bool hazard = note_stack(e, w, h, old_csp, insn->name);
  if (m->event == WL_CSP_OVERFLOW) snprintf(e->why, sizeof e->why, "fork pushed with CSP %u", old_csp);
  if (m->event == WL_CSP_UNDERFLOW) snprintf(e->why, sizeof e->why, "join popped with CSP 0");
  return m->event != WL_OK ? m->event : hazard ? WL_HAZARD_PENDING : WL_OK;
}

static wl_result issue_memory(struct wl_model *m, struct wl_wave *w, const struct wl_insn *insn, uint32_t tag,
                              wl_effect *e) {
  if (tag >= WL_MAX_TAGS) return wl_bad(e->why, "%s issued under tag %u; tags are 0 to 63", insn->name, tag);
  if (wl_pending_find(m, (wl_block)insn->unit, w->slot, tag) != NULL) {
    return wl_bad(e->why, "%s issued under tag %u, which is still in use", insn->name, tag);
  }
  struct wl_pending *p = wl_pending_new(w, insn, tag);
  if (p == NULL) return wl_bad(e->why, "out of memory");
  e->mem_op = (wl_mem_op)insn->mem_op;
  e->mem_space = (wl_mem_space)insn->mem_space;
  e->mem_bytes = p->access->bytes;
  if (insn->unit == WL_UNIT_VMEM) w->vm_cnt++;
  w->lgkm_cnt += wl_lgkm_cost(insn);
  w->exp_cnt += wl_is_gds(insn);
  wl_hazard_issue(&m->hazards[w->slot], insn, w->pc);
  const int thread = wl_owner_overflow(w, insn);
  if (thread < 0) return WL_OK;
  snprintf(e->why, sizeof e->why, "%s of thread %d writes past the group's LDS", insn->name, thread);
  return WL_LDS_OVERFLOW;
}

static wl_result fault(struct wl_wave *w, wl_effect *e, wl_result result, uint32_t trapsts, const char *what) {
  wl_wave_fault(w, trapsts);
  e->end = WL_END_FAULT;
  snprintf(e->why, sizeof e->why, "%s at 0x%llx (0x%08x 0x%08x)", what, (unsigned long long)w->pc, e->words[0],
           e->words[1]);
  return result;
}

static bool messages_full(const struct wl_model *m, uint32_t slot) {
  return m->messages[slot].sent - m->messages[slot].taken == WL_MESSAGES;
}

// The wave's state after the instruction. step: the wave was in single step when it issued.
static void issued(struct wl_wave *w, const struct wl_insn *insn, bool step, wl_effect *e) {
  w->pc = w->next_pc;
  e->halt = w->valid && wl_halted(w);
  if (e->halt) w->halted_by = insn->name;
  w->step_due = step && !e->halt && w->valid && !wl_is_trap(insn);
}

static bool message_in_flight(const struct wl_model *m) {
  for (uint32_t slot = 0; slot < m->config.waves; slot++) {
    if (m->messages[slot].sent != m->messages[slot].taken) return true;
  }
  return false;
}

bool wl_model_next_unit(const wl_model *m, uint32_t slot, wl_block *unit) {
  uint32_t word;
  *unit = WL_UNIT_SCALAR;
  if (!wl_model_wave_live(m, slot) || !wl_mem_read(m->mem, m->wave[slot].pc, &word, 4)) return false;
  *unit = wl_format_unit(wl_format_of(word));
  return true;
}

bool wl_model_could_issue(wl_model *m, uint32_t slot) {
  if (!wl_model_wave_live(m, slot)) return false;
  const struct wl_wave *w = &m->wave[slot];
  if (wl_halted(w) || w->in_barrier) return false;
  if (w->step_due) return w->vm_cnt == 0 && w->exp_cnt == 0 && w->lgkm_cnt == 0;
  const struct wl_insn *insn = wl_code_fetch(m, w);
  if (insn == NULL) return false;
  if (insn->kind == WL_KIND_FETCH_FAULT) return true;
  if (wl_discarded(w, insn)) return true;
  struct wl_insn copy;
  insn = wl_resolve(w, insn, &copy);
  if (insn == NULL) return true;
  if (insn->kind == WL_KIND_END && m->messages[slot].sent != m->messages[slot].taken) return false;
  if (wl_sends(insn) && message_in_flight(m)) return false;
  return !wl_must_wait(w, insn, NULL, 0);
}

wl_result wl_model_issue(wl_model *m, uint32_t slot, uint32_t tag, wl_effect *e) {
  memset(e, 0, offsetof(wl_effect, why) + 1);
  if (!wl_model_wave_live(m, slot)) return wl_bad(e->why, "issue from slot %u, which has no wave", slot);
  struct wl_wave *w = &m->wave[slot];
  e->pc = w->pc;
  if (wl_halted(w)) return wl_bad(e->why, "issue from wave %u, which has halted", slot);
  if (w->step_due)
    return wl_bad(e->why, "issue from wave %u, which must enter its trap handler first (single step)", slot);
  if (w->in_barrier) return wl_bad(e->why, "issue from wave %u, which waits at a barrier", slot);

  const struct wl_insn *insn = wl_code_fetch(m, w);
  if (insn == NULL) return wl_bad(e->why, "out of memory");
  e->words[0] = insn->words[0];
  e->words[1] = insn->words[1];
  e->size = insn->size;
  if (insn->kind == WL_KIND_FETCH_FAULT)
    return fault(w, e, WL_FETCH_FAULT, WL_TRAPSTS_MEM_VIOL, "fetch from an unmapped page");

  w->next_pc = wl_pc_mask(w->pc + insn->size);
  const bool step = wl_single_step(w);
  struct wl_wait_states *states = &m->wait_states[slot];
  if (wl_discarded(w, insn)) {
    e->skipped = true;
    const bool early = wl_wait_states_check(w, insn, WL_ROW(4), w->pc, e->why);
    wl_wait_states_note_discarded(states);
    issued(w, insn, step, e);
    return early ? WL_HAZARD_STATES : WL_OK;
  }
  struct wl_insn copy;
  insn = wl_resolve(w, insn, &copy);
  if (insn == NULL) {
    fault(w, e, WL_ILLEGAL_INST, WL_TRAPSTS_ILLEGAL_INST, "illegal instruction");
    const size_t used = strlen(e->why);
    snprintf(e->why + used, sizeof e->why - used, "%s", wl_illegal_why(w, e->words[0], e->words[1]));
    return WL_ILLEGAL_INST;
  }
  e->unit = (wl_block)insn->unit;
  e->held = insn->holds;

  char reason[WL_WHY - 32];
  if (wl_must_wait(w, insn, reason, sizeof reason)) return wl_bad(e->why, "issued too early: %s", reason);
  const bool hazard = wl_hazard_check(&m->hazards[slot], w, insn, w->pc, e->why);
  const bool early = !hazard && wl_wait_states_check(w, insn, insn->consumer_rows, w->pc, e->why);
  if (messages_full(m, slot) && wl_sends(insn)) {
    return wl_bad(e->why, "%s issued with %d messages of the wave in flight", insn->name, WL_MESSAGES);
  }
  wl_result result = WL_OK;
  m->event = WL_OK;
  w->asleep = false;
  if (insn->producer_rows & WL_ROW(0)) wl_wait_states_note_vcc(states, w, insn, w->pc);
  wl_wait_states_note_copy(states, insn, w->pc);  // a copy: the next fetch may decode its page again
  if (insn->kind == WL_KIND_END) {
    e->end = WL_END_PGM;
    wl_wave_end(w);
  } else if (insn->unit == WL_UNIT_SCALAR) {
    result = execute_scalar(m, w, insn, e);
  } else if (insn->unit == WL_UNIT_VALU) {
    wl_note_writes(e, w, insn);
    e->dpp = insn->extra == WL_EXTRA_DPP;
    e->lds_direct = insn->src[0].kind == WL_OPERAND_FLAG && insn->src[0].reg == WL_SRC_LDS_DIRECT;
    wl_execute(w, insn);
  } else {
    result = issue_memory(m, w, insn, tag, e);
    if (result == WL_BAD_EVENT) return result;
  }
  issued(w, insn, step, e);
  return result != WL_OK ? result : hazard ? WL_HAZARD_PENDING : early ? WL_HAZARD_STATES : WL_OK;
}
