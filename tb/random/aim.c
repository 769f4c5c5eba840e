// SPDX-License-Identifier: Apache-2.0
// Aims: code in which two events of the unit (tb/probe/coincidence.def) shall fall into one cycle. A block makes
// the first, waits for some cycles and makes the second, again and again; `shift` moves them against each other.
#include <stdlib.h>
#include <string.h>

#include "program.h"

enum {
#define EVENT(id) E_##id,
#include "probe/coincidence.def"
  EVENTS
};
typedef enum { SAME, ROW, OTHER } place;
static const struct {
  const char *id, *words;
  uint8_t first, second;
  place where;
} pairs[] = {
#define PAIR(id, first, second, where, words) {#id, words, E_##first, E_##second, where},
#include "probe/coincidence.def"
};
// Groups of a grid whose waves start and end beside each other: more than the unit has slots for.
enum { PAIRS = sizeof pairs / sizeof *pairs, ROUNDS = 16, AIMS = 3, MOST_SHIFT = 60, ALONE = 40, IN_TWOS = 12 };
_Static_assert(PAIRS <= (int)MOST_PAIRS, "a flag each");

// ---- which pairs ----------------------------------------------------------------------------------

// Whether the program can make it. A handler would not leave MEM_VIOL as it is.
static bool can_make(const program *p, uint32_t h) { return h != E_VIOLATION || !p->traps; }

static bool is_last(uint32_t h) { return h == E_LAST_SMEM || h == E_LAST_LDS || h == E_LAST_VMEM; }

// The two sides are groups: one ends, or has barriers that the other has not.
static bool by_group(uint32_t n) {
  const uint32_t one = pairs[n].first, two = pairs[n].second;
  return one == E_RELEASE || one == E_BARRIER || one == E_END || two == E_END || two == E_START;
}

// A group has at least two waves: one does not sleep beside itself, nor wait.
static bool needs_group(uint32_t n) {
  const uint32_t one = pairs[n].first, two = pairs[n].second;
  return !by_group(n) || one == E_RELEASE || one == E_BARRIER || one == E_WAKEUP || two == E_WAKEUP;
}

void aim_note(program *p, const char *name) {
  for (uint32_t n = 0; n < PAIRS; n++) {
    const size_t length = strlen(pairs[n].words);
    if (!strncmp(pairs[n].words, name, length) && name[length] == ',') p->aim.asked[n] = true;
  }
}

bool aim_find(program *p, const char *id) {
  for (uint32_t n = 0; n < PAIRS; n++)
    if (!strcmp(pairs[n].id, id)) return p->aim.asked[n] = true;
  return false;
}

// Chooses some of the pairs, from its place in the list on. Where nobody asks for a pair the profile says how many
// programs have some of any. Their places are spread over the list anew.
void aim_prepare(program *p, uint32_t fit, uint32_t place) {
  uint32_t listed[PAIRS], count = 0;
  for (uint32_t n = 0; n < PAIRS; n++)
    if (p->aim.asked[n]) listed[count++] = n;
  const uint32_t percent = knob(p, KNOB_AIMS);
  if (!count && (uint64_t)(place *= 7) * 100 >> 32 < percent) {
    for (; count < PAIRS; count++) listed[count] = count;
    place = (uint32_t)((uint64_t)place * 100 / percent);
  }
  for (uint32_t i = 0; i < AIMS && i < count; i++)
    p->aim.pair[p->aim.count++] = listed[(((uint64_t)place * count >> 32) + i) % count];
  bool grid = false;
  uint32_t waves = 1;
  for (uint32_t i = 0; i < p->aim.count; i++) {
    const uint32_t n = p->aim.pair[i];
    if (pairs[n].second == E_TRAP) p->traps = true;
    if (pairs[n].first == E_VIOLATION) p->aim.no_traps = true;
    if (pairs[n].second == E_FAULT) p->faults = true;
    if (pairs[n].where != OTHER || fit < 2) continue;
    grid |= by_group(n);
    if (needs_group(n)) waves = 2;
    if (is_last(pairs[n].first)) p->waves = p->groups = 2;
  }
  if (grid || p->waves < waves) p->waves = waves;
  if (grid) p->groups = waves == 1 ? ALONE : IN_TWOS;
}

