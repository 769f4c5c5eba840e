// SPDX-License-Identifier: Apache-2.0
// The model of the unit in this folder. A wave has 8 lanes of 8 bits, vector registers v0 to v3, scalars s0 to s5, and
// PRED, a bit for each lane that is on. An instruction is one word: operation, d, a, b, a byte each.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wavelock/model_ops.h>

enum { LANES = 8, VECTORS = 4, SCALARS = 6, BUFFER = 2 };
enum { HALT, LANE, ADD, LESS, ALL, SCALAR, STORE, OPERATIONS };
static const char *const names[OPERATIONS] = {"halt", "lane", "add", "less", "all", "scalar", "store"};

typedef struct {
  wl_mem *mem;
  bool live;
  uint64_t pc;
  uint32_t pred, scalar[WL_SGPRS], vector[VECTORS][WL_LANES];
  void (*report)(void *to, uint32_t slot, const wl_effect *e, const wl_traced *traced, const wl_state_regs *before);
  void *to;
} toy;
static toy *of(const wl_model *m) { return (toy *)m; }

static wl_model *create(const wl_config *unit, wl_mem *mem) {
  toy *t = unit->wave_lanes == LANES ? calloc(1, sizeof *t) : NULL;
  if (t) t->mem = mem;
  return (wl_model *)t;
}

static void destroy(wl_model *m) { free(m); }

static wl_result wave_start(wl_model *m, uint32_t slot, const wl_wave_init *init) {
  toy *t = of(m);
  if (slot || t->live || init->vgpr_size != VECTORS || init->sgpr_count > SCALARS) return WL_BAD_EVENT;
  t->live = true;
  t->pc = init->pc;
  t->pred = (uint32_t)init->exec;
  memcpy(t->scalar, init->sgpr, init->sgpr_count * sizeof *t->scalar);
  return WL_OK;
}

static void store(toy *t, const uint32_t value[LANES]) {
  const uint64_t at = (t->scalar[BUFFER] | (uint64_t)t->scalar[BUFFER + 1] << 32) + 8ull * t->scalar[0];
  for (uint32_t l = 0; l < LANES; l++)
    if (t->pred >> l & 1) wl_mem_write(t->mem, at + l, &(uint8_t){(uint8_t)value[l]}, 1);
}

static void compute(toy *t, uint32_t op, uint32_t d, uint32_t a, uint32_t b, wl_effect *effect) {
  effect->unit = WL_UNIT_VALU;
  effect->vgpr_count = 1;
  effect->phys_vgpr[0] = d;
  effect->vgpr_mask[0] = t->pred;
  for (uint32_t l = 0; l < LANES; l++) {
    const uint32_t value = op == LANE ? l + b : op == SCALAR ? t->scalar[b % 8] : t->vector[a][l] + t->vector[b & 3][l];
    if (t->pred >> l & 1) t->vector[d][l] = value & 0xFF;
  }
}

static wl_result fault(wl_effect *effect, wl_result result, const char *why, uint32_t op) {
  snprintf(effect->why, sizeof effect->why, why, op);
  effect->end = WL_END_FAULT;
  return result;
}

static wl_result issue(wl_model *m, uint32_t slot, uint32_t tag, wl_effect *effect) {
  (void)slot, (void)tag;
  toy *t = of(m);
  uint32_t word = 0;
  *effect = (wl_effect){.unit = WL_UNIT_SCALAR, .pc = t->pc, .size = 4};
  if (!wl_mem_read(t->mem, t->pc, &word, 4)) return fault(effect, WL_FETCH_FAULT, "no instruction there", 0);
  const uint32_t op = word >> 24, d = word >> 16 & 3, a = word >> 8 & 3, b = word & 0xFF;
  effect->words[0] = word;
  if (op >= OPERATIONS) return fault(effect, WL_ILLEGAL_INST, "there is no operation %u", op);
  t->pc += 4;
  if (op == HALT) {
    t->live = false;
    effect->end = WL_END_PGM;
  } else if (op == STORE) {
    store(t, t->vector[a]);
  } else if (op == LESS || op == ALL) {
    uint32_t less = 0;
    for (uint32_t l = 0; l < LANES; l++) less |= (uint32_t)(t->vector[a][l] < t->vector[b & 3][l]) << l;
    t->pred = op == ALL ? 0xFF : t->pred & less;
  } else {
    compute(t, op, d, a, b, effect);
  }
  return WL_OK;
}

