// SPDX-License-Identifier: Apache-2.0
// GFX9's wait counters VM_CNT, EXP_CNT and LGKM_CNT as a wait policy (control-flow.md 5). A unit with RDNA memory has
// VS_CNT too (buffer-memory.md 14.2); s_waitcnt keeps its layout there (D-MEM-58).
#include <stdarg.h>
#include <stdio.h>

#include "isa/access.h"
#include "isa/isa.h"
#include "wave/hazard.h"
#include "wave/model.h"
#include "wave/policy.h"
#include "wave/wait_states.h"

static struct wl_hazards *hazards(const struct wl_wave *w) { return &w->model->hazards[w->slot]; }

static void reset(struct wl_wave *w) {
  w->vm_cnt = w->exp_cnt = w->lgkm_cnt = w->vs_cnt = 0;
  wl_hazard_reset(hazards(w));
}

// ---- the instruction stream ----------------------------------------------------------------------

static bool slot(uint64_t pc) {
  (void)pc;
  return true;
}

static void field(struct wl_wave *w, wl_effect *e) { (void)w, (void)e; }

static const char *malformed(const struct wl_wave *w, const struct wl_insn *insn) {
  (void)w, (void)insn;
  return NULL;
}

static uint64_t next_pc(const struct wl_wave *w, const struct wl_insn *insn) { return wl_pc_mask(w->pc + insn->size); }

static void done(struct wl_wave *w, const struct wl_insn *insn) { (void)w, (void)insn; }

// ---- the compute unit ----------------------------------------------------------------------------

// How much LGKM_CNT rises at issue (control-flow.md 5.2). insn NULL: a message.
static uint32_t lgkm_amount(const struct wl_insn *insn) {
  return insn != NULL && insn->unit == WL_UNIT_SMEM && wl_access_row(insn)->bytes > 4 ? 2 : 1;
}

static bool waits_for_all(const struct wl_wave *w, const struct wl_insn *insn) {
  // What a trap handler has in flight has no barrier, so a wave of the second policy waits for it (D-CTRL-44).
  return insn->kind == WL_KIND_END || (wl_is_trap(insn) && w->trap_enabled) || (w->second && wl_is_rfe(insn));
}

// Writes the reason unless why is NULL. Returns true.
__attribute__((format(printf, 3, 4))) static bool waits(char *why, size_t size, const char *format, ...) {
  if (why == NULL) return true;
  va_list args;
  va_start(args, format);
  vsnprintf(why, size, format, args);
  va_end(args);
  return true;
}

// Whether a counter is above the value that this scalar instruction waits for.
static bool counters_above(const struct wl_wave *w, const struct wl_insn *insn, char *why, size_t size) {
  const bool all = waits_for_all(w, insn);
  if (all || wl_is_waitcnt_vs(insn)) {
    const uint32_t vs = all ? 0 : wl_wait_vs(insn);
    if (w->vs_cnt > vs) return waits(why, size, "at %s vscnt(%u), VS_CNT is %u", insn->name, vs, w->vs_cnt);
  }
  if (wl_is_waitcnt(insn) || all) {
    const uint32_t vm = all ? 0 : wl_wait_vm(insn);
    const uint32_t exp = all ? 0 : wl_wait_exp(insn);
    const uint32_t lgkm = all ? 0 : wl_wait_lgkm(insn);
    if (w->vm_cnt > vm) return waits(why, size, "at %s vmcnt(%u), VM_CNT is %u", insn->name, vm, w->vm_cnt);
    if (w->exp_cnt > exp) return waits(why, size, "at %s expcnt(%u), EXP_CNT is %u", insn->name, exp, w->exp_cnt);
    if (w->lgkm_cnt > lgkm) return waits(why, size, "at %s lgkmcnt(%u), LGKM_CNT is %u", insn->name, lgkm, w->lgkm_cnt);
  }
  return false;
}

// Whether a counter that this instruction raises is full.
static bool counters_full(const struct wl_wave *w, const struct wl_insn *insn, char *why, size_t size) {
  if ((insn->holds & WL_HOLDS_VM) != 0 && w->vm_cnt >= WL_VM_CNT_MAX)
    return waits(why, size, "at %s, VM_CNT is full", insn->name);
  if ((insn->holds & WL_HOLDS_VS) != 0 && w->vs_cnt >= WL_VS_CNT_MAX)
    return waits(why, size, "at %s, VS_CNT is full", insn->name);
  if ((insn->holds & WL_HOLDS_EXP) != 0 && w->exp_cnt >= WL_EXP_CNT_MAX)
    return waits(why, size, "at %s, EXP_CNT is full", insn->name);
  if ((insn->holds & WL_HOLDS_LGKM) != 0 && w->lgkm_cnt + lgkm_amount(insn) > WL_LGKM_CNT_MAX)
    return waits(why, size, "at %s, LGKM_CNT is %u and would pass %u", insn->name, w->lgkm_cnt, WL_LGKM_CNT_MAX);
  return false;
}

