// SPDX-License-Identifier: Apache-2.0
// Waves: start, issue, vector ALU completion, barrier, end. The model's state takes effect in the shadow.
#include "check/arch/arch.h"

#include <stdio.h>
#include <stdlib.h>

// Words of PC, EXEC and MODE that a wave_start compares beside its array.
enum { START_REGISTER_WORDS = 5 };

void refresh_state_regs(arch_state *c, uint32_t slot) {
  c->changed |= 1u << slot;
  c->refreshed |= 1u << slot;
  if (__builtin_expect(c->late_state != NULL, 0)) {
    c->ops.state_regs(c->model, slot, &c->next[slot]);
    late_take(c, slot);
    return;
  }
  if (c->wave[slot].valu_pending) c->ops.take_issued(c->model, slot, &c->next[slot]);
  else c->ops.state_regs(c->model, slot, &c->next[slot]);
}

__attribute__((cold, noinline)) bool live_bad(arch_state *c, int slot, const char *event) {
  diverge(c, WL_ILLEGAL, slot, event, "%s of slot %d, which holds no wave", event, slot);
  return false;
}

// ---- start ---------------------------------------------------------------------------------------

static void start_mismatch(arch_state *c, int slot, const char *field, uint64_t rtl, uint64_t model) {
  uint32_t r[2] = {(uint32_t)rtl, (uint32_t)(rtl >> 32)}, m[2] = {(uint32_t)model, (uint32_t)(model >> 32)};
  divergence *d =
      diverge(c, WL_ILLEGAL, slot, "wave_start", "wave_start of slot %d: %s is 0x%llx, the dispatcher gave 0x%llx",
              slot, field, (unsigned long long)rtl, (unsigned long long)model);
  diverge_words(d, 0, r, m, 2);
}

static void check_init_writes(arch_state *c, int slot, const dispatch_state *s) {
  const wl_wave_init *init = &s->init;
  uint32_t sgprs = init->sgpr_count >= INIT_SGPRS ? ~0u : (1u << init->sgpr_count) - 1;
  if (s->sgprs_seen != sgprs) {
    uint32_t missing = sgprs & ~s->sgprs_seen;
    const uint32_t second_end = wl_second_end(c->config.vcc_alias, init->sgpr_size);
    diverge(c, WL_MISMATCH, slot, "SGPR", "wave_start of slot %d: the initial s%u was never written", slot,
            wl_first_name(second_end, (uint32_t)__builtin_ctz(missing)));
  }
  for (uint32_t v = 0; v < init->vgpr_count; v++) {
    if (s->lanes_seen[v] == c->wave_mask) continue;
    diverge(c, WL_MISMATCH, slot, "VGPR", "wave_start of slot %d: lane %d of the initial v%u was never written", slot,
            __builtin_ctzll(c->wave_mask & ~s->lanes_seen[v]), v);
  }
  for (uint32_t i = 0; i < init->more_count; i++) {
    const wl_initial *r = &s->more[i];
    if (s->more_seen[i] == r->lanes) continue;
    diverge(c, WL_MISMATCH, slot, r->vector ? "VGPR" : "SGPR",
            "wave_start of slot %d: lane %d of the initial %c%u was never written", slot,
            __builtin_ctzll(r->lanes & ~s->more_seen[i]), r->vector ? 'v' : 's', r->number);
  }
}

bool keep_dispatch(arch_state *c, uint32_t slot, const wl_wave_init *init) {
  free_dispatch(c, slot);
  dispatch_state *s = &c->dispatch[slot];
  *s = (dispatch_state){.init = *init};
  if (!init->more_count) return true;
  s->more = calloc(init->more_count, sizeof *s->more);
  s->more_seen = calloc(init->more_count, sizeof *s->more_seen);
  s->init.more = s->more;
  if (s->more) memcpy(s->more, init->more, init->more_count * sizeof *s->more);
  return s->more && s->more_seen;
}

void free_dispatch(arch_state *c, uint32_t slot) {
  free(c->dispatch[slot].more);
  free(c->dispatch[slot].more_seen);
  c->dispatch[slot].more = NULL;
  c->dispatch[slot].more_seen = NULL;
}

static void put_lanes(arch_state *c, uint32_t vgpr, const uint32_t *low, const uint32_t *high, uint64_t lanes) {
  uint32_t *to = c->vgpr + ((size_t)vgpr * WL_LANES << c->wide);
  if (c->wide) put_wide(to, low, high, lanes);
  for (uint32_t lane = 0; lane < WL_LANES && !c->wide; lane++)
    if (lanes >> lane & 1) to[lane] = low[lane];
}

