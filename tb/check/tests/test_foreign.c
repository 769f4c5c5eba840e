// SPDX-License-Identifier: Apache-2.0
// A model of another instruction set under the checker. It has rows of state of its own, 16 scalar registers and lines
// of 16 bytes. Its vector registers have any lanes, bits and passes, and its LDS entries of any size. Each wrong value
// is found and named in its words.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "declare.h"
#include "check/ops.h"
#include "probe/unit.h"

// ---- the model -----------------------------------------------------------------------------------

enum { WAVES = 2, SCALARS = 16, VECTORS = 4, CODE = 0x1000, BUFFER = 0x2000, LINE = 16, LDS_ROWS = 3, MOST_ENTRY = 64 };
enum { HALT, SET, LANES, ADD, MASK, CALL, LOAD, PUT, TAKE };  // bits 31:24 of a word; d, a, b are the bytes below
#define WORD(op, d, a, b) ((uint32_t)(op) << 24 | (uint32_t)(d) << 16 | (uint32_t)(a) << 8 | (uint32_t)(b))

// The words of wl_state_regs as this model uses them.
enum { W_PC, W_PRED = 2, W_PRED_HIGH, W_STACK, W_LOADS };
static const wl_model_row rows[] = {
    {"PC", "address of the next instruction", W_PC, {0xFFFF, 0}, 0, 16, true, false},
    {"PRED", "lanes that are on", W_PRED, {~0u, ~0u}, 0, 64, true, false},
    {"STACK", "address that a call left", W_STACK, {0xFFFF00, 0}, 8, 16, false, false},
    {"LOADS", "loads in flight", W_LOADS, {1, 0}, 0, 1, true, true},
};
enum { ROWS = sizeof rows / sizeof *rows };

typedef struct {
  wl_config unit;
  wl_mem *mem;
  struct {
    bool live;
    uint32_t pc, stack, scalar[SCALARS];
    uint64_t pred;
    bool loads, asked;  // a load is under way; its line was asked for
    uint32_t tag, to, at, loaded;
    uint32_t op, bank, row;  // of an instruction of the LDS
  } wave[WAVES];
  union {
    uint32_t lane[WL_LANES];
    uint64_t wide[WL_LANES];  // of more than 32 bits
  } vector[WAVES * VECTORS];
  uint8_t lds[LDS_ROWS * 4 * MOST_ENTRY];
} toy;

static toy *of(const wl_model *m) { return (toy *)(uintptr_t)m; }
static uint64_t lane_of(const toy *t, uint32_t v, uint32_t l) {
  return t->unit.vector_bits > 32 ? t->vector[v].wide[l] : t->vector[v].lane[l];
}
static void set_lane(toy *t, uint32_t v, uint32_t l, uint64_t value) {
  const uint64_t bits = value & ~0ull >> (64 - t->unit.vector_bits);
  if (t->unit.vector_bits > 32) t->vector[v].wide[l] = bits;
  else t->vector[v].lane[l] = (uint32_t)bits;
}
static wl_model *create(const wl_config *unit, wl_mem *mem) {
  toy *t = calloc(1, sizeof *t);
  if (t) *t = (toy){.unit = *unit, .mem = mem};
  return (wl_model *)t;
}
static void destroy(wl_model *m) { free(m); }
static wl_result wave_start(wl_model *m, uint32_t slot, const wl_wave_init *init) {
  toy *t = of(m);
  memset(&t->wave[slot], 0, sizeof t->wave[slot]);
  t->wave[slot].live = true;
  t->wave[slot].pc = (uint32_t)init->pc;
  t->wave[slot].pred = init->exec;
  memcpy(t->wave[slot].scalar, init->sgpr, 4 * init->sgpr_count);
  for (uint32_t l = 0; l < t->unit.wave_lanes; l++) {
    for (uint32_t v = 0; v < init->vgpr_count; v++) set_lane(t, init->vgpr_base + v, l, init->vgpr[v][l]);
    for (uint32_t i = 0; i < init->more_count; i++)
      set_lane(t, init->vgpr_base + init->more[i].number, l,
               (uint64_t)init->more[i].high[l] << 32 | init->more[i].value[l]);
  }
  return WL_OK;
}

static wl_result issue(wl_model *m, uint32_t slot, uint32_t tag, wl_effect *e) {
  toy *t = of(m);
  uint32_t word = 0;
  *e = (wl_effect){.unit = WL_UNIT_SCALAR, .pc = t->wave[slot].pc, .size = 4};
  if (!wl_mem_read(t->mem, t->wave[slot].pc, &word, 4)) return WL_FETCH_FAULT;
  const uint32_t d = word >> 16 & 0xFF, a = word >> 8 & 0xFF, b = word & 0xFF, base = slot * VECTORS;
  const uint64_t all = ~0ull >> (64 - t->unit.wave_lanes);
  e->words[0] = word;
  t->wave[slot].pc += 4;
  switch (word >> 24) {
    case HALT:
      t->wave[slot].live = false;
      e->end = WL_END_PGM;
      break;
    case SET:
      t->wave[slot].scalar[d] = a << 8 | b;
      e->sgpr_first = d;
      e->sgpr_count = 1;
      break;
    case CALL:
      t->wave[slot].stack = t->wave[slot].pc;
      t->wave[slot].pc += 4 * b;
      break;
    case LOAD:
      e->unit = WL_UNIT_SMEM;
      t->wave[slot].loads = true;
      t->wave[slot].asked = false;
      t->wave[slot].tag = tag;
      t->wave[slot].to = d;
      t->wave[slot].at = t->wave[slot].scalar[a];
      break;
    case PUT:
    case TAKE:
      e->unit = WL_UNIT_LDS;
      t->wave[slot].op = word >> 24;
      t->wave[slot].to = base + d;
      t->wave[slot].bank = a;
      t->wave[slot].row = b;
      break;
    default:
      e->unit = WL_UNIT_VALU;
      if (word >> 24 == MASK) {
        t->wave[slot].pred = all & (a << 8 | b);
        break;
      }
      e->vgpr_count = 1;
      e->phys_vgpr[0] = base + d;
      e->vgpr_mask[0] = t->wave[slot].pred & all;
      for (uint32_t l = 0; l < t->unit.wave_lanes; l++) {
        const uint64_t number = l + t->wave[slot].scalar[a];
        const uint64_t sum =
            word >> 24 == LANES ? number << 32 | number : lane_of(t, base + a, l) + lane_of(t, base + b, l);
        if (e->vgpr_mask[0] >> l & 1) set_lane(t, base + d, l, sum);
      }
  }
  return WL_OK;
}
static void state_regs(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  uint32_t words[sizeof *out / 4] = {0};
  if (of(m)->wave[slot].live) {
    words[W_PC] = of(m)->wave[slot].pc;
    words[W_PRED] = (uint32_t)of(m)->wave[slot].pred;
    words[W_PRED_HIGH] = (uint32_t)(of(m)->wave[slot].pred >> 32);
    words[W_STACK] = of(m)->wave[slot].stack << 8;
    words[W_LOADS] = of(m)->wave[slot].loads;
  }
  memcpy(out, words, sizeof *out);
}
static const uint32_t *sgprs(const wl_model *m, uint32_t slot) { return of(m)->wave[slot].scalar; }
static const uint32_t *phys_vgpr(const wl_model *m, uint32_t number) { return of(m)->vector[number].lane; }
static const uint32_t *words_of_lds(const wl_model *m) { return (const uint32_t *)(const void *)of(m)->lds; }

