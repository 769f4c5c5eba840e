// SPDX-License-Identifier: Apache-2.0
// What wl_model_issue reports of an instruction beside the registers that it writes, and the unit that it needs.
#include "program.h"

enum { DPP_ALL = (int)0xff000000, QUAD_PERM_SAME = 0xe4 << 8, GDS = 1 << 16 };

static const struct {
  uint64_t words;
  wl_effect expected;  // of the fields below
} rows[] = {
    {S_NOP, {.unit = WL_UNIT_SCALAR, .idle = WL_IDLE_NOP}},
    {0xbf80000f, {.unit = WL_UNIT_SCALAR, .idle = WL_IDLE_NOP, .idle_count = 7}},      // three bits
    {0xbf8e00ff, {.unit = WL_UNIT_SCALAR, .idle = WL_IDLE_SLEEP, .idle_count = 127}},  // seven bits
    {0xbf830000, {.unit = WL_UNIT_SCALAR, .idle = WL_IDLE_WAKEUP}},
    {0xbf900001, {.unit = WL_UNIT_SCALAR, .held = WL_HOLDS_LGKM}},  // s_sendmsg
    {0xbe800081, {.unit = WL_UNIT_SCALAR}},                         // s_mov_b32 s0, 1
    {0x7e000281, {.unit = WL_UNIT_VALU}},                           // v_mov_b32 v0, 1
    {0x7e0002fa | (uint64_t)(uint32_t)(DPP_ALL | QUAD_PERM_SAME) << 32, {.unit = WL_UNIT_VALU, .dpp = true}},
};

static const struct {
  wl_effect expected;
  uint32_t format, op;
  uint64_t more;
} memory_rows[] = {
    {{.unit = WL_UNIT_SMEM, .mem_bytes = 8, .held = WL_HOLDS_LGKM}, WL_FMT_SMEM, WL_OP_s_load_dwordx2, 0},
    {{.unit = WL_UNIT_VMEM, .mem_bytes = 1, .held = WL_HOLDS_VM}, WL_FMT_FLAT, WL_OP_global_load_ubyte, 0},
    {{.unit = WL_UNIT_VMEM, .mem_op = WL_MEM_STORE, .mem_bytes = 16, .held = WL_HOLDS_VM},
     WL_FMT_FLAT,
     WL_OP_global_store_dwordx4,
     0},
    {{.unit = WL_UNIT_LDS, .mem_space = WL_SPACE_SHARED, .mem_bytes = 8, .held = WL_HOLDS_LGKM},
     WL_FMT_DS,
     WL_OP_ds_read2_b64,
     0},
    {{.unit = WL_UNIT_LDS, .mem_op = WL_MEM_STORE, .mem_space = WL_SPACE_SHARED, .mem_bytes = 2, .held = WL_HOLDS_LGKM},
     WL_FMT_DS,
     WL_OP_ds_write_b16,
     0},
    {{.unit = WL_UNIT_LDS,
      .mem_op = WL_MEM_ATOMIC,
      .mem_space = WL_SPACE_SHARED,
      .mem_bytes = 4,
      .held = WL_HOLDS_LGKM},
     WL_FMT_DS,
     WL_OP_ds_add_u32,
     0},
    {{.unit = WL_UNIT_LDS,
      .mem_op = WL_MEM_ATOMIC,
      .mem_space = WL_SPACE_GDS,
      .mem_bytes = 4,
      .held = WL_HOLDS_LGKM | WL_HOLDS_EXP},
     WL_FMT_DS,
     WL_OP_ds_add_u32,
     GDS},
};

static void same(const wl_effect *e, const wl_effect *x) {
  assert_int_equal(e->unit, x->unit);
  assert_int_equal(e->skipped, x->skipped);
  assert_int_equal(e->dpp, x->dpp);
  assert_int_equal(e->mem_op, x->mem_op);
  assert_int_equal(e->mem_space, x->mem_space);
  assert_int_equal(e->mem_bytes, x->mem_bytes);
  assert_int_equal(e->held, x->held);
  assert_int_equal(e->idle, x->idle);
  assert_int_equal(e->idle_count, x->idle_count);
}

// Issues one instruction; with vskip under MODE.VSKIP.
static wl_effect issue_one(uint64_t words, bool vskip) {
  struct program p;
  program_open(&p);
  p.init.sgpr_count = 2;
  p.init.sgpr[0] = (uint32_t)kData;
  p.init.mode = vskip ? 1u << 28 : 0;
  emit2(&p, words);
  start(&p, 0);
  wl_block unit;
  assert_true(wl_model_next_unit(p.model, 0, &unit));
  const wl_effect e = issue(&p, 0, WL_OK);
  if (!e.skipped) assert_int_equal(unit, e.unit);
  program_close(&p);
  return e;
}

static uint64_t memory_words(unsigned i) {
  const uint32_t op = memory_rows[i].op;
  switch (memory_rows[i].format) {
    case WL_FMT_SMEM: return smem(op, 4, 0, 0);
    case WL_FMT_FLAT: return global(op, 4, 1, 4, 0, 0);
    default: return ds(op, 4, 1, 8, 12, 0) | memory_rows[i].more;
  }
}

static void plain(void **state) {
  (void)state;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    const wl_effect e = issue_one(rows[i].words, false);
    same(&e, &rows[i].expected);
  }
}

static void memory(void **state) {
  (void)state;
  for (unsigned i = 0; i < sizeof memory_rows / sizeof *memory_rows; i++) {
    const wl_effect e = issue_one(memory_words(i), false);
    same(&e, &memory_rows[i].expected);
  }
}

// VSKIP discards vector and memory instructions but scalar loads.
static void skipped(void **state) {
  (void)state;
  const wl_effect nothing = {.skipped = true};
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    const wl_effect e = issue_one(rows[i].words, true);
    same(&e, rows[i].expected.unit == WL_UNIT_SCALAR ? &rows[i].expected : &nothing);
  }
  for (unsigned i = 0; i < sizeof memory_rows / sizeof *memory_rows; i++) {
    const wl_effect e = issue_one(memory_words(i), true);
    same(&e, memory_rows[i].expected.unit == WL_UNIT_SMEM ? &memory_rows[i].expected : &nothing);
  }
}

// Formats that the compute unit does not have, an unmapped dword, and no wave.
static void next_unit(void **state) {
  (void)state;
  struct program p;
  wl_block unit;
  program_open(&p);
  emit2(&p, 0xf0000000);  // MIMG
  assert_false(wl_model_next_unit(p.model, 0, &unit));
  start(&p, 0);
  assert_true(wl_model_next_unit(p.model, 0, &unit));
  assert_int_equal(unit, WL_UNIT_SCALAR);
  // An opcode, in the unit or not, of a format that it has.
  const uint32_t mubuf = 0xe0000000;
  assert_true(wl_mem_write(p.mem, kCode, &mubuf, 4));
  assert_true(wl_model_next_unit(p.model, 0, &unit));
  assert_int_equal(unit, WL_UNIT_VMEM);
  p.init.group = 1;
  p.init.pc = kData - WL_PAGE;
  start(&p, 1);
  assert_false(wl_model_next_unit(p.model, 1, &unit));
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(plain), cmocka_unit_test(memory), cmocka_unit_test(skipped),
                                     cmocka_unit_test(next_unit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
