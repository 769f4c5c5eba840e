// SPDX-License-Identifier: Apache-2.0
// D16 loads over pending loads of one VGPR: each writes its half when it returns, and reads nothing of the register.
// Decisions: D-MEM-70, D-WAIT-6, D-WAIT-7.
#include "transactions.h"

enum { BASE = 4, MASK = 10, DATA = 8, PLACE = 2 };  // SGPR pairs, VGPRs
#define GDS ((uint64_t)WL_DS_GDS)
#define TFE ((uint64_t)WL_MUBUF_TFE << 32)

static const uint32_t kOld = 0xaaaabbbb;

struct pair {
  uint64_t first, second;
  uint32_t both, first_only, second_only;  // what a lane holds in the end
};

static uint64_t near(uint32_t op) { return global(op, DATA, PLACE, 0, BASE, 0); }
static uint64_t far(uint32_t op) { return global(op, DATA, PLACE, 0, BASE, 4); }
static uint64_t lds(uint32_t op, uint32_t offset) { return ds(op, DATA, PLACE, 0, 0, offset); }

static void open_pair(struct program *p, const struct pair *c, const uint64_t exec[2]) {
  static const uint32_t memory[2] = {0x44332211, 0x8877e655};
  program_open(p);
  assert_true(wl_mem_write(p->mem, kData, memory, sizeof memory));
  memcpy((void *)(uintptr_t)wl_model_lds_words(p->model), memory, sizeof memory);
  p->init.exec = exec[0];
  p->init.sgpr_count = 16;
  p->init.sgpr[BASE] = (uint32_t)kData;
  p->init.sgpr[MASK] = (uint32_t)exec[1];
  p->init.sgpr[MASK + 1] = (uint32_t)(exec[1] >> 32);
  emit2(p, c->first);
  emit(p, sop1(WL_OP_s_mov_b64, EXEC, MASK));
  emit2(p, c->second);
  emit(p, S_WAITCNT_0);
  emit(p, S_ENDPGM);
  start(p, 0);
  for (uint32_t l = 0; l < WL_LANES; l++) ((uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, DATA))[l] = kOld;
}

static void serve(struct program *p, wl_block unit, uint32_t tag, uint64_t exec) {
  char why[160];
  for (uint32_t quad = 0; unit == WL_UNIT_LDS && quad < 16; quad++) {
    wl_lds_access a = {.tag = tag, .quad = quad}, predicted;
    if (exec >> 4 * quad & 15) bad(wl_model_lds(p->model, &a, &predicted, why), why);
  }
  if (unit == WL_UNIT_VMEM)
    transact(p, &(wl_transaction){.unit = unit, .tag = tag, .line = kData, .component = 0, .lanes = exec});
}

