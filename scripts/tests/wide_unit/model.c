// SPDX-License-Identifier: Apache-2.0
// The model of the unit in this folder. A wave has 8 lanes of 64 bits, vector registers v0 to v3, scalars s0 to s5, and
// an LDS of 16 entries of 32 bytes, each of 4 lanes. An instruction is one word: operation, d, a, b, a byte each.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wavelock/model_ops.h>

enum { LANES = 8, PASS_LANES = 4, VECTORS = 4, SCALARS = 6, BUFFER = 2, ROWS = 4, BANKS = 4 };
enum { HALT, LANE, SCALAR, MUL, PUT, TAKE, STORE, OPERATIONS };
static const char *const names[OPERATIONS] = {"halt", "lane", "scalar", "mul", "put", "take", "store"};

typedef struct {
  wl_mem *mem;
  bool live, served;
  uint64_t pc;
  uint32_t exec, scalar[WL_SGPRS];
  uint32_t op, d, a, entry;  // of the last instruction
  uint64_t vector[VECTORS][LANES], lds[ROWS * BANKS][PASS_LANES];
} wide;
static wide *of(const wl_model *m) { return (wide *)m; }

static wl_model *create(const wl_config *unit, wl_mem *mem) {
  wide *w = unit->wave_lanes == LANES ? calloc(1, sizeof *w) : NULL;
  if (w) w->mem = mem;
  return (wl_model *)w;
}

static void destroy(wl_model *m) { free(m); }

static wl_result wave_start(wl_model *m, uint32_t slot, const wl_wave_init *init) {
  wide *w = of(m);
  if (slot || w->live || init->vgpr_size != VECTORS || init->sgpr_count > SCALARS) return WL_BAD_EVENT;
  w->live = true;
  w->pc = init->pc;
  w->exec = (uint32_t)init->exec;
  memcpy(w->scalar, init->sgpr, init->sgpr_count * sizeof *w->scalar);
  return WL_OK;
}

static uint64_t pair(const wide *w, uint32_t first) { return w->scalar[first] | (uint64_t)w->scalar[first + 1] << 32; }

static void compute(wide *w, uint32_t b, wl_effect *effect) {
  effect->unit = WL_UNIT_VALU;
  effect->vgpr_count = 1;
  effect->phys_vgpr[0] = w->d;
  effect->vgpr_mask[0] = w->exec;
  for (uint32_t l = 0; l < LANES; l++) {
    const uint64_t value = w->op == LANE     ? l + b
                           : w->op == SCALAR ? pair(w, b % 8)
                                             : w->vector[w->a][l] * w->vector[b & 3][l];
    if (w->exec >> l & 1) w->vector[w->d][l] = value;
  }
}

static wl_result fault(wl_effect *effect, wl_result result, const char *why, uint32_t op) {
  snprintf(effect->why, sizeof effect->why, why, op);
  effect->end = WL_END_FAULT;
  return result;
}

static wl_result issue(wl_model *m, uint32_t slot, uint32_t tag, wl_effect *effect) {
  (void)slot, (void)tag;
  wide *w = of(m);
  uint32_t word = 0;
  *effect = (wl_effect){.unit = WL_UNIT_SCALAR, .pc = w->pc, .size = 4};
  if (!wl_mem_read(w->mem, w->pc, &word, 4)) return fault(effect, WL_FETCH_FAULT, "no instruction there", 0);
  const uint32_t b = word & 0xFF;
  effect->words[0] = word;
  if (word >> 24 >= OPERATIONS) return fault(effect, WL_ILLEGAL_INST, "there is no operation %u", word >> 24);
  w->op = word >> 24;
  w->d = word >> 16 & 3;
  w->a = word >> 8 & 3;
  w->entry = b % (ROWS * BANKS);
  w->served = false;
  w->pc += 4;
  if (w->op == HALT) {
    w->live = false;
    effect->end = WL_END_PGM;
  } else if (w->op == STORE) {
    const uint64_t at = pair(w, BUFFER) + sizeof *w->vector * (uint64_t)w->scalar[0];
    for (uint32_t l = 0; l < LANES; l++)
      if (w->exec >> l & 1) wl_mem_write(w->mem, at + 8 * l, &w->vector[w->a][l], 8);
  } else if (w->op == PUT || w->op == TAKE) {
    effect->unit = WL_UNIT_LDS;
  } else {
    compute(w, b, effect);
  }
  return WL_OK;
}

