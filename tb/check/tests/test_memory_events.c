// SPDX-License-Identifier: Apache-2.0
// Memory transactions, LDS accesses, write backs and completions.
#include "unit.h"

#include <stdio.h>

static const uint32_t word[16] = {0x3F800000, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

static int setup(void **state) {
  (void)state;
  unit_new(NULL);
  unit_start(0);
  memcpy(fake.predicted, word, sizeof word);
  fake.predicted_enable = ~0ull;
  fake.predicted_lanes = 0xFFFF;
  return 0;
}
static int teardown(void **state) {
  (void)state;
  unit_free();
  return 0;
}

static void again(void **state) {
  teardown(state);
  setup(state);
}

static void expect(wl_verdict verdict, const char *part) {
  uint64_t at = unit.cycle;
  assert_true(wl_checker_stop(unit.checker));
  assert_int_equal(unit_finish(), verdict);
  if (!strstr(unit.result.why, part)) fail_msg("\"%s\" does not contain \"%s\"", unit.result.why, part);
  assert_int_equal(unit.result.first_cycle, at);
}

static void request(int id, int write, uint64_t be, const uint32_t *data) {
  wl_probe_mem_request(dut, WL_SRC_VMEM, id, 0, 3, write, 0x4000, (long long)be, 0, 0xFFFF, data);
}

static void atomic(int id, int operation, int wide, uint64_t be, const uint32_t *data, const uint32_t *compare) {
  wl_probe_mem_atomic(dut, WL_SRC_VMEM, id, 0, 3, operation, wide, 0x4000, (long long)be, 0xFFFF, data, compare);
}

static void test_good(void **state) {
  (void)state;
  request(1, 0, ~0ull, NULL);
  unit_cycle();
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 1, 0, word);
  unit_vgpr(WL_SRC_VMEM, 0, 2, 1, 0xFFFF, word);
  wl_probe_mem_return(dut, WL_SRC_VMEM, 0, 3, 0);
  wl_probe_mem_request(dut, WL_SRC_SMEM, 1, 0, 0, 0, 0x4000, -1, 0, 1, NULL);
  wl_probe_mem_performed(dut, WL_SRC_SMEM, 1, 0, word);
  unit_sgpr(WL_SRC_SMEM, 0, 4, 4, word);
  unit_sgpr(WL_SRC_SMEM, 0, 8, 4, word);
  wl_probe_mem_return(dut, WL_SRC_SMEM, 0, 0, 0);
  unit_lds(1, 2, word);
  wl_probe_lds_cycles(dut, 0, 0, (int)word[0], (int)word[1]);
  wl_probe_mem_return(dut, WL_SRC_LDS, 0, 0, 0);
  unit_cycle();
  unit_end(0);
  assert_int_equal(unit_finish(), WL_PASS);
}

// Bytes of the port that are not enabled may hold anything.
static void test_bytes_not_enabled(void **state) {
  (void)state;
  uint32_t port[16];
  memset(port, 0xAA, sizeof port);
  memset(fake.predicted, 0, 64);
  fake.predicted[1] = 0x00AA0000;
  fake.predicted_enable = 1u << 6;
  request(1, 1, 1u << 6, port);
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 1, 0, port);
  request(1, 0, 1u << 6, NULL);
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 1, 0, port);
  assert_false(wl_checker_stop(unit.checker));
}

static void test_request(void **state) {
  uint32_t wrong[16];
  memcpy(wrong, word, sizeof wrong);
  wrong[9] ^= 1;
  request(1, 1, ~0ull, wrong);
  expect(WL_MISMATCH, "write data of line 0x4000");
  again(state);
  request(1, 0, ~1ull, NULL);
  expect(WL_MISMATCH, "byte enables 0xfffffffffffffffe");
  again(state);
  fake.refuse = true;
  request(1, 0, ~0ull, NULL);
  expect(WL_ILLEGAL, "tag 3");
  again(state);
  request(1, 0, ~0ull, NULL);
  request(1, 0, ~0ull, NULL);
  expect(WL_ILLEGAL, "in flight already");
  again(state);
  request(256, 0, ~0ull, NULL);
  expect(WL_ERROR, "id 256");
}