// ---- one event --------------------------------------------------------------------------------

static void wait_for(program *p, uint32_t cycles) {
  for (; cycles; cycles -= cycles < 8 ? cycles : 8) emit_text(p, "s_nop %u", (cycles < 8 ? cycles : 8) - 1);
}

static void flow(program *p, const char *text, bool m0) {
  insn i = {.unit = UNIT_FLOW, .takes_m0 = m0};
  append(&i, "%s", text);
  emit(p, &i);
}

static void load_scalar(program *p, uint32_t to) {
  insn i = {.unit = UNIT_SMEM};
  append(&i, "s_load_dword s%u, s[80:81], 0x%x", to, 4 * rng_below(&p->random, 400));
  touch_sgprs(&i, to, 1, true);
  emit(p, &i);
}

static void load_lds(program *p, uint32_t to) {
  insn i = {.unit = UNIT_LDS};
  append(&i, "ds_read_b32 v%u, v%u", to, p->vgprs - 2);
  touch_vgprs(&i, p->vgprs - 2, 1, false);
  touch_vgprs(&i, to, 1, true);
  emit(p, &i);
}

static void load_vector(program *p, uint32_t to) {
  insn i = {.unit = UNIT_VMEM};
  append(&i, "global_load_dword v%u, v%u, s[80:81]", to, p->vgprs - 6);
  touch_vgprs(&i, p->vgprs - 6, 1, false);
  touch_sgprs(&i, 80, 2, false);
  touch_vgprs(&i, to, 1, true);
  emit(p, &i);
}

static void export_one(program *p) {
  insn i = {.unit = UNIT_EXPORT, .late = 1 + WL_EXPORT_COLOR};
  append(&i, "exp null v%u, off, off, off", p->vgprs - 1);
  touch_vgprs(&i, p->vgprs - 1, 1, false);
  touch_sgprs(&i, EXEC, 2, false);
  emit(p, &i);
}

// A vector result in an SGPR, which is read at once.
static void result_in_sgpr(program *p, uint32_t quad) {
  insn i = {.unit = UNIT_VALU};
  append(&i, "v_readlane_b32 s%u, v%u, %u", quad, p->vgprs - 1, rng_below(&p->random, 64));
  touch_vgprs(&i, p->vgprs - 1, 1, false);
  touch_sgprs(&i, quad, 1, true);
  emit(p, &i);
  scalar_op(p, quad + 3, quad, "s_mov_b32 s%u, s%u", quad + 3, quad);
}

// The wave's own part of the LDS in M0.
static void own_lds(program *p, uint32_t bits) {
  emit_text(p, "s_and_b32 s89, s86, 15");
  emit_text(p, "s_lshl_b32 s89, s89, 12");
  emit_text(p, "s_or_b32 m0, s89, 0x%x", bits);
  p->m0_slot = p->slot;
}

// A descriptor of memory that the wave may load from, or of its own.
static void descriptor(program *p, uint32_t quad, uint32_t base) {
  emit_text(p, "s_mov_b32 s%u, s%u", quad, base);
  emit_text(p, "s_and_b32 s%u, s%u, 0xffff", quad + 1, base + 1);
  emit_text(p, "s_mov_b32 s%u, 2048", quad + 2);
  emit_text(p, "s_mov_b32 s%u, 0x27000", quad + 3);
}

// What is due before the first of some events.
static void before(program *p, uint32_t h, uint32_t quad) {
  if (h == E_TO_LDS || h == E_FROM_LDS) {
    descriptor(p, quad, h == E_TO_LDS ? 80 : 82);
    own_lds(p, 0);
  }
  if (h == E_DIRECT || h == E_DIRECT_WAITS) own_lds(p, 0x20000);
}

