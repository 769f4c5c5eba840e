// SPDX-License-Identifier: Apache-2.0
// A model of an instruction set of one's own (docs/your-unit.md). A wave has 8 lanes of 8 bits, four vector registers,
// and PRED, a bit for each lane that is on. An instruction is one word: operation, d, a, b, a byte each.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wavelock/model_ops.h>

enum { LANES = 8, VECTORS = 4 };
enum { HALT, LANE, ADD, LESS, ALL, OPERATIONS };
static const char *const names[OPERATIONS] = {"HALT", "LANE", "ADD", "LESS", "ALL"};

typedef struct {
  wl_mem *mem;
  bool live;
  uint32_t pc, pred;
  uint32_t vector[VECTORS][LANES];
} toy8;
static toy8 *of(const wl_model *m) { return (toy8 *)m; }

static wl_model *create(const wl_config *unit, wl_mem *mem) {
  (void)unit;
  toy8 *t = calloc(1, sizeof *t);
  if (t) t->mem = mem;
  return (wl_model *)t;
}

static void destroy(wl_model *m) { free(m); }

static wl_result wave_start(wl_model *m, uint32_t slot, const wl_wave_init *init) {
  (void)slot;
  of(m)->live = true;
  of(m)->pc = (uint32_t)init->pc;
  of(m)->pred = (uint32_t)init->exec;
  return WL_OK;
}

// Executes the whole instruction. effect says what it wrote: the checker waits for the unit to write the same.
static wl_result issue(wl_model *m, uint32_t slot, uint32_t tag, wl_effect *effect) {
  (void)slot, (void)tag;
  toy8 *t = of(m);
  uint32_t word = 0;
  *effect = (wl_effect){.unit = WL_UNIT_SCALAR, .pc = t->pc, .size = 4};
  if (!wl_mem_read(t->mem, t->pc, &word, 4)) {
    snprintf(effect->why, sizeof effect->why, "no instruction there");
    effect->end = WL_END_FAULT;
    return WL_FETCH_FAULT;
  }
  const uint32_t op = word >> 24, d = word >> 16 & 3, a = word >> 8 & 3, b = word & 0xFF;
  effect->words[0] = word;
  if (op >= OPERATIONS) {
    snprintf(effect->why, sizeof effect->why, "there is no operation %u", op);
    effect->end = WL_END_FAULT;
    return WL_ILLEGAL_INST;
  }
  t->pc += 4;
  if (op == HALT) {
    t->live = false;
    effect->end = WL_END_PGM;
  } else if (op == LESS || op == ALL) {
    uint32_t less = 0;
    for (uint32_t l = 0; l < LANES; l++) less |= (uint32_t)(t->vector[a][l] < t->vector[b & 3][l]) << l;
    t->pred = op == ALL ? 0xFF : t->pred & less;
  } else {
    effect->unit = WL_UNIT_VALU;
    effect->vgpr_count = 1;
    effect->phys_vgpr[0] = d;
    effect->vgpr_mask[0] = t->pred;
    for (uint32_t l = 0; l < LANES; l++) {
      const uint32_t value = op == LANE ? l + b : t->vector[a][l] + t->vector[b & 3][l];
      if (t->pred >> l & 1) t->vector[d][l] = value & 0xFF;
    }
  }
  return WL_OK;
}

// PC is in the first two words. Where the others are is this model's own affair: `rows` says it.
static void state_regs(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  (void)slot;
  const uint32_t words[] = {of(m)->live ? of(m)->pc : 0, 0, of(m)->live ? of(m)->pred : 0};
  memset(out, 0, sizeof *out);
  memcpy(out, words, sizeof words);
}
static const wl_model_row rows[] = {
    {"PC", "address of the next instruction", 0, {~0u, 0}, 0, 32, true, false},
    {"PRED", "lanes that are on", 2, {0xFF, 0}, 0, 8, true, false},
};

static const uint32_t *sgprs(const wl_model *m, uint32_t slot) {
  (void)m, (void)slot;
  static const uint32_t none[1];
  return none;
}
static const uint32_t *phys_vgpr(const wl_model *m, uint32_t number) { return of(m)->vector[number]; }

static void text(const wl_config *unit, uint64_t pc, const uint32_t words[2], char *to, size_t size) {
  (void)unit, (void)pc;
  const uint32_t w = words[0], op = w >> 24;
  snprintf(to, size, "%s %u, %u, %u", op < OPERATIONS ? names[op] : "?", w >> 16 & 0xFF, w >> 8 & 0xFF, w & 0xFF);
}

// The units that it models.
static const wl_model_size sizes[] = {{"waves", 1, 1, false},        {"wave_lanes", LANES, LANES, true},
                                      {"lanes", LANES, LANES, true}, {"vector_bits", 8, 8, true},
                                      {"sgprs", 0, 0, true},         {"phys_vgprs", VECTORS, VECTORS, true}};

const wl_model_ops toy8_ops = {.size = sizeof toy8_ops,
                               .version = WL_MODEL_OPS_VERSION,
                               .isa = "TOY8",
                               .sizes = sizes,
                               .size_count = sizeof sizes / sizeof *sizes,
                               .rows = rows,
                               .row_count = sizeof rows / sizeof *rows,
                               .create = create,
                               .destroy = destroy,
                               .wave_start = wave_start,
                               .issue = issue,
                               .state_regs = state_regs,
                               .sgprs = sgprs,
                               .phys_vgpr = phys_vgpr,
                               .text = text};