// The unit does not report register writes: the initial values come from the dispatcher.
__attribute__((cold, noinline)) static void take_initial(arch_state *c, int slot, const wl_wave_init *init) {
  const uint32_t second_end = wl_second_end(c->config.vcc_alias, init->sgpr_size);
  for (uint32_t i = 0; i < init->sgpr_count; i++) {
    const uint32_t code = wl_first_name(second_end, i);
    if (!is_state_scalar(c, code)) c->sgpr[slot][code] = init->sgpr[i];
  }
  for (uint32_t v = 0; v < init->vgpr_count; v++) put_lanes(c, init->vgpr_base + v, init->vgpr[v], NULL, ~0ull);
  for (uint32_t i = 0; i < init->more_count; i++) {
    const wl_initial *r = &init->more[i];
    if (!r->vector) c->sgpr[slot][r->number] = r->value[0];
    else put_lanes(c, init->vgpr_base + r->number, r->value, r->high, r->lanes);
  }
}

bool arch_wave_start(arch_state *c, int slot, uint64_t pc, uint64_t exec, uint32_t mode, const uint32_t *start) {
  if (!slot_good(c, slot, "wave_start")) return false;
  if (!(c->dispatched >> slot & 1)) {
    diverge(c, WL_ILLEGAL, slot, "wave_start", "a wave started in slot %d and none was dispatched to it", slot);
    return false;
  }
  const dispatch_state *s = &c->dispatch[slot];
  const wl_wave_init *init = &s->init;
  const struct {
    const char *name;
    uint32_t expected;
  } words[WL_START_WORDS] = {
      [WL_START_SGPR_SIZE] = {"sgpr_size", init->sgpr_size},
      [WL_START_VGPR_BASE] = {"vgpr_base", init->vgpr_base},
      [WL_START_VGPR_SIZE] = {"vgpr_size", init->vgpr_size},
      [WL_START_LDS_BASE] = {"lds_base", init->lds_base},
      [WL_START_LDS_SIZE] = {"lds_size", init->lds_size},
      [WL_START_GROUP] = {"group", init->group},
      [WL_START_WAVE_IN_GROUP] = {"wave_in_group", init->wave_in_group},
      [WL_START_WAVES_IN_GROUP] = {"waves_in_group", init->waves_in_group},
      [WL_START_TRAP_EN] = {"trap_en", init->trap_enabled},
      [WL_START_TBA_LO] = {"TBA low", (uint32_t)init->tba},
      [WL_START_TBA_HI] = {"TBA high", (uint32_t)(init->tba >> 32)},
      [WL_START_TMA_LO] = {"TMA low", (uint32_t)init->tma},
      [WL_START_TMA_HI] = {"TMA high", (uint32_t)(init->tma >> 32)},
      [WL_START_COND_DBG] = {"cond_dbg", init->cond_dbg},
      [WL_START_SHARED_GLOBAL] = {"shared_global", init->shared_global},
      [WL_START_SHARED_TEMPS] = {"shared_temps", init->shared_temps},
      [WL_START_ALIGNMENT_MODE] = {"alignment_mode", init->alignment_mode},
      [WL_START_ISSUE] = {"issue", init->control},
  };
  if (pc != init->pc) start_mismatch(c, slot, "PC", pc, init->pc);
  if (exec != init->exec) start_mismatch(c, slot, "EXEC", exec, init->exec);
  if (mode != init->mode) start_mismatch(c, slot, "MODE", mode, init->mode);
  for (uint32_t i = 0; i < WL_START_WORDS; i++) {
    if (start[i] != words[i].expected) start_mismatch(c, slot, words[i].name, start[i], words[i].expected);
  }
  if (can(c, WL_CAN_registers)) check_init_writes(c, slot, s);
  else take_initial(c, slot, init);
  c->words_compared += START_REGISTER_WORDS + WL_START_WORDS;
  c->dispatched &= ~(1u << slot);
  if (c->ops.wave_start(c->model, (uint32_t)slot, init) != WL_OK) {
    diverge(c, WL_ERROR, slot, "wave_start", "the model cannot start the wave dispatched to slot %d", slot);
    return false;
  }
  if (c->vgpr_known && can(c, WL_CAN_clears_registers)) known_clear(c, (uint32_t)slot, init);
  c->live |= 1u << slot;
  c->progress[slot] = c->cycle;
  c->wave[slot] = (wave_state){.group = init->group,
                               .sgpr_size = init->sgpr_size,
                               .vgpr_base = init->vgpr_base,
                               .vgpr_size = init->vgpr_size,
                               .second_end = wl_second_end(c->config.vcc_alias, init->sgpr_size)};
  c->unswept = true;
  c->flat[slot] = 0;
  if (c->flights) flights_start(c, (uint32_t)slot);
  if (slot == c->options.state_fault_slot) c->fault_from = c->cycle + 1;
  refresh_state_regs(c, (uint32_t)slot);
  if (c->late_state) late_settle(c, (uint32_t)slot);
  return true;
}

