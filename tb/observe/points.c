// SPDX-License-Identifier: Apache-2.0
// The groups of points.def: their counts, their lines, and which of their points can happen.
#include "observe/points.h"

#include <stdlib.h>
#include <string.h>

#include "wavelock/opcodes.h"
#include "wavelock/wave_view.h"

enum { AXES = 4, OPCODES = 1024, FORMATS = WL_FMT_EXP + 3 };  // FLAT has three segments

#define AXIS(axis) static const char *const axis##_words[] = {
#define VALUE(axis, id, word) word,
#define END(axis) \
  }               \
  ;
#include "observe/points.def"

#define WORDS(axis) \
  { axis##_words, sizeof axis##_words / sizeof *axis##_words }
static const struct {
  const char *name, *fill;
  struct {
    const char *const *words;
    uint32_t count;
  } axis[AXES];
} groups[POINT_GROUPS] = {
#define GROUP(id, axis1, axis2, axis3, axis4, fill) \
  {#id, fill, {WORDS(axis1), WORDS(axis2), WORDS(axis3), WORDS(axis4)}},
#include "observe/points.def"
};

// What is known of a wave between its events.
typedef struct {
  uint8_t waited;            // wait counters that its s_waitcnt has waited for: bit counter_*
  uint8_t bytes[TAGS];       // of one access of a lane of its DS instructions in flight
  uint64_t quad_tag;         // of the quad that is served: tag, access, quad
  uint32_t quad[LDS_BANKS];  // entries served in each bank
  uint32_t quad_op, quad_space;
  bool quad_open;
} wave_points;

// Per workgroup: the waves that arrived at its barrier.
typedef struct {
  uint32_t arrived, last;  // bits of wave_in_group; the last
  bool by_end;             // a wave ended after the last arrival
} group_points;

struct wl_points {
  uint64_t *count[POINT_GROUPS];
  point_opcode *opcode[FORMATS][OPCODES];
  wave_points wave[WL_MAX_WAVES];
  point_wave slots[WL_MAX_WAVES];
  group_points group[WL_MAX_GROUPS];
  wl_wait_rows rows;  // of the instruction that issues
  int selected;       // in the cycle before; -1: none
};

static uint32_t points_of(uint32_t group) {
  uint32_t n = 1;
  for (uint32_t i = 0; i < AXES; i++) n *= groups[group].axis[i].count;
  return n;
}

wl_points *wl_points_new(void) {
  wl_points *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->selected = -1;
  for (uint32_t g = 0; g < POINT_GROUPS; g++) {
    p->count[g] = calloc(points_of(g), sizeof *p->count[g]);
    if (!p->count[g]) {
      wl_points_free(p);
      return NULL;
    }
  }
  return p;
}

void wl_points_free(wl_points *p) {
  if (!p) return;
  for (uint32_t g = 0; g < POINT_GROUPS; g++) free(p->count[g]);
  for (uint32_t f = 0; f < FORMATS; f++)
    for (uint32_t op = 0; op < OPCODES; op++) free(p->opcode[f][op]);
  free(p);
}

void wl_points_count(wl_points *p, uint32_t group, uint32_t i, uint32_t j, uint32_t k, uint32_t l) {
  const uint32_t at =
      ((i * groups[group].axis[1].count + j) * groups[group].axis[2].count + k) * groups[group].axis[3].count + l;
  p->count[group][at]++;
}

point_opcode *wl_points_opcode(wl_points *p, const uint32_t w[2]) {
  const wl_format of = wl_format_of(w[0]);
  const uint32_t f = of == WL_FMT_FLAT && wl_field(w[0], WL_FLAT_SEG) ? WL_FMT_EXP + wl_field(w[0], WL_FLAT_SEG) : of;
  const uint32_t op = wl_op_of(of, w[0]);
  if (f >= FORMATS) return NULL;
  if (!p->opcode[f][op]) p->opcode[f][op] = calloc(1, sizeof(point_opcode));
  return p->opcode[f][op];
}

point_wave *wl_points_wave(wl_points *p, uint32_t slot) { return &p->slots[slot]; }

// ---- which points can happen ----------------------------------------------------------------------
// Each rule says why a combination cannot.

// A fork that pushes at CSP 6 is a program error (control-flow.md 3.3, D-FLOW-15).
static bool exists_fork(const uint32_t at[AXES]) { return at[1] < outcome_JUMP_FIRST || at[2] <= depth_5; }
// With CSP 0 a join that pops is a program error (D-FLOW-15).
static bool exists_join(const uint32_t at[AXES]) { return at[0] == join_ENDS || at[1] != depth_0; }
static bool exists_counter(const uint32_t at[AXES]) { return at[0] < counter_COUNT; }
// For 0, a counter that is low enough is 0.
static bool exists_waitcnt(const uint32_t at[AXES]) { return at[1] != wanted_ZERO || at[2] != waited_PASSES; }
// One arrives alone where all others ended. Then, and where a wave's end releases the barrier, some ended. With two
// waves none is between, and one that ended leaves the other alone.
static bool exists_barrier(const uint32_t at[AXES]) {
  const bool some = at[2] == ended_SOME, alone = at[1] == last_ALONE;
  if (at[0] == waves_TWO && (at[1] == last_BETWEEN || alone != some)) return false;
  return some || (!alone && at[3] == by_ARRIVAL);
}
// Atomics are of 4 and 8 bytes. The GDS has no accesses of 12 and 16 bytes (D-LDS-24).
static bool exists_conflict(const uint32_t at[AXES]) {
  if (at[1] == access_ATOMIC) return at[2] == bytes_4 || at[2] == bytes_8;
  return at[0] == space_LDS || at[2] < bytes_12;
}
static bool exists_range(const uint32_t at[AXES]) { return wl_points_range_exists(at); }
static bool exists_format(const uint32_t at[AXES]) { return wl_points_format_exists(at); }
// A structured buffer ends between two records.
static bool exists_limit(const uint32_t at[AXES]) { return at[0] != limited_STRUCTURED || at[2] != place_ACROSS; }
static bool exists_tuple(const uint32_t at[AXES]) { return wl_points_tuple_exists(at); }
static bool exists_edge(const uint32_t at[AXES]) { return at[0] < edge_COUNT; }
static bool exists_reuse(const uint32_t at[AXES]) { return at[0] < left_COUNT; }
// Only v_rcp_iflag_f32 raises the integer's exception (numerics.md 10).
static bool exists_flag(const uint32_t at[AXES]) { return at[0] == width_32 || at[1] != exception_INTEGER; }
static bool exists_float(const uint32_t at[AXES]) { return wl_points_float_exists(WL_GFX900, at); }
static bool exists_image(const uint32_t at[AXES]) { return wl_points_image_exists(at); }
static bool exists_sampler(const uint32_t at[AXES]) { return wl_points_sampler_exists(at); }
static bool exists_texel(const uint32_t at[AXES]) { return wl_points_texel_exists(at); }
static bool exists_image_format(const uint32_t at[AXES]) { return wl_points_image_format_exists(at); }
static bool exists_mip(const uint32_t at[AXES]) { return wl_points_mip_exists(at); }
static bool exists_lod(const uint32_t at[AXES]) { return at[0] < mipped_COUNT; }
static bool exists_outside(const uint32_t at[AXES]) { return wl_points_outside_exists(at); }
static bool exists_descriptor(const uint32_t at[AXES]) { return wl_points_descriptor_exists(at); }
static bool exists_data(const uint32_t at[AXES]) { return wl_points_data_exists(at); }
static bool exists_border(const uint32_t at[AXES]) { return at[0] < border_COUNT; }
static bool exists_coordinate(const uint32_t at[AXES]) { return at[0] < class_COUNT; }
static bool exists_comparison(const uint32_t at[AXES]) { return at[0] < comparing_COUNT; }
// Row 13 needs second names of VCC (D-WAIT-30).
static bool exists_hazard(const uint32_t at[AXES]) { return at[0] != row_13; }
// A wave issues in its turn, so each unit has the reasons of the turn. Reasons of one unit alone:
static bool exists_issue(const uint32_t at[AXES]) {
  const uint32_t unit = at[1];
  switch (at[0]) {
    case reason_MESSAGE: return unit == unit_SCALAR;  // s_sendmsg, s_ttracedata, s_endpgm
    case reason_SHARED:                               // shared VGPRs are operands of the vector ALU
    case reason_DIRECT: return unit == unit_VALU;     // LDS_DIRECT is an operand of the vector ALU
    case reason_VM_CNT:                               // s_waitcnt
    case reason_EXP_CNT:
    case reason_LGKM_CNT:
    case reason_DRAIN: return unit == unit_SCALAR;   // s_endpgm
    case reason_FULL: return unit != unit_VALU;      // it raises no counter
    case reason_RETURN: return unit == unit_SCALAR;  // s_getreg of the counters
    default: return true;
  }
}
// Without another eligible wave there is none of lower priority. With others all turns can happen: the slots behind the
// one selected before come first. But an overdue wave goes before those that are not. So it may be selected again
// (D-ARB-2, D-ARB-4).
static bool exists_arbiter(const uint32_t at[AXES]) { return at[0] != others_NONE || at[1] == priority_SAME; }
// In one cycle the unit issues one instruction, and the LDS serves one access. A trap handler is entered when nothing
// of its wave is in flight. What issues before a return is in flight then, so the return is not the last. A release is
// a cycle behind the issue that completes the barrier: no other instruction issues with that. Scalar memory writes one
// instruction back at a time. It samples the clock when s_memtime begins (buffer-memory.md D-MEM-62). The instruction
// before has returned by then, and s_memtime returns next.
static bool exists_coincidence(const uint32_t at[AXES]) {
  switch (at[0]) {
    case pair_LDS_TWO:
    case pair_LDS_STORE:
    case pair_DIRECT_READ:
    case pair_ARRIVAL_TWO:
    case pair_ARRIVAL_WAKEUP:
    case pair_WAKEUP_SLEEP:
    case pair_WAKEUP_END:
    case pair_TRAP_TWO: return at[1] != distance_TOGETHER;
    case pair_RELEASE_WAKEUP:
    case pair_RELEASE_ARRIVAL:
    case pair_RELEASE_END:
    case pair_TRAP_RELEASE:
    case pair_EMPTY_LDS:
    case pair_EMPTY_VMEM:
    case pair_EMPTY_SMEM: return at[1] != distance_BEFORE;
    case pair_CLOCK_RETURN: return at[1] == distance_BEFORE;
    case pair_TRAP_RETURN:
    case pair_TRAP_RETURN_SMEM: return at[1] == distance_BEHIND;
    default: return true;
  }
}

static bool (*const exists[POINT_GROUPS])(const uint32_t at[AXES]) = {
#define GROUP(id, axis1, axis2, axis3, axis4, fill) exists_##id,
#include "observe/points.def"
};

static const uint32_t limits[counter_COUNT] = {63, 7, 15};

// VM_CNT counts instructions from their issue on. An instruction stays in the queue until it is done, so with a short
// queue the counter never comes near its limit (rtl/configs/deep.f has one that does).
static bool fits_unit(uint32_t group, const uint32_t at[AXES], uint32_t vmem_queue, uint32_t images) {
  if (wl_points_stage(group, at) > images) return false;
  if (group != POINTS_counter || at[0] != counter_VM || at[1] == level_ONE) return true;
  return vmem_queue >= limits[counter_VM] - (at[1] == level_BELOW);
}

// ---- one instruction ------------------------------------------------------------------------------

uint32_t wl_points_sgpr(const arch_state *a, uint32_t slot, uint32_t code) {
  const wl_state_regs *s = &a->at_issue[slot].state_regs;
  code = wl_first_name(a->wave[slot].second_end, code);
  switch (code) {
    case WL_VCC: return s->vcc_lo;
    case WL_VCC_HI: return s->vcc_hi;
    case WL_M0: return s->m0;
    case WL_EXEC: return s->exec_lo;
    case WL_EXEC_HI: return s->exec_hi;
    default: return a->sgpr[slot][code % WL_SGPRS];
  }
}

static uint64_t exec_before(const arch_state *a, uint32_t slot) {
  const wl_state_regs *s = &a->at_issue[slot].state_regs;
  return (uint64_t)s->exec_hi << 32 | s->exec_lo;
}

static void fork_points(wl_points *p, const arch_state *a, uint32_t slot, uint32_t kind, const wl_decoded *d) {
  const uint64_t exec = exec_before(a, slot);
  const wl_decoded_operand *s = &d->src[0];
  const uint64_t mask = s->kind == WL_DECODED_SGPR
                            ? wl_points_sgpr(a, slot, s->reg) | (uint64_t)wl_points_sgpr(a, slot, s->reg + 1) << 32
                            : s->value;
  const int jump = __builtin_popcountll(exec & mask), stay = __builtin_popcountll(exec & ~mask);
  const uint32_t csp = wl_wave_fork_depth(&a->at_issue[slot].state_regs);
  const uint32_t outcome = !exec          ? outcome_EMPTY
                           : !stay        ? outcome_JUMP
                           : !jump        ? outcome_STAY
                           : jump == stay ? outcome_TIE
                           : jump < stay  ? outcome_JUMP_FIRST
                                          : outcome_STAY_FIRST;
  const bool error = a->next[slot].mode != a->at_issue[slot].state_regs.mode && csp >= depth_6;
  if (csp < depth_COUNT && !error) wl_points_count(p, POINTS_fork, kind, outcome, csp, 0);
}

static void join_points(wl_points *p, const arch_state *a, uint32_t slot) {
  const uint32_t before = wl_wave_fork_depth(&a->at_issue[slot].state_regs);
  const bool pops = wl_wave_fork_depth(&a->next[slot]) != before;
  if (before < depth_COUNT && (before || !pops))
    wl_points_count(p, POINTS_join, pops ? join_POPS : join_ENDS, before, 0, 0);
}

// The values of the counters, in the order of counter_*.
static void counters_of(const wl_state_regs *s, uint32_t value[counter_COUNT]) {
  value[counter_VM] = wl_field(s->counters, WL_COUNTERS_VM);
  value[counter_EXP] = wl_field(s->counters, WL_COUNTERS_EXP);
  value[counter_LGKM] = wl_field(s->counters, WL_COUNTERS_LGKM);
}

static void wait_points(wl_points *p, const arch_state *a, uint32_t slot, uint32_t simm) {
  const uint32_t wanted[counter_COUNT] = {wl_field(simm, WL_WAITCNT_VM_LOW) | wl_field(simm, WL_WAITCNT_VM_HIGH) << 4,
                                          wl_field(simm, WL_WAITCNT_EXP), wl_field(simm, WL_WAITCNT_LGKM)};
  uint32_t value[counter_COUNT];
  counters_of(&a->at_issue[slot].state_regs, value);
  for (uint32_t c = 0; c < counter_COUNT; c++) {
    if (wanted[c] == limits[c]) continue;  // it does not wait for this one
    const bool waited = p->wave[slot].waited >> c & 1;
    wl_points_count(p, POINTS_waitcnt, c, wanted[c] ? wanted_MORE : wanted_ZERO,
                    waited     ? waited_WAITS
                    : value[c] ? waited_PASSES
                               : waited_NOTHING,
                    0);
  }
}

static void barrier_arrives(wl_points *p, const arch_state *a, uint32_t slot) {
  group_points *g = &p->group[a->wave[slot].group];
  g->last = a->dispatch[slot].init.wave_in_group;
  g->arrived |= 1u << g->last;
  g->by_end = false;
}

static void scalar_points(wl_points *p, const arch_state *a, uint32_t slot, const wl_decoded *d) {
  const uint32_t w0 = a->effect.words[0];
  const wl_format f = wl_format_of(w0);
  const uint32_t op = wl_op_of(f, w0);
  if (f == WL_FMT_SOPK && op == WL_OP_s_cbranch_i_fork) fork_points(p, a, slot, fork_I, d);
  if (f == WL_FMT_SOP2 && op == WL_OP_s_cbranch_g_fork) fork_points(p, a, slot, fork_G, d);
  if (f == WL_FMT_SOP1 && op == WL_OP_s_cbranch_join) join_points(p, a, slot);
  if (f == WL_FMT_SOPP && op == WL_OP_s_waitcnt) wait_points(p, a, slot, (uint32_t)d->simm);
  if (a->effect.barrier) barrier_arrives(p, a, slot);
}

void wl_points_before(wl_points *p, const arch_state *a, uint32_t slot) { p->rows = a->ops.wait_rows(a->model, slot); }

void wl_points_issue(wl_points *p, const arch_state *a, uint32_t slot, uint32_t tag) {
  const wl_effect *e = &a->effect;
  const wave_state *w = &a->wave[slot];
  const wl_state_regs *before = &a->at_issue[slot].state_regs;
  point_opcode *o = wl_points_opcode(p, e->words);
  wl_decoded d;
  if (!o) return;
  wl_decode_words(e->words, a->config.isa, a->config.rdna, w->sgpr_size, w->vgpr_size, wl_wave_privileged(before), &d);
  if (!d.legal) return;
  if (!o->seen) {
    o->seen = true;
    memcpy(o->words, e->words, sizeof o->words);
    o->is_float = e->unit == WL_UNIT_VALU && wl_points_float_opcode(d.name, o);
  }
  wl_points_operands(o, &d, e->words, exec_before(a, slot));
  for (uint32_t rows = p->rows.enough; rows; rows &= rows - 1)
    wl_points_count(p, POINTS_hazard, (uint32_t)__builtin_ctz(rows) - 1, states_ENOUGH, 0, 0);
  for (uint32_t rows = p->rows.more; rows; rows &= rows - 1)
    wl_points_count(p, POINTS_hazard, (uint32_t)__builtin_ctz(rows) - 1, states_MORE, 0, 0);
  // With absolute numbers, or control words, the registers are others, or not written yet.
  const bool plain = !e->control && !wl_wave_renumbers(before);
  wl_points_edges(p, a, slot, &d, plain);
  switch (e->unit) {
    case WL_UNIT_SCALAR: scalar_points(p, a, slot, &d); break;
    case WL_UNIT_VALU:
      p->slots[slot].floats = o->is_float ? o : NULL;
      if (o->is_float && plain) wl_points_floats(p, a, slot, o, &d);
      break;
    case WL_UNIT_LDS: p->wave[slot].bytes[tag % TAGS] = (uint8_t)e->mem_bytes; break;
    case WL_UNIT_VMEM:
      if (!e->control && !a->config.rdna) wl_points_buffer(p, a, slot, &d);
      if (!e->control) wl_points_image(p, a, slot);
      p->wave[slot].bytes[(LDS_HALF + tag) % TAGS] = (uint8_t)e->mem_bytes;
      break;
    default: break;
  }
  p->wave[slot].waited = 0;
}

// ---- LDS ------------------------------------------------------------------------------------------

static void close_quad(wl_points *p, wave_points *w) {
  static const uint8_t sizes[bytes_COUNT] = {1, 2, 4, 8, 12, 16};
  const uint32_t bytes = w->bytes[w->quad_tag % TAGS];
  uint32_t most = 0, size = 0;
  if (!w->quad_open) return;
  w->quad_open = false;
  for (uint32_t b = 0; b < LDS_BANKS; b++) most = w->quad[b] > most ? w->quad[b] : most;
  while (size < bytes_COUNT && sizes[size] != bytes) size++;
  if (size < bytes_COUNT && most <= degree_COUNT)
    wl_points_count(p, POINTS_conflict, w->quad_space, w->quad_op, size, most - 1);
}

void wl_points_lds(wl_points *p, uint32_t slot, uint32_t tag, uint32_t op, uint32_t quad, uint32_t access,
                   uint32_t bank, bool gds) {
  wave_points *w = &p->wave[slot];
  const uint64_t at = tag | (uint64_t)(quad * ACCESSES + access) * TAGS;
  if (w->quad_open && w->quad_tag != at) close_quad(p, w);
  if (!w->quad_open) {
    memset(w->quad, 0, sizeof w->quad);
    w->quad_open = true;
    w->quad_tag = at;
    w->quad_op = op == WL_MEM_LOAD ? access_READ : op == WL_MEM_STORE ? access_WRITE : access_ATOMIC;
    w->quad_space = gds ? space_GDS : space_LDS;
  }
  w->quad[bank % LDS_BANKS]++;
}

void wl_points_lds_return(wl_points *p, uint32_t slot) { close_quad(p, &p->wave[slot]); }

// ---- barrier --------------------------------------------------------------------------------------

void wl_points_wave_end(wl_points *p, uint32_t group) { p->group[group].by_end = p->group[group].arrived != 0; }

void wl_points_release(wl_points *p, const arch_state *a, uint32_t group) {
  group_points *g = &p->group[group];
  uint32_t waves = 0;
  for (uint32_t s = 0; s < a->config.waves; s++)
    if ((a->live >> s & 1) && a->wave[s].group == group) waves = a->dispatch[s].init.waves_in_group;
  const uint32_t count = (uint32_t)__builtin_popcount(g->arrived), low = g->arrived & -g->arrived;
  const bool some = count < waves, highest = g->arrived >> g->last == 1;
  const uint32_t last = count == 1             ? last_ALONE
                        : 1u << g->last == low ? last_LOWEST
                        : highest              ? last_HIGHEST
                                               : last_BETWEEN;
  if (count)
    wl_points_count(p, POINTS_barrier,
                    waves == 2             ? waves_TWO
                    : waves < WL_MAX_WAVES ? waves_SOME
                                           : waves_ALL,
                    last, some ? ended_SOME : ended_NONE, g->by_end ? by_END : by_ARRIVAL);
  *g = (group_points){0};
}

// ---- one cycle ------------------------------------------------------------------------------------

// reason_* of WL_WAIT_*; -1: no point.
static int reason_of(uint32_t reason) {
  switch (reason) {
#define REASON(id) \
  case WL_WAIT_##id: return reason_##id;
    REASON(PASSES)
    REASON(FETCH)
    REASON(BUSY)
    REASON(CLAUSE)
    REASON(TRAP)
    REASON(UNIT)
    REASON(ARBITER)
    REASON(MESSAGE)
    REASON(SHARED)
    REASON(DIRECT)
    REASON(DRAIN)
    REASON(VM_CNT)
    REASON(EXP_CNT)
    REASON(LGKM_CNT)
    REASON(FULL)
    REASON(RETURN)
    REASON(HALT)
    REASON(SLEEP)
    REASON(NOP)
    REASON(BARRIER)
#undef REASON
    default: return -1;
  }
}

static void look_at_counters(wl_points *p, const wl_state_regs *s) {
  uint32_t value[counter_COUNT];
  counters_of(s, value);
  for (uint32_t c = 0; c < counter_COUNT; c++) {
    if (value[c] == 1) wl_points_count(p, POINTS_counter, c, level_ONE, 0, 0);
    if (value[c] == limits[c] - 1) wl_points_count(p, POINTS_counter, c, level_BELOW, 0, 0);
    if (value[c] == limits[c]) wl_points_count(p, POINTS_counter, c, level_LIMIT, 0, 0);
  }
}

static void look_at_arbiter(wl_points *p, const arch_state *a, uint32_t eligible, uint32_t slot, bool issues) {
  const uint32_t mine = wl_wave_priority(&a->now[slot]);
  uint32_t priority = priority_SAME;
  for (uint32_t left = eligible; left; left &= left - 1)
    if (wl_wave_priority(&a->now[__builtin_ctz(left)]) < mine) priority = priority_HIGHER;
  const uint32_t others = !eligible ? others_NONE : eligible & (eligible - 1) ? others_MORE : others_ONE;
  const uint32_t turn = (int)slot == p->selected ? turn_SAME : (int)slot > p->selected ? turn_NEXT : turn_WRAP;
  wl_points_count(p, POINTS_arbiter, others, priority, turn, issues ? end_ISSUES : end_WAITS);
}

void wl_points_cycle(wl_points *p, const arch_state *a, const uint8_t reasons[WL_MAX_WAVES], int selected) {
  uint32_t eligible = 0;
  wl_points_slots(p, a);
  for (uint32_t s = 0; s < a->config.waves; s++) {
    wl_block unit;
    if (reasons[s] == WL_WAIT_EMPTY || !(a->live >> s & 1)) continue;
    look_at_counters(p, &a->now[s]);
    if (reasons[s] == WL_WAIT_ARBITER) eligible |= 1u << s;
    if (reasons[s] == WL_WAIT_VM_CNT) p->wave[s].waited |= 1u << counter_VM;
    if (reasons[s] == WL_WAIT_EXP_CNT) p->wave[s].waited |= 1u << counter_EXP;
    if (reasons[s] == WL_WAIT_LGKM_CNT) p->wave[s].waited |= 1u << counter_LGKM;
    const int reason = reason_of(reasons[s]);
    if (reason < 0 || !a->ops.next_unit(a->model, s, &unit)) continue;
    wl_points_count(p, POINTS_issue, (uint32_t)reason, unit, 0, 0);
  }
  if (selected >= 0 && selected < (int)a->config.waves) {
    const bool issues = reasons[selected] == WL_WAIT_ISSUES || reasons[selected] == WL_WAIT_PASSES;
    look_at_arbiter(p, a, eligible & ~(1u << selected), (uint32_t)selected, issues);
  }
  if (selected >= 0) p->selected = selected;
}

// ---- lines ----------------------------------------------------------------------------------------

static void split(uint32_t group, uint32_t index, uint32_t at[AXES]) {
  for (uint32_t i = AXES; i-- > 0;) {
    at[i] = index % groups[group].axis[i].count;
    index /= groups[group].axis[i].count;
  }
}

static void print_name(uint32_t group, const uint32_t at[AXES], FILE *file) {
  const char *between = "";
  for (uint32_t i = 0; i < AXES; i++) {
    const char *word = groups[group].axis[i].words[at[i]];
    if (!*word) continue;
    fprintf(file, "%s%s", between, word);
    between = ", ";
  }
}

static void print_fill(uint32_t group, const uint32_t at[AXES], FILE *file) {
  for (const char *c = groups[group].fill; *c; c++) {
    if (*c != '{') {
      fputc(*c, file);
      continue;
    }
    const uint32_t axis = (uint32_t)(c[1] - '1');
    fputs(groups[group].axis[axis].words[at[axis]], file);
    c += 2;
  }
}

void wl_points_write(const wl_points *p, wl_isa isa, FILE *file) {
  uint32_t at[AXES];
  for (uint32_t f = 0; f < FORMATS; f++)
    for (uint32_t op = 0; op < OPCODES; op++)
      if (p->opcode[f][op] && p->opcode[f][op]->seen) wl_points_write_opcode(p->opcode[f][op], isa, file);
  for (uint32_t g = 0; g < POINT_GROUPS; g++) {
    for (uint32_t i = 0; i < points_of(g); i++) {
      if (!p->count[g][i]) continue;
      split(g, i, at);
      fprintf(file, "point\t%s\t", groups[g].name);
      print_name(g, at, file);
      fprintf(file, "\t-\t%llu\n", (unsigned long long)p->count[g][i]);
    }
  }
}

void wl_points_list(wl_isa isa, uint32_t vmem_queue, uint32_t images, FILE *file) {
  uint32_t at[AXES];
  wl_points_list_opcodes(isa, images, file);
  for (uint32_t g = 0; g < POINT_GROUPS; g++) {
    for (uint32_t i = 0; i < points_of(g); i++) {
      split(g, i, at);
      if (!exists[g](at) || !fits_unit(g, at, vmem_queue, images)) continue;
      fprintf(file, "%s\t", groups[g].name);
      print_name(g, at, file);
      fputc('\t', file);
      print_fill(g, at, file);
      fputc('\n', file);
    }
  }
}
