// SPDX-License-Identifier: Apache-2.0
// Makes the events of coincidence.def from the probe's events and counts the pairs that meet.
#include "observe/coincidence.h"

#include <stdlib.h>
#include <string.h>

#include "wavelock/opcodes.h"

enum {
#define EVENT(id) E_##id,
#include "probe/coincidence.def"
  EVENTS
};
_Static_assert(EVENTS <= 64, "a bit each");

typedef enum { SAME, ROW, OTHER } place;
static const struct {
  uint64_t either;  // bits of both
  uint8_t first, second;
  place where;
  const char *words;
} pairs[pair_COUNT] = {
#define PAIR(id, first, second, where, words) \
  {(uint64_t)1 << E_##first | (uint64_t)1 << E_##second, E_##first, E_##second, where, words},
#include "probe/coincidence.def"
};

// ROWS: rows of SGPRs that are written in a cycle, at most.
enum { CYCLES = 2, ROWS = 24, ROW_SGPRS = 4 };
#define NEVER INT64_MAX

typedef struct {
  uint64_t happened;       // bits E_*
  uint16_t slots[EVENTS];  // waves of each; meaningless without its bit
  uint64_t held;           // bits E_*: what held the instruction that issues, by a register that it reads or writes
  uint32_t rows;
  struct {
    uint8_t event, slot, row;
  } row[ROWS];
} cycle;

typedef struct {
  uint64_t at;  // cycle + 1; 0: never
  uint16_t slots;
} moment;

struct wl_coincidence {
  uint64_t now;  // cycle
  cycle of[CYCLES];
  moment last[EVENTS];
  int64_t early[pair_COUNT], late[pair_COUNT];  // least distances, at most 0 and at least 0; NEVER: none
  uint8_t group[WL_MAX_WAVES];
  uint32_t traps, holds;        // waves with a trap handler; those whose instruction returns of this cycle hold
  uint64_t held[WL_MAX_WAVES];  // bits E_*: what held it since the last issue
  uint32_t in_flight[3];        // instructions of scalar memory, LDS, vector memory
  uint8_t reasons[WL_MAX_WAVES], before[WL_MAX_WAVES];  // of this cycle and the one before
};
enum { IN_SMEM, IN_LDS, IN_VMEM };

wl_coincidence *wl_coincidence_new(void) {
  wl_coincidence *c = calloc(1, sizeof *c);
  for (uint32_t n = 0; c && n < pair_COUNT; n++) c->early[n] = c->late[n] = NEVER;
  return c;
}

void wl_coincidence_free(wl_coincidence *c) { free(c); }

static cycle *at(wl_coincidence *c, uint64_t number) { return &c->of[number % CYCLES]; }

static void happens(wl_coincidence *c, uint32_t event, uint32_t slots) {
  cycle *in = at(c, c->now);
  const uint64_t bit = (uint64_t) !!slots << event;
  in->slots[event] = (uint16_t)((in->happened & bit ? in->slots[event] : 0) | slots);
  in->happened |= bit;
  for (uint32_t left = slots & c->holds; left; left &= left - 1) c->held[__builtin_ctz(left)] |= (uint64_t)1 << event;
}

// ---- what is seen ---------------------------------------------------------------------------------

static void scalar_issues(wl_coincidence *c, wl_format f, uint32_t w0, uint32_t slot) {
  const uint32_t op = wl_op_of(f, w0), of = wl_field(w0, WL_SOP_SIMM16) & WL_HWREG_ID;
  if (f == WL_FMT_SOPP) {
    switch (op) {
      case WL_OP_s_barrier: happens(c, E_BARRIER, slot); break;
      case WL_OP_s_wakeup: happens(c, E_WAKEUP, slot); break;
      case WL_OP_s_sleep: happens(c, E_SLEEP, slot); break;
      case WL_OP_s_setprio: happens(c, E_PRIORITY, slot); break;
      case WL_OP_s_icache_inv: happens(c, E_INVALIDATE, slot); break;
      case WL_OP_s_waitcnt: happens(c, E_WAIT_ENDS, slot); break;
      case WL_OP_s_sendmsg: happens(c, E_ISSUE_SEND, slot); break;
      case WL_OP_s_trap: happens(c, E_TRAP, slot & c->traps); break;
      default: break;
    }
  } else if (f == WL_FMT_SOPK && op == WL_OP_s_getreg_b32) {
    if (of == WL_HWREG_IB_STS) happens(c, E_READ_COUNTS, slot);
    if (of == WL_HWREG_TRAPSTS) happens(c, E_READ_TRAPSTS, slot);
  } else if (f == WL_FMT_SOPK && (op == WL_OP_s_setreg_b32 || op == WL_OP_s_setreg_imm32_b32)) {
    if (of == WL_HWREG_TRAPSTS) happens(c, E_WRITE_TRAPSTS, slot);
  } else if (f == WL_FMT_SOP1 && op == WL_OP_s_rfe_b64) {
    happens(c, E_RETURN_TRAP, slot);
  }
}

static void issues(wl_coincidence *c, uint32_t w0, uint32_t wave) {
  const wl_format f = wl_format_of(w0);
  const uint32_t slot = 1u << wave;
  const uint32_t segment = f == WL_FMT_FLAT ? wl_field(w0, WL_FLAT_SEG) : WL_SEG_GLOBAL;
  at(c, c->now)->held = c->held[wave];
  c->held[wave] = 0;
  if (c->before[wave] == WL_WAIT_UNIT) happens(c, E_ISSUE_FREED, slot);
  switch (f) {
    case WL_FMT_SMEM:
      happens(c, E_ISSUE_SMEM, slot);
      c->in_flight[IN_SMEM]++;
      break;
    case WL_FMT_DS:
      happens(c, E_ISSUE_LDS, slot);
      c->in_flight[IN_LDS]++;
      break;
    case WL_FMT_FLAT:
    case WL_FMT_MUBUF:
    case WL_FMT_MTBUF:
    case WL_FMT_MIMG:
      happens(c, E_ISSUE_VMEM, slot);
      c->in_flight[IN_VMEM]++;
      if (segment == WL_SEG_FLAT) c->in_flight[IN_LDS]++;
      break;
    case WL_FMT_EXP: happens(c, E_ISSUE_EXPORT, slot); break;
    case WL_FMT_VOP1:
    case WL_FMT_VOP2:
    case WL_FMT_VOPC:
      if (wl_field(w0, WL_VOP_SRC0) == WL_SRC_LDS_DIRECT) happens(c, E_DIRECT, slot);
      break;
    default: scalar_issues(c, f, w0, slot); break;
  }
}

static void writes_sgprs(wl_coincidence *c, long long source, uint32_t slot, uint32_t first, uint32_t count) {
  const uint32_t event = source == WL_SRC_SALU   ? E_SGPR_SALU
                         : source == WL_SRC_VALU ? E_SGPR_VALU
                         : source == WL_SRC_SMEM ? E_SGPR_SMEM
                                                 : EVENTS;
  if (event == EVENTS) return;
  happens(c, event, 1u << slot);
  cycle *in = at(c, c->now);
  for (uint32_t row = first / ROW_SGPRS; row <= (first + count - 1) / ROW_SGPRS && in->rows < ROWS; row++) {
    in->row[in->rows].event = (uint8_t)event;
    in->row[in->rows].slot = (uint8_t)slot;
    in->row[in->rows++].row = (uint8_t)row;
  }
}

static void returns(wl_coincidence *c, long long source, uint32_t slot, bool violates) {
  const uint32_t unit = source == WL_SRC_SMEM ? IN_SMEM : source == WL_SRC_LDS ? IN_LDS : IN_VMEM;
  static const uint8_t any[] = {E_RETURN_SMEM, E_RETURN_LDS, E_RETURN_VMEM};
  static const uint8_t last[] = {E_LAST_SMEM, E_LAST_LDS, E_LAST_VMEM};
  happens(c, any[unit], slot);
  if (violates) happens(c, E_VIOLATION, slot);
  if (c->in_flight[unit] && !--c->in_flight[unit]) happens(c, last[unit], slot);
}

// The slots of a group, also of its waves that ended.
static uint32_t waves_of(const wl_coincidence *c, uint32_t group) {
  uint32_t slots = 0;
  for (uint32_t s = 0; s < WL_MAX_WAVES; s++)
    if (c->group[s] == group) slots |= 1u << s;
  return slots;
}

static void ends(wl_coincidence *c, uint32_t wave, long long why) {
  happens(c, why == WL_WAVE_ENDED ? E_END : why == WL_WAVE_FAULTED ? E_FAULT : E_HALT, 1u << wave);
}

uint64_t wl_coincidence_wants(void) {
  static const wl_probe_event events[] = {
      WL_EVENT_wave_start, WL_EVENT_mem_request,  WL_EVENT_mem_atomic, WL_EVENT_clock,           WL_EVENT_lds,
      WL_EVENT_vgpr,       WL_EVENT_lds_transfer, WL_EVENT_sgpr,       WL_EVENT_valu_done,       WL_EVENT_mem_return,
      WL_EVENT_export,     WL_EVENT_message,      WL_EVENT_resume,     WL_EVENT_barrier_release, WL_EVENT_trap,
      WL_EVENT_issue,      WL_EVENT_wave_end};
  uint64_t wants = 0;
  for (size_t i = 0; i < sizeof events / sizeof *events; i++) wants |= wl_event_bit(events[i]);
  return wants;
}

void wl_coincidence_event(wl_coincidence *c, int event, const wl_probe_argument *a) {
  const long long source = a[0].number;
  const uint32_t wave = (uint32_t)a[0].number % WL_MAX_WAVES, second = (uint32_t)a[1].number % WL_MAX_WAVES;
  const uint32_t slot = 1u << wave;
  switch (event) {
    case WL_EVENT_wave_start:
      c->group[wave] = (uint8_t)a[4].words[WL_START_GROUP];
      c->traps = a[4].words[WL_START_TRAP_EN] ? c->traps | slot : c->traps & ~slot;
      happens(c, E_START, slot);
      break;
    case WL_EVENT_mem_request:
    case WL_EVENT_mem_atomic:
      happens(c, source == WL_SRC_SMEM ? E_REQUEST_SMEM : E_REQUEST_VMEM, 1u << (uint32_t)a[2].number % WL_MAX_WAVES);
      break;
    case WL_EVENT_clock: happens(c, E_CLOCK, slot); break;
    case WL_EVENT_lds: happens(c, E_SERVED, slot); break;
    case WL_EVENT_lds_transfer: happens(c, a[2].number == WL_PROBE_STORE ? E_TO_LDS : E_FROM_LDS, slot); break;
    case WL_EVENT_sgpr: writes_sgprs(c, source, second, (uint32_t)a[3].number, (uint32_t)a[4].number); break;
    case WL_EVENT_vgpr:
      if (source == WL_SRC_VALU) happens(c, E_VGPR_VALU, 1u << second);
      if (source == WL_SRC_LDS) happens(c, E_VGPR_LDS, 1u << second);
      if (source == WL_SRC_VMEM) happens(c, E_VGPR_VMEM, 1u << second);
      break;
    case WL_EVENT_valu_done: happens(c, E_VALU_DONE, slot); break;
    case WL_EVENT_mem_return: returns(c, source, 1u << second, a[3].number != 0); break;
    case WL_EVENT_export:
      happens(c, E_BEAT, slot);
      if (a[3].number >> 7 & 1) happens(c, E_LAST_BEAT, slot);
      break;
    case WL_EVENT_message: happens(c, E_MESSAGE, slot); break;
    case WL_EVENT_resume: happens(c, E_RESUME, slot); break;
    case WL_EVENT_barrier_release: happens(c, E_RELEASE, waves_of(c, (uint32_t)a[0].number)); break;
    case WL_EVENT_trap: happens(c, E_TRAP, slot); break;
    case WL_EVENT_issue: issues(c, (uint32_t)a[2].number, wave); break;
    case WL_EVENT_wave_end: ends(c, wave, a[1].number); break;
    default: break;
  }
}

// ---- what met -------------------------------------------------------------------------------------

static bool one_row(const cycle *a, uint32_t first, const cycle *b, uint32_t second) {
  for (uint32_t i = 0; i < a->rows; i++)
    for (uint32_t j = 0; j < b->rows && a->row[i].event == first; j++)
      if (b->row[j].event == second && a->row[i].slot == b->row[j].slot && a->row[i].row == b->row[j].row) return true;
  return false;
}

// Whether the first of pair n, in cycle a of these waves, and the second, in b, meet but for their distance.
static bool related(uint32_t n, uint32_t first, uint32_t second) {
  return pairs[n].where == OTHER ? first && (second & ~first) : (first & second) != 0;
}

// The distance of pair n whose second is in cycle b and whose first was in a.
static void meet(wl_coincidence *c, wl_points *p, uint32_t n, uint64_t a, uint64_t b) {
  const int64_t distance = (int64_t)(b - a);
  int64_t *near = distance < 0 ? &c->early[n] : &c->late[n];
  if (llabs(distance) < llabs(*near)) *near = distance;
  if (distance < -1 || distance > 1) return;
  if (pairs[n].where == ROW && !one_row(at(c, a), pairs[n].first, at(c, b), pairs[n].second)) return;
  wl_points_count(p, POINTS_coincidence, n, distance_TOGETHER + (uint32_t)distance, 0, 0);
}

static bool is_read(uint32_t event) {
  return event == E_READ_COUNTS || event == E_READ_TRAPSTS || event == E_WRITE_TRAPSTS;
}

static void judge(wl_coincidence *c, wl_points *p, uint64_t number) {
  const cycle *in = at(c, number);
  if (!in->happened) return;
  for (uint32_t n = 0; n < pair_COUNT; n++) {
    if (!(in->happened & pairs[n].either)) continue;
    const uint32_t first = pairs[n].first, second = pairs[n].second;
    const uint32_t a = in->happened >> first & 1 ? in->slots[first] : 0;
    const uint32_t b = in->happened >> second & 1 ? in->slots[second] : 0;
    const moment *before = &c->last[first], *other = &c->last[second];
    if (related(n, a, b) || (b && in->held >> first & 1 && is_read(second))) meet(c, p, n, number, number);
    if (b && before->at && related(n, before->slots, b)) meet(c, p, n, before->at - 1, number);
    if (a && other->at && related(n, a, other->slots)) meet(c, p, n, number, other->at - 1);
  }
  for (uint64_t left = in->happened; left; left &= left - 1) {
    const uint32_t h = (uint32_t)__builtin_ctzll(left);
    c->last[h] = (moment){number + 1, in->slots[h]};
  }
}

static void next_cycle(wl_coincidence *c, wl_points *p) {
  judge(c, p, c->now);
  c->now++;
  at(c, c->now)->happened = at(c, c->now)->held = 0;
  at(c, c->now)->rows = 0;
}

void wl_coincidence_cycle(wl_coincidence *c, wl_points *p, const uint8_t reasons[WL_MAX_WAVES]) {
  next_cycle(c, p);
  c->holds = 0;
  for (uint32_t s = 0; s < WL_MAX_WAVES; s++) {
    if (reasons[s] == WL_WAIT_DIRECT) happens(c, E_DIRECT_WAITS, 1u << s);
    if (reasons[s] == WL_WAIT_RETURN) c->holds |= 1u << s;
  }
  memcpy(c->before, c->reasons, sizeof c->before);
  memcpy(c->reasons, reasons, sizeof c->reasons);
}

void wl_coincidence_line(wl_coincidence *c, uint32_t waves) { happens(c, E_FILL, waves); }

void wl_coincidence_end(wl_coincidence *c, wl_points *p) { next_cycle(c, p); }

void wl_coincidence_write(const wl_coincidence *c, FILE *file) {
  for (uint32_t n = 0; n < pair_COUNT; n++) {
    if (c->early[n] != NEVER) fprintf(file, "near\t-\t%s\t%lld\t1\n", pairs[n].words, (long long)c->early[n]);
    if (c->late[n] != NEVER) fprintf(file, "near\t-\t%s\t%lld\t1\n", pairs[n].words, (long long)c->late[n]);
  }
}
