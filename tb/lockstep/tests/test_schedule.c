// Schedules that no unit may have: issue past an unmet wait, returns out of order, a barrier released early or late. The checker
// with the real model hears them from a unit that is right until then (a second model gives its registers).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>

#include "checker.h"
#include "internal.h"
#include "probe.h"

enum { WAVES = 2, ROWS = 32, LDS = 16, GDS = 4, CODE = 0x10000, MAX_WORDS = 256 };

enum {
  S_NOP = 0xBF800000u,
  S_ENDPGM = 0xBF810000u,
  S_WAKEUP = 0xBF830000u,
  S_BARRIER = 0xBF8A0000u,
  S_WAIT_0 = 0xBF8C0000u,
  S_SETHALT = 0xBF8D0001u,
  S_SLEEP_9 = 0xBF8E0009u,
  S_SENDMSG = 0xBF900001u,
  S_TRAP = 0xBF920001u
};
// Two dwords each: global_load_dword v2, v[0:1], off; ds_write_b32 v0, v1, without and with gds; s_load_dword s4, s[0:1], 0
static const uint32_t vmem[] = {0xDC508000, 0x027F0000}, lds[] = {0xD81A0000, 0x00000100}, gds[] = {0xD81B0000, 0x00000100},
                      smem[] = {0xC0020100, 0x00000000};

static struct {
  wl_model *model;
  wl_mem *mem, *checker_mem;
  wl_checker *checker;
  wl_special special[WAVES];
  uint32_t words[MAX_WORDS];
  uint32_t count;
  long long clock;
} u;

static void tick(void) {
  wl_probe_clock(u.clock++, (const uint32_t *)u.special);
  for (uint32_t slot = 0; slot < WAVES; slot++) wl_model_special(u.model, slot, &u.special[slot]);
}

static void put(const uint32_t *words, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) u.words[u.count++] = words[i];
}
static void put_one(uint32_t word) { put(&word, 1); }

static wl_mem *new_memory(void) {
  wl_mem *m = wl_mem_new();
  assert_true(wl_mem_map(m, CODE, sizeof u.words) && wl_mem_write(m, CODE, u.words, sizeof u.words));
  return m;
}

// Waves with EXEC = 0: memory instructions of vectors make no transaction, count and return.
static void start(uint32_t waves) {
  wl_error error;
  static const struct {
    const char *name;
    int value;
  } sizes[] = {{"waves", WAVES},     {"lanes", 16},        {"vgpr_rows", ROWS}, {"lds_entries", LDS},
               {"gds_entries", GDS}, {"groups", 16},       {"sgprs", WL_SGPRS}};
  u.mem = new_memory();
  u.checker_mem = new_memory();
  u.model = wl_model_new(&(wl_config){WAVES, ROWS, LDS, GDS}, u.mem);
  u.checker = wl_checker_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .test = "schedule"}, u.checker_mem, &error);
  assert_true(u.model && u.checker);
  for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++) wl_probe_config(sizes[i].name, sizes[i].value);
  for (uint32_t i = 0; wl_state_table(i); i++) wl_probe_state_row(wl_state_table(i)->name, (int)i);
  for (uint32_t slot = 0; slot < waves; slot++) {
    static wl_wave_init init;
    init = (wl_wave_init){.pc = CODE, .mode = 0xF0, .group = 2, .wave_in_group = slot, .waves_in_group = waves,
                          .sgpr_size = 32, .vgpr_base = 8 * slot, .vgpr_size = 8, .lds_size = 512, .trap_enabled = true};
    const uint32_t as_latched[16] = {32, init.vgpr_base, 8, 0, 512, 2, slot, waves, 1};
    wl_checker_dispatch(u.checker, slot, &init);
    wl_probe_wave_start((int)slot, CODE, 0, 0xF0, as_latched);
    assert_int_equal(wl_model_wave_start(u.model, slot, &init), WL_OK);
    tick();
  }
}