// compare counts for WL_PROBE_CMPSWAP alone; what is not enabled counts for nothing.
static void test_atomic(void **state) {
  uint32_t wrong[16];
  memcpy(wrong, word, sizeof wrong);
  wrong[9] ^= 1;
  memcpy(fake.predicted_compare, word, sizeof word);
  atomic(1, WL_PROBE_CMPSWAP, 1, ~0ull, word, word);
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 1, 0, word);
  assert_false(wl_checker_stop(unit.checker));
  memset(fake.predicted_compare, 0, sizeof word);
  atomic(1, WL_PROBE_ADD, 0, ~0ull, word, wrong);
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 1, 0, word);
  assert_false(wl_checker_stop(unit.checker));
  fake.predicted[9] = 0;
  memcpy(fake.predicted_compare, fake.predicted, sizeof word);
  fake.predicted_enable = ~(0xFull << 36);
  atomic(1, WL_PROBE_CMPSWAP, 0, ~(0xFull << 36), wrong, wrong);
  assert_false(wl_checker_stop(unit.checker));
  again(state);
  memcpy(fake.predicted_compare, word, sizeof word);
  atomic(1, WL_PROBE_CMPSWAP, 0, ~0ull, word, wrong);
  expect(WL_MISMATCH, "compare data of line 0x4000");
  again(state);
  atomic(1, WL_PROBE_ADD, 0, ~0ull, wrong, NULL);
  expect(WL_MISMATCH, "write data of line 0x4000");
  again(state);
  atomic(1, WL_PROBE_ADD, 0, ~0xFull, word, NULL);
  expect(WL_MISMATCH, "atomic of line 0x4000 has byte enables 0xfffffffffffffff0");
  again(state);
  fake.refuse = true;
  atomic(1, WL_PROBE_ADD, 0, ~0ull, word, NULL);
  expect(WL_ILLEGAL, "tag 3");
  again(state);
  request(1, WL_PROBE_LOAD, ~0ull, NULL);
  atomic(1, WL_PROBE_ADD, 0, ~0ull, word, NULL);
  expect(WL_ILLEGAL, "in flight already");
  again(state);
  atomic(1, WL_PROBE_ADD, 0, ~0ull, word, NULL);
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 1, 0, wrong);
  expect(WL_MISMATCH, "data read from line 0x4000");
  again(state);
  atomic(1, WL_PROBE_DEC + 1, 0, ~0ull, word, NULL);
  expect(WL_ERROR, "with atomic 13, wide 0");
  again(state);
  atomic(1, WL_PROBE_DEC, 2, ~0ull, word, NULL);
  expect(WL_ERROR, "with atomic 12, wide 2");
  again(state);
  atomic(256, WL_PROBE_ADD, 0, ~0ull, word, NULL);
  expect(WL_ERROR, "id 256");
  again(state);
  request(1, WL_PROBE_ATOMIC, ~0ull, word);
  expect(WL_ERROR, "an atomic is a mem_atomic");
}

// The model gets the number of the checker's cycle.
static void test_clock(void **state) {
  unit_cycle();
  unit_cycle();
  wl_probe_clock(dut, 0, 3);
  assert_int_equal(fake.clock, unit.cycle);
  assert_false(wl_checker_stop(unit.checker));
  fake.refuse = true;
  wl_probe_clock(dut, 0, 3);
  expect(WL_ILLEGAL, "instruction 3 samples the clock");
  again(state);
  wl_probe_clock(dut, FAKE_WAVES, 3);
  expect(WL_ERROR, "slot 16");
}