// ---- issue ---------------------------------------------------------------------------------------

static void issue_differs(arch_state *c, int slot, const char *what, uint32_t count, const uint32_t *rtl,
                          const uint32_t *model) {
  divergence *d;
  if (count == 1) {
    d = diverge(c, WL_MISMATCH, slot, what, "slot %d issued with %s 0x%08x, expected 0x%08x", slot, what, rtl[0],
                model[0]);
  } else {
    d = diverge(c, WL_MISMATCH, slot, what, "slot %d issued with %s 0x%08x_%08x, expected 0x%08x_%08x", slot, what,
                rtl[1], rtl[0], model[1], model[0]);
  }
  diverge_words(d, 0, rtl, model, count);
}

static void issue_result(arch_state *c, int slot, wl_result r, uint64_t pc) {
  switch (r) {
    case WL_HAZARD_PENDING:
      program_hazard(c, slot, pc, c->effect.why);
      note_race(c, slot, pc, &c->effect);
      break;
    case WL_HAZARD_CONTROL:
    case WL_HAZARD_STATES: program_hazard(c, slot, pc, c->effect.why); break;
    case WL_CSP_OVERFLOW:
    case WL_CSP_UNDERFLOW:
    case WL_LDS_OVERFLOW:
      diverge(c, WL_HAZARD, slot, "issue", "slot %d at 0x%llx: %s", slot, (unsigned long long)pc, c->effect.why);
      break;
    case WL_ILLEGAL_CONTROL:
      diverge(c, WL_ILLEGAL, slot, "issue", "slot %d at 0x%llx: %s", slot, (unsigned long long)pc, c->effect.why);
      break;
    case WL_BAD_EVENT:
      diverge(c, WL_ILLEGAL, slot, "issue", "slot %d issued at 0x%llx: %s", slot, (unsigned long long)pc,
              c->effect.why);
      break;
    default: break;
  }
}

// Whether a vector ALU instruction of the wave, in flight, writes a physical VGPR.
static bool writes(const arch_state *c, uint32_t slot, uint32_t vgpr) {
  const wave_state *w = &c->wave[slot];
  for (uint32_t i = 0; w->valu_pending && i < w->vgprs; i++)
    if (w->vgpr[i] == vgpr) return true;
  return c->flights && flights_write(c, slot, vgpr);
}

// A vector instruction must not issue while one of another wave, in flight, writes a shared VGPR that it uses.
static void check_shared_vgprs(arch_state *c, int slot, uint64_t pc) {
  const uint64_t *used = c->effect.shared_rows;
  for (uint32_t other = 0; other < c->config.waves; other++) {
    if (other == (uint32_t)slot || !(c->live >> other & 1)) continue;
    for (uint32_t vgpr = 0; vgpr < SHARED_VGPRS; vgpr++) {
      const uint64_t left = used[vgpr / 64] >> (vgpr % 64);
      if (!left) vgpr |= 63;
      if (!(left & 1) || !writes(c, other, vgpr)) continue;
      diverge(c, WL_ILLEGAL, slot, "issue",
              "slot %d issued at 0x%llx while the instruction of slot %u writes shared VGPR %u, which it uses", slot,
              (unsigned long long)pc, other, vgpr);
      return;
    }
  }
}

// LDS_DIRECT is read at issue and bypasses the queue of the LDS, so it must not issue in a cycle in which the LDS
// writes.
__attribute__((cold, noinline)) static void check_direct(arch_state *c, int slot, uint64_t pc) {
  const wl_lds_access *a = &c->lds_write;
  if (c->lds_write_cycle != c->cycle + 1) return;
  diverge(c, WL_ILLEGAL, slot, "issue",
          "slot %d issued at 0x%llx with LDS_DIRECT in cycle %llu, in which the LDS writes (slot %u, bank %u, row %u; "
          "D-LDS-34)",
          slot, (unsigned long long)pc, (unsigned long long)c->cycle, a->slot, a->bank, a->row);
}