static void transfer(program *p, bool load, uint32_t quad) {
  insn i = {.unit = UNIT_VMEM, .takes_m0 = true};
  const char *const text = load ? "buffer_load_dword off, s[%u:%u], 0 lds" : "buffer_store_lds_dword s[%u:%u], 0 lds";
  append(&i, text, quad, quad + 3);
  touch_sgprs(&i, quad, 4, false);
  touch_sgprs(&i, M0, 1, false);
  emit(p, &i);
}

static void read_clock(program *p) {
  insn i = {.unit = UNIT_SMEM};
  append(&i, "s_memtime s[88:89]");
  touch_sgprs(&i, 88, 2, true);
  emit(p, &i);
}

static void read_register(program *p, uint32_t number) {
  insn i = {.unit = UNIT_SALU, .hwreg_read = true};
  append(&i, "s_getreg_b32 s89, hwreg(%u, 0, 32)", number);
  emit(p, &i);
}

// Makes h happen once. beside: what the unit of ISSUE_FREED is full of.
static void make(program *p, uint32_t h, uint32_t quad, uint32_t vgpr, uint32_t beside) {
  switch (h) {
    case E_SGPR_SALU: scalar_op(p, quad, quad + 2, "s_not_b32 s%u, s%u", quad, quad + 2); break;
    case E_SGPR_VALU: result_in_sgpr(p, quad); break;
    // It seldom waits for another.
    case E_ISSUE_SMEM: load_scalar(p, FORK_STACK + 4 * rng_below(&p->random, 11) + 1); break;
    case E_SGPR_SMEM:
    case E_REQUEST_SMEM:
    case E_RETURN_SMEM:
    case E_LAST_SMEM: load_scalar(p, quad + 1); break;
    case E_VGPR_VALU:
    case E_VALU_DONE: vector_op(p, vgpr, p->vgprs - 1, "v_lshlrev_b32 v%u, 1, v%u", vgpr, p->vgprs - 1); break;
    case E_VGPR_LDS:
    case E_ISSUE_LDS:
    case E_RETURN_LDS:
    case E_LAST_LDS:
    case E_SERVED: load_lds(p, vgpr + 1); break;
    case E_VGPR_VMEM:
    case E_ISSUE_VMEM:
    case E_REQUEST_VMEM:
    case E_RETURN_VMEM:
    case E_LAST_VMEM: load_vector(p, vgpr + 2); break;
    case E_ISSUE_FREED:
      for (uint32_t n = 0; n < 16; n++) make(p, beside, quad, vgpr, beside);
      break;
    case E_CLOCK: read_clock(p); break;
    case E_BEAT:
    case E_LAST_BEAT:
    case E_ISSUE_EXPORT: export_one(p); break;
    case E_ISSUE_SEND:
    case E_MESSAGE: flow(p, "s_sendmsg 1", true); break;
    case E_BARRIER:
    case E_RELEASE: flow(p, "s_barrier", false); break;
    case E_WAKEUP: flow(p, "s_wakeup", false); break;
    case E_SLEEP: flow(p, "s_sleep 1", false); break;
    case E_PRIORITY: flow(p, rng_percent(&p->random, 50) ? "s_setprio 1" : "s_setprio 0", false); break;
    case E_INVALIDATE:
    case E_FILL: flow(p, "s_icache_inv", false); break;
    case E_READ_COUNTS: read_register(p, WL_HWREG_IB_STS); break;
    case E_READ_TRAPSTS: read_register(p, WL_HWREG_TRAPSTS); break;
    case E_WRITE_TRAPSTS: {
      insn i = {.unit = UNIT_SALU, .hwreg_write = true};
      append(&i, "s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 8, 1), 0");
      emit(p, &i);
      break;
    }
    case E_WAIT_ENDS: emit_text(p, "s_waitcnt vmcnt(5) lgkmcnt(7)"); break;  // passes at once
    case E_TRAP:
    case E_RETURN_TRAP: random_trap(p); break;
    case E_TO_LDS:
    case E_FROM_LDS: transfer(p, h == E_TO_LDS, quad); break;
    case E_DIRECT:
    case E_DIRECT_WAITS: vector_op(p, vgpr, p->vgprs - 1, "v_add_u32 v%u, lds_direct, v%u", vgpr, p->vgprs - 1); break;
    case E_VIOLATION: past_lds(p); break;
    case E_FAULT: emit_text(p, ".long 0x%08x", illegal_word()); break;
    case E_HALT:
    case E_RESUME: flow(p, "s_sethalt 1", false); break;
    default: break;  // END, START: the sides end and start
  }
}