static wl_result request(wl_model *m, const wl_transaction *x, wl_transaction *predicted, char why[160]) {
  toy *t = of(m);
  const uint32_t at = t->wave[x->slot].at;
  if (!t->wave[x->slot].loads || t->wave[x->slot].asked || x->line != at / LINE * LINE) {
    snprintf(why, 160, "no load of that line is under way");
    return WL_BAD_EVENT;
  }
  t->wave[x->slot].asked = true;
  *predicted = *x;
  predicted->byte_enable = 0xFull << at % LINE;
  return WL_OK;
}
static wl_result perform(wl_model *m, const wl_transaction *x, bool error, uint32_t rdata[16], char why[160]) {
  toy *t = of(m);
  (void)error, (void)why;
  wl_mem_read(t->mem, t->wave[x->slot].at, &t->wave[x->slot].loaded, 4);
  memset(rdata, 0, LINE);
  rdata[t->wave[x->slot].at % LINE / 4] = t->wave[x->slot].loaded;
  return WL_OK;
}
static wl_result write_back_sgpr(wl_model *m, uint32_t slot, uint32_t tag, uint32_t first, uint32_t count,
                                 uint32_t data[16], char why[160]) {
  toy *t = of(m);
  if (!t->wave[slot].loads || t->wave[slot].tag != tag || t->wave[slot].to != first || count != 1) {
    snprintf(why, 160, "no load writes it");
    return WL_BAD_EVENT;
  }
  data[0] = t->wave[slot].scalar[first] = t->wave[slot].loaded;
  return WL_OK;
}
// PUT writes byte k of an entry as 0xA0 + k, but not byte 0. TAKE reads an entry, and lane l gets its byte l modulo the
// entry's bytes, in each byte of the lane.
static wl_result serve_lds(wl_model *m, const wl_lds_access *x, wl_lds_access *predicted, char why[160]) {
  toy *t = of(m);
  const bool put = t->wave[x->slot].op == PUT;
  const uint32_t bytes = t->unit.entry_bytes;
  if (x->bank != t->wave[x->slot].bank || x->row != t->wave[x->slot].row || (x->op == WL_MEM_STORE) != put) {
    snprintf(why, 160, "no instruction accesses it");
    return WL_BAD_EVENT;
  }
  uint8_t *entry = t->lds + (x->row * 4 + x->bank) * bytes;
  for (uint32_t k = 1; put && k < bytes; k++) entry[k] = (uint8_t)(0xA0 + k);
  *predicted = *x;
  predicted->byte_enable = ~0ull >> (64 - bytes) & ~(uint64_t)put;
  memset(predicted->data, 0, sizeof predicted->data);
  for (uint32_t k = 0; k < bytes; k++)
    if (predicted->byte_enable >> k & 1) ((uint8_t *)predicted->data)[k] = entry[k];
  return WL_OK;
}
static wl_result write_back_vgpr(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, uint32_t number,
                                 uint32_t pass, uint32_t *mask, uint32_t data[16], char why[160]) {
  toy *t = of(m);
  (void)unit, (void)tag, (void)why;
  const uint32_t first = pass * t->unit.pass_lanes, entry = t->wave[slot].row * 4 + t->wave[slot].bank;
  *mask = 0;
  for (uint32_t i = 0; i < t->unit.pass_lanes && first + i < t->unit.wave_lanes; i++) {
    if (!(t->wave[slot].pred >> (first + i) & 1)) continue;
    const uint32_t bytes = t->unit.entry_bytes;
    set_lane(t, number, first + i, 0x0101010101010101ull * t->lds[entry * bytes + (first + i) % bytes]);
    *mask |= 1u << i;
    const uint64_t value = lane_of(t, number, first + i);
    if (t->unit.vector_bits > 32) memcpy(&data[2 * i], &value, 8);
    else data[i] = (uint32_t)value;
  }
  return WL_OK;
}
static wl_result mem_return(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, char why[160]) {
  (void)unit, (void)tag, (void)why;
  of(m)->wave[slot].loads = false;
  return WL_OK;
}
static void text(const wl_config *unit, uint64_t pc, const uint32_t words[2], char *to, size_t size) {
  static const char *const names[] = {"HALT", "SET", "LANES", "ADD", "MASK", "CALL", "LOAD", "PUT", "TAKE"};
  (void)unit, (void)pc;
  const uint32_t op = words[0] >> 24;
  snprintf(to, size, "%s %u, %u, %u", op <= TAKE ? names[op] : "?", words[0] >> 16 & 0xFF, words[0] >> 8 & 0xFF,
           words[0] & 0xFF);
}

static wl_model_size sizes[] = {
    {"waves", WAVES, WAVES, true},       {"sgprs", SCALARS, SCALARS, true},
    {"wave_lanes", 1, 64, true},         {"lanes", 1, 16, false},
    {"vector_bits", 8, 64, false},       {"line_bytes", LINE, LINE, true},
    {"lds_entries", 0, LDS_ROWS, false}, {"phys_vgprs", WAVES *VECTORS, WAVES *VECTORS, true}};
static const wl_model_ops toy_ops = {.size = sizeof toy_ops,
                                     .version = WL_MODEL_OPS_VERSION,
                                     .isa = "TOY",
                                     .sizes = sizes,
                                     .size_count = sizeof sizes / sizeof *sizes,
                                     .rows = rows,
                                     .row_count = ROWS,
                                     .create = create,
                                     .destroy = destroy,
                                     .wave_start = wave_start,
                                     .issue = issue,
                                     .state_regs = state_regs,
                                     .sgprs = sgprs,
                                     .phys_vgpr = phys_vgpr,
                                     .request = request,
                                     .perform = perform,
                                     .mem_return = mem_return,
                                     .write_back_sgpr = write_back_sgpr,
                                     .write_back_vgpr = write_back_vgpr,
                                     .lds_words = words_of_lds,
                                     .lds = serve_lds,
                                     .text = text};

// ---- the unit ------------------------------------------------------------------------------------
// A second model, made wrong where a test says so, that reports what it does.

