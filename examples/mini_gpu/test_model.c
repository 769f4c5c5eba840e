// SPDX-License-Identifier: Apache-2.0
// The model of MINI16 against the page README.md: words and values are worked out from it by hand.
// With an argument: prints each word that is an instruction, and its text.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include <wavelock/model_ops.h>

extern const wl_model_ops wl_unit_model;

enum { CODE = 0x7000, DATA = 0x20000, LANES = 8, ALL = 0xFF };
enum { PC, PC_HIGH, ACTIVE, PRED, DEPTH, STACK, WORDS };  // of the state
enum { LI = 0xA000, LIH = 0xB000, FENCE = 0xF700, NOP = 0xF800, END = 0xFF00 };

static wl_mem *mem;
static wl_model *m;
static uint64_t end_of_code;
static wl_effect effect;

static int setup(void **state) {
  (void)state;
  const wl_config unit = {.waves = 2, .phys_vgprs = 32, .wave_lanes = LANES, .pass_lanes = LANES, .vector_bits = 16};
  mem = wl_mem_new();
  m = wl_unit_model.create(&unit, mem);
  end_of_code = CODE;
  return mem && m && wl_mem_map(mem, CODE, WL_PAGE) && wl_mem_map(mem, DATA, WL_PAGE) ? 0 : -1;
}
static int teardown(void **state) {
  (void)state;
  wl_unit_model.destroy(m);
  wl_mem_free(mem);
  return 0;
}

static void add(uint32_t word) {
  const uint8_t bytes[] = {(uint8_t)word, (uint8_t)(word >> 8)};
  assert_true(wl_mem_write(mem, end_of_code, bytes, sizeof bytes));
  end_of_code += sizeof bytes;
}
// r[number] = value in each active lane.
static void add_constant(uint32_t number, uint32_t value) {
  add(LI | number << 8 | (value & 0xFF));
  add(LIH | number << 8 | value >> 8);
}
static void start(uint32_t slot, uint32_t active) {
  const wl_wave_init init = {.pc = CODE,
                             .exec = active,
                             .vgpr_base = 16 * slot,
                             .vgpr_size = 16,
                             .sgpr_size = 10,
                             .sgpr_count = 4,
                             .sgpr = {0xABCDE, 0x12345, DATA, 0}};
  assert_int_equal(wl_unit_model.wave_start(m, slot, &init), WL_OK);
}
static wl_result issue(uint32_t slot, uint32_t tag) { return wl_unit_model.issue(m, slot, tag, &effect); }
static void steps(uint32_t slot, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) assert_int_equal(issue(slot, 0), WL_OK);
}
static uint32_t state(uint32_t slot, uint32_t word) {
  wl_state_regs regs;
  uint32_t words[WORDS];
  wl_unit_model.state_regs(m, slot, &regs);
  memcpy(words, &regs, sizeof words);
  return words[word];
}
static uint32_t lane(uint32_t number, uint32_t l) { return wl_unit_model.phys_vgpr(m, number)[l]; }