static wl_result serve(wl_model *m, const wl_lds_access *access, wl_lds_access *predicted, char why[160]) {
  wide *w = of(m);
  const bool put = w->op == PUT;
  if ((!put && w->op != TAKE) || w->served || access->op != (put ? WL_MEM_STORE : WL_MEM_LOAD) ||
      access->row * BANKS + access->bank != w->entry) {
    snprintf(why, 160, "the instruction does not access this entry");
    return WL_BAD_EVENT;
  }
  w->served = true;
  *predicted = *access;
  predicted->byte_enable = 0;
  memset(predicted->data, 0, sizeof predicted->data);
  for (uint32_t l = 0; l < PASS_LANES; l++) {
    if (put && !(w->exec >> l & 1)) continue;
    if (put) w->lds[w->entry][l] = w->vector[w->a][l];
    predicted->byte_enable |= 0xFFull << 8 * l;
    memcpy(&predicted->data[2 * l], &w->lds[w->entry][l], 8);
  }
  return WL_OK;
}

static wl_result write_back_vgpr(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, uint32_t number,
                                 uint32_t pass, uint32_t *mask, uint32_t data[16], char why[160]) {
  (void)unit, (void)slot, (void)tag;
  wide *w = of(m);
  if (w->op != TAKE || !w->served || number != w->d) {
    snprintf(why, 160, "the instruction does not write v%u now", number);
    return WL_BAD_EVENT;
  }
  *mask = w->exec >> PASS_LANES * pass & 0xF;
  for (uint32_t i = 0; i < PASS_LANES; i++)
    if (*mask >> i & 1) w->vector[number][PASS_LANES * pass + i] = w->lds[w->entry][i];
  memcpy(data, &w->vector[number][PASS_LANES * pass], sizeof w->lds[0]);
  return WL_OK;
}

static wl_result mem_return(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, char why[160]) {
  (void)unit, (void)slot, (void)tag;
  if (of(m)->served) return WL_OK;
  snprintf(why, 160, "the LDS has not served it");
  return WL_BAD_EVENT;
}

static void state_regs(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  const wide *w = of(m);
  const uint32_t words[] = {(uint32_t)w->pc, (uint32_t)(w->pc >> 32)};
  (void)slot;
  memset(out, 0, sizeof *out);
  if (w->live) memcpy(out, words, sizeof words);
}
static const wl_model_row rows[] = {{"PC", "address of the next instruction", 0, {~0u, ~0u}, 0, 64, true, false}};

static const uint32_t *sgprs(const wl_model *m, uint32_t slot) {
  (void)slot;
  return of(m)->scalar;
}
static const uint32_t *phys_vgpr(const wl_model *m, uint32_t number) {
  return (const uint32_t *)(const void *)of(m)->vector[number];
}
static const uint32_t *lds_words(const wl_model *m) { return (const uint32_t *)(const void *)of(m)->lds; }

static void text(const wl_config *unit, uint64_t pc, const uint32_t words[2], char *to, size_t size) {
  (void)unit, (void)pc;
  const uint32_t w = words[0], op = w >> 24;
  snprintf(to, size, "%s %u, %u, %u", op < OPERATIONS ? names[op] : "?", w >> 16 & 0xFF, w >> 8 & 0xFF, w & 0xFF);
}

static bool instruction(const wl_config *unit, const uint32_t words[2], uint32_t sgpr_size, uint32_t vgpr_size,
                        wl_instruction *out) {
  (void)unit, (void)sgpr_size, (void)vgpr_size;
  const uint32_t op = words[0] >> 24;
  const bool lds = op == PUT || op == TAKE, vector = op == LANE || op == SCALAR || op == MUL;
  *out = (wl_instruction){.size = 4,
                          .block = lds      ? WL_UNIT_LDS
                                   : vector ? WL_UNIT_VALU
                                            : WL_UNIT_SCALAR,
                          .ends = op == HALT};
  if (op >= OPERATIONS) return false;
  snprintf(out->name, sizeof out->name, "%s", names[op]);
  return true;
}

static const wl_model_size sizes[] = {{"waves", 1, 1, false},
                                      {"wave_lanes", LANES, LANES, true},
                                      {"lanes", PASS_LANES, PASS_LANES, true},
                                      {"vector_bits", 64, 64, true},
                                      {"sgprs", SCALARS, SCALARS, true},
                                      {"phys_vgprs", VECTORS, VECTORS, true},
                                      {"lds_entries", ROWS, ROWS, true},
                                      {"entry_bytes", 32, 32, true}};

const wl_model_ops wl_unit_model = {.size = sizeof wl_unit_model,
                                    .version = WL_MODEL_OPS_VERSION,
                                    .isa = "WIDE",
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
                                    .lds_words = lds_words,
                                    .lds = serve,
                                    .write_back_vgpr = write_back_vgpr,
                                    .mem_return = mem_return,
                                    .text = text,
                                    .instruction = instruction};