static const uint32_t program[] = {WORD(SET, 3, 0x00, 0x07), WORD(LANES, 1, 3, 0), WORD(MASK, 0, 0xFE, 0xFD),
                                   WORD(CALL, 0, 0, 1),      WORD(HALT, 0, 0, 0),  WORD(ADD, 2, 1, 1),
                                   WORD(SET, 4, 0x20, 0x14), WORD(LOAD, 5, 4, 0),  WORD(HALT, 0, 0, 0)};
static const uint32_t lds_program[] = {WORD(PUT, 0, 3, 2), WORD(MASK, 0, 0xFE, 0xFD), WORD(TAKE, 2, 3, 2),
                                       WORD(HALT, 0, 0, 0)};
enum {
  STEP_ADD = 4,
  LEVELS = 1 << WL_CAN_registers | 1 << WL_CAN_memory | 1 << WL_CAN_state | 1 << WL_CAN_sweeps,
  IN_ORDER = 1 << WL_CAN_one_vector_in_flight | 1 << WL_CAN_state_at_issue,
  POLICIES = IN_ORDER | 1 << WL_CAN_scalar_at_issue | 1 << WL_CAN_issue_first | 1 << WL_CAN_keeps_registers
};

typedef struct {
  uint32_t word, bits;  // of state_regs, from the cycle of step `at` on
  uint32_t scalar, scalar_bits;
  uint32_t lane, lanes;  // of v2, as the add or TAKE writes it; bits of the mask of pass 0
  uint64_t lane_bits;
  uint64_t initial_bits;                               // of lane 1 of v3, which has initial values where lanes are wide
  uint32_t lds_word, put_bits, take_bits, swept_bits;  // of a word of the entry, as PUT, TAKE and a sweep have it
  uint32_t line_offset;
  uint64_t enable;
  uint32_t swept_lane;  // that a sweep of v2 has wrong, in its highest bit; 0: none
  bool violation;       // of the load, which the model does not have
} wrongs;
typedef struct {
  uint32_t wave_lanes, lanes, bits;
  uint32_t entry;                   // bytes of an LDS entry: lds_program runs; 0: no LDS
  bool no_stack;                    // the unit has no row STACK
  uint32_t lacks;                   // policies that it does not declare
  bool late_pc;                     // PC changes a cycle later than its event
  bool retires;                     // it reports records
  bool clears;                      // it clears the registers that have no initial value
  bool bare;                        // it reports retirement alone
  bool narrow_event, narrow_sweep;  // of its LDS, although an entry has more than 16 bytes
  wrongs wrong;
} setting;

typedef struct {
  wl_unit *unit;
  wl_checker *checker;
  wl_mem *mem, *own_mem;
  wl_model *own;
  const setting *s;
  uint64_t cycle;
  uint32_t last_pc;
  bool done;  // the add: from then on state_regs are wrong
} bench;

static wl_mem *memory(const setting *s) {
  static const uint32_t data[] = {0, 0, 0, 0, 0, 0xCAFE, 0, 0};
  wl_mem *m = wl_mem_new();
  assert_true(wl_mem_map(m, CODE, sizeof program));
  assert_true(s->entry ? wl_mem_write(m, CODE, lds_program, sizeof lds_program)
                       : wl_mem_write(m, CODE, program, sizeof program));
  assert_true(wl_mem_map(m, BUFFER, sizeof data) && wl_mem_write(m, BUFFER, data, sizeof data));
  return m;
}

static void sweep(bench *b) {
  const uint32_t lanes = b->s->lanes, words_of_lane = b->s->bits > 32 ? 2 : 1, entry_words = b->s->entry / 4;
  for (int slot = 0; slot < WAVES; slot++) {
    uint32_t words[WL_SGPRS] = {0};
    memcpy(words, sgprs(b->own, (uint32_t)slot), SCALARS * 4);
    wl_probe_sweep_sgpr(b->unit, slot, words);
  }
  for (uint32_t v = 0; v < WAVES * VECTORS; v++)
    for (uint32_t first = 0; first < b->s->wave_lanes; first += lanes) {
      uint32_t words[2 * WL_LANES + 16];
      memset(words, 0xEE, sizeof words);  // lanes that the wave does not have
      memcpy(words, phys_vgpr(b->own, v), b->s->wave_lanes * words_of_lane * 4);
      if (v == 2 && b->s->wrong.swept_lane)
        words[(b->s->wrong.swept_lane + 1) * words_of_lane - 1] ^= 1u << (b->s->bits - 1) % 32;
      wl_probe_sweep_vgpr(b->unit, (int)v, (int)(first / lanes), words + first * words_of_lane);
    }
  for (uint32_t i = 0; b->s->entry && i < LDS_ROWS * 4; i++) {
    uint32_t words[16];
    memset(words, 0xEE, sizeof words);
    memcpy(words, words_of_lds(b->own) + i * entry_words, entry_words * 4);
    if (i == 2 * 4 + 3) words[b->s->wrong.lds_word] ^= b->s->wrong.swept_bits;
    if (entry_words > 4 && !b->s->narrow_sweep) wl_probe_sweep_lds_wide(b->unit, (int)i % 4, (int)i / 4, words);
    else wl_probe_sweep_lds(b->unit, (int)i % 4, (int)i / 4, words);
  }
}

static void close_cycle(bench *b, const wl_state_regs before[WAVES]) {
  uint32_t words[16][sizeof(wl_state_regs) / 4];
  memset(words, 0xEE, sizeof words);  // words that no row has, slots that the unit does not have
  for (uint32_t slot = 0; slot < WAVES; slot++) {
    const uint32_t *from = (const uint32_t *)&before[slot];
    const bool late = b->s->late_pc && !slot && from[W_PC] && b->last_pc;
    words[slot][W_PC] = late ? b->last_pc : from[W_PC];
    if (!slot) b->last_pc = from[W_PC];
    words[slot][W_LOADS] = b->s->retires ? ~0u : from[W_LOADS] | ~1u;  // a record has no counters
    words[slot][W_PRED] = from[W_PRED];
    words[slot][W_PRED_HIGH] = from[W_PRED_HIGH];
    if (!b->s->no_stack) words[slot][W_STACK] = (from[W_STACK] & 0xFFFF00) | 0xEE0000EE;
  }
  if (b->done && before[0].pc_lo) words[0][b->s->wrong.word] ^= b->s->wrong.bits;
  wl_probe_cycle(b->unit, (long long)b->cycle++, words[0]);
  if (wl_probe_sweep(b->unit)) sweep(b);
}

static void states(const bench *b, wl_state_regs to[WAVES]) {
  for (uint32_t slot = 0; slot < WAVES; slot++) state_regs(b->own, slot, &to[slot]);
}