static void test_performed(void **state) {
  uint32_t wrong[16];
  memcpy(wrong, word, sizeof wrong);
  wrong[15] ^= 1u << 31;
  request(7, 0, ~0ull, NULL);
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 7, 0, wrong);
  expect(WL_MISMATCH, "data read from line 0x4000");
  again(state);
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 7, 0, word);
  expect(WL_ILLEGAL, "not in flight");
  again(state);
  request(7, 0, ~0ull, NULL);
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 7, 1, word);
  expect(WL_MISMATCH, "answered with an error");
  again(state);
  request(7, 0, ~0ull, NULL);
  fake.refuse = true;
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 7, 0, word);
  expect(WL_ILLEGAL, "slot 0: line 0x4000: nothing of the kind");
  again(state);
  request(7, 0, ~0ull, NULL);
  unit_cycle();
  unit_end(0);
  assert_int_equal(unit_finish(), WL_ERROR);
  assert_non_null(strstr(unit.result.why, "vector transaction 7"));
}

// The DUT's memory after a store or an atomic. It is not looked at after a load, or where nothing is mapped.
static void test_stored_line(void **state) {
  wl_mem *memory = wl_mem_new();
  assert_true(wl_mem_map(memory, 0x4000, 64));
  for (int op = WL_MEM_LOAD; op <= WL_MEM_ATOMIC; op++) {
    for (int wrong = 0; wrong < 2; wrong++) {
      for (int error = 0; error < 2; error++) {
        const uint32_t stored = wrong ? 0x100 : 0;
        teardown(state);
        unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .memory = memory});
        unit_start(0);
        memcpy(fake.predicted, word, sizeof word);
        fake.predicted_enable = ~0ull;
        if (op == WL_MEM_ATOMIC) atomic(7, WL_PROBE_ADD, 0, ~0ull, word, NULL);
        else request(7, op, ~0ull, word);
        assert_true(wl_mem_write(memory, 0x4000 + 5 * sizeof stored, &stored, sizeof stored));
        if (error) wl_mem_unmap(unit_memory, 0x4000, 64);
        wl_probe_mem_performed(dut, WL_SRC_VMEM, 7, error, word);
        assert_int_equal(wl_checker_stop(unit.checker), wrong && op != WL_MEM_LOAD && !error);
        if (wl_checker_stop(unit.checker))
          expect(WL_MISMATCH, op == WL_MEM_STORE ? "line 0x4000 at memory differs after a store" : "after an atomic");
      }
    }
  }
  wl_mem_free(memory);
}

static void test_lds(void **state) {
  uint32_t wrong[4] = {word[0], word[1], word[2] + 1, word[3]};
  wl_probe_lds(dut, 0, 0, WL_MEM_STORE, 2, 0, 1, 3, 0xFFFF, wrong);
  expect(WL_MISMATCH, "bank 1 row 3 written as 0x00000004 in dword 2");
  again(state);
  fake.lds_enable = 0x10;
  wl_probe_lds(dut, 0, 0, WL_MEM_STORE, 2, 0, 1, 3, 0xFFFF, word);
  expect(WL_MISMATCH, "bank 1 row 3 served with byte enables 0xffff, expected 0xffef");
  again(state);
  fake.other_result = WL_HAZARD_ABSOLUTE;
  wl_probe_lds(dut, 0, 0, WL_MEM_LOAD, 2, 0, 1, 3, 0xFFFF, word);
  expect(WL_HAZARD, "nothing of the kind");
  again(state);
  fake.refuse = true;
  wl_probe_operands_read(dut, 0, 3, WL_SRC_LDS);
  expect(WL_ILLEGAL, "operands of LDS or GDS instruction 3 are read: nothing of the kind");
  again(state);
  fake.refuse = true;
  wl_probe_lds(dut, 0, 0, WL_MEM_LOAD, 2, 0, 1, 3, 0xFFFF, word);
  expect(WL_ILLEGAL, "nothing of the kind");
  again(state);
  wl_probe_lds(dut, 0, 0, WL_MEM_LOAD, 2, 0, 1, FAKE_LDS + FAKE_GDS, 0xFFFF, word);
  expect(WL_ERROR, "row 12");
}