// The wave's next instruction, legally. Scalar instructions of these programs write no SGPR.
static void issue(uint32_t slot, uint32_t token) {
  wl_effect e;
  if (wl_model_issue(u.model, slot, token, &e) != WL_OK) fail_msg("%s", e.why);
  const bool memory = e.unit != WL_UNIT_SCALAR && e.unit != WL_UNIT_VALU;
  wl_probe_issue((int)slot, (long long)e.pc, (int)e.words[0], (int)e.words[1], memory ? (int)token : 0);
  if (e.halt) wl_probe_wave_end((int)slot, 3);
  tick();
}

// The unit issues it all the same.
static void issue_anyway(uint32_t slot, uint32_t token) {
  uint32_t w[2] = {0, 0};
  const uint64_t pc = (uint64_t)u.special[slot].pc_hi << 32 | u.special[slot].pc_lo;
  assert_true(wl_mem_read(u.mem, pc, w, 8));
  const bool two = w[0] >> 26 == 0x30 || w[0] >> 26 == 0x36 || w[0] >> 26 == 0x37;
  wl_probe_issue((int)slot, (long long)pc, (int)w[0], two ? (int)w[1] : 0, (int)token);
  tick();
}

static void give_back(int source, wl_unit unit, uint32_t token) {
  char why[160];
  if (unit == WL_UNIT_LDS) {
    uint32_t cycles, conflicts;
    assert_int_equal(wl_model_lds_cycles(u.model, 0, token, &cycles, &conflicts, why), WL_OK);
    wl_probe_lds_cycles(0, (int)token, (int)cycles, (int)conflicts);
  }
  assert_int_equal(wl_model_return(u.model, unit, 0, token, why), WL_OK);
  wl_probe_mem_return(source, 0, (int)token, 0);
  tick();
}

static void end(void) {
  wl_checker_free(u.checker);
  wl_model_free(u.model);
  wl_mem_free(u.mem);
  wl_mem_free(u.checker_mem);
  memset(&u, 0, sizeof u);
}

static int teardown(void **state) {
  (void)state;
  if (u.checker) end();
  return 0;
}

static void caught(wl_verdict verdict, const char *part) {
  wl_checker_result r;
  if (!wl_checker_stop(u.checker)) fail_msg("not noticed; expected \"%s\"", part);
  wl_checker_finish(u.checker, u.mem, &r);
  if (!strstr(r.why, part)) fail_msg("\"%s\" does not contain \"%s\"", r.why, part);
  assert_int_equal(r.verdict, verdict);
  end();
}

// All good until here.
static void fine(void) {
  if (!wl_checker_stop(u.checker)) return;
  wl_checker_result r;
  wl_checker_finish(u.checker, u.mem, &r);
  fail_msg("%s", r.why);
}

static void past_a_wait(const uint32_t *memory, uint32_t what, const char *part) {
  put(memory, 2);
  put_one(what);
  start(1);
  issue(0, 1);
  fine();
  issue_anyway(0, 0);
  caught(WL_ILLEGAL, part);
}

static void test_unmet_wait(void **state) {
  (void)state;
  past_a_wait(vmem, 0xBF8C0F70, "issued too early: at s_waitcnt vmcnt(0), VM_CNT is 1");
  past_a_wait(smem, 0xBF8CC07F, "at s_waitcnt lgkmcnt(0), LGKM_CNT is 1");
  past_a_wait(lds, 0xBF8CC07F, "at s_waitcnt lgkmcnt(0), LGKM_CNT is 1");
  past_a_wait(gds, 0xBF8CCF0F, "at s_waitcnt expcnt(0), EXP_CNT is 1");
  past_a_wait(vmem, S_ENDPGM, "issued too early");
  past_a_wait(lds, S_TRAP, "issued too early");
}

// Counting waits: with two under way vmcnt(1) waits for one, and no longer.
static void test_counting_wait(void **state) {
  (void)state;
  for (int met = 0; met < 2; met++) {
    put(vmem, 2);
    put(vmem, 2);
    put_one(0xBF8C0F71);
    start(1);
    issue(0, 1);
    issue(0, 2);
    if (met) {
      give_back(WL_SRC_VMEM, WL_UNIT_VMEM, 1);
      issue(0, 0);
      fine();
      end();
    } else {
      issue_anyway(0, 0);
      caught(WL_ILLEGAL, "issued too early");
    }
  }
}