// The lanes of a mask of register `number`, whose values are the model's. wrong: but for those of the setting.
static void report_lanes(bench *b, int source, uint32_t number, uint64_t mask, bool wrong) {
  const setting *s = b->s;
  for (uint32_t first = 0; first < s->wave_lanes; first += s->lanes) {
    uint32_t data[32], lanes = (uint32_t)(mask >> first) & ((1u << s->lanes) - 1);
    memset(data, 0xEE, sizeof data);
    for (uint32_t i = 0; i < s->lanes && first + i < s->wave_lanes; i++) {
      const uint64_t bits = wrong && first + i == s->wrong.lane ? s->wrong.lane_bits : 0;
      const uint64_t value = lane_of(of(b->own), number, first + i) ^ bits;
      if (s->bits > 32) memcpy(&data[2 * i], &value, 8);
      else data[i] = (uint32_t)value;
    }
    if (wrong && !first) lanes ^= s->wrong.lanes;
    wl_probe_vgpr(b->unit, source, 0, 0, (int)number, (int)(first / s->lanes), (int)lanes, data);
  }
}

static void report_vector(bench *b, int source, const wl_effect *e, bool add) {
  if (e->vgpr_count) report_lanes(b, source, e->phys_vgpr[0], e->vgpr_mask[0], add);
  if (source == WL_SRC_VALU) wl_probe_valu_done(b->unit, 0);
}

// The load, of which the memory answers in the cycle of the request.
static void report_load(bench *b, int source) {
  const wrongs *w = &b->s->wrong;
  const uint64_t line = (BUFFER + 0x14) / LINE * LINE + w->line_offset;
  const uint32_t data[16] = {0xEEEEEEEE, 0xCAFE};
  const uint32_t loaded[16] = {0xCAFE};
  uint32_t unused[16];
  char why[160];
  wl_probe_mem_request(b->unit, WL_SRC_SMEM, 0, 0, 0, WL_PROBE_LOAD, (long long)line, (long long)(0xF0ull ^ w->enable),
                       0, 1, data);
  wl_probe_mem_performed(b->unit, WL_SRC_SMEM, 0, 0, data);
  const wl_transaction x = {.line = BUFFER + 0x10};
  wl_transaction y;
  assert_int_equal(request(b->own, &x, &y, why), WL_OK);
  assert_int_equal(perform(b->own, &x, false, unused, why), WL_OK);
  assert_int_equal(write_back_sgpr(b->own, 0, 0, 5, 1, unused, why), WL_OK);
  assert_int_equal(mem_return(b->own, WL_UNIT_SMEM, 0, 0, why), WL_OK);
  wl_probe_sgpr(b->unit, source, 0, 0, 5, 1, loaded);
  if (source == WL_SRC_SMEM) wl_probe_mem_return(b->unit, WL_SRC_SMEM, 0, 0, w->violation);
}

// PUT or TAKE, whose access comes in the cycle of its return.
static void report_lds(bench *b, int source) {
  const wrongs *w = &b->s->wrong;
  toy *t = of(b->own);
  const bool put = t->wave[0].op == PUT;
  const uint64_t be = put ? (~0ull >> (64 - b->s->entry) & ~1ull) ^ w->enable : 0;
  const wl_lds_access x = {.op = put ? WL_MEM_STORE : WL_MEM_LOAD, .bank = t->wave[0].bank, .row = t->wave[0].row};
  wl_lds_access right;
  uint32_t mask, unused[16];
  char why[160];
  assert_int_equal(serve_lds(b->own, &x, &right, why), WL_OK);
  right.data[w->lds_word] ^= put ? w->put_bits : w->take_bits;
  if (b->s->entry > 16 && !b->s->narrow_event)
    wl_probe_lds_wide(b->unit, 0, 0, (int)x.op, 0, 0, (int)x.bank, (int)x.row, (long long)be, right.data);
  else wl_probe_lds(b->unit, 0, 0, (int)x.op, 0, 0, (int)x.bank, (int)x.row, (int)be, right.data);
  for (uint32_t pass = 0; !put && pass * b->s->lanes < b->s->wave_lanes; pass++)
    assert_int_equal(write_back_vgpr(b->own, WL_UNIT_LDS, 0, 0, t->wave[0].to, pass, &mask, unused, why), WL_OK);
  if (!put) report_lanes(b, source, t->wave[0].to, t->wave[0].pred, true);
  if (source == WL_SRC_LDS) wl_probe_mem_return(b->unit, WL_SRC_LDS, 0, 0, 0);
}

static void open_unit(bench *b, const setting *s, const wl_model_ops *ops) {
  wl_error error;
  *b = (bench){.s = s, .unit = wl_unit_new("toy"), .mem = memory(s), .own_mem = memory(s)};
  const wl_config config = {
      .wave_lanes = s->wave_lanes, .pass_lanes = s->lanes, .vector_bits = s->bits, .entry_bytes = s->entry};
  b->own = create(&config, b->own_mem);
  b->checker = wl_checker_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .ops = ops, .test = "toy"}, b->mem,
                              b->unit, &error);
  assert_non_null(b->checker);
  const int keeps = 1 << WL_CAN_keeps_registers, levels = LEVELS | (s->entry ? 1 << WL_CAN_lds : 0);
  if (s->clears) wl_probe_capability(b->unit, "clears_registers");
  if (s->bare) declare(b->unit, 1 << WL_CAN_retire);
  else
    declare(b->unit, levels | (s->retires ? (1 << WL_CAN_retire | keeps) & ~(int)s->lacks : POLICIES & ~(int)s->lacks));
  wl_probe_config(b->unit, "waves", WAVES);
  wl_probe_config(b->unit, "sgprs", SCALARS);
  wl_probe_config(b->unit, "phys_vgprs", WAVES * VECTORS);
  wl_probe_config(b->unit, "line_bytes", LINE);
  wl_probe_config(b->unit, "wave_lanes", (int)s->wave_lanes);
  if (s->lanes != 16) wl_probe_config(b->unit, "lanes", (int)s->lanes);
  if (s->bits != 32) wl_probe_config(b->unit, "vector_bits", (int)s->bits);
  if (s->entry) wl_probe_config(b->unit, "lds_entries", LDS_ROWS);
  if (s->entry && s->entry != 16) wl_probe_config(b->unit, "entry_bytes", (int)s->entry);
  wl_state_row row;
  for (uint32_t i = 0; wl_state_table(ops, i, &row); i++)
    if (!(s->no_stack && !strcmp(row.name, "STACK"))) wl_probe_state_row(b->unit, row.name, (int)i);
}

static void close_unit(bench *b) {
  wl_checker_free(b->checker);
  wl_unit_free(b->unit);
  destroy(b->own);
  wl_mem_free(b->mem);
  wl_mem_free(b->own_mem);
}