// ---- values --------------------------------------------------------------------------------------
static void test_values(void **unused) {
  (void)unused;
  // d, a and b are r1, r2 and r3.
  static const struct {
    const char *text;
    uint32_t word, d, a, b, expected;
  } cases[] = {
      {"ADD r1, r2, r3", 0x1123, 0, 0xFFFF, 2, 1},
      {"ADD r1, r1, r1", 0x1111, 0x8001, 0, 0, 2},
      {"SUB r1, r2, r3", 0x2123, 0, 1, 2, 0xFFFF},
      {"MUL r1, r2, r3", 0x3123, 0, 0x1234, 0x5678, 0x0060},
      {"MUL r1, r2, r3", 0x3123, 0, 0xFFFF, 0xFFFF, 1},
      {"AND r1, r2, r3", 0x4123, 0, 0xF0F0, 0x3C3C, 0x3030},
      {"OR r1, r2, r3", 0x5123, 0, 0xF0F0, 0x3C3C, 0xFCFC},
      {"XOR r1, r2, r3", 0x6123, 0, 0xF0F0, 0x3C3C, 0xCCCC},
      {"SHL r1, r2, r3", 0x7123, 0, 0x8001, 17, 2},
      {"SHL r1, r2, r3", 0x7123, 0, 0x8001, 16, 0x8001},
      {"SHL r1, r2, r3", 0x7123, 0, 0xFFFF, 15, 0x8000},
      {"SHR r1, r2, r3", 0x8123, 0, 0x8001, 1, 0x4000},
      {"SHR r1, r2, r3", 0x8123, 0, 0x8001, 0xFFFF, 1},
      {"SAR r1, r2, r3", 0x9123, 0, 0x8001, 1, 0xC000},
      {"SAR r1, r2, r3", 0x9123, 0, 0x8000, 15, 0xFFFF},
      {"SAR r1, r2, r3", 0x9123, 0, 0x7FFF, 14, 1},
      {"LI r1, 255", 0xA1FF, 0x1234, 0, 0, 0x00FF},
      {"LIH r1, 0xab", 0xB1AB, 0x1234, 0, 0, 0xAB34},
      {"WAVE r1", 0x0102, 0, 0, 0, 0x2345},
      {"GROUP r1", 0x0103, 0, 0, 0, 0xBCDE},
      {"EQ p1, r2, r3 writes no register", 0xC123, 0x1234, 5, 5, 0x1234},
  };
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    teardown(NULL);
    assert_int_equal(setup(NULL), 0);
    add_constant(1, cases[i].d);
    add_constant(2, cases[i].a);
    add_constant(3, cases[i].b);
    add(cases[i].word);
    start(1, 0x35);
    steps(1, 7);
    for (uint32_t l = 0; l < LANES; l++)
      if (lane(16 + 1, l) != (0x35 >> l & 1 ? cases[i].expected : 0))
        fail_msg("%s: lane %u has 0x%x", cases[i].text, l, lane(16 + 1, l));
    assert_int_equal(state(1, PC), CODE + 14);
  }
}

static void test_lane(void **unused) {
  (void)unused;
  add(0x0F01);  // LANE r15
  start(0, 0x81);
  steps(0, 1);
  assert_int_equal(lane(15, 7), 7);
  assert_int_equal(lane(15, 6), 0);
  assert_int_equal(effect.unit, WL_UNIT_VALU);
  assert_int_equal(effect.vgpr_count, 1);
  assert_int_equal(effect.phys_vgpr[0], 15);
  assert_int_equal(effect.vgpr_mask[0], 0x81);
  assert_int_equal(effect.words[0], 0x0F01);
  assert_int_equal(effect.size, 2);
}

static void test_comparisons(void **unused) {
  (void)unused;
  static const struct {
    uint32_t a, b, eq, ne, ltu, lts;
  } cases[] = {{5, 5, 1, 0, 0, 0},      {1, 2, 0, 1, 1, 1},           {2, 1, 0, 1, 0, 0},
               {0xFFFF, 1, 0, 1, 0, 1}, {0x7FFF, 0x8000, 0, 1, 1, 0}, {0x8000, 0x8000, 1, 0, 0, 0}};
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    teardown(NULL);
    assert_int_equal(setup(NULL), 0);
    add_constant(2, cases[i].a);
    add_constant(3, cases[i].b);
    add(0xC023);  // EQ p0, r2, r3
    add(0xC523);  // NE p1
    add(0xCA23);  // LTU p2
    add(0xCF23);  // LTS p3
    start(0, 0x5A);
    steps(0, 8);
    const uint32_t holds = cases[i].eq | cases[i].ne << 8 | cases[i].ltu << 16 | cases[i].lts << 24;
    assert_int_equal(state(0, PRED), holds * 0x5A);
    assert_int_equal(effect.unit, WL_UNIT_VALU);
    assert_int_equal(effect.vgpr_count, 0);
  }
}

