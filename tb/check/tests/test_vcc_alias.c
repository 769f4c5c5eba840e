// SPDX-License-Identifier: Apache-2.0
// A unit with second names of VCC, XNACK_MASK and FLAT_SCRATCH: its probe reports first names (D-REG-23). The waves
// have 16 SGPRs, of which s10 and on are these registers.
#include "unit.h"

#include <stdio.h>

enum { SIZE = 16, FLAT_SCRATCH = WL_FLAT_SCRATCH };

static uint32_t initial[SIZE + 4];  // what is read past a piece

typedef struct {
  int first, count;
} piece;
static const piece none = {0, 0};

// Starts a wave with 16 initial SGPRs, reported in these pieces.
static void start(const piece *pieces, uint32_t count) {
  wl_wave_init init = {.pc = 0x1000,
                       .exec = ~0ull,
                       .mode = 0xF0,
                       .group = 1,
                       .waves_in_group = 2,
                       .sgpr_size = SIZE,
                       .vgpr_size = 8,
                       .alignment_mode = WL_ALIGN_UNALIGNED,
                       .sgpr_count = SIZE,
                       .vgpr_count = 1};
  unit_vcc_alias = true;
  unit_new(NULL);
  for (uint32_t i = 0; i < SIZE; i++) init.sgpr[i] = initial[i] = 0x100 + i;
  wl_checker_dispatch(unit.checker, 0, &init);
  for (uint32_t i = 0; i < count && pieces[i].count; i++) {
    const int from = pieces[i].first >= FLAT_SCRATCH ? pieces[i].first - FLAT_SCRATCH + SIZE - 6 : pieces[i].first;
    unit_sgpr(WL_SRC_INIT, 0, pieces[i].first, pieces[i].count, initial + from);
  }
  memset(&unit.next.sgpr[0][WL_VCC], 0, 2 * sizeof initial[0]);  // a wave state register
  for (int q = 0; q < 4; q++) unit_vgpr(WL_SRC_INIT, 0, 0, q, 0xFFFF, init.vgpr[0] + 16 * q);
  const uint32_t words[WL_START_WORDS] = {[WL_START_SGPR_SIZE] = init.sgpr_size,
                                          [WL_START_VGPR_SIZE] = init.vgpr_size,
                                          [WL_START_GROUP] = init.group,
                                          [WL_START_WAVES_IN_GROUP] = init.waves_in_group,
                                          [WL_START_ALIGNMENT_MODE] = init.alignment_mode};
  wl_probe_wave_start(dut, 0, (long long)init.pc, (long long)init.exec, (int)init.mode, words);
  unit_cycle();
}

static void finish(const char *why) {
  const wl_verdict v = unit_finish();
  if (!why && v != WL_PASS) fail_msg("%s", unit.result.why);
  if (why && (v == WL_PASS || !strstr(unit.result.why, why)))
    fail_msg("\"%s\" does not contain \"%s\"", unit.result.why, why);
  unit_free();
  unit_vcc_alias = false;
}

static const piece whole[] = {{0, 4}, {4, 4}, {8, 2}, {FLAT_SCRATCH, 4}, {WL_VCC, 2}};

static void test_launch(void **state) {
  (void)state;
  const struct {
    piece pieces[6];
    const char *why;
  } cases[] = {
      {{{0, 4}, {4, 4}, {8, 2}, {FLAT_SCRATCH, 4}, {WL_VCC, 2}}, NULL},
      {{{WL_VCC, 1}, {WL_VCC_HI, 1}, {0, 4}, {4, 4}, {8, 2}, {FLAT_SCRATCH, 4}}, NULL},
      {{{0, 4}, {4, 4}, {8, 2}, {10, 4}, none},
       "initial write of s10..s13 in slot 0, for which the dispatcher gave no value"},
      {{{0, 4}, {4, 4}, {8, 4}, none}, "initial write of s8..s11"},
      {{{0, 4}, {4, 4}, {8, 2}, {FLAT_SCRATCH, 4}, {WL_VCC, 1}}, "the initial s107 was never written"},
      {{{0, 4}, {4, 4}, {8, 2}, {FLAT_SCRATCH, 4}, {FLAT_SCRATCH, 1}}, "initial write of s102..s102"},
  };
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    start(cases[i].pieces, 6);
    if (!cases[i].why) unit_end(0);
    finish(cases[i].why);
  }
}

// What a fork pushes to s[8:11], which is s8, s9 and FLAT_SCRATCH.
static void test_straddling_write(void **state) {
  (void)state;
  const uint32_t data[8] = {1, 2, 3, 4};
  const struct {
    piece pieces[3];
    const char *why;
  } cases[] = {
      {{{8, 2}, {FLAT_SCRATCH, 2}}, NULL},
      {{{FLAT_SCRATCH + 1, 1}, {8, 2}, {FLAT_SCRATCH, 1}}, NULL},
      {{{8, 4}}, "unexpected write of s8..s11"},
      {{{8, 2}, {10, 2}}, "unexpected write of s10..s11"},
      {{{8, 2}, {FLAT_SCRATCH, 3}}, "unexpected write of s102..s104"},
      {{{8, 2}, {FLAT_SCRATCH, 1}}, "s103 was not written"},
      {{{8, 2}, {FLAT_SCRATCH, 2}, {FLAT_SCRATCH, 2}}, "unexpected write of s102..s103"},
  };
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    start(whole, 5);
    fake.effect.sgpr_first = 8;
    fake.effect.sgpr_count = 4;
    for (uint32_t n = 0; n < 4; n++) fake.sgpr[0][n < 2 ? 8 + n : FLAT_SCRATCH + n - 2] = data[n];
    unit_issue(0, SOPP_WORD(s_nop, 0));
    for (uint32_t n = 0; n < 3 && cases[i].pieces[n].count; n++) {
      const piece *p = &cases[i].pieces[n];
      unit_sgpr(WL_SRC_SALU, 0, p->first, p->count, data + (p->first == 8 ? 0 : p->first == 10 ? 2 : p->first - 100));
    }
    unit_cycle();
    if (!cases[i].why) unit_end(0);
    finish(cases[i].why);
  }
  // A wrong value is named by the first name.
  const uint32_t wrong[4] = {3, 5};
  start(whole, 5);
  fake.effect.sgpr_first = 8;
  fake.effect.sgpr_count = 4;
  for (uint32_t n = 0; n < 4; n++) fake.sgpr[0][n < 2 ? 8 + n : FLAT_SCRATCH + n - 2] = data[n];
  unit_issue(0, SOPP_WORD(s_nop, 0));
  unit_sgpr(WL_SRC_SALU, 0, 8, 2, data);
  unit_sgpr(WL_SRC_SALU, 0, FLAT_SCRATCH, 2, wrong);
  unit_cycle();
  finish("s103 is written with 0x00000005, expected 0x00000004");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_launch), cmocka_unit_test(test_straddling_write)};
  return cmocka_run_group_tests_name("checker of second names", tests, NULL, NULL);
}