static void start_wave(bench *b) {
  const setting *s = b->s;
  wl_wave_init init = {.pc = CODE,
                       .exec = ~0ull >> (64 - s->wave_lanes),
                       .waves_in_group = 1,
                       .sgpr_size = SCALARS,
                       .vgpr_size = VECTORS,
                       .vgpr_count = 1};
  const uint32_t start[WL_START_WORDS] = {
      [WL_START_SGPR_SIZE] = SCALARS, [WL_START_VGPR_SIZE] = VECTORS, [WL_START_WAVES_IN_GROUP] = 1};
  wl_state_regs before[WAVES];
  static wl_initial more = {.vector = true, .number = 3};
  more.lanes = init.exec;
  for (uint32_t l = 0; l < s->wave_lanes; l++) {
    init.vgpr[0][l] = l;
    more.value[l] = 100 + l;
    more.high[l] = l & 1;
  }
  init.more = &more;
  init.more_count = s->bits > 32;
  states(b, before);
  wl_checker_dispatch(b->checker, 0, &init);
  assert_int_equal(wave_start(b->own, 0, &init), WL_OK);
  if (!s->bare) report_lanes(b, WL_SRC_INIT, 0, init.exec, false);
  if (init.more_count && !s->bare) {
    const uint64_t value = lane_of(of(b->own), 3, 1);
    set_lane(of(b->own), 3, 1, value ^ s->wrong.initial_bits);
    report_lanes(b, WL_SRC_INIT, 3, init.exec, false);
    set_lane(of(b->own), 3, 1, value);
  }
  wl_probe_wave_start(b->unit, 0, CODE, (long long)init.exec, 0, start);
  close_cycle(b, before);
}

static void report_scalar(bench *b, int source, const wl_effect *e) {
  const wrongs *w = &b->s->wrong;
  const uint32_t data[4] = {sgprs(b->own, 0)[e->sgpr_first] ^ (e->sgpr_first == w->scalar ? w->scalar_bits : 0)};
  wl_probe_sgpr(b->unit, source, 0, 0, (int)e->sgpr_first, 1, data);
}

// An instruction issues in a cycle, and its results come in the next. Or all of it comes in one, as a record.
static wl_checker_result run(const setting *s) {
  bench b;
  wl_checker_result result;
  open_unit(&b, s, &toy_ops);
  start_wave(&b);
  wl_end end = WL_END_NONE;
  for (int n = 0; end == WL_END_NONE && !wl_checker_stop(b.checker); n++) {
    wl_state_regs before[WAVES];
    wl_effect e;
    uint32_t word = 0;
    states(&b, before);
    wl_mem_read(b.own_mem, before[0].pc_lo, &word, 4);
    if (s->retires) wl_probe_retire(b.unit, 0, before[0].pc_lo, (int)word, 0, 0, -1);
    else wl_probe_issue(b.unit, 0, before[0].pc_lo, (int)word, 0, 0, -1);
    issue(b.own, 0, 0, &e);
    end = e.end;
    if (e.sgpr_count && !s->bare) report_scalar(&b, s->retires ? WL_SRC_RETIRED : WL_SRC_SALU, &e);
    if (s->retires && !s->bare) {
      if (e.unit == WL_UNIT_VALU) report_vector(&b, WL_SRC_RETIRED, &e, n == STEP_ADD);
      if (e.unit == WL_UNIT_SMEM) report_load(&b, WL_SRC_RETIRED);
      if (e.unit == WL_UNIT_LDS) report_lds(&b, WL_SRC_RETIRED);
    }
    if (s->retires) wl_probe_retire_end(b.unit, 0);
    if (end != WL_END_NONE) wl_probe_wave_end(b.unit, 0, WL_WAVE_ENDED);
    close_cycle(&b, before);
    states(&b, before);
    if (e.unit == WL_UNIT_VALU && !s->retires) report_vector(&b, WL_SRC_VALU, &e, n == STEP_ADD);
    if (e.unit == WL_UNIT_SMEM && !s->retires) report_load(&b, WL_SRC_SMEM);
    if (e.unit == WL_UNIT_LDS && !s->retires) report_lds(&b, WL_SRC_LDS);
    if (n == STEP_ADD) b.done = true;
    close_cycle(&b, before);
  }
  for (int i = 0; i < 50 && wl_checker_busy(b.checker); i++) {
    wl_state_regs before[WAVES];
    states(&b, before);
    close_cycle(&b, before);
  }
  wl_checker_finish(b.checker, b.own_mem, &result);
  close_unit(&b);
  return result;
}

static void passes(setting s, const char *not_checked) {
  const wl_checker_result r = run(&s);
  if (r.verdict != WL_PASS) fail_msg("%u lanes by %u: %s", s.wave_lanes, s.lanes, r.why);
  if (!strstr(r.not_checked, not_checked)) fail_msg("%s: %s", not_checked, r.not_checked);
}
static void fails(setting s, wl_verdict verdict, const char *why) {
  const wl_checker_result r = run(&s);
  if (r.verdict != verdict || !strstr(r.why, why))
    fail_msg("%u lanes by %u: %s: %s", s.wave_lanes, s.lanes, why, r.why);
}

// ---- tests ---------------------------------------------------------------------------------------

static const setting eight = {.wave_lanes = 8, .lanes = 8, .bits = 8};

// All lanes of a wave and of a pass; the last pass may have fewer. A wrong bit in the last lane is found by the write,
// and by the sweep.
static void test_lanes(void **state) {
  (void)state;
  static const uint32_t wave_lanes[] = {1, 3, 8, 16, 20, 31, 32, 48, 63, 64}, lanes[] = {1, 3, 8, 15, 16};
  for (size_t i = 0; i < sizeof wave_lanes / sizeof *wave_lanes; i++)
    for (size_t k = 0; k < sizeof lanes / sizeof *lanes; k++) {
      setting s = {.wave_lanes = wave_lanes[i], .lanes = lanes[k], .bits = 32};
      char why[80];
      passes(s, "exports");
      s.wrong.lane = s.wave_lanes > 16 ? 15 : s.wave_lanes - 1;  // PRED of the program has the bits 0xFEFD
      s.wrong.lane_bits = 0x10;
      if (s.wrong.lane == 1 || s.wrong.lane == 8) s.wrong.lane--;
      snprintf(why, sizeof why, "v2 (physical VGPR 2) lane %u is written with 0x", s.wrong.lane);
      fails(s, WL_MISMATCH, why);
      s.wrong = (wrongs){.swept_lane = s.wave_lanes - 1};
      snprintf(why, sizeof why, "physical VGPR 2 lane %u holds 0x", s.wave_lanes - 1);
      if (s.wave_lanes > 1) fails(s, WL_MISMATCH, why);
    }
}

// What the add writes into a lane of v2, of so many bits.
static unsigned long long sum_of(uint32_t lane, uint32_t bits) {
  const uint64_t number = lane + 7;
  return 2 * (number << 32 | number) & ~0ull >> (64 - bits);
}