// LDS transfers of vector memory: a write, a read, and a transfer that it never makes.
static void test_lds_transfer(void **state) {
  uint32_t wrong[4] = {word[0], word[1] + 1, word[2], word[3]};
  for (int op = WL_MEM_LOAD; op <= WL_MEM_STORE; op++) {
    again(state);
    wl_probe_lds_transfer(dut, 0, 0, op, 1, 3, 0xFFFF, word);
    assert_false(wl_checker_stop(unit.checker));
    wl_probe_lds_transfer(dut, 0, 0, op, 1, 3, 0xFFFF, wrong);
    expect(WL_MISMATCH, op == WL_MEM_LOAD ? "row 3 read as 0x00000003 in dword 1" : "row 3 written as 0x00000003");
  }
  again(state);
  fake.refuse = true;
  wl_probe_lds_transfer(dut, 0, 0, WL_MEM_LOAD, 1, 3, 0xFFFF, word);
  expect(WL_ILLEGAL, "bank 1 row 3 read by vector memory: nothing of the kind");
  again(state);
  wl_probe_lds_transfer(dut, 0, 0, WL_MEM_ATOMIC, 1, 3, 0xFFFF, word);
  expect(WL_ERROR, "lds_transfer event of slot 0: op 2");
  again(state);
  wl_probe_lds_transfer(dut, 0, 0, WL_MEM_LOAD, 1, FAKE_LDS + FAKE_GDS, 0xFFFF, word);
  expect(WL_ERROR, "row 12");
  again(state);
  wl_probe_lds_transfer(dut, 0, 0, WL_MEM_STORE, 1, 3, 0xFFFF, word);
  memcpy(unit.next.lds + 52, word, 16);
  fake.effect = (wl_effect){.unit = WL_UNIT_VALU, .lds_direct = true};
  unit_issue(0, 0x7E0202FE);
  expect(WL_ILLEGAL, "with LDS_DIRECT in cycle 1, in which the LDS writes (slot 0, bank 1, row 3");
}

// LDS_DIRECT must not issue in a cycle in which the LDS writes. It may in the next cycle, and beside a read.
static void test_direct(void **state) {
  for (int op = WL_MEM_LOAD; op <= WL_MEM_ATOMIC; op++) {
    for (int later = 0; later < 2; later++) {
      for (int direct = 0; direct < 2; direct++) {
        again(state);
        wl_probe_lds(dut, 0, 0, op, 2, 0, 1, 3, 0xFFFF, word);
        if (op == WL_MEM_ATOMIC) memcpy(fake.lds + 52, word, 16);
        if (op != WL_MEM_LOAD) memcpy(unit.next.lds + 52, word, 16);
        if (later) unit_cycle();
        fake.effect = (wl_effect){.unit = WL_UNIT_VALU, .lds_direct = direct};
        unit_issue(0, 0x7E0202FE);
        assert_int_equal(wl_checker_stop(unit.checker), op != WL_MEM_LOAD && !later && direct);
        if (wl_checker_stop(unit.checker))
          expect(WL_ILLEGAL, "with LDS_DIRECT in cycle 1, in which the LDS writes (slot 0, bank 1, row 3");
      }
    }
  }
}