// Both loads are in flight, and memory serves them before one writes the register.
static void one_pair(const struct pair *c, wl_block unit, const uint64_t exec[2], size_t n) {
  struct program p, alone;
  char why[160];
  uint32_t mask, data[16];
  open_pair(&p, c, exec);
  for (uint32_t tag = 0; tag < 2; tag++) {
    wl_effect e;
    if (tag == 1) issue(&p, 0, WL_OK);
    const wl_result result = wl_model_issue(p.model, 0, tag, &e);
    if (result != WL_OK) fail_msg("pair %zu: %s", n, e.why);
  }
  for (uint32_t tag = 0; tag < 2; tag++) serve(&p, unit, tag, exec[tag]);
  for (uint32_t pass = 0; pass < 4; pass++) {
    const uint64_t lanes = 0xffffull << 16 * pass, overlap = exec[0] & exec[1] & lanes;
    if (overlap != 0) {  // in order
      assert_int_equal(wl_model_write_back_vgpr(p.model, unit, 0, 1, DATA, pass, &mask, data, why), WL_BAD_EVENT);
    }
    for (uint32_t tag = 0; tag < 2; tag++) {
      bad(wl_model_write_back_vgpr(p.model, unit, 0, tag, DATA, pass, &mask, data, why), why);
      for (uint32_t i = 0; i < 16; i++) {
        const uint64_t bit = 1ull << (16 * pass + i);
        const bool before = exec[0] & bit, now = exec[tag] & bit;
        const uint32_t expected = !now ? 0 : tag == 0 ? c->first_only : before ? c->both : c->second_only;
        assert_int_equal(mask >> i & 1, now);
        if (data[i] != expected) fail_msg("pair %zu, load %u: 0x%x, expected 0x%x", n, tag, data[i], expected);
      }
    }
  }
  for (uint32_t tag = 0; tag < 2; tag++) bad(wl_model_return(p.model, unit, 0, tag, why), why);

  open_pair(&alone, c, exec);
  wl_run_report report;
  wl_model_run(alone.model, 1000, &report);
  if (report.result != WL_OK) fail_msg("pair %zu: %s", n, report.why);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    const bool first = exec[0] >> l & 1, second = exec[1] >> l & 1;
    const uint32_t expected = first && second ? c->both : first ? c->first_only : second ? c->second_only : kOld;
    assert_int_equal(wl_model_phys_vgpr(p.model, DATA)[l], expected);
    assert_int_equal(wl_model_phys_vgpr(alone.model, DATA)[l], expected);
  }
  program_close(&alone);
  program_close(&p);
}

static void values(void **state) {
  (void)state;
  static const uint64_t masks[][2] = {
      {~0ull, ~0ull}, {0xff00ff00ff00ff00, 0x00ff00ff00ff00ff}, {0x00000000ffffffff, 0x0000ffffffff0000}};
  const struct pair memory[] = {
      {near(WL_OP_global_load_ushort), far(WL_OP_global_load_short_d16_hi), 0xe6552211, 0x00002211, 0xe655bbbb},
      {near(WL_OP_global_load_short_d16), far(WL_OP_global_load_short_d16_hi), 0xe6552211, 0xaaaa2211, 0xe655bbbb},
      {near(WL_OP_global_load_short_d16_hi), far(WL_OP_global_load_sbyte_d16), 0x22110055, 0x2211bbbb, 0xaaaa0055},
      {near(WL_OP_global_load_dword), far(WL_OP_global_load_short_d16), 0x4433e655, 0x44332211, 0xaaaae655},
      {near(WL_OP_global_load_short_d16), far(WL_OP_global_load_dword), 0x8877e655, 0xaaaa2211, 0x8877e655},
      {near(WL_OP_global_load_short_d16), far(WL_OP_global_load_short_d16), 0xaaaae655, 0xaaaa2211, 0xaaaae655},
  };
  const struct pair share[] = {
      {lds(WL_OP_ds_read_u16, 0), lds(WL_OP_ds_read_u16_d16_hi, 4), 0xe6552211, 0x00002211, 0xe655bbbb},
      {lds(WL_OP_ds_read_u16_d16, 0), lds(WL_OP_ds_read_u16_d16_hi, 4), 0xe6552211, 0xaaaa2211, 0xe655bbbb},
      {lds(WL_OP_ds_read_b32, 0), lds(WL_OP_ds_read_i8_d16, 7), 0x4433ff88, 0x44332211, 0xaaaaff88},
      {lds(WL_OP_ds_read_u8_d16_hi, 3), lds(WL_OP_ds_read_b32, 4), 0x8877e655, 0x0044bbbb, 0x8877e655},
  };
  for (size_t k = 0; k < sizeof masks / sizeof masks[0]; k++) {
    for (size_t n = 0; n < sizeof memory / sizeof memory[0]; n++) one_pair(&memory[n], WL_UNIT_VMEM, masks[k], n);
    for (size_t n = 0; n < sizeof share / sizeof share[0]; n++) one_pair(&share[n], WL_UNIT_LDS, masks[k], n);
  }
}