// ---- control -------------------------------------------------------------------------------------
static void test_stack(void **unused) {
  (void)unused;
  static const struct {
    uint32_t word, active, depth, stack;
  } steps_of[] = {
      {0x0001, 0xFF, 0, 0},           // LANE r0
      {0xA104, 0xFF, 0, 0},           // LI r1, 4
      {0xC801, 0xFF, 0, 0},           // LTU p0, r0, r1: 0x0F
      {0xA201, 0xFF, 0, 0},           // LI r2, 1
      {0x4302, 0xFF, 0, 0},           // AND r3, r0, r2
      {0xC132, 0xFF, 0, 0},           // EQ p1, r3, r2: 0xAA
      {0xF300, 0x0F, 1, 0x000000FF},  // IF p0
      {0xF301, 0x0A, 2, 0x00000FFF},  // IF p1
      {0xF400, 0x05, 2, 0x00000FFF},  // ELSE
      {0xF302, 0x00, 3, 0x00050FFF},  // IF p2
      {0xF303, 0x00, 4, 0x00050FFF},  // IF p3: a mask of 0 goes onto the stack
      {0xF400, 0x00, 4, 0x00050FFF},  // ELSE
      {0xF500, 0x00, 3, 0x00050FFF},  // POP
      {0xF400, 0x05, 3, 0x00050FFF},  // ELSE
      {0xF500, 0x05, 2, 0x00000FFF},  // POP
      {0xF500, 0x0F, 1, 0x000000FF},  // POP
      {0xF601, 0x0A, 1, 0x000000FF},  // KEEP p1
      {0xF400, 0xF5, 1, 0x000000FF},  // ELSE: the top and not ACTIVE
      {0xF500, 0xFF, 0, 0},           // POP
      {0xFF00, 0, 0, 0},              // END: the slot holds no wave
  };
  const uint32_t count = sizeof steps_of / sizeof *steps_of;
  for (uint32_t i = 0; i < count; i++) add(steps_of[i].word);
  start(0, ALL);
  for (uint32_t i = 0; i < count; i++) {
    steps(0, 1);
    assert_int_equal(state(0, ACTIVE), steps_of[i].active);
    assert_int_equal(state(0, DEPTH), steps_of[i].depth);
    assert_int_equal(state(0, STACK), steps_of[i].stack);
  }
  assert_int_equal(effect.end, WL_END_PGM);
  assert_false(wl_unit_model.wave_live(m, 0));
  assert_int_equal(issue(0, 0), WL_BAD_EVENT);
}

// A branch at CODE + 256, with lanes and without.
static void test_branches(void **unused) {
  (void)unused;
  static const struct {
    uint32_t word, with, without;
  } cases[] = {{0xF07F, CODE + 256 + 254, CODE + 256 + 254},  // BRA 127
               {0xF080, CODE, CODE},                          // BRA -128
               {0xF000, CODE + 256, CODE + 256},              // BRA 0
               {0xF1FF, CODE + 258, CODE + 254},              // BRZ -1
               {0xF202, CODE + 260, CODE + 258}};             // BRN 2
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (uint32_t lanes = 0; lanes < 2; lanes++) {
      teardown(NULL);
      assert_int_equal(setup(NULL), 0);
      add(lanes ? NOP : 0xF600);  // KEEP p0: no lane stays
      while (end_of_code < CODE + 256) add(NOP);
      add(cases[i].word);
      start(0, 0x10);
      steps(0, 129);
      assert_int_equal(state(0, PC), lanes ? cases[i].with : cases[i].without);
    }
}

static void test_faults(void **unused) {
  (void)unused;
  // The last one is behind as many IFs as it says.
  static const struct {
    uint32_t word, ifs;
  } cases[] = {{0x0000, 0}, {0x0004, 0}, {0x0011, 0}, {0xD004, 0}, {0xE00F, 0}, {0xF304, 0},
               {0xF310, 0}, {0xF401, 1}, {0xF501, 1}, {0xF604, 0}, {0xF701, 0}, {0xF801, 0},
               {0xF900, 0}, {0xFE00, 0}, {0xFF01, 0}, {0xF400, 0}, {0xF500, 0}, {0xF300, 4}};
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    teardown(NULL);
    assert_int_equal(setup(NULL), 0);
    for (uint32_t k = 0; k < cases[i].ifs; k++) add(0xF300);
    add(cases[i].word);
    start(0, ALL);
    steps(0, cases[i].ifs);
    assert_int_equal(issue(0, 0), WL_ILLEGAL_INST);
    assert_int_equal(effect.end, WL_END_FAULT);
    assert_int_equal(effect.words[0], cases[i].word);
    assert_int_equal(effect.pc, CODE + 2 * cases[i].ifs);
    assert_int_equal(state(0, PC), CODE + 2 * cases[i].ifs);
    assert_int_equal(state(0, DEPTH), cases[i].ifs);
    assert_int_equal(issue(0, 0), WL_BAD_EVENT);
  }
}