static void test_landing(void **state) {
  uint32_t wrong[16];
  memcpy(wrong, word, sizeof wrong);
  wrong[0] = 0x40000000;
  unit_vgpr(WL_SRC_VMEM, 0, 2, 1, 0xFFFF, wrong);
  expect(WL_MISMATCH, "v2 (physical VGPR 2) lane 16 is written with 0x40000000, expected 0x3f800000");
  again(state);
  unit_vgpr(WL_SRC_LDS, 0, 2, 1, 0x7FFF, word);
  expect(WL_MISMATCH, "lanes 0x7fff");
  again(state);
  fake.refuse = true;
  unit_vgpr(WL_SRC_LDS, 0, 2, 1, 0xFFFF, word);
  expect(WL_ILLEGAL, "nothing of the kind");
  again(state);
  unit_sgpr(WL_SRC_SMEM, 0, 4, 1, wrong);
  expect(WL_MISMATCH, "s4 is written");
  again(state);
  fake.refuse = true;
  unit_sgpr(WL_SRC_SMEM, 0, 4, 1, word);
  expect(WL_ILLEGAL, "scalar load writes s4");
  // No such registers, and a source that writes none.
  again(state);
  wl_probe_sgpr(dut, WL_SRC_SMEM, 0, 0, 120, 9, word);
  expect(WL_ERROR, "sgpr event of slot 0: first 120, count 9; expected 1 to 4 of 128 registers");
  // A C caller may have more words than the event.
  again(state);
  wl_probe_sgpr(dut, WL_SRC_SMEM, 0, 0, 4, 5, word);
  expect(WL_ERROR, "sgpr event of slot 0: first 4, count 5; expected 1 to 4 of 128 registers");
  again(state);
  wl_probe_vgpr(dut, WL_SRC_VMEM, 0, 0, FAKE_ROWS, 0, 0xFFFF, word);
  expect(WL_ERROR, "vgpr event of slot 0: physical VGPR 128");
  again(state);
  wl_probe_vgpr(dut, WL_SRC_SALU, 0, 0, 1, 0, 0xFFFF, word);
  expect(WL_ERROR, ", which writes no VGPRs");
}

static void test_return(void **state) {
  fake.refuse = true;
  wl_probe_mem_return(dut, WL_SRC_VMEM, 0, 3, 0);
  expect(WL_ILLEGAL, "vector memory instruction 3 completes");
  again(state);
  wl_probe_lds_cycles(dut, 0, 3, (int)fake.predicted[0], (int)fake.predicted[1]);
  wl_probe_mem_return(dut, WL_SRC_LDS, 0, 3, 1);
  expect(WL_MISMATCH, "with a memory violation");
  again(state);
  fake.state_regs[0].trapsts |= WL_TRAPSTS_MEM_VIOL;
  wl_probe_lds_cycles(dut, 0, 3, (int)fake.predicted[0], (int)fake.predicted[1]);
  wl_probe_mem_return(dut, WL_SRC_LDS, 0, 3, 0);
  expect(WL_MISMATCH, "without a memory violation");
  again(state);
  wl_probe_mem_return(dut, WL_SRC_VALU, 0, 3, 0);
  expect(WL_ERROR, "from unit 2");
  again(state);
  wl_probe_mem_return(dut, WL_SRC_LDS, 0, 3, 0);
  expect(WL_ILLEGAL, "its service cycles were not reported");
  again(state);
  wl_probe_lds_cycles(dut, 0, 3, (int)fake.predicted[0] + 1, (int)fake.predicted[1]);
  expect(WL_MISMATCH, "cycles of service");
  again(state);
  wl_probe_lds_cycles(dut, 0, 3, (int)fake.predicted[0], (int)fake.predicted[1] + 1);
  expect(WL_MISMATCH, "3 of them for bank conflicts, expected 1065353216 and 2");
  again(state);
  for (int i = 0; i < 2; i++) wl_probe_lds_cycles(dut, 0, 3, (int)fake.predicted[0], (int)fake.predicted[1]);
  expect(WL_ILLEGAL, "a second time");
  again(state);
  fake.refuse = true;
  wl_probe_lds_cycles(dut, 0, 3, (int)fake.predicted[0], (int)fake.predicted[1]);
  expect(WL_ILLEGAL, "service cycles of LDS instruction 3: nothing of the kind");
}