static void test_full_counter(void **state) {
  (void)state;
  static const struct {
    const uint32_t *words;
    uint32_t limit;
  } kinds[] = {{vmem, 63}, {lds, 15}, {smem, 15}, {gds, 7}};
  for (uint32_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    for (uint32_t i = 0; i <= kinds[k].limit; i++) {
      put(kinds[k].words, 2);
      if (kinds[k].words == smem) u.words[u.count - 2] += i << 6;  // each to an SGPR of its own
    }
    start(1);
    for (uint32_t i = 0; i < kinds[k].limit; i++) issue(0, i);
    fine();
    issue_anyway(0, 63);
    caught(WL_ILLEGAL, "issued too early");
  }
}

static void out_of_order(const uint32_t *words, int source, wl_unit unit) {
  for (int swapped = 0; swapped < 2; swapped++) {
    put(words, 2);
    put(words, 2);
    start(1);
    issue(0, 1);
    issue(0, 2);
    fine();
    if (swapped) {
      wl_probe_mem_return(source, 0, 2, 0);
      tick();
      caught(WL_ILLEGAL, "returns before the older");
    } else {
      give_back(source, unit, 1);
      give_back(source, unit, 2);
      fine();
      end();
    }
  }
}

static void test_order_of_returns(void **state) {
  (void)state;
  out_of_order(vmem, WL_SRC_VMEM, WL_UNIT_VMEM);
  out_of_order(lds, WL_SRC_LDS, WL_UNIT_LDS);
}

static void test_barrier(void **state) {
  (void)state;
  put_one(S_BARRIER);
  put_one(S_NOP);
  start(2);
  issue(0, 0);
  fine();
  issue_anyway(0, 0);
  caught(WL_ILLEGAL, "which waits at a barrier");

  put_one(S_BARRIER);
  start(2);
  issue(0, 0);
  wl_probe_barrier_release(2);
  tick();
  caught(WL_ILLEGAL, "before wave 1 has arrived");

  put_one(S_BARRIER);
  start(2);
  issue(0, 0);
  issue(1, 0);
  for (int i = 0; i < 8; i++) tick();
  caught(WL_ILLEGAL, "was not released within");
}

static void test_halted_and_asleep(void **state) {
  (void)state;
  put_one(S_SETHALT);
  put_one(S_NOP);
  start(1);
  issue(0, 0);
  fine();
  issue_anyway(0, 0);
  caught(WL_ILLEGAL, "which has halted");

  put_one(S_SLEEP_9);
  put_one(S_NOP);
  start(1);
  issue(0, 0);
  for (int i = 0; i < 64 * 9 - 2; i++) tick();
  fine();
  issue_anyway(0, 0);
  caught(WL_ILLEGAL, "while it sleeps");

  put_one(S_NOP);
  start(1);
  wl_probe_resume(0);
  tick();
  caught(WL_ILLEGAL, "is not halted");

  put_one(S_NOP);
  start(1);
  wl_probe_trap(0);
  tick();
  caught(WL_ILLEGAL, "no single step");
}

static void test_messages(void **state) {
  (void)state;
  put_one(S_NOP);
  start(1);
  wl_probe_message(0, 0, 1, 0);
  tick();
  caught(WL_ILLEGAL, "no message under way");

  put_one(S_SENDMSG);
  put_one(S_SENDMSG | 4);
  start(1);
  issue(0, 0);
  issue(0, 0);
  fine();
  wl_probe_message(0, 0, 5, 0);  // the younger first
  tick();
  caught(WL_MISMATCH, "message");

  put_one(S_SENDMSG);
  put_one(0xBF8CC07F);
  start(1);
  issue(0, 0);
  issue_anyway(0, 0);
  caught(WL_ILLEGAL, "issued too early");
}

int main(void) {
#define TEST(name) cmocka_unit_test_teardown(name, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_unmet_wait), TEST(test_counting_wait),     TEST(test_full_counter), TEST(test_order_of_returns),
      TEST(test_barrier),    TEST(test_halted_and_asleep), TEST(test_messages),
  };
  return cmocka_run_group_tests_name("schedules", tests, NULL, NULL);
}
