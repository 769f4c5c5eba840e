// SPDX-License-Identifier: Apache-2.0
// Every vector ALU instruction with control words: pass by pass it gives what it gives at once, where nothing comes
// between (maxwell-control.md 8.6).
#include "control_unit.h"

static const wl_unit_cycles usual = {3, 1, 5}, quarter = {7, 4, 5}, halved = {3, 2, 5};

// ---- every opcode ----------------------------------------------------------------------------------

enum { MOST_VGPRS = 32 };
#ifdef __SANITIZE_ADDRESS__
enum { CASES = 1 };  // of each opcode: a case maps and unmaps two models, which takes the sanitizer long
#else
enum { CASES = 3 };
#endif

struct twins {
  struct program at_once, by_pass;
};

// The same registers in both.
static void twins_open(struct twins *t, uint64_t *seed, uint64_t exec) {
  program_open_unit(&t->at_once, &(wl_config){.waves = 16, .phys_vgprs = 256, .lds_entries = 256});
  control_open(&t->by_pass);
  t->at_once.init.pc = kCode + 8;
  t->at_once.init.exec = t->by_pass.init.exec = exec;
  for (uint32_t i = 0; i < 32; i++) t->at_once.init.sgpr[i] = t->by_pass.init.sgpr[i] = random32(seed);
  t->at_once.init.sgpr_count = t->by_pass.init.sgpr_count = 32;
}

static void fill(struct program *p, uint64_t seed) {
  for (uint32_t v = 0; v < MOST_VGPRS; v++) {
    uint32_t *row = (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, v);
    for (uint32_t l = 0; l < WL_LANES; l++) row[l] = random32(&seed) >> (seed >> 60 & 3) * 8;
  }
}

static void compare(const struct twins *t, uint32_t w0, uint32_t w1) {
  for (uint32_t v = 0; v < MOST_VGPRS; v++) {
    for (uint32_t l = 0; l < WL_LANES; l++) {
      if (lane(&t->at_once, v, l) != lane(&t->by_pass, v, l))
        fail_msg("0x%08x 0x%08x: v%u lane %u is 0x%x by pass, 0x%x at once", w0, w1, v, l, lane(&t->by_pass, v, l),
                 lane(&t->at_once, v, l));
    }
  }
  for (uint32_t s = 0; s < WL_SGPRS; s++) {
    if (sgpr(&t->at_once, 0, s) != sgpr(&t->by_pass, 0, s))
      fail_msg("0x%08x 0x%08x: s%u is 0x%x by pass, 0x%x at once", w0, w1, s, sgpr(&t->by_pass, 0, s),
               sgpr(&t->at_once, 0, s));
  }
  const wl_state_regs a = state_regs(&t->at_once, 0), b = state_regs(&t->by_pass, 0);
  if (a.trapsts != b.trapsts || a.status != b.status || a.mode != b.mode)
    fail_msg("0x%08x 0x%08x: TRAPSTS 0x%x, STATUS 0x%x by pass, 0x%x, 0x%x at once", w0, w1, b.trapsts, b.status,
             a.trapsts, a.status);
}

// Returns whether the instruction is legal.
static bool both_ways(uint32_t words, uint32_t w0, uint32_t w1, uint64_t exec, uint64_t *seed) {
  struct twins t;
  wl_effect e;
  twins_open(&t, seed, exec);
  slot(&t.at_once, NEUTRAL + 1, words, w0, w1);
  slot(&t.by_pass, NEUTRAL + 1, words, w0, w1);
  start(&t.at_once, 0);
  start(&t.by_pass, 0);
  fill(&t.at_once, *seed);
  fill(&t.by_pass, *seed);
  const wl_result result = wl_model_issue(t.at_once.model, 0, 0, &e);
  const bool legal = result != WL_ILLEGAL_INST && e.unit == WL_UNIT_VALU && !e.skipped;
  if (legal) {
    const wl_unit_cycles unit = e.vgpr_count > 2 ? halved : random32(seed) % 2 ? usual : quarter;
    e = issue_to(&t.by_pass, unit, 0, WL_OK);
    finish_valu(&t.by_pass, &e, unit);
    compare(&t, w0, w1);
  }
  program_close(&t.at_once);
  program_close(&t.by_pass);
  return legal;
}

static uint64_t some_exec(uint64_t *seed, uint32_t i) {
  return i == 0 ? ~0ull : i == 1 ? random64(seed) : random64(seed) & 0xffffull << 16 * (random32(seed) % 4);
}