// The LDS half of FLAT has the tag 64 + t, and the LDS instruction t is another one.
static void test_halves(void **state) {
  const int cycles = (int)word[0], conflicts = (int)word[1];
  wl_probe_lds_cycles(dut, 0, 3, cycles, conflicts);
  wl_probe_lds_cycles(dut, 0, 64 + 3, cycles, conflicts);
  wl_probe_mem_return(dut, WL_SRC_LDS, 0, 64 + 3, 0);
  wl_probe_mem_return(dut, WL_SRC_LDS, 0, 3, 0);
  assert_false(wl_checker_stop(unit.checker));
  wl_probe_lds_cycles(dut, 0, 3, cycles, conflicts);
  wl_probe_mem_return(dut, WL_SRC_LDS, 0, 64 + 3, 0);
  expect(WL_ILLEGAL, "LDS instruction 67 completes and its service cycles were not reported");
  (void)state;
}

static void test_memory_at_the_end(void **state) {
  (void)state;
  unit_end(0);
  assert_true(wl_mem_write(unit_dut_memory, 0x1234, word + 1, 4));
  assert_int_equal(unit_finish(), WL_MISMATCH);
  assert_non_null(strstr(unit.result.why, "0x1234"));
}

// Accesses to unmapped memory are counted, whatever the verdict. With memcheck the first is a HAZARD, unless
// something worse was found.
static void unmapped(uint64_t count, uint64_t address) {
  wl_mem_unmap(unit_memory, 0x4000, 64);
  fake.wild = (wl_unmapped){
      .count = count, .slot = 0, .lane = 3, .pc = 0x1234, .address = address, .words = {0xDC508000, 0x017F0002}};
  request(1, 0, ~0ull, NULL);
  wl_probe_mem_performed(dut, WL_SRC_VMEM, 1, 1, word);
  assert_true(wl_mem_map(unit_memory, 0x4000, 64));
}

static void test_unmapped(void **state) {
  (void)state;
  for (int memcheck = 0; memcheck < 3; memcheck++) {
    teardown(state);
    unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .memcheck = memcheck > 0});
    fake.predicted_enable = ~0ull;
    unit_start(0);
    unit_cycle();
    const uint64_t first = unit.cycle;
    unmapped(2, 0x40);
    unit_cycle();
    unmapped(1, 0x80);
    unit_cycle();
    if (memcheck == 2) {
      unit.now.state_regs[0].m0 ^= 1;
      unit_cycle();
    } else {
      unit_end(0);
    }
    const wl_verdict verdict = unit_finish();
    assert_int_equal(verdict, memcheck == 0 ? WL_PASS : memcheck == 1 ? WL_HAZARD : WL_MISMATCH);
    assert_int_equal(unit.result.unmapped.count, 3);
    assert_int_equal(unit.result.unmapped.address, 0x40);
    if (memcheck != 1) continue;
    assert_int_equal(unit.result.first_cycle, first);
    assert_non_null(strstr(unit.result.why,
                           "3 accesses to unmapped memory; the first: slot 0, lane 3: global_load_dword v1, v[2:3], "
                           "off at 0x1234, address 0x40"));
  }
}

// ---- exports -------------------------------------------------------------------------------------

enum { FLAGS = 5 | 1 << 5 | 1 << 7 };  // EN 5, DONE, last

static void export(int target, int flags, long long exec, int component, int pass, const uint32_t *data) {
  wl_probe_export(dut, 0, 3, target, flags, exec, component, pass, data);
}

static void predict_beat(void) {
  fake.beat = (wl_export_beat){
      .tag = 3, .target = 12, .en = 5, .done = 1, .last = true, .exec = 0xff00000000000001, .component = 2, .pass = 3};
  memcpy(fake.beat.data, word, sizeof word);
}