// Keeps the destination registers before the instruction: the model has overwritten its own, the shadow still has them.
static inline void keep_before(arch_state *c, int slot, const wl_effect *e) {
  before_issue *b = &c->at_issue[slot];
  b->sgpr_first = e->sgpr_first;
  b->sgpr_count = e->sgpr_count;
  for (uint32_t i = 0; i < e->sgpr_count; i++)
    b->sgpr[i] = c->sgpr[slot][wl_first_name(c->wave[slot].second_end, e->sgpr_first + i)];
  b->vgprs = e->vgpr_count;
  for (uint32_t i = 0; i < e->vgpr_count; i++) {
    b->vgpr[i] = e->phys_vgpr[i];
    const uint32_t *from = c->vgpr + ((size_t)e->phys_vgpr[i] * WL_LANES << c->wide);
    memcpy(b->value[i], from, WL_LANES * 4);
    if (__builtin_expect(c->wide, 0)) memcpy(b->value[i] + WL_LANES, from + WL_LANES, WL_LANES * 4);
  }
}

// The end of a span comes before the beginning of the next, which may be the same instruction.
__attribute__((cold, noinline)) static void measure_spans(arch_state *c, uint32_t slot, uint64_t pc, wl_end end) {
  for (wl_cycle_span *s = c->options.spans; s < c->options.spans + c->options.span_count; s++) {
    if (s->slot != slot) continue;
    if (s->begun && pc == s->to) {
      const uint64_t cycles = c->cycle - s->begun_at;
      if (!s->count || cycles < s->least) s->least = cycles;
      if (!s->count || cycles > s->most) s->most = cycles;
      s->count++;
      s->begun = false;
    }
    if (pc == s->from) {
      s->begun = true;
      s->begun_at = c->cycle;
    }
    if (end != WL_END_NONE) s->begun = false;
  }
}

// The unit does not report register writes: the model's count from the issue on.
__attribute__((cold, noinline)) static void take_registers(arch_state *c, int slot, const wl_effect *e) {
  wave_state *w = &c->wave[slot];
  for (uint32_t i = 0; i < e->sgpr_count; i++) {
    const uint32_t code = wl_first_name(w->second_end, e->sgpr_first + i);
    c->sgpr[slot][code] = c->ops.sgprs(c->model, (uint32_t)slot)[code];
  }
  for (uint32_t i = 0; i < e->vgpr_count; i++) {
    const uint32_t vgpr = e->phys_vgpr[i];
    memcpy(c->vgpr + ((size_t)vgpr * WL_LANES << c->wide), c->ops.phys_vgpr(c->model, vgpr),
           c->config.wave_lanes * 4 << c->wide);
  }
  w->valu_pending = false;
  w->vgprs = w->sgpr_due = 0;
  w->lanes[0].all = 0;
  c->sgpr_due &= ~(1u << slot);
}

// The unit does not report these accesses: the model has done them at the issue. What a load writes is not known, so
// the wave's registers are taken from the model, and no register is swept from now on.
static const uint32_t memory_levels = 1u << WL_CAN_memory | 1u << WL_CAN_lds;
__attribute__((cold, noinline)) static void take_loaded(arch_state *c, int slot, const wl_effect *e) {
  const wave_state *w = &c->wave[slot];
  const bool vector_or_scalar = e->unit == WL_UNIT_SMEM || e->unit == WL_UNIT_VMEM;
  if (!vector_or_scalar && e->unit != WL_UNIT_LDS) return;
  if (can(c, vector_or_scalar ? WL_CAN_memory : WL_CAN_lds)) return;
  c->loads_unseen = true;
  memcpy(c->sgpr[slot], c->ops.sgprs(c->model, (uint32_t)slot), c->config.sgprs * 4);
  for (uint32_t v = 0; v < w->vgpr_size; v++)
    memcpy(c->vgpr + ((size_t)(w->vgpr_base + v) * WL_LANES << c->wide), c->ops.phys_vgpr(c->model, w->vgpr_base + v),
           c->config.wave_lanes * 4 << c->wide);
  count_unmapped(c);
}