// Reads what h loaded: else nobody would notice what came there instead.
static void use(program *p, uint32_t h, uint32_t quad, uint32_t vgpr) {
  switch (h) {
    case E_SGPR_SMEM:
    case E_RETURN_SMEM: scalar_op(p, quad + 2, quad + 1, "s_mov_b32 s%u, s%u", quad + 2, quad + 1); break;
    case E_VGPR_LDS:
    case E_RETURN_LDS: vector_op(p, vgpr, vgpr + 1, "v_mov_b32 v%u, v%u", vgpr, vgpr + 1); break;
    case E_VGPR_VMEM:
    case E_RETURN_VMEM: vector_op(p, vgpr, vgpr + 2, "v_mov_b32 v%u, v%u", vgpr, vgpr + 2); break;
    default: break;
  }
}

// ---- blocks ---------------------------------------------------------------------------------------

typedef struct {
  uint32_t first, second, quad, vgpr;
  int shift;
} aim;

static aim an_aim(program *p, uint32_t n) {
  const int shift = (int)rng_below(&p->random, MOST_SHIFT);
  return (aim){.first = pairs[n].first,
               .second = pairs[n].second,
               .quad = FORK_STACK + 4 * rng_below(&p->random, 11),
               .vgpr = rng_below(&p->random, plain_vgprs(p) - 3),
               .shift = p->aim.shifted ? p->aim.shift : shift};
}

// Both in a wave.
static void in_a_wave(program *p, const aim *a) {
  before(p, a->first, a->quad);
  before(p, a->second, a->quad);
  for (uint32_t n = 0; n < ROUNDS; n++) {
    const bool later = a->shift >= 0;
    make(p, later ? a->first : a->second, a->quad, a->vgpr, 0);
    wait_for(p, (uint32_t)abs(a->shift) + (p->aim.shifted ? n % 2 : n));
    for (uint32_t again = 0; again < 6; again++) make(p, later ? a->second : a->first, a->quad, a->vgpr, 0);
    settle(p);
    use(p, a->first, a->quad, a->vgpr);
  }
}

// One side's: the periods of the two differ, so that they slide along each other.
static void a_side(program *p, uint32_t h, const aim *a, uint32_t period, uint32_t rounds) {
  before(p, h, a->quad);
  for (uint32_t n = 0; n < rounds; n++) {
    wait_for(p, period);
    make(p, h, a->quad, a->vgpr, h == E_ISSUE_FREED ? a->first : 0);
    if (n % 4 == 3) use(p, h, a->quad, a->vgpr);
  }
}

// Waves that sleep beside those that wake them.
static void wakes(program *p, const aim *a, uint32_t rounds) {
  const uint32_t sleeps = p->body.labels++, end = p->body.labels++;
  emit_text(p, "s_bitcmp1_b32 s86, 0");
  emit_text(p, "s_cbranch_scc1 .L%u", sleeps);
  a_side(p, E_WAKEUP, a, 13, rounds);
  emit_text(p, "s_branch .L%u", end);
  fprintf(p->out, ".L%u:\n", sleeps);
  for (uint32_t n = 0; n < rounds; n++) emit_text(p, "s_sleep 2");
  fprintf(p->out, ".L%u:\n", end);
}