static void test_no_code(void **unused) {
  (void)unused;
  add(0xF080);  // BRA -128: to the page before
  start(0, ALL);
  steps(0, 1);
  assert_int_equal(issue(0, 0), WL_FETCH_FAULT);
  assert_int_equal(effect.words[0], 0);
  assert_int_equal(state(0, PC), CODE - 256);
}

// 3 * 16 of op 0; 9 of three registers; LI, LIH; comparisons; LD, ST; branches; IF and KEEP; five words.
static void test_count(void **unused) {
  (void)unused;
  uint32_t count = 0;
  for (uint32_t word = 0; word < 0x10000; word++) {
    wl_instruction i;
    count += wl_unit_model.instruction(NULL, (uint32_t[2]){word, 0}, 0, 0, &i);
    assert_int_equal(i.size, 2);
    assert_int_equal(i.ends, word == END);
  }
  assert_int_equal(count, 48 + 9 * 4096 + 2 * 4096 + 4 * 1024 + 2 * 1024 + 3 * 256 + 2 * 4 + 5);
}

static void test_start(void **unused) {
  (void)unused;
  add(0xA101);  // LI r1, 1
  add(END);
  start(0, ALL);
  const wl_wave_init again = {.pc = CODE, .exec = ALL};
  assert_int_equal(wl_unit_model.wave_start(m, 0, &again), WL_BAD_EVENT);
  steps(0, 2);
  assert_int_equal(lane(1, 0), 1);
  const wl_wave_init wide = {.pc = CODE, .exec = 0x1FF};
  assert_int_equal(wl_unit_model.wave_start(m, 0, &wide), WL_BAD_EVENT);
  assert_int_equal(wl_unit_model.wave_start(m, 0, &again), WL_OK);
  assert_int_equal(lane(1, 0), 0);  // registers of a new wave are 0
  assert_int_equal(wl_unit_model.sgprs(m, 0)[0], 0);
  assert_int_equal(state(0, ACTIVE), ALL);
}

// ---- loads and stores ----------------------------------------------------------------------------
// r1 = lanes 0 to 7 times 8: 16 bytes from one to the next, four of a line
static void add_strided(void) {
  add(0x0101);  // LANE r1
  add(0xA203);  // LI r2, 3
  add(0x7112);  // SHL r1, r1, r2
}
static wl_transaction transaction(uint32_t tag, wl_mem_op op, uint64_t line, uint64_t lanes) {
  return (wl_transaction){.unit = WL_UNIT_VMEM, .tag = tag, .op = op, .line = line, .lanes = lanes};
}
static char why[160];
static wl_transaction predicted;
static uint32_t rdata[16];