// Lanes of more than 32 bits. A wrong bit of either word is found and named with its lane: in an initial value, in what
// an instruction writes and in a sweep.
static void test_wide(void **state) {
  (void)state;
  static const uint32_t wave_lanes[] = {1, 3, 8, 16, 20, 31, 64}, lanes[] = {1, 3, 7, 8}, bits[] = {33, 40, 63, 64};
  for (uint32_t n = 0; n < 7 * 4 * 4; n++) {
    setting s = {.wave_lanes = wave_lanes[n % 7], .lanes = lanes[n / 7 % 4], .bits = bits[n / 28]};
    char why[160];
    passes(s, "exports");
    s.wrong.lane = s.wave_lanes > 16 ? 15 : s.wave_lanes - 1;  // PRED of the program has the bits 0xFEFD
    if (s.wrong.lane == 1 || s.wrong.lane == 8) s.wrong.lane--;
    for (uint32_t bit = 0; bit < s.bits; bit += s.bits - 1) {
      s.wrong.lane_bits = 1ull << bit;
      const unsigned long long sum = sum_of(s.wrong.lane, s.bits), written = sum ^ s.wrong.lane_bits;
      snprintf(why, sizeof why, "v2 (physical VGPR 2) lane %u is written with 0x%016llx, expected 0x%016llx",
               s.wrong.lane, written, sum);
      fails(s, WL_MISMATCH, why);
    }
    s.wrong = (wrongs){.swept_lane = s.wave_lanes - 1};
    snprintf(why, sizeof why, "physical VGPR 2 lane %u holds 0x", s.wave_lanes - 1);
    if (s.wave_lanes > 1) fails(s, WL_MISMATCH, why);
    s.wrong = (wrongs){.initial_bits = 1ull << 32};
    if (s.wave_lanes > 1)
      fails(s, WL_MISMATCH,
            "v3 (physical VGPR 3) lane 1 is written with 0x0000000000000065, expected 0x0000000100000065");
  }
  setting s = {.wave_lanes = 8, .lanes = 8, .bits = 40, .wrong = {.lane = 7, .lane_bits = 1ull << 40}};
  fails(s, WL_MISMATCH,
        "with 0x0000011c0000001c, expected 0x0000001c0000001c: a lane has 40 bits, and the others are 0");
  // Lane 19 is off in the add: what it holds was cleared at the start.
  s = (setting){
      .wave_lanes = 20, .lanes = 8, .bits = 64, .lacks = 1 << WL_CAN_keeps_registers, .clears = true, .wrong = {0}};
  passes(s, "keeps_registers");
  s.wrong.swept_lane = 19;
  fails(s, WL_MISMATCH, "physical VGPR 2 lane 19 holds 0x8000000000000000, expected 0x0000000000000000 (sweep)");
  passes((setting){.wave_lanes = 20, .lanes = 8, .bits = 64, .retires = true, .bare = true}, "registers, memory");
  s = (setting){.wave_lanes = 64, .lanes = 16, .bits = 64};
  fails(s, WL_ERROR, "\"lanes\", which is 16 then; a pass of lanes of more than 32 bits has 1 to 8");
  s.lanes = 9;
  fails(s, WL_ERROR, "\"lanes\" as 9; a pass of lanes of more than 32 bits has 1 to 8");
}

// Which words of an event may not be X.
static void test_lane_words(void **state) {
  (void)state;
  wl_unit *u = wl_unit_new("words");
  assert_int_equal(wl_probe_lane_words(u, 0xA5C3), 0xA5C3);
  wl_probe_config(u, "vector_bits", 33);
  assert_int_equal(wl_probe_lane_words(u, 0xA5), 0xCC33);
  assert_int_equal(wl_probe_lane_words(u, 0xFF), 0xFFFF);
  assert_int_equal(wl_probe_lane_words(NULL, 3), 3);
  wl_unit_free(u);
}

// Byte k of the entry that the program accesses, after its PUT; k of dword w.
static uint32_t entry_dword(uint32_t w) {
  uint32_t dword = 0;
  for (uint32_t k = 4 * w; k < 4 * w + 4; k++) dword |= (k ? 0xA0 + k : 0) << 8 * (k % 4);
  return dword;
}

// Entries of the LDS of each size, of units that report issues and of those that report records.
static void test_lds(void **state) {
  (void)state;
  static const setting units[] = {{.wave_lanes = 8, .lanes = 8, .bits = 8},
                                  {.wave_lanes = 64, .lanes = 16, .bits = 32},
                                  {.wave_lanes = 20, .lanes = 8, .bits = 64},
                                  {.wave_lanes = 20, .lanes = 8, .bits = 64, .retires = true}};
  for (uint32_t bytes = 4; bytes <= MOST_ENTRY; bytes *= 2) {
    for (uint32_t n = 0; n < sizeof units / sizeof *units; n++) {
      setting s = units[n];
      char why[160];
      const int digits = (int)bytes / 4;
      const unsigned long long put = ~0ull >> (64 - bytes) & ~1ull;
      s.entry = bytes;
      passes(s, "exports");
      for (uint32_t w = 0; w < bytes / 4; w += bytes == 4 ? 1 : bytes / 4 - 1) {
        const uint32_t right = entry_dword(w);
        s.wrong = (wrongs){.lds_word = w, .put_bits = 1u << 31};
        snprintf(why, sizeof why, "bank 3 row 2 written as 0x%08x in dword %u, expected 0x%08x", right ^ 1u << 31, w,
                 right);
        fails(s, WL_MISMATCH, why);
        s.wrong = (wrongs){.lds_word = w, .take_bits = 1};
        snprintf(why, sizeof why, "bank 3 row 2 read as 0x%08x in dword %u, expected 0x%08x", right ^ 1, w, right);
        fails(s, WL_MISMATCH, why);
        s.wrong = (wrongs){.lds_word = w, .swept_bits = 1};
        snprintf(why, sizeof why, "LDS dword %u (bank 3, row 2) holds 0x%08x, expected 0x%08x", 11 * bytes / 4 + w,
                 right ^ 1, right);
        fails(s, WL_MISMATCH, why);
      }
      for (uint64_t wrong = 1; wrong; wrong = wrong == 1 && bytes < 64 ? 1ull << bytes : 0) {
        s.wrong = (wrongs){.enable = wrong};
        snprintf(why, sizeof why, "bank 3 row 2 served with byte enables 0x%0*llx, expected 0x%0*llx", digits,
                 put ^ wrong, digits, put);
        fails(s, WL_MISMATCH, why);
      }
      s.wrong = (wrongs){.lane = 2, .lane_bits = 1ull << (s.bits - 1)};
      fails(s, WL_MISMATCH, "v2 (physical VGPR 2) lane 2 is written with 0x");
      s.wrong = (wrongs){0};
      if (bytes <= 16) continue;
      s.narrow_event = true;
      snprintf(why, sizeof why, "lds event of slot 0: an entry has %u bytes, and the event 16", bytes);
      fails(s, WL_ERROR, why);
      s.narrow_event = false;
      s.narrow_sweep = true;
      snprintf(why, sizeof why, "sweep_lds of bank 0, row 0: an entry has %u bytes: it is sweep_lds_wide", bytes);
      fails(s, WL_ERROR, why);
    }
  }
}