// Waits for a time that each group has for itself, so that they end one by one.
static void one_by_one(program *p) {
  const uint32_t again = p->body.labels++;
  emit_text(p, "s_lshr_b32 s87, s86, 16");
  emit_text(p, "s_mul_i32 s87, s87, %u", 1 + 2 * rng_below(&p->random, 16));
  emit_text(p, "s_and_b32 s87, s87, 7");
  fprintf(p->out, ".L%u:\n", again);
  emit_text(p, "s_sub_i32 s87, s87, 1");
  emit_text(p, "s_cmp_gt_i32 s87, 0");
  emit_text(p, "s_cbranch_scc1 .L%u", again);
}

// Each in a half of the waves, or of the groups.
static void in_two_waves(program *p, const aim *a, bool groups) {
  const uint32_t other = p->body.labels++, end = p->body.labels++;
  const bool often = a->second == E_END || a->second == E_START, lines = a->first == E_INVALIDATE || a->first == E_FILL;
  const uint32_t rounds = often || lines ? 6 * ROUNDS : 2 * ROUNDS;
  const uint32_t apart = is_last(a->first) ? 40 : lines ? 12 : 0;
  if (groups) settle(p);
  else meet(p);
  emit_text(p, "s_bitcmp1_b32 s86, %u", groups ? 17 : 0);
  emit_text(p, "s_cbranch_scc1 .L%u", other);
  if (a->shift < 0) wait_for(p, (uint32_t)-a->shift);
  if (a->first == E_WAKEUP && groups) wakes(p, a, rounds);
  else if (a->first == E_END) one_by_one(p);
  else a_side(p, a->first, a, a->first == E_RELEASE ? 0 : 3 + apart, rounds);
  emit_wait_all(p);
  emit_text(p, "s_branch .L%u", end);
  emit_label(p, other);
  if (a->shift > 0) wait_for(p, (uint32_t)a->shift);
  if (a->second == E_WAKEUP && groups) wakes(p, a, ROUNDS);
  else if (often) one_by_one(p);
  else a_side(p, a->second, a, 4 + apart, a->second == E_FAULT ? 1 : rounds);
  emit_label(p, end);
}

static void aim_blocks(program *p, bool last) {
  for (uint32_t i = 0; i < p->aim.count; i++) {
    const uint32_t n = p->aim.pair[i];
    const bool other = pairs[n].where == OTHER, groups = other && by_group(n);
    if ((groups || pairs[n].second == E_FAULT) != last || (other && (groups ? p->groups : p->waves) < 2)) continue;
    if (!can_make(p, pairs[n].first)) continue;
    const aim a = an_aim(p, n);
    settle(p);
    if (other) in_two_waves(p, &a, groups);
    else in_a_wave(p, &a);
    settle(p);
  }
}

void aim_first(program *p) { aim_blocks(p, false); }
void aim_last(program *p) { aim_blocks(p, true); }

// A wave starts some cycles behind the end of the one whose place it takes. So others have to end just then: all that
// sleep wake at a beat of the unit, and each waits on for a time of its group.
void aim_end(program *p) {
  bool slot = false;
  for (uint32_t i = 0; i < p->aim.count; i++)
    slot |= pairs[p->aim.pair[i]].first == E_END && pairs[p->aim.pair[i]].second == E_START;
  if (!slot) return;
  emit_wait_all(p);
  emit_text(p, "s_sleep 1");
  for (uint32_t bit = 16; bit < 20; bit++) {
    const uint32_t over = p->body.labels++;
    emit_text(p, "s_bitcmp1_b32 s86, %u", bit);
    emit_text(p, "s_cbranch_scc1 .L%u", over);
    emit_text(p, "s_nop %u", rng_below(&p->random, 8));
    fprintf(p->out, ".L%u:\n", over);
  }
}