// A source: mostly a VGPR, else an SGPR, VCC, EXEC, an inline constant.
static uint32_t some_source(uint64_t *seed) {
  static const uint32_t others[] = {4, 10, VCC, EXEC, 128, 193, 242, 251, 252};
  return random32(seed) % 4 ? VGPR + random32(seed) % 16 : others[random32(seed) % 9];
}

static void vop1_both_ways(void **state) {
  (void)state;
  uint64_t seed = 1;
  uint32_t legal = 0;
  for (uint32_t op = 0; op < 256 * CASES; op++)
    legal += both_ways(1, vop1(op / CASES, 8, some_source(&seed)), 0, some_exec(&seed, op % CASES), &seed);
  assert_true(legal > 60 * CASES);
}

static void vop2_and_vopc_both_ways(void **state) {
  (void)state;
  uint64_t seed = 2;
  uint32_t legal = 0;
  for (uint32_t op = 0; op < 62 * CASES; op++)
    legal += both_ways(1, vop2(op / CASES, 8, some_source(&seed), 3), 0, some_exec(&seed, op % CASES), &seed);
  for (uint32_t op = 0; op < 256 * CASES; op++)
    legal += both_ways(1, vopc(op / CASES, some_source(&seed), 3), 0, some_exec(&seed, op % CASES), &seed);
  assert_true(legal > 200 * CASES);
}

static void vop3_both_ways(void **state) {
  (void)state;
  uint64_t seed = 3;
  uint32_t legal = 0;
  for (uint32_t op = 0; op < 1024 * CASES; op++) {
    const uint32_t w0 = 0xd0000000u | op / CASES << 16 | 8, scalar = random32(&seed) % 3;
    const uint32_t source[3] = {scalar == 0 ? some_source(&seed) : VGPR + 2,
                                scalar == 1 ? some_source(&seed) : VGPR + 4, VGPR + 12};
    const uint32_t w1 = source[0] | source[1] << 9 | source[2] << 18;
    legal += both_ways(2, w0, w1, some_exec(&seed, op % CASES), &seed);
    legal += both_ways(2, w0, (w1 & ~(0x1ffu << 18)) | 10 << 18, some_exec(&seed, op % CASES), &seed);  // a lane mask
  }
  assert_true(legal > 400 * CASES);
}

static void vop3p_both_ways(void **state) {
  (void)state;
  uint64_t seed = 4;
  uint32_t legal = 0;
  for (uint32_t op = 0; op < 128 * CASES; op++) {
    const uint32_t w0 = 0xd3800000u | op / CASES << 16 | 8, w1 = (VGPR + 2) | (VGPR + 4) << 9 | (VGPR + 5) << 18;
    legal += both_ways(2, w0, w1 | 3u << 27, some_exec(&seed, op % CASES), &seed);
  }
  assert_true(legal > 15 * CASES);
}

// A DPP or SDWA dword behind VOP1, VOP2 and VOPC.
static void extra_words_both_ways(void **state) {
  (void)state;
  static const uint32_t controls[] = {0x1b,  0x101, 0x112, 0x12f, 0x130, 0x134,
                                      0x138, 0x13c, 0x140, 0x141, 0x142, 0x143};
  uint64_t seed = 5;
  uint32_t legal = 0;
  for (uint32_t i = 0; i < 62 * 12; i++) {
    const uint32_t masks = random32(&seed) & 0xff, bound = random32(&seed) & 1;
    const uint32_t dpp = 2 | controls[i % 12] << 8 | bound << 19 | masks << 24;
    legal += both_ways(2, vop2(i / 12, 8, 250, 3), dpp, some_exec(&seed, i % CASES), &seed);
    legal += both_ways(2, vop1(1 + i / 12, 8, 250), dpp, some_exec(&seed, i % CASES), &seed);
    legal += both_ways(2, vopc(16 + i / 4, 250, 3), dpp, some_exec(&seed, i % CASES), &seed);
    const uint32_t sdwa = 2 | (random32(&seed) % 7) << 8 | (random32(&seed) % 3) << 11 | (random32(&seed) % 7) << 16 |
                          (random32(&seed) % 7) << 24;
    legal += both_ways(2, vop2(i / 12, 8, 249, 3), sdwa, some_exec(&seed, i % CASES), &seed);
  }
  assert_true(legal > 900);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vop1_both_ways),  cmocka_unit_test(vop2_and_vopc_both_ways), cmocka_unit_test(vop3_both_ways),
      cmocka_unit_test(vop3p_both_ways), cmocka_unit_test(extra_words_both_ways),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