static void test_each_lane(void **state) {
  (void)state;
  for (uint32_t lane = 0; lane < 8; lane++) {
    setting s = eight;
    char why[80];
    s.wrong.lane = lane;
    s.wrong.lane_bits = 0x80;
    if (lane == 1) {  // off by PRED: its value does not count
      passes(s, "exports");
      continue;
    }
    snprintf(why, sizeof why, "v2 (physical VGPR 2) lane %u is written with 0x", lane);
    fails(s, WL_MISMATCH, why);
  }
  setting s = eight;
  s.wrong.lane_bits = 0x100;
  fails(s, WL_MISMATCH, "is written with 0x0000010e, expected 0x0000000e: a lane has 8 bits, and the others are 0");
  s.wrong = (wrongs){.lanes = 2};
  fails(s, WL_MISMATCH, "unexpected write of v2 (physical VGPR 2), lanes 0x00ff of pass 0");
  s.wrong = (wrongs){.lanes = 4};
  fails(s, WL_MISMATCH, "v2 lane 2 was never written");
  s.wrong = (wrongs){.lanes = 0x100};
  fails(s, WL_ERROR, "vgpr event of slot 0: physical VGPR 2, pass 0, lanes 0x1fd");
}

static void test_rows(void **state) {
  (void)state;
  setting s = eight;
  passes(s, "exports");
  s.wrong = (wrongs){.word = W_PC, .bits = 0x8000};
  fails(s, WL_MISMATCH, "slot 0: PC is 0x9018, expected 0x1018");
  s.wrong = (wrongs){.word = W_PRED, .bits = 1};
  fails(s, WL_MISMATCH, "slot 0: PRED is 0x00000000_000000fc, expected 0x00000000_000000fd");
  s.wrong = (wrongs){.word = W_PRED_HIGH, .bits = 1u << 31};
  fails(s, WL_MISMATCH, "slot 0: PRED is 0x80000000_000000fd");
  s.wrong = (wrongs){.word = W_STACK, .bits = 0x100};
  fails(s, WL_MISMATCH, "slot 0: STACK is 0x1011, expected 0x1010");
  s.wrong = (wrongs){.word = W_STACK, .bits = 0x80};  // of no row
  passes(s, "exports");
  s.wrong = (wrongs){.scalar = 4, .scalar_bits = 2};
  fails(s, WL_MISMATCH, "s4 is written with 0x00002016, expected 0x00002014");
  // A unit without a stack.
  s.wrong = (wrongs){0};
  s.no_stack = true;
  passes(s, "state row STACK");
}

// A unit without policies, and one that reports records: lanes and rows are the model's there too.
static void test_policies(void **state) {
  (void)state;
  static const uint32_t wave_lanes[] = {3, 8, 20, 31, 64}, lanes[] = {3, 8, 15, 16};
  static const uint32_t lacks[] = {IN_ORDER,
                                   1 << WL_CAN_state_at_issue,
                                   1 << WL_CAN_scalar_at_issue,
                                   1 << WL_CAN_issue_first,
                                   1 << WL_CAN_keeps_registers,
                                   POLICIES};
  enum { WAYS = sizeof lacks / sizeof *lacks };
  for (uint32_t n = 0; n < 5 * 4 * (WAYS + 2); n++) {
    setting s = {.wave_lanes = wave_lanes[n % 5], .lanes = lanes[n / 5 % 4], .bits = 32};
    const uint32_t way = n / 20;
    if (s.lanes == 8) s.bits = 64;
    char why[80];
    s.retires = way >= WAYS;
    s.lacks = way < WAYS ? lacks[way] : way > WAYS ? POLICIES : 0;
    const uint32_t scalar = 1 << WL_CAN_scalar_at_issue;  // without it a write is the end of its instruction
    s.late_pc = (s.lacks & (scalar | 1 << WL_CAN_state_at_issue)) == 1 << WL_CAN_state_at_issue && !s.retires;
    passes(s, "exports");
    s.no_stack = true;
    passes(s, "state row STACK");
    s.no_stack = false;
    s.wrong = (wrongs){.lane = s.wave_lanes > 16 ? 15 : 0, .lane_bits = 0x10};
    snprintf(why, sizeof why, "v2 (physical VGPR 2) lane %u is written with 0x", s.wrong.lane);
    fails(s, WL_MISMATCH, why);
    s.wrong = (wrongs){.word = W_PC, .bits = 0x8000};
    fails(s, WL_MISMATCH, "slot 0: PC is 0x90");
    s.wrong = (wrongs){.word = W_PRED, .bits = 0x8000};
    fails(s, WL_MISMATCH, "slot 0: PRED is 0x00000000_0000");
    s.wrong = (wrongs){.word = W_STACK, .bits = 0x80};  // of no row
    passes(s, "exports");
    s.wrong = (wrongs){.scalar = 4, .scalar_bits = 2};
    fails(s, WL_MISMATCH, "s4 is written with 0x00002016, expected 0x00002014");
    s.wrong = (wrongs){.swept_lane = 2};
    fails(s, WL_MISMATCH, "physical VGPR 2 lane 2 holds 0x");
  }
  setting s = eight;
  s.late_pc = true;
  fails(s, WL_MISMATCH, "slot 0: PC is 0x1000, expected 0x1004");
}

static void test_lines(void **state) {
  (void)state;
  setting s = eight;
  s.wrong = (wrongs){.line_offset = 4};
  fails(s, WL_ERROR, "mem_request of slot 0: line 0x2014, byte enables 0xf0; a line has 16 bytes");
  s.wrong = (wrongs){.enable = 0x10000};
  fails(s, WL_ERROR, "byte enables 0x100f0; a line has 16 bytes");
  s.wrong = (wrongs){.enable = 0x100};
  fails(s, WL_MISMATCH, "has byte enables 0x00000000000001f0, expected 0x00000000000000f0");
}

// What the report says is the model's.
static void report(uint32_t bits, const wrongs *wrong, char *printed, size_t size) {
  setting s = eight;
  s.bits = bits;
  s.wrong = *wrong;
  fflush(stderr);
  FILE *const to = tmpfile(), *const was = stderr;
  stderr = to;
  run(&s);
  stderr = was;
  rewind(to);
  printed[fread(printed, 1, size - 1, to)] = 0;
  fclose(to);
  assert_null(strstr(printed, "f32"));
  assert_null(strstr(printed, "EXEC"));
  assert_null(strstr(printed, "TRAPSTS"));
}

