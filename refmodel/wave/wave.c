// SPDX-License-Identifier: Apache-2.0
// The model as a whole, the life of its waves (start, end, fault, barrier) and reading state.
#include <stdlib.h>

#include "execute/flow.h"
#include "memory/view.h"
#include "wave/code.h"
#include "wave/model.h"
#include "wavelock/wave_view.h"

wl_model *wl_model_open(const wl_config *config, wl_mem *mem, const struct wl_wait_policy *second) {
  if (config->waves < 1 || config->waves > WL_MAX_WAVES || config->phys_vgprs < 1 || config->phys_vgprs > 65536 ||
      config->lds_entries < 1 || config->lds_entries > 65536 || config->gds_entries > 65536 || config->isa >= WL_ISAS ||
      mem == NULL) {
    return NULL;
  }
  wl_model *m = calloc(1, sizeof *m);
  if (m == NULL) return NULL;
  m->config = *config;
  m->policy = &wl_wait_counters;
  m->memory.mem = mem;
  m->memory.rdna = config->rdna;
  m->memory.sramecc = config->sramecc;
  m->memory.rows = wl_rows_of_host();
  m->memory.lds_bytes = 64 * config->lds_entries;
  m->memory.gds_bytes = 64 * config->gds_entries;
  m->memory.lds = calloc(m->memory.lds_bytes + (size_t)m->memory.gds_bytes, 1);
  m->vgpr = aligned_alloc(64, (size_t)config->phys_vgprs * sizeof *m->vgpr);
  m->second = second;
  const bool opened = second == NULL || second->open(m);
  if (m->memory.lds == NULL || m->vgpr == NULL || !opened) {
    wl_model_free(m);
    return NULL;
  }
  memset(m->vgpr, 0, (size_t)config->phys_vgprs * sizeof *m->vgpr);
  for (uint32_t i = 0; i < WL_MAX_WAVES; i++) {
    m->wave[i].model = m;
    m->wave[i].memory = &m->memory;
    m->wave[i].slot = i;
  }
  return m;
}

void wl_model_free(wl_model *m) {
  if (m == NULL) return;
  wl_pending_free_all(&m->memory);
  wl_code_free(m);
  free(m->memory.lds);
  free(m->memory.marks);
  free(m->vgpr);
  if (m->second != NULL) m->second->close(m);
  free(m);
}

void wl_model_inherit(wl_model *m, const wl_model *from) {
  for (uint32_t i = 0; i < WL_MAX_WAVES; i++) memcpy(m->wave[i].sgpr, from->wave[i].sgpr, sizeof m->wave[i].sgpr);
  memcpy(m->vgpr, from->vgpr, (size_t)m->config.phys_vgprs * sizeof *m->vgpr);
  memcpy(m->memory.lds, from->memory.lds, m->memory.lds_bytes + (size_t)m->memory.gds_bytes);
}

// Other initial registers: the wave has them, and the counts of init do not name them.
static bool more_legal(const wl_wave_init *init) {
  for (uint32_t i = 0; i < init->more_count; i++) {
    const wl_initial *r = &init->more[i];
    const bool ttmp = r->number >= WL_TTMP && r->number < WL_M0;
    if (r->vector ? r->number < init->vgpr_count || r->number >= init->vgpr_size
                  : !ttmp && (r->number < init->sgpr_count || r->number >= init->sgpr_size))
      return false;
  }
  return true;
}

static bool start_legal(const wl_model *m, uint32_t slot, const wl_wave_init *init) {
  if (slot >= m->config.waves || m->wave[slot].valid) return false;
  if (init->vgpr_size < 1 || init->vgpr_size > 256 || init->vgpr_base > m->config.phys_vgprs ||
      init->vgpr_size > m->config.phys_vgprs - init->vgpr_base) {
    return false;
  }
  const uint64_t shared = init->shared_global + 2ull * init->shared_temps;
  if (shared > 128 || init->vgpr_base < shared) return false;
  if (init->alignment_mode > WL_ALIGN_UNALIGNED) return false;
  if (init->control && (!m->config.control || shared != 0)) return false;
  if (init->lds_base > m->memory.lds_bytes || init->lds_size > m->memory.lds_bytes - init->lds_base) return false;
  if (init->sgpr_size < 1 || init->sgpr_size > WL_SGPR_COUNT || init->sgpr_count > 32 ||
      init->sgpr_count > init->sgpr_size || init->vgpr_count > 3 || init->vgpr_count > init->vgpr_size) {
    return false;
  }
  if (!more_legal(init)) return false;
  if (init->group >= WL_MAX_GROUPS || init->waves_in_group < 1 || init->waves_in_group > WL_MAX_WAVES ||
      init->wave_in_group >= init->waves_in_group) {
    return false;
  }
  const struct wl_group *g = &m->group[init->group];
  return g->launched == 0 ||
         (g->size == init->waves_in_group && g->launched < g->size && !(g->members >> init->wave_in_group & 1));
}