// A use of the register waits, and so does a load that returns out of order with the pending one.
static void waits(void **state) {
  (void)state;
  const uint64_t low = near(WL_OP_global_load_short_d16), high = near(WL_OP_global_load_short_d16_hi);
  const uint64_t read = lds(WL_OP_ds_read_b32, 0), read_high = lds(WL_OP_ds_read_u16_d16_hi, 0);
  const uint64_t flat = ~0xc000ull;  // clears SEG of a global load
  const uint64_t dword = near(WL_OP_global_load_dword),
                 typed = mubuf(WL_OP_buffer_load_format_d16_xyz, 7, 1, 4, 128, 0);
  const uint64_t atomic = global(WL_OP_global_atomic_add, DATA, PLACE, 9, BASE, 0) | WL_FLAT_GLC;
  const struct {
    uint64_t first, second;
    const char *does;  // NULL: no hazard
  } list[] = {
      {low, high, NULL},
      {high, near(WL_OP_global_load_ushort), NULL},
      {dword, mubuf(WL_OP_buffer_load_short_d16_hi, DATA, 1, 4, 128, 0), NULL},
      {dword, typed, NULL},  // its last register is half written
      {typed, high, NULL},
      {dword, mubuf(WL_OP_buffer_load_short_d16, DATA - 1, 1, 4, 128, 0) | TFE, NULL},
      {mubuf(WL_OP_buffer_load_short_d16, DATA - 1, 1, 4, 128, 0) | TFE, high, NULL},
      {atomic, high, NULL},
      {low, atomic, NULL},
      {mubuf(WL_OP_buffer_load_dword, 0, 1, 4, 128, WL_MUBUF_LDS), high, NULL},
      {read, read_high, NULL},
      {read_high, read, NULL},
      {read | GDS, read_high | GDS, NULL},
      {low, vop1(WL_OP_v_mov_b32, DATA, 128), "overwrites"},
      {high, vop1(WL_OP_v_mov_b32, 1, VGPR + DATA), "reads"},
      {high, global(WL_OP_global_store_short, 0, PLACE, DATA, BASE, 0), "reads"},
      {high, global(WL_OP_global_load_short_d16, DATA, DATA, 0, BASE, 0), "reads"},  // its address
      {high, global(WL_OP_global_atomic_add, DATA, PLACE, DATA, BASE, 0) | WL_FLAT_GLC, "reads"},
      {low, read_high, "overwrites"},
      {dword, lds(WL_OP_ds_read_u16_d16, 0), "overwrites"},
      {read, high, "overwrites"},
      {read_high, typed, "overwrites"},
      {read_high, mubuf(WL_OP_buffer_load_short_d16, DATA - 1, 1, 4, 128, 0) | TFE, "overwrites"},
      {read, read_high | GDS, "overwrites"},
      {read_high | GDS, read, "overwrites"},
      {dword & flat, high, NULL},  // all lanes are in memory (D-WAIT-31)
      {dword & flat, read_high, "overwrites"},
      {low & flat, high & flat, NULL},
      {low, high & flat, NULL},
      {read, high & flat, "overwrites"},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    struct program p;
    wl_effect e;
    program_open_unit(&p, &(wl_config){.waves = 16, .phys_vgprs = 256, .lds_entries = 256, .gds_entries = 64});
    emit2(&p, list[i].first);
    emit2(&p, list[i].second);
    start(&p, 0);
    issue(&p, 0, WL_OK);
    const wl_result result = wl_model_issue(p.model, 0, 1, &e);
    const bool hazard = list[i].does != NULL;
    if (result != (hazard ? WL_HAZARD_PENDING : WL_OK)) fail_msg("case %zu: result %d, %s", i, result, e.why);
    if (hazard && strstr(e.why, list[i].does) == NULL) fail_msg("case %zu: %s", i, e.why);
    program_close(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(values), cmocka_unit_test(waits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
