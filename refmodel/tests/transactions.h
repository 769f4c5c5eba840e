// SPDX-License-Identifier: Apache-2.0
// A small stand-in for the compute unit: memory instructions in lockstep, against the same standalone.
#ifndef WAVELOCK_TESTS_TRANSACTIONS_H
#define WAVELOCK_TESTS_TRANSACTIONS_H

#include "program.h"

static inline void bad(wl_result result, const char *why) {
  if (result != WL_OK) fail_msg("%s", why);
}

static inline void transact(struct program *p, const wl_transaction *t) {
  char why[160];
  wl_transaction predicted;
  uint32_t data[16];
  wl_transaction other = *t;
  if (t->unit == WL_UNIT_SMEM) other.byte_enable = ~t->byte_enable;  // they are predicted, whatever the DUT's are
  bad(wl_model_request(p->model, &other, &predicted, why), why);
  if (t->unit == WL_UNIT_SMEM) assert_true(predicted.byte_enable == t->byte_enable);
  assert_int_equal(wl_model_request(p->model, t, &predicted, why), WL_BAD_EVENT);  // each byte once
  bad(wl_model_perform(p->model, t, !wl_mem_mapped(p->mem, t->line), data, why), why);
  assert_int_equal(wl_model_perform(p->model, t, false, data, why), WL_BAD_EVENT);
}

static inline void land_all(struct program *p, wl_block unit, uint32_t vdst, uint32_t rows) {
  char why[160];
  uint32_t mask, data[16];
  for (uint32_t r = 0; r < rows; r++) {
    for (uint32_t q = 0; q < 4; q++) {
      bad(wl_model_write_back_vgpr(p->model, unit, 0, 0, vdst + r, 3 - q, &mask, data, why), why);
      assert_int_equal(wl_model_write_back_vgpr(p->model, unit, 0, 0, vdst + r, 3 - q, &mask, data, why), WL_BAD_EVENT);
    }
  }
  bad(wl_model_return(p->model, unit, 0, 0, why), why);
}

// Fills memory, LDS and v0..v31 alike in both programs.
static inline void fill(struct program *p, uint64_t seed) {
  uint8_t bytes[2 * WL_PAGE];
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)random32(&seed);
  assert_true(wl_mem_write(p->mem, kData, bytes, sizeof bytes));
  for (uint32_t i = 0; i < 4096; i++)
    ((uint8_t *)(uintptr_t)wl_model_lds_words(p->model))[i] = (uint8_t)random32(&seed);
  for (uint32_t v = 0; v < 32; v++) {
    uint32_t *row = (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, v);
    for (uint32_t l = 0; l < WL_LANES; l++) row[l] = random32(&seed);
  }
}

static inline void same_state(const struct program *a, const struct program *b, const char *what, uint32_t op) {
  uint64_t addr = 0, bytes = 0;
  for (uint32_t v = 0; v < 32; v++) {
    const uint32_t *x = wl_model_phys_vgpr(a->model, v), *y = wl_model_phys_vgpr(b->model, v);
    for (uint32_t l = 0; l < WL_LANES; l++) {
      if (x[l] != y[l]) fail_msg("%s %u: v%u lane %u is 0x%x in lockstep, 0x%x standalone", what, op, v, l, x[l], y[l]);
    }
  }
  if (memcmp(wl_model_lds_words(a->model), wl_model_lds_words(b->model), 4096) != 0)
    fail_msg("%s %u: LDS differs", what, op);
  if (wl_mem_differ(a->mem, b->mem, &addr, &bytes))
    fail_msg("%s %u: memory differs at 0x%llx", what, op, (unsigned long long)addr);
}

static inline uint32_t transfer_bytes(uint32_t op) {  // GLOBAL and MUBUF, by the opcode's name
  static const uint8_t bytes[22] = {1, 1, 2, 2, 4, 8, 12, 16, 1, 1, 2, 2, 4, 8, 12, 16, 1, 1, 1, 1, 2, 2};
  return bytes[op - 16];
}

#endif