// Decisions: D-EXP-2. Each field of a beat and each lane is compared.
static void test_export(void **state) {
  static const long long exec = (long long)0xff00000000000001;
  uint32_t wrong[16];
  predict_beat();
  export(12, FLAGS, exec, 2, 3, word);
  unit_cycle();
  unit_end(0);
  assert_int_equal(unit_finish(), WL_PASS);
  again(state);
  predict_beat();
  export(13, FLAGS, exec, 2, 3, word);
  expect(WL_MISMATCH, "export under tag 3: target is 0xd, expected 0xc");
  for (int bit = 0; bit < 8; bit++) {
    again(state);
    predict_beat();
    export(12, FLAGS ^ 1 << bit, exec, 2, 3, word);
    expect(WL_MISMATCH, "flags is");
  }
  for (int bit = 0; bit < 64; bit++) {
    again(state);
    predict_beat();
    export(12, FLAGS, (long long)((uint64_t)exec ^ 1ull << bit), 2, 3, word);
    expect(WL_MISMATCH, bit < 32 ? "EXEC low is" : "EXEC high is");
  }
  again(state);
  predict_beat();
  export(12, FLAGS, exec, 0, 3, word);
  expect(WL_MISMATCH, "component is 0x0, expected 0x2");
  again(state);
  predict_beat();
  export(12, FLAGS, exec, 2, 1, word);
  expect(WL_MISMATCH, "pass is 0x1, expected 0x3");
  for (uint32_t i = 0; i < 16; i++) {
    again(state);
    predict_beat();
    fake.beat.component = i % 4;
    memcpy(wrong, word, sizeof wrong);
    wrong[i] ^= 1u << i;
    export(12, FLAGS, exec, (int)i % 4, 3, wrong);
    char part[80];
    snprintf(part, sizeof part, "sends 0x%08x in lane %u of VSRC%u, expected 0x%08x", wrong[i], 48 + i, i % 4, word[i]);
    expect(WL_MISMATCH, part);
  }
  again(state);
  fake.refuse = true;
  export(12, FLAGS, exec, 2, 3, word);
  expect(WL_ILLEGAL, "export under tag 3 to target 12: nothing of the kind is pending");
  again(state);
  wl_probe_export(dut, 2, 3, 0, FLAGS, exec, 0, 0, word);
  expect(WL_ILLEGAL, "export of slot 2, which holds no wave");
  again(state);
}

// Messages: kind, number and M0 are the model's.
static void test_message(void **state) {
  static const struct {
    int trace, simm, m0;
    const char *part;
  } cases[] = {{1, 4, 3, "trace data 0x0004 with M0 0x00000003, expected message 0x0004"},
               {0, 5, 3, "message 0x0005 with M0 0x00000003, expected message 0x0004"},
               {0, 4, 2, "with M0 0x00000002, expected message 0x0004 with 0x00000003"}};
  const uint32_t predicted[3] = {0, 4, 3};
  memcpy(fake.predicted, predicted, sizeof predicted);
  wl_probe_message(dut, 0, 0, 4, 3);
  assert_false(wl_checker_stop(unit.checker));
  for (uint32_t i = 0; i < 3; i++) {
    again(state);
    memcpy(fake.predicted, predicted, sizeof predicted);
    wl_probe_message(dut, 0, cases[i].trace, cases[i].simm, cases[i].m0);
    expect(WL_MISMATCH, cases[i].part);
  }
  again(state);
  fake.refuse = true;
  wl_probe_message(dut, 0, 0, 4, 3);
  expect(WL_ILLEGAL, "message 0x0004: nothing of the kind");
  again(state);
  fake.refuse = true;
  wl_probe_resume(dut, 0);
  expect(WL_ILLEGAL, "slot 0 resumed: nothing of the kind");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_good),
      TEST(test_bytes_not_enabled),
      TEST(test_request),
      TEST(test_performed),
      TEST(test_stored_line),
      TEST(test_lds),
      TEST(test_lds_transfer),
      TEST(test_direct),
      TEST(test_landing),
      TEST(test_return),
      TEST(test_memory_at_the_end),
      TEST(test_unmapped),
      TEST(test_atomic),
      TEST(test_clock),
      TEST(test_halves),
      TEST(test_export),
      TEST(test_message),
  };
  return cmocka_run_group_tests_name("memory events", tests, NULL, NULL);
}