static void test_loads(void **unused) {
  (void)unused;
  for (uint32_t l = 0; l < LANES; l++)
    assert_true(wl_mem_write(mem, DATA + 16 * l, &(uint16_t){(uint16_t)(0x4000 + l)}, 2));
  add_strided();
  add(0xD310);  // LD r3, b0[r1]
  add(0xD420);  // LD r4, b0[r2]: all lanes element 3
  add(0x1532);  // ADD r5, r3, r2
  add(FENCE);
  add(END);
  start(0, ALL);
  steps(0, 3);
  assert_int_equal(issue(0, 5), WL_OK);
  assert_int_equal(effect.unit, WL_UNIT_VMEM);
  assert_int_equal(issue(0, 5), WL_BAD_EVENT);  // the tag is in use
  assert_int_equal(issue(0, 6), WL_OK);
  assert_int_equal(issue(0, 7), WL_BAD_EVENT);  // r3 is not there
  assert_non_null(strstr(effect.why, "r3"));

  // The younger load first.
  const wl_transaction same = transaction(6, WL_MEM_LOAD, DATA, ALL);
  assert_int_equal(wl_unit_model.request(m, &same, &predicted, why), WL_OK);
  assert_int_equal(predicted.byte_enable, 0xC0);
  assert_int_equal(wl_unit_model.request(m, &same, &predicted, why), WL_BAD_EVENT);
  assert_int_equal(wl_unit_model.perform(m, &same, true, rdata, why), WL_BAD_EVENT);  // the line is mapped
  wl_transaction high = transaction(5, WL_MEM_LOAD, DATA + 64, 0xF0);
  const wl_transaction low = transaction(5, WL_MEM_LOAD, DATA, 0x0F);
  const wl_transaction wrong = transaction(5, WL_MEM_LOAD, DATA, 0x1F);
  const wl_transaction store = transaction(5, WL_MEM_STORE, DATA, 0x0F);
  assert_int_equal(wl_unit_model.request(m, &wrong, &predicted, why), WL_BAD_EVENT);
  assert_int_equal(wl_unit_model.request(m, &store, &predicted, why), WL_BAD_EVENT);
  assert_int_equal(wl_unit_model.perform(m, &high, false, rdata, why), WL_BAD_EVENT);  // not requested
  assert_int_equal(wl_unit_model.request(m, &high, &predicted, why), WL_OK);
  assert_int_equal(predicted.byte_enable, 0x0003000300030003);
  high = predicted;
  assert_int_equal(wl_unit_model.request(m, &low, &predicted, why), WL_OK);
  assert_int_equal(wl_unit_model.perform(m, &high, false, rdata, why), WL_OK);
  assert_int_equal(rdata[4], 0x4005);
  uint32_t mask, data[16];
  assert_int_equal(wl_unit_model.write_back_vgpr(m, WL_UNIT_VMEM, 0, 5, 3, 0, &mask, data, why), WL_BAD_EVENT);
  assert_int_equal(wl_unit_model.perform(m, &low, false, rdata, why), WL_OK);
  assert_int_equal(wl_unit_model.perform(m, &low, false, rdata, why), WL_BAD_EVENT);
  assert_int_equal(wl_unit_model.mem_return(m, WL_UNIT_VMEM, 0, 5, why), WL_BAD_EVENT);
  assert_int_equal(wl_unit_model.write_back_vgpr(m, WL_UNIT_VMEM, 0, 5, 4, 0, &mask, data, why), WL_BAD_EVENT);
  assert_int_equal(lane(3, 7), 0);
  assert_int_equal(wl_unit_model.write_back_vgpr(m, WL_UNIT_VMEM, 0, 5, 3, 0, &mask, data, why), WL_OK);
  assert_int_equal(mask, ALL);
  for (uint32_t l = 0; l < LANES; l++) assert_int_equal(data[l], 0x4000 + l);
  assert_int_equal(lane(3, 7), 0x4007);
  assert_int_equal(wl_unit_model.write_back_vgpr(m, WL_UNIT_VMEM, 0, 5, 3, 0, &mask, data, why), WL_BAD_EVENT);

  assert_int_equal(issue(0, 6), WL_OK);  // ADD does not wait for r4, and has no tag
  assert_int_equal(lane(5, 7), 0x400A);
  assert_int_equal(wl_unit_model.mem_return(m, WL_UNIT_VMEM, 0, 5, why), WL_OK);
  assert_int_equal(issue(0, 0), WL_BAD_EVENT);  // FENCE waits for the other load
  char text[160];
  wl_unit_model.waiting_for(m, 0, text, sizeof text);
  assert_string_equal(text, "FENCE waits for the load of r4 at 0x7008");
  assert_int_equal(wl_unit_model.perform(m, &same, false, rdata, why), WL_OK);
  assert_int_equal(wl_unit_model.write_back_vgpr(m, WL_UNIT_VMEM, 0, 6, 4, 0, &mask, data, why), WL_OK);
  assert_int_equal(wl_unit_model.mem_return(m, WL_UNIT_VMEM, 0, 6, why), WL_OK);
  steps(0, 2);
}