bool arch_issue(arch_state *c, int slot, uint64_t pc, uint32_t w0, uint32_t w1, uint32_t tag) {
  if (!live_good(c, slot, "issue")) return false;
  wave_state *w = &c->wave[slot];
  w->history[w->issued++ % HISTORY] = (history_entry){c->cycle, pc, {w0, w1}};
  c->progress[slot] = c->cycle;
  c->race &= ~(1u << slot);
  before_issue *before = &c->at_issue[slot];
  before->state_regs = c->next[slot];
  before->sgpr_count = before->vgprs = 0;
  if (w->valu_pending) {
    diverge(c, WL_ILLEGAL, slot, "issue", "slot %d issued at 0x%llx before valu_done of its last instruction", slot,
            (unsigned long long)pc);
    return false;
  }
  if (w->end != WL_END_NONE) {
    diverge(c, WL_ILLEGAL, slot, "issue", "slot %d issued at 0x%llx after its wave had %s", slot,
            (unsigned long long)pc, w->end == WL_END_PGM ? "ended" : "halted on a fault");
    return false;
  }
  const wl_state_regs *s = &c->next[slot];
  const uint32_t at[2] = {(uint32_t)pc, (uint32_t)(pc >> 32)};
  if (at[0] != s->pc_lo || at[1] != s->pc_hi) {
    issue_differs(c, slot, "PC", 2, at, (const uint32_t[2]){s->pc_lo, s->pc_hi});
    return false;
  }
  wl_effect *e = &c->effect;
  wl_result r = c->ops.issue(c->model, (uint32_t)slot, tag, e);
  c->instructions++;
  c->words_compared += 4;
  if (__builtin_expect(e->clause_broken, 0)) program_hazard(c, slot, pc, e->clause_why);
  if (__builtin_expect(r != WL_OK, 0)) issue_result(c, slot, r, pc);
  if (r == WL_BAD_EVENT) return false;
  if (__builtin_expect(e->outside_lds, 0)) count_unmapped(c);
  if (__builtin_expect(c->options.bounds, 0) && (e->unit == WL_UNIT_SMEM || e->unit == WL_UNIT_VMEM)) count_unmapped(c);
  keep_before(c, slot, e);
  if (__builtin_expect(c->options.span_count != 0, 0)) measure_spans(c, (uint32_t)slot, pc, e->end);
  if (r != WL_FETCH_FAULT && w0 != e->words[0]) issue_differs(c, slot, "instruction dword 0", 1, &w0, &e->words[0]);
  if (r != WL_FETCH_FAULT && r != WL_ILLEGAL_INST && w1 != e->words[1]) {
    issue_differs(c, slot, "instruction dword 1", 1, &w1, &e->words[1]);
  }
  w->sgpr_first = e->sgpr_first;
  w->sgpr_due = (1u << e->sgpr_count) - 1;
  // A vector instruction under VSKIP is fetched and discarded: it is not in flight.
  w->valu_pending = e->unit == WL_UNIT_VALU && !e->skipped && r != WL_ILLEGAL_INST && r != WL_FETCH_FAULT;
  if (__builtin_expect(w->valu_pending && e->in_flight, 0)) {  // in the model
    w->valu_pending = false;
    w->vgprs = w->sgpr_due = 0;
  }
  if (w->valu_pending) {
    if (__builtin_expect((e->shared_rows[0] | e->shared_rows[1]) != 0, 0)) check_shared_vgprs(c, slot, pc);
    if (__builtin_expect(e->lds_direct, 0)) check_direct(c, slot, pc);
  }
  if (__builtin_expect(c->flights != NULL, 0)) flights_issue(c, slot, pc, w->valu_pending);
  if (w->valu_pending) {
    w->vgprs = e->vgpr_count;
    for (uint32_t i = 0; i < e->vgpr_count; i++) {
      w->vgpr[i] = e->phys_vgpr[i];
      w->lanes[i].all = e->vgpr_mask[i];
      w->value[i] = c->ops.phys_vgpr(c->model, e->phys_vgpr[i]);
    }
  } else if (w->sgpr_due) {
    c->sgpr_due |= 1u << slot;
  }
  w->end = e->end;
  if (__builtin_expect(w->end != WL_END_NONE, 0)) {
    c->end_due |= 1u << slot;
    if (w->end == WL_END_FAULT) {
      w->fetch_fault = r == WL_FETCH_FAULT;
      c->fault_effect = *e;
    }
  }
  if (__builtin_expect(e->halt, 0)) c->halt_due |= 1u << slot;
  if (__builtin_expect(!can(c, WL_CAN_registers), 0)) take_registers(c, slot, e);
  if (__builtin_expect((c->capabilities & memory_levels) != memory_levels, 0)) take_loaded(c, slot, e);
  if (__builtin_expect(c->flat_whole, 0) && is_flat(e) && tag < LDS_HALF) c->flat[slot] |= 1ull << tag;
  if (__builtin_expect(c->late_state != NULL, 0)) {
    late_issue(c, (uint32_t)slot);
    if (e->end == WL_END_PGM) return true;  // its words are as before until its wave_end
  }
  refresh_state_regs(c, (uint32_t)slot);
  return true;
}

// Reports the oldest instruction in flight of a wave that is late.
__attribute__((cold, noinline)) static void late_valu_done(arch_state *c, int slot) {
  char why[160];
  c->progress[slot] = c->cycle;
  OBSERVE(c, WL_BEFORE, valu_done, {.number = slot});
  if (c->ops.valu_done(c->model, (uint32_t)slot, why) != WL_OK)
    diverge(c, WL_ILLEGAL, slot, "valu_done", "valu_done of slot %d: %s", slot, why);
  refresh_state_regs(c, (uint32_t)slot);
}