static void state_regs(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  const toy *t = of(m);
  const uint32_t words[] = {(uint32_t)t->pc, (uint32_t)(t->pc >> 32), t->pred};
  (void)slot;
  memset(out, 0, sizeof *out);
  if (t->live) memcpy(out, words, sizeof words);
}
static const wl_model_row rows[] = {
    {"PC", "address of the next instruction", 0, {~0u, ~0u}, 0, 64, true, false},
    {"PRED", "lanes that are on", 2, {0xFF, 0}, 0, 8, true, false},
};

static const uint32_t *sgprs(const wl_model *m, uint32_t slot) {
  (void)slot;
  return of(m)->scalar;
}
static const uint32_t *phys_vgpr(const wl_model *m, uint32_t number) { return of(m)->vector[number]; }

static bool wave_live(const wl_model *m, uint32_t slot) { return !slot && of(m)->live; }

static void on_issue(wl_model *m,
                     void (*report)(void *to, uint32_t slot, const wl_effect *e, const wl_traced *traced,
                                    const wl_state_regs *before),
                     void *to) {
  of(m)->report = report;
  of(m)->to = to;
}

static void run(wl_model *m, uint64_t limit, wl_run_report *report) {
  toy *t = of(m);
  while (t->live && report->result == WL_OK) {
    wl_state_regs before;
    wl_effect effect;
    const wl_traced traced = {0};
    if (limit && report->instructions == limit) {
      report->result = WL_BAD_EVENT;
      return;
    }
    state_regs(m, 0, &before);
    report->result = issue(m, 0, 0, &effect);
    if (report->result != WL_OK)
      snprintf(report->why, sizeof report->why, "%.120s at 0x%llx", effect.why, (unsigned long long)effect.pc);
    else if (t->report) t->report(t->to, 0, &effect, &traced, &before);
    report->instructions += report->result == WL_OK;
  }
}

static void text(const wl_config *unit, uint64_t pc, const uint32_t words[2], char *to, size_t size) {
  (void)unit, (void)pc;
  const uint32_t w = words[0], op = w >> 24;
  snprintf(to, size, "%s %u, %u, %u", op < OPERATIONS ? names[op] : "?", w >> 16 & 0xFF, w >> 8 & 0xFF, w & 0xFF);
}

static bool instruction(const wl_config *unit, const uint32_t words[2], uint32_t sgpr_size, uint32_t vgpr_size,
                        wl_instruction *out) {
  (void)unit, (void)sgpr_size, (void)vgpr_size;
  const uint32_t op = words[0] >> 24;
  const bool vector = op == LANE || op == ADD || op == SCALAR;
  *out = (wl_instruction){.size = 4, .block = vector ? WL_UNIT_VALU : WL_UNIT_SCALAR, .ends = op == HALT};
  if (op >= OPERATIONS) return false;
  snprintf(out->name, sizeof out->name, "%s", names[op]);
  return true;
}

static const wl_model_size sizes[] = {
    {"waves", 1, 1, false},      {"wave_lanes", LANES, LANES, true}, {"lanes", LANES, LANES, true},
    {"vector_bits", 8, 8, true}, {"sgprs", SCALARS, SCALARS, true},  {"phys_vgprs", VECTORS, VECTORS, true}};

const wl_model_ops wl_unit_model = {.size = sizeof wl_unit_model,
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
                                    .wave_live = wave_live,
                                    .run = run,
                                    .on_issue = on_issue,
                                    .text = text,
                                    .instruction = instruction};