static void test_report(void **state) {
  (void)state;
  char printed[4000];
  static const char *const expected[] = {"     7  0x1d        0x1c", "ADD 2, 1, 1", "\n  PRED      0x00000000000000fd",
                                         "\n  STACK     0x0000000000001010"};
  report(8, &(wrongs){.lane = 7, .lane_bits = 1}, printed, sizeof printed);
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    if (!strstr(printed, expected[i])) fail_msg("%s not in:\n%s", expected[i], printed);
  report(64, &(wrongs){.lane = 7, .lane_bits = 1ull << 63}, printed, sizeof printed);
  assert_non_null(strstr(printed, "\n     7  0x8000001c0000001c  0x0000001c0000001c\n"));
  report(8, &(wrongs){.violation = true}, printed, sizeof printed);
  assert_non_null(strstr(printed, "completes with a memory violation, the model has none"));
  assert_non_null(strstr(printed, "slot 0, row mem_return\n"));
}

// ---- time zero -----------------------------------------------------------------------------------

static void refused(const char *name, int value, const char *why) {
  bench b;
  setting s = eight;
  wl_checker_result result;
  open_unit(&b, &s, &toy_ops);
  if (name) {
    for (uint32_t i = 0; i < WL_UNIT_SIZES; i++)
      if (!strcmp(unit_sizes[i].name, name)) b.unit->description.sizes_reported &= ~(1u << i);
    if (value >= 0) wl_probe_config(b.unit, name, value);
  } else {
    wl_probe_state_row(b.unit, "EXEC", 7);
  }
  wl_probe_cycle(b.unit, 0, NULL);
  wl_checker_finish(b.checker, b.own_mem, &result);
  close_unit(&b);
  if (result.verdict != WL_ERROR || !strstr(result.why, why)) fail_msg("%s: %s", why, result.why);
}

static void test_time_zero(void **state) {
  (void)state;
  refused("wave_lanes", 65, "\"wave_lanes\" as 65; the checker holds 1 to 64");
  refused("wave_lanes", 0, "\"wave_lanes\" as 0; the checker holds 1 to 64");
  refused("wave_lanes", -1, "did not report its size \"wave_lanes\"");
  refused("lanes", 17, "\"lanes\" as 17; the checker holds 1 to 16");
  refused("vector_bits", 65, "\"vector_bits\" as 65; the checker holds 1 to 64");
  refused("vector_bits", 4, "\"vector_bits\" as 4; the model of TOY takes 8 to 64");
  refused("sgprs", 32, "\"sgprs\" as 32; the model of TOY takes 16 alone");
  refused("line_bytes", 64, "\"line_bytes\" as 64; the model of TOY takes 16 alone");
  refused("entry_bytes", 2, "\"entry_bytes\" as 2; the checker holds 4 to 64");
  refused("entry_bytes", 128, "\"entry_bytes\" as 128; the checker holds 4 to 64");
  refused("entry_bytes", 12, "\"entry_bytes\" as 12, which is no power of two");
  refused("rdna", 0, "its size \"rdna\", which nobody reads: the model of TOY does not have it");
  refused("isa", 900, "its size \"isa\", which nobody reads");
  refused(NULL, 0, "a state row \"EXEC\" that the state table does not compare");
  // What is not told has a value, and may be refused by it.
  sizes[2].must = false;
  sizes[2].most = 32;
  refused("wave_lanes", -1, "did not report its size \"wave_lanes\", which is 64 then; the model of TOY takes 1 to 32");
  sizes[2].most = 64;
  sizes[2].must = true;
  sizes[5].least = 1;
  refused("line_bytes", 12, "\"line_bytes\" as 12, which is no power of two");
  sizes[5].least = LINE;
}

// Nothing says when the words of a unit must be up to date that changes them later.
static void test_counts(void **state) {
  (void)state;
  bench b;
  wl_checker_result result;
  setting s = eight;
  s.lacks = 1 << WL_CAN_state_at_issue;
  wl_model_ops table = toy_ops;
  table.row_count--;
  open_unit(&b, &s, &table);
  wl_probe_cycle(b.unit, 0, NULL);
  wl_checker_finish(b.checker, b.own_mem, &result);
  close_unit(&b);
  assert_int_equal(result.verdict, WL_ERROR);
  assert_non_null(strstr(result.why,
                         "\"state\" and \"memory\" without the policy \"state_at_issue\", and the model of "
                         "TOY has no row that counts instructions in flight"));
}

// Tables that no checker takes.
static void bad_table(const wl_model_ops *table, const char *why) {
  wl_error error;
  wl_unit *u = wl_unit_new("bad");
  assert_null(wl_checker_new(&(wl_checker_options){.ops = table}, NULL, u, &error));
  if (!strstr(error.text, why)) fail_msg("%s: %s", why, error.text);
  wl_unit_free(u);
}
static void test_tables(void **state) {
  (void)state;
  static const wl_model_row bad[][2] = {
      {{"", "", 0, {1, 0}, 0, 1, true, false}},
      {{"A", "", 0, {0, 0}, 0, 1, true, false}},
      {{"A", "", 16, {1, 0}, 0, 1, true, false}},
      {{"A", "", 15, {1, 1}, 0, 1, true, false}},
      {{"A", "", 0, {1, 1}, 1, 1, true, false}},
      {{"A", "", 0, {1, 0}, 32, 1, true, false}},
      {{"a name of more than 23 letters", "", 0, {1, 0}, 0, 1, true, false}},
      {{"A", "", 0, {1, 0}, 0, 1, true, false}, {"A", "", 1, {1, 0}, 0, 1, true, false}}};
  wl_model_ops table = toy_ops;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    table.rows = bad[i];
    table.row_count = bad[i][1].name ? 2 : 1;
    bad_table(&table, "has a row of state");
  }
  table.row_count = WL_MODEL_ROWS + 1;
  bad_table(&table, "has 30 rows of state, more than 29");
  table = toy_ops;
  table.size_count = 1;
  table.sizes = &(wl_model_size){"lances", 1, 1, true};
  bad_table(&table, "takes a size \"lances\" that no unit has");
  table.sizes = &(wl_model_size){"lanes", 2, 1, true};
  bad_table(&table, "takes size \"lanes\" from 2 to 1");
  char why[256];
  table.row_count = 0;
  assert_false(ops_have(&table, 1 << WL_CAN_state, why));
  assert_non_null(strstr(why, "declares no row of state"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lanes),      cmocka_unit_test(test_each_lane), cmocka_unit_test(test_rows),
      cmocka_unit_test(test_lane_words), cmocka_unit_test(test_wide),      cmocka_unit_test(test_lds),
      cmocka_unit_test(test_lines),      cmocka_unit_test(test_report),    cmocka_unit_test(test_time_zero),
      cmocka_unit_test(test_tables),     cmocka_unit_test(test_policies),  cmocka_unit_test(test_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