void arch_valu_done(arch_state *c, int slot) {
  if (!live_good(c, slot, "valu_done")) return;
  wave_state *w = &c->wave[slot];
  if (__builtin_expect(in_flight_of(c, (uint32_t)slot), 0)) {
    late_valu_done(c, slot);
    return;
  }
  if (__builtin_expect(c->flights && !can(c, WL_CAN_one_vector_in_flight), 0)) {
    flights_done(c, slot);
    return;
  }
  if (!w->valu_pending) {
    if (may_come_first(c)) return;
    diverge(c, WL_ILLEGAL, slot, "valu_done", "valu_done of slot %d, which has no vector ALU instruction in flight",
            slot);
    return;
  }
  for (uint32_t i = 0; i < w->vgprs; i++) {
    if (!w->lanes[i].all) continue;
    diverge(c, WL_MISMATCH, slot, "VGPR", "slot %d: v%u lane %d was never written by the instruction that is done",
            slot, w->vgpr[i] - w->vgpr_base, __builtin_ctzll(w->lanes[i].all))
        ->index = w->vgpr[i];
  }
  if (w->sgpr_due) {
    uint32_t number = wl_first_name(w->second_end, w->sgpr_first + (uint32_t)__builtin_ctz(w->sgpr_due));
    diverge(c, WL_MISMATCH, slot, "SGPR", "slot %d: s%u was never written by the instruction that is done", slot,
            number)
        ->index = number;
  }
  w->valu_pending = false;
  w->vgprs = w->sgpr_due = 0;
  w->lanes[0].all = 0;
  c->progress[slot] = c->cycle;
  if (__builtin_expect(c->late_state != NULL, 0)) {
    refresh_state_regs(c, (uint32_t)slot);
    late_done(c, (uint32_t)slot);
    return;
  }
  // The rest was taken at the issue and at the events since.
  c->refreshed |= 1u << slot;
  if (c->ops.take_deferred(c->model, (uint32_t)slot, &c->next[slot])) c->changed |= 1u << slot;
}

// ---- exports -------------------------------------------------------------------------------------

// Bits of `flags` behind EN.
enum { EXPORT_COMPR = 4, EXPORT_DONE, EXPORT_VM, EXPORT_LAST };

void arch_export(arch_state *c, int slot, uint32_t tag, uint32_t target, uint32_t flags, uint64_t exec,
                 uint32_t component, uint32_t pass, const uint32_t *data) {
  if (!live_good(c, slot, "export")) return;
  wl_export_beat b;
  char why[160];
  if (c->ops.export_beat(c->model, (uint32_t)slot, tag, &b, why) != WL_OK) {
    if (may_come_first(c)) return;
    diverge(c, WL_ILLEGAL, slot, "export", "slot %d: export under tag %u to target %u: %s", slot, tag, target, why);
    return;
  }
  c->progress[slot] = c->cycle;
  enum { FIELDS = 6 };
  static const char *const names[FIELDS] = {"target", "flags", "EXEC low", "EXEC high", "component", "pass"};
  const uint32_t expected_flags = b.en | (uint32_t)b.compr << EXPORT_COMPR | (uint32_t)b.done << EXPORT_DONE |
                                  (uint32_t)b.vm << EXPORT_VM | (uint32_t)b.last << EXPORT_LAST;
  const uint32_t rtl[FIELDS] = {target, flags, (uint32_t)exec, (uint32_t)(exec >> 32), component, pass};
  const uint32_t model[FIELDS] = {b.target,    expected_flags, (uint32_t)b.exec, (uint32_t)(b.exec >> 32),
                                  b.component, b.pass};
  const uint32_t first = c->config.pass_lanes * b.pass, lanes = lanes_of_pass(c, b.pass);
  c->words_compared += FIELDS + (lanes << c->wide);
  for (uint32_t i = 0; i < FIELDS; i++) {
    if (rtl[i] == model[i]) continue;
    divergence *d = diverge(c, WL_MISMATCH, slot, "export", "slot %d: export under tag %u: %s is 0x%x, expected 0x%x",
                            slot, tag, names[i], rtl[i], model[i]);
    diverge_words(d, 0, rtl, model, FIELDS);
  }
  for (uint32_t i = 0; i < lanes; i++) {
    const unsigned long long sent = lane_value(c->wide, data, i), expected = lane_value(c->wide, b.data, i);
    if (sent == expected) continue;
    divergence *d = diverge(c, WL_MISMATCH, slot, "export",
                            "slot %d: export under tag %u sends 0x%0*llx in lane %u of VSRC%u, expected 0x%0*llx", slot,
                            tag, lane_digits(c->wide), sent, first + i, b.component, lane_digits(c->wide), expected);
    diverge_lanes(d, c->wide, b.component, first, (1u << lanes) - 1, data, b.data);
    break;
  }
  refresh_state_regs(c, (uint32_t)slot);
  if (c->late_state && b.last) late_done(c, (uint32_t)slot);
}