static void start_registers(const wl_model *m, struct wl_wave *w, const wl_wave_init *init) {
  if (m->config.clears) {
    memset(w->sgpr, 0, sizeof w->sgpr);
    memset(w->vgpr, 0, init->vgpr_size * sizeof w->vgpr[0]);
  }
  for (uint32_t i = 0; i < init->sgpr_count; i++) w->sgpr[wl_first_name(w->second_end, i)] = init->sgpr[i];
  memcpy(w->vgpr, init->vgpr, init->vgpr_count * sizeof w->vgpr[0]);
  for (uint32_t i = 0; i < init->more_count; i++) {
    const wl_initial *r = &init->more[i];
    if (!r->vector) w->sgpr[r->number] = r->value[0];
    for (uint32_t lane = 0; r->vector && lane < WL_LANES; lane++)
      if (r->lanes >> lane & 1) w->vgpr[r->number][lane] = r->value[lane];
  }
}

static bool none_runs(const wl_model *m) {
  for (uint32_t s = 0; s < m->config.waves; s++) {
    if (m->wave[s].valid) return false;
  }
  return true;
}

// Between launches: the code of programs that are gone goes.
static void drop_code(wl_model *m) {
  const uint64_t gone = wl_mem_gone(m->memory.mem);
  if (gone == m->pages_gone) return;
  m->pages_gone = gone;
  for (uint32_t s = 0; s < WL_MAX_WAVES; s++) wl_wait_states_keep(m, &m->wait_states[s]);
  wl_code_drop_unmapped(m);
}

wl_result wl_model_wave_start(wl_model *m, uint32_t slot, const wl_wave_init *init) {
  if (!start_legal(m, slot, init)) return WL_BAD_EVENT;
  if (none_runs(m)) drop_code(m);
  struct wl_wave *w = &m->wave[slot];
  struct wl_group *g = &m->group[init->group];
  g->size = init->waves_in_group;
  g->launched++;
  g->members |= 1u << init->wave_in_group;
  w->vgpr = m->vgpr + init->vgpr_base;
  w->pc = wl_pc_mask(init->pc);
#define CLEAR(name, sentence) w->name = 0;
  WL_KEPT_WORDS(CLEAR, CLEAR)
  w->mode = init->mode;
  w->scc = w->user_prio = 0;
  w->group = init->group;
  w->wave_in_group = init->wave_in_group;
  w->waves_in_group = init->waves_in_group;
  w->sgpr_size = init->sgpr_size;
  w->second_end = wl_second_end(m->config.vcc_alias, init->sgpr_size);
  w->vgpr_base = init->vgpr_base;
  w->vgpr_size = init->vgpr_size;
  w->lds_base = init->lds_base;
  w->lds_size = init->lds_size;
  w->lds = m->memory.lds + init->lds_base;
  w->alignment_mode = init->alignment_mode;
  w->shared_global = init->shared_global;
  w->shared_temps = init->shared_temps;
  w->valid = true;
  w->halt = w->in_barrier = w->faulted = w->priv = w->trap_due = w->asleep = false;
  w->trap_enabled = init->trap_enabled;
  w->second = init->control;
  if (w->second) m->second->start(w);
  if (m->last_issue == slot + 1) m->last_issue = 0;
  w->cond_dbg = init->cond_dbg & (WL_COND_DBG_USER | WL_COND_DBG_SYS);
  w->tba = init->tba;
  w->tma = init->tma;
  start_registers(m, w, init);
  wl_set_sgpr64(w, WL_EXEC, init->exec);
  if (g->launched == 1) wl_marks_clear(&m->memory, init->lds_base, init->lds_size);
  m->policy->reset(w);
  wl_wait_states_reset(&m->wait_states[slot]);
  struct wl_watch *watch = wl_mem_watched(m->memory.mem);
  if (watch != NULL) wl_watch_wave(watch, w, g->launched == 1);
  return WL_OK;
}

void wl_wave_fault(struct wl_wave *w, uint32_t trapsts) {
  w->trapsts |= trapsts;
  w->halt = w->faulted = true;
}

void wl_wave_end(struct wl_wave *w) {
  if (w->model->clause.slot == w->slot) w->model->clause.open = false;
  struct wl_group *g = &w->model->group[w->group];
  w->valid = false;
  g->ended++;
  if (g->ended == g->size) memset(g, 0, sizeof *g);
}

bool wl_take_message(struct wl_wave *w, wl_message *message) {
  struct wl_messages *q = &w->messages;
  if (q->taken == q->sent) return false;
  *message = q->list[q->taken++ % WL_MESSAGES];
  return true;
}

void wl_drop_export(struct wl_wave *w, uint32_t i) {
  struct wl_exports *q = &w->exports;
  q->count--;
  memmove(&q->list[i], &q->list[i + 1], (q->count - i) * sizeof q->list[0]);
}

bool wl_model_barrier_ready(const wl_model *m, uint32_t group) {
  if (group >= WL_MAX_GROUPS) return false;
  const struct wl_group *g = &m->group[group];
  if (g->launched == 0 || g->launched != g->size) return false;
  for (uint32_t s = 0; s < m->config.waves; s++) {
    const struct wl_wave *w = &m->wave[s];
    if (w->valid && w->group == group && !w->in_barrier) return false;
  }
  return true;
}