// Odd addresses: an element of lane 0 lies in two lines, and each has its byte.
static void test_odd_address(void **unused) {
  (void)unused;
  add(0xD310);  // LD r3, b0[r1]
  add(0xE310);  // ST r3, b0[r1]
  add(END);
  const wl_wave_init init = {.pc = CODE, .exec = 1, .sgpr_count = 4, .sgpr = {0, 0, DATA + 63, 0}};
  assert_int_equal(wl_unit_model.wave_start(m, 0, &init), WL_OK);
  assert_true(wl_mem_write(mem, DATA + 63, (uint8_t[]){0x34, 0x12}, 2));
  steps(0, 1);
  uint32_t mask, data[16];
  const wl_transaction high = transaction(0, WL_MEM_LOAD, DATA + 64, 1), low = transaction(0, WL_MEM_LOAD, DATA, 1);
  assert_int_equal(wl_unit_model.request(m, &high, &predicted, why), WL_OK);
  assert_int_equal(predicted.byte_enable, 1);
  assert_int_equal(wl_unit_model.perform(m, &high, false, rdata, why), WL_OK);
  assert_int_equal(wl_unit_model.write_back_vgpr(m, WL_UNIT_VMEM, 0, 0, 3, 0, &mask, data, why), WL_BAD_EVENT);
  assert_int_equal(wl_unit_model.request(m, &low, &predicted, why), WL_OK);
  assert_int_equal(predicted.byte_enable, 1ull << 63);
  assert_int_equal(wl_unit_model.perform(m, &low, false, rdata, why), WL_OK);
  assert_int_equal(wl_unit_model.write_back_vgpr(m, WL_UNIT_VMEM, 0, 0, 3, 0, &mask, data, why), WL_OK);
  assert_int_equal(data[0], 0x1234);
  assert_int_equal(wl_unit_model.mem_return(m, WL_UNIT_VMEM, 0, 0, why), WL_OK);
  steps(0, 1);
  const wl_transaction store = transaction(0, WL_MEM_STORE, DATA, 1);
  assert_int_equal(wl_unit_model.request(m, &store, &predicted, why), WL_OK);
  assert_int_equal(predicted.data[15], 0x34000000);
}

// A load without lanes accesses nothing, and nothing waits for its register. An unmapped one gives 0.
static void test_loads_of_nothing(void **unused) {
  (void)unused;
  add_strided();
  add(0xF300);  // IF p0: no lane
  add(0xD310);  // LD r3, b0[r1]
  add(0x1333);  // ADD r3, r3, r3
  add(0xF500);  // POP
  add_constant(3, 0x1234);
  add(0xD311);  // LD r3, b1[r1]: b1 begins at 0
  add(END);
  start(0, 0x11);
  steps(0, 4);
  assert_int_equal(issue(0, 1), WL_OK);
  steps(0, 4);
  assert_int_equal(wl_unit_model.mem_return(m, WL_UNIT_VMEM, 0, 1, why), WL_OK);
  assert_int_equal(issue(0, 2), WL_OK);
  const wl_transaction low = transaction(2, WL_MEM_LOAD, 0, 0x01), high = transaction(2, WL_MEM_LOAD, 64, 0x10);
  assert_int_equal(wl_unit_model.request(m, &low, &predicted, why), WL_OK);
  assert_int_equal(wl_unit_model.request(m, &high, &predicted, why), WL_OK);
  assert_int_equal(wl_unit_model.perform(m, &low, false, rdata, why), WL_BAD_EVENT);
  assert_int_equal(wl_unit_model.perform(m, &low, true, rdata, why), WL_OK);
  assert_int_equal(wl_unit_model.perform(m, &high, true, rdata, why), WL_OK);
  uint32_t mask, data[16];
  assert_int_equal(wl_unit_model.write_back_vgpr(m, WL_UNIT_VMEM, 0, 2, 3, 0, &mask, data, why), WL_OK);
  assert_int_equal(mask, 0x11);
  assert_int_equal(lane(3, 4), 0);
}

static uint32_t element(uint32_t number) {
  uint16_t value = 0;
  assert_true(wl_mem_read(mem, DATA + 2 * number, &value, sizeof value));
  return value;
}