// ---- messages, halt, traps -----------------------------------------------------------------

bool arch_message(arch_state *c, int slot, bool trace, uint32_t simm, uint32_t m0) {
  simm &= 0xFFFF;
  if (!live_good(c, slot, "message")) return false;
  wl_message expected;
  char why[160];
  if (c->ops.message(c->model, (uint32_t)slot, &expected, why) != WL_OK) {
    diverge(c, WL_ILLEGAL, slot, "message", "slot %d: message 0x%04x: %s", slot, simm, why);
    return false;
  }
  c->progress[slot] = c->cycle;
  c->words_compared += 3;
  const uint32_t rtl[3] = {trace, simm, m0}, model[3] = {expected.trace, expected.simm, expected.m0};
  if (memcmp(rtl, model, sizeof rtl) != 0) {
    divergence *d =
        diverge(c, WL_MISMATCH, slot, "message", "slot %d: %s 0x%04x with M0 0x%08x, expected %s 0x%04x with 0x%08x",
                slot, trace ? "trace data" : "message", simm, m0, expected.trace ? "trace data" : "message",
                expected.simm, expected.m0);
    diverge_words(d, 0, rtl, model, 3);
  }
  refresh_state_regs(c, (uint32_t)slot);
  return true;
}

void arch_resume(arch_state *c, int slot) {
  if (!live_good(c, slot, "resume")) return;
  char why[160];
  if (c->ops.resume(c->model, (uint32_t)slot, why) != WL_OK) {
    diverge(c, WL_ILLEGAL, slot, "resume", "slot %d resumed: %s", slot, why);
    return;
  }
  c->progress[slot] = c->cycle;
  refresh_state_regs(c, (uint32_t)slot);
}

bool arch_trap(arch_state *c, int slot) {
  if (!live_good(c, slot, "trap")) return false;
  if (c->wave[slot].valu_pending || (c->flights && flights_vector(c, (uint32_t)slot))) {
    diverge(c, WL_ILLEGAL, slot, "trap", "slot %d enters its trap handler before valu_done of its last instruction",
            slot);
    return false;
  }
  char why[160];
  const uint64_t pc = pc_of(&c->next[slot]);
  const wl_result r = c->ops.trap(c->model, (uint32_t)slot, why);
  if (r == WL_HAZARD_CLAUSE) {
    program_hazard(c, slot, pc, why);
  } else if (r != WL_OK) {
    diverge(c, WL_ILLEGAL, slot, "trap", "slot %d enters its trap handler: %s", slot, why);
    return false;
  }
  c->progress[slot] = c->cycle;
  // TTMP0 and TTMP1 are written in this cycle, as by a scalar instruction.
  c->wave[slot].sgpr_first = WL_TTMP;
  c->wave[slot].sgpr_due = 1u << 0 | 1u << 1;
  if (c->flights) flights_trap(c, slot);
  if (c->wave[slot].sgpr_due) c->sgpr_due |= 1u << slot;
  refresh_state_regs(c, (uint32_t)slot);
  return true;
}

// ---- barrier -------------------------------------------------------------------------------------

bool arch_barrier_release(arch_state *c, int group) {
  const uint32_t groups = c->config.groups;
  if ((uint32_t)group >= groups) {
    diverge(c, WL_ERROR, -1, "barrier_release", "barrier_release of group %d; the DUT has 0 to %u", group, groups - 1);
    return false;
  }
  char why[160];
  if (c->ops.barrier_release(c->model, (uint32_t)group, why) != WL_OK) {
    int slot = -1;
    for (uint32_t i = 0; i < c->config.waves && slot < 0; i++) {
      if ((c->live >> i & 1) && c->wave[i].group == (uint32_t)group) slot = (int)i;
    }
    diverge(c, WL_ILLEGAL, slot, "barrier_release", "barrier of group %d released: %s", group, why);
    return false;
  }
  for (uint32_t i = 0; i < c->config.waves; i++) {
    if (!(c->live >> i & 1) || c->wave[i].group != (uint32_t)group) continue;
    c->progress[i] = c->cycle;
    refresh_state_regs(c, i);
  }
  return true;
}

// ---- end -----------------------------------------------------------------------------------------

