// SPDX-License-Identifier: Apache-2.0
// Schedules that no DUT may have: issue past an unmet wait, completion out of order, a barrier released early or
// late. The DUT is right until then; a second model gives its registers.
#include "schedule.h"

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
  past_a_wait(vmem, WAIT_VM(0), "issued too early: at s_waitcnt vmcnt(0), VM_CNT is 1");
  past_a_wait(smem, WAIT_LGKM_0, "at s_waitcnt lgkmcnt(0), LGKM_CNT is 1");
  past_a_wait(lds, WAIT_LGKM_0, "at s_waitcnt lgkmcnt(0), LGKM_CNT is 1");
  past_a_wait(gds, WAIT_EXP_0, "at s_waitcnt expcnt(0), EXP_CNT is 1");
  past_a_wait(vmem, S_ENDPGM, "issued too early");
  past_a_wait(lds, S_TRAP, "issued too early");
}

// With two loads in flight, vmcnt(1) waits for the first only.
static void test_counting_wait(void **state) {
  (void)state;
  for (int met = 0; met < 2; met++) {
    put(vmem, 2);
    put(vmem, 2);
    put_one(WAIT_VM(1));
    start(1);
    issue(0, 1);
    issue(0, 2);
    if (met) {
      complete(WL_SRC_VMEM, WL_UNIT_VMEM, 1);
      issue(0, 0);
      fine();
      end();
    } else {
      issue_anyway(0, 0);
      caught(WL_ILLEGAL, "issued too early");
    }
  }
}

// Decisions: D-WAIT-3.
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

static void out_of_order(const uint32_t *words, int source, wl_block unit) {
  const bool rdna = u.rdna;
  for (int swapped = 0; swapped < 2; swapped++) {
    u.rdna = rdna;
    put(words, 2);
    put(words, 2);
    start(1);
    issue(0, 1);
    issue(0, 2);
    fine();
    if (swapped) {
      wl_probe_mem_return(dut, source, 0, 2, 0);
      tick();
      caught(WL_ILLEGAL, "returns before the older");
    } else {
      complete(source, unit, 1);
      complete(source, unit, 2);
      fine();
      end();
    }
  }
}

static void test_order_of_completion(void **state) {
  (void)state;
  out_of_order(vmem, WL_SRC_VMEM, WL_UNIT_VMEM);
  out_of_order(lds, WL_SRC_LDS, WL_UNIT_LDS);
}

// FLAT is an instruction of the LDS and one of vector memory. A unit without the policy flat_halves returns it once.
static void test_flat(void **state) {
  (void)state;
  static const uint32_t flat[] = {0xDC500000, 0x02000000};  // flat_load_dword v2, v[0:1]
  for (int halves = 0; halves < 2; halves++) {
    u.lacks = 1 << WL_CAN_arbiter | 1 << WL_CAN_lds_timing | (halves ? 0 : 1 << WL_CAN_flat_halves);
    put(flat, 2);
    put(vmem, 2);
    put_one(S_WAIT_0);
    start(1);
    issue(0, 1);
    issue(0, 2);
    char why[160];
    assert_int_equal(wl_model_return(u.model, WL_UNIT_VMEM, 0, 1, why), WL_OK);
    if (!halves) assert_int_equal(wl_model_return(u.model, WL_UNIT_LDS, 0, 65, why), WL_OK);
    wl_probe_mem_return(dut, WL_SRC_VMEM, 0, 1, 0);
    tick();
    tick();
    complete(WL_SRC_VMEM, WL_UNIT_VMEM, 2);
    fine();
    if (halves) issue_anyway(0, 0);
    else issue(0, 0);
    if (halves) caught(WL_ILLEGAL, "issued too early: at s_waitcnt");
    else fine();
    if (!halves) end();
  }
}

// A unit with RDNA memory has a counter of its own for stores (buffer-memory.md 14.2).
static void test_stores(void **state) {
  (void)state;
  u.rdna = true;
  past_a_wait(vmem_store, WAIT_VS_0, "issued too early: at s_waitcnt_vscnt vscnt(0), VS_CNT is 1");
  u.rdna = true;
  past_a_wait(vmem_store, S_ENDPGM, "issued too early");
  u.rdna = true;
  out_of_order(vmem_store, WL_SRC_VMEM, WL_UNIT_VMEM);
  for (int rdna = 0; rdna < 2; rdna++) {  // a load passes a store
    u.rdna = rdna;
    put(vmem_store, 2);
    put(vmem, 2);
    put_one(S_WAIT_0);
    start(1);
    issue(0, 1);
    issue(0, 2);
    fine();
    assert_int_equal(u.state_regs[0].counters, rdna ? 1 | 1 << 24 : 2);
    if (!rdna) {
      wl_probe_mem_return(dut, WL_SRC_VMEM, 0, 2, 0);
      tick();
      caught(WL_ILLEGAL, "returns before the older");
      continue;
    }
    complete(WL_SRC_VMEM, WL_UNIT_VMEM, 2);
    issue(0, 0);
    complete(WL_SRC_VMEM, WL_UNIT_VMEM, 1);
    fine();
    end();
  }
  for (uint32_t i = 0; i < 64; i++) put(vmem_store, 2);  // D-WAIT-3
  u.rdna = true;
  start(1);
  for (uint32_t i = 0; i < 63; i++) issue(0, i);
  fine();
  issue_anyway(0, 63);
  caught(WL_ILLEGAL, "issued too early: at global_store_dword, VS_CNT is full");
  // The DUT's VS_CNT is compared.
  put(vmem_store, 2);
  put_one(S_NOP);
  u.rdna = true;
  start(1);
  issue(0, 1);
  u.state_regs[0].counters ^= 1 << 25;
  tick();
  caught(WL_MISMATCH, "VS_CNT");
}

// Decisions: D-FLOW-18.
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
  wl_probe_barrier_release(dut, 2);
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
  wl_probe_resume(dut, 0);
  tick();
  caught(WL_ILLEGAL, "is not halted");

  put_one(S_NOP);
  start(1);
  wl_probe_trap(dut, 0);
  tick();
  caught(WL_ILLEGAL, "neither a single step");
}

// Decisions: D-FLOW-8.
static void test_messages(void **state) {
  (void)state;
  put_one(S_NOP);
  start(1);
  wl_probe_message(dut, 0, 0, 1, 0);
  tick();
  caught(WL_ILLEGAL, "no message in flight");

  put_one(S_SENDMSG);
  put_one(S_SENDMSG | 4);
  start(1);
  issue(0, 0);
  issue(0, 0);
  fine();
  wl_probe_message(dut, 0, 0, 5, 0);  // the younger first
  tick();
  caught(WL_MISMATCH, "message");

  put_one(S_SENDMSG);
  put_one(WAIT_LGKM_0);
  start(1);
  issue(0, 0);
  issue_anyway(0, 0);
  caught(WL_ILLEGAL, "issued too early");
}

int main(void) {
#define TEST(name) cmocka_unit_test_teardown(name, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_unmet_wait), TEST(test_counting_wait), TEST(test_full_counter), TEST(test_order_of_completion),
      TEST(test_flat),       TEST(test_stores),        TEST(test_barrier),      TEST(test_halted_and_asleep),
      TEST(test_messages),
  };
  return cmocka_run_group_tests_name("schedules", tests, NULL, NULL);
}