// All lanes store to element 3, in one transaction and in two, of which the higher lanes come first.
static void test_stores(void **unused) {
  (void)unused;
  add(0x0101);  // LANE r1
  add(0xA203);  // LI r2, 3
  add(0xE120);  // ST r1, b0[r2]
  add(0xE120);
  add(END);
  start(0, 0x3F);
  steps(0, 2);
  wl_transaction all = transaction(0, WL_MEM_STORE, DATA, 0x3F);
  steps(0, 1);
  assert_int_equal(wl_unit_model.request(m, &all, &predicted, why), WL_OK);
  assert_int_equal(predicted.byte_enable, 0xC0);
  assert_int_equal(predicted.data[1], 0x00050000);
  assert_int_equal(wl_unit_model.perform(m, &predicted, false, rdata, why), WL_OK);
  assert_int_equal(element(3), 5);
  assert_int_equal(wl_unit_model.mem_return(m, WL_UNIT_VMEM, 0, 0, why), WL_OK);
  assert_true(wl_mem_write(mem, DATA + 6, &(uint16_t){0}, 2));
  steps(0, 1);
  const wl_transaction low = transaction(0, WL_MEM_STORE, DATA, 0x07), high = transaction(0, WL_MEM_STORE, DATA, 0x38);
  assert_int_equal(wl_unit_model.request(m, &low, &predicted, why), WL_OK);
  assert_int_equal(predicted.data[1], 0x00020000);
  assert_int_equal(wl_unit_model.request(m, &high, &predicted, why), WL_OK);
  assert_int_equal(wl_unit_model.perform(m, &high, false, rdata, why), WL_OK);
  assert_int_equal(wl_unit_model.mem_return(m, WL_UNIT_VMEM, 0, 0, why), WL_BAD_EVENT);
  assert_int_equal(wl_unit_model.perform(m, &low, false, rdata, why), WL_OK);
  assert_int_equal(element(3), 5);
  assert_int_equal(issue(0, 1), WL_BAD_EVENT);  // END waits for the store
  assert_int_equal(wl_unit_model.mem_return(m, WL_UNIT_VMEM, 0, 0, why), WL_OK);
  steps(0, 1);
}

// ---- loads and stores that the unit does not report ----------------------------------------------
static void test_at_issue(void **unused) {
  (void)unused;
  for (uint32_t l = 0; l < LANES; l++) assert_true(wl_mem_write(mem, DATA + 16 * l, &(uint16_t){(uint16_t)(l + 1)}, 2));
  add_strided();
  const uint32_t before = (uint32_t)(end_of_code - CODE) / 2;
  add(0xD310);  // LD r3, b0[r1]
  add(0x1333);  // ADD r3, r3, r3
  add(0xE310);  // ST r3, b0[r1]
  add(END);
  wl_unit_model.at_issue(m, WL_UNIT_VMEM);
  static const uint32_t active[] = {0x0F, 0xC0}, doubled[LANES] = {2, 4, 6, 8, 5, 6, 14, 16};
  for (uint32_t slot = 0; slot < 2; slot++) {
    wl_traced traced;
    start(slot, active[slot]);
    steps(slot, before + 1);
    wl_unit_model.traced(m, effect.unit, slot, 0, &effect, &traced);
    assert_int_equal(traced.vgpr_base, 16 * slot);
    assert_int_equal(traced.vgpr_count, 1);
    assert_int_equal(traced.phys_vgpr, 16 * slot + 3);
    steps(slot, 1);
    wl_unit_model.traced(m, effect.unit, slot, 0, &effect, &traced);
    assert_int_equal(traced.vgpr_count, 0);
    steps(slot, 2);
    assert_false(wl_unit_model.wave_live(m, slot));
  }
  for (uint32_t l = 0; l < LANES; l++) assert_int_equal(element(8 * l), doubled[l]);
}

int main(int argc, char **argv) {
  (void)argv;
  for (uint32_t word = 0; argc > 1 && word < 0x10000; word++) {
    char text[80];
    wl_instruction i;
    wl_unit_model.text(NULL, 0, (uint32_t[2]){word, 0}, text, sizeof text);
    if (wl_unit_model.instruction(NULL, (uint32_t[2]){word, 0}, 0, 0, &i)) printf("%u %s\n", word, text);
  }
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(test_values),           TEST(test_lane),    TEST(test_comparisons), TEST(test_stack),   TEST(test_branches),
      TEST(test_faults),           TEST(test_no_code), TEST(test_count),       TEST(test_start),   TEST(test_loads),
      TEST(test_loads_of_nothing), TEST(test_stores),  TEST(test_odd_address), TEST(test_at_issue)};
  return argc > 1 ? 0 : cmocka_run_group_tests(tests, NULL, NULL);
}