// After a fault, a wave at a barrier waits for one that faulted, or leaves the barrier in the next cycle.
uint32_t waves_beside_faults(const arch_state *c) {
  uint32_t work = c->live | c->dispatched;
  for (uint32_t waves = c->live; waves; waves &= waves - 1) {
    uint32_t slot = (uint32_t)__builtin_ctz(waves);
    const bool in_barrier = stands(c, &c->now[slot], WL_STANDS_IN_BARRIER);
    if (c->wave[slot].end == WL_END_FAULT || in_barrier) work &= ~(1u << slot);
  }
  return work;
}

static void agree_on_fault(arch_state *c, int slot) {
  const wave_state *w = &c->wave[slot];
  const history_entry *h = &w->history[(w->issued - 1) % HISTORY];
  divergence *d = &c->fault;
  if (c->faulted) return;
  c->faulted = true;
  d->verdict = WL_ERROR;
  d->cycle = c->cycle;
  d->slot = slot;
  snprintf(d->row, sizeof d->row, "fault");
  if (w->fetch_fault) {
    snprintf(d->what, sizeof d->what, "slot %d: fetch from an unmapped page at 0x%llx", slot,
             (unsigned long long)h->pc);
  } else {
    char text[128];
    c->ops.text(&c->config, h->pc, c->fault_effect.words, text, sizeof text);
    const char *more = strchr(c->fault_effect.why, ';');
    snprintf(d->what, sizeof d->what, "slot %d: illegal instruction at 0x%llx: 0x%08x 0x%08x  %s%s", slot,
             (unsigned long long)h->pc, c->fault_effect.words[0], c->fault_effect.words[1], text, more ? more : "");
  }
  keep_wave(c, slot);
  c->first_model = c->first_rtl = c->next[slot];
}

void look_at_fault(arch_state *c, uint32_t slot) {
  const uint64_t at = c->options.state_fault_cycle;
  if ((int)slot == c->options.state_fault_slot) c->fault_live |= c->fault_from <= at && at <= c->cycle;
}

// How the unit says that a wave ended. A refused instruction issues in the cycle of the end, with its words; after a
// fetch fault they are 0 (probe.h).
static void text_of_end(const arch_state *c, const wave_state *w, int why, char *text, size_t size) {
  const history_entry *h = w->issued ? &w->history[(w->issued - 1) % HISTORY] : NULL;
  if (why == WL_WAVE_FAULTED && h && h->cycle == c->cycle && h->words[0]) {
    char insn[128];
    c->ops.text(&c->config, h->pc, h->words, insn, sizeof insn);
    snprintf(text, size, "halted on a fault in the DUT: illegal instruction at 0x%llx: 0x%08x 0x%08x  %s",
             (unsigned long long)h->pc, h->words[0], h->words[1], insn);
  } else if (why == WL_WAVE_ENDED || why == WL_WAVE_FAULTED) {
    snprintf(text, size, "%s in the DUT", why == WL_WAVE_ENDED ? "ended" : "halted on a fault");
  } else {
    snprintf(text, size, "has an unknown end in the DUT, %d", why);
  }
}

bool arch_wave_end(arch_state *c, int slot, int why) {
  if (!live_good(c, slot, "wave_end")) return false;
  wave_state *w = &c->wave[slot];
  if (why == WL_WAVE_HALTED) {
    if (!(c->halt_due >> slot & 1)) {
      diverge(c, WL_MISMATCH, slot, "wave_end", "the wave in slot %d halted itself in the DUT; in the model it did not",
              slot);
    }
    c->halt_due &= ~(1u << slot);
    return false;
  }
  wl_end end = why == WL_WAVE_ENDED ? WL_END_PGM : why == WL_WAVE_FAULTED ? WL_END_FAULT : WL_END_NONE;
  if (w->end != end || !(c->end_due >> slot & 1)) {
    static const char *const names[] = {"goes on", "ended", "halted on a fault"};
    char text[256];
    text_of_end(c, w, why, text, sizeof text);
    diverge(c, WL_MISMATCH, slot, "wave_end", "the wave in slot %d %s; in the model it %s%s%s", slot, text,
            names[w->end], w->end == WL_END_FAULT ? ": " : "", w->end == WL_END_FAULT ? c->fault_effect.why : "");
    return false;
  }
  c->end_due &= ~(1u << slot);
  if (end == WL_END_FAULT) {
    agree_on_fault(c, slot);
    return false;
  }
  if (c->flights) flights_end(c, slot);
  look_at_fault(c, (uint32_t)slot);
  c->live &= ~(1u << slot);
  c->late &= ~(1u << slot);
  c->sweep_slots |= 1u << slot;
  refresh_state_regs(c, (uint32_t)slot);
  if (c->late_state) {
    late_settle(c, (uint32_t)slot);
    c->ending |= 1u << slot;
  }
  return true;
}