static inline bool must_wait(const struct wl_wave *w, const struct wl_insn *insn, char *why, size_t size) {
  if (insn->kind == WL_KIND_ILLEGAL) return false;
  if (insn->unit == WL_UNIT_SCALAR && counters_above(w, insn, why, size)) return true;
  return insn->holds != 0 && counters_full(w, insn, why, size);
}

static bool explain(const struct wl_wave *w, const struct wl_insn *insn, char *why, size_t size) {
  return must_wait(w, insn, why, size);
}
static bool can_issue(const struct wl_wave *w, const struct wl_insn *insn) { return !must_wait(w, insn, NULL, 0); }

static void on_issue(struct wl_wave *w, const struct wl_insn *insn) {
  if (insn->holds & WL_HOLDS_VM) w->vm_cnt++;
  if (insn->holds & WL_HOLDS_VS) w->vs_cnt++;
  if (insn->holds & WL_HOLDS_EXP) w->exp_cnt++;
  if (insn->holds & WL_HOLDS_LGKM) w->lgkm_cnt += lgkm_amount(insn);
}

static void on_complete(struct wl_wave *w, const struct wl_insn *insn, uint32_t counters) {
  if (counters & WL_HOLDS_VM) w->vm_cnt--;
  if (counters & WL_HOLDS_VS) w->vs_cnt--;
  if (counters & WL_HOLDS_EXP) w->exp_cnt--;
  if (counters & WL_HOLDS_LGKM) w->lgkm_cnt -= lgkm_amount(insn);
}

static void begin(struct wl_wave *w, const struct wl_insn *insn, bool discarded) {
  (void)insn;
  if (discarded) wl_wait_states_note_discarded(&w->model->wait_states[w->slot]);
}

static wl_result held(const struct wl_wave *w, const struct wl_insn *insn, char why[WL_WHY]) {
  (void)w, (void)insn, (void)why;
  return WL_OK;
}

static bool idle(const struct wl_wave *w) { return (w->vm_cnt | w->exp_cnt | w->lgkm_cnt | w->vs_cnt) == 0; }

static void busy(const struct wl_wave *w, char *text, size_t size) {
  snprintf(text, size, "VM_CNT %u, EXP_CNT %u, LGKM_CNT %u, VS_CNT %u", w->vm_cnt, w->exp_cnt, w->lgkm_cnt, w->vs_cnt);
}

// ---- the program ---------------------------------------------------------------------------------

static bool unwaited(const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc, char why[WL_WHY]) {
  return hazards(w)->count != 0 && wl_hazard_check(hazards(w), w, insn, pc, why);
}

// A missing wait goes before missing wait states.
static wl_result judge(struct wl_wave *w, const struct wl_insn *insn, bool discarded, char why[WL_WHY]) {
  if (!discarded && unwaited(w, insn, w->pc, why)) return WL_HAZARD_PENDING;
  const uint32_t rows = discarded ? WL_ROW(4) : insn->consumer_rows;
  return rows != 0 && wl_wait_states_check(w, insn, rows, w->pc, why) ? WL_HAZARD_STATES : WL_OK;
}

static wl_race race(const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc) {
  return wl_hazard_race(hazards(w), w, insn, pc);
}

static bool unwaited_stack(const struct wl_wave *w, const struct wl_insn *insn, uint32_t old_csp, uint64_t pc,
                           char why[WL_WHY]) {
  return wl_hazard_stack(hazards(w), w, old_csp, wl_csp(w), insn->name, pc, why);
}

static void on_program(struct wl_wave *w, const struct wl_insn *insn, uint64_t pc) {
  if (wl_is_memory_unit((wl_block)insn->unit) || insn->unit == WL_UNIT_EXPORT) wl_hazard_issue(hazards(w), w, insn, pc);
  else if (wl_is_waitcnt(insn)) wl_hazard_wait(hazards(w), insn);
  else if (waits_for_all(w, insn)) wl_hazard_reset(hazards(w));
}

const struct wl_wait_policy wl_wait_counters = {.reset = reset,
                                                .slot = slot,
                                                .field = field,
                                                .malformed = malformed,
                                                .next_pc = next_pc,
                                                .judge = judge,
                                                .done = done,
                                                .held = held,
                                                .can_issue = can_issue,
                                                .explain = explain,
                                                .begin = begin,
                                                .on_issue = on_issue,
                                                .on_complete = on_complete,
                                                .idle = idle,
                                                .busy = busy,
                                                .rows = wl_wait_states_met,
                                                .unwaited = unwaited,
                                                .race = race,
                                                .unwaited_stack = unwaited_stack,
                                                .on_program = on_program};