wl_result wl_model_barrier_release(wl_model *m, uint32_t group, char why[WL_WHY]) {
  if (group >= WL_MAX_GROUPS) return wl_bad(why, "barrier release of group %u, which does not exist", group);
  const struct wl_group *g = &m->group[group];
  if (g->launched == 0) return wl_bad(why, "barrier release of group %u, which has no wave", group);
  if (g->launched != g->size) {
    return wl_bad(why, "barrier release of group %u with %u of its %u waves launched", group, g->launched, g->size);
  }
  for (uint32_t s = 0; s < m->config.waves; s++) {
    const struct wl_wave *w = &m->wave[s];
    if (w->valid && w->group == group && !w->in_barrier) {
      return wl_bad(why, "barrier release of group %u before wave %u has arrived", group, s);
    }
  }
  for (uint32_t s = 0; s < m->config.waves; s++) {
    if (m->wave[s].valid && m->wave[s].group == group) m->wave[s].in_barrier = false;
  }
  struct wl_watch *watch = wl_mem_watched(m->memory.mem);
  if (watch != NULL) wl_watch_barrier(watch, group);
  return WL_OK;
}

bool wl_model_wave_live(const wl_model *m, uint32_t slot) { return wl_wave_live(m, slot); }

// Puts what an instruction writes at its issue, whatever it is: all but the deferred words and bits.
static inline void put_issued(const struct wl_wave *w, wl_state_regs *out) {
  out->status = (out->status & WL_STATUS_DEFERRED) | wl_status_of_wave(w);
  out->pc_lo = (uint32_t)w->pc;
  out->pc_hi = (uint32_t)(w->pc >> 32);
  out->counters = wl_to_field(WL_COUNTERS_VM, w->vm_cnt) | wl_to_field(WL_COUNTERS_EXP, w->exp_cnt) |
                  wl_to_field(WL_COUNTERS_LGKM, w->lgkm_cnt) | wl_to_field(WL_COUNTERS_VS, w->vs_cnt);
  const uint32_t exceptions = out->trapsts & WL_TRAPSTS_EXCEPTIONS;
#define REPORT(name, sentence) out->name = w->name;
  WL_KEPT_WORDS(REPORT, WL_NOT_KEPT)
  if (__builtin_expect(w->second, 0)) {
    WL_KEPT_WORDS(WL_NOT_KEPT, REPORT)
  }
  out->trapsts = (out->trapsts & ~WL_TRAPSTS_EXCEPTIONS) | exceptions;
}

// Puts these alone.
static inline void put_deferred(const struct wl_wave *w, wl_state_regs *out) {
  out->exec_lo = w->sgpr[WL_EXEC];
  out->exec_hi = w->sgpr[WL_EXEC_HI];
  out->vcc_lo = w->sgpr[WL_VCC];
  out->vcc_hi = w->sgpr[WL_VCC_HI];
  out->m0 = w->sgpr[WL_M0];
  out->status = wl_status_of_data(w);
  out->trapsts = w->trapsts & WL_TRAPSTS_EXCEPTIONS;
}

wl_isa wl_model_isa(const wl_model *m) { return m->config.isa; }

void wl_model_state_regs(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  if (!wl_wave_live(m, slot)) {
    memset(out, 0, sizeof *out);
    return;
  }
#define CLEAR_WORD(name, sentence) out->name = 0;
  WL_KEPT_WORDS(WL_NOT_KEPT, CLEAR_WORD)
  put_deferred(&m->wave[slot], out);
  put_issued(&m->wave[slot], out);
}

void wl_model_take_issued(const wl_model *m, uint32_t slot, wl_state_regs *out) { put_issued(&m->wave[slot], out); }

bool wl_model_take_deferred(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  wl_state_regs now;
  put_deferred(&m->wave[slot], &now);
  if (wl_wave_same_deferred(out, &now)) return false;
  wl_wave_keep_deferred(out, &now);
  return true;
}

const uint32_t *wl_model_sgprs(const wl_model *m, uint32_t slot) { return m->wave[slot].sgpr; }
const uint32_t *wl_model_phys_vgpr(const wl_model *m, uint32_t number) { return m->vgpr[number]; }
const uint32_t *wl_model_lds_words(const wl_model *m) { return (const uint32_t *)(const void *)m->memory.lds; }
wl_mem *wl_model_mem(wl_model *m) { return m->memory.mem; }

void wl_model_watched(const wl_model *m, wl_watched_access *a) {
  const uint64_t pc = a->by != NULL ? wl_code_address(m, a->by) : 0;
  if (pc != 0) a->pc = pc;
  a->by = NULL;
}

void wl_model_unmapped(wl_model *m, wl_unmapped *out) {
  *out = m->memory.unmapped;
  const uint64_t pc = m->memory.unmapped_by != NULL ? wl_code_address(m, m->memory.unmapped_by) : 0;
  if (out->count != 0 && pc != 0) out->pc = pc;
  m->memory.unmapped = (wl_unmapped){0};
  m->memory.unmapped_by = NULL;
}
