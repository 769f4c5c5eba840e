// SPDX-License-Identifier: Apache-2.0
// The model is a table. A wrong one is refused, and one without a level where the DUT declares the level. Two models
// work in one process, each under its checker.
#include "unit.h"

#include "check/ops.h"

static wl_model_ops table;

static int setup(void **state) {
  (void)state;
  table = fake_ops;
  unit_capabilities = DECLARED;
  return 0;
}
static int teardown(void **state) {
  (void)state;
  unit_free();
  unit_capabilities = DECLARED;
  return 0;
}

static void open_table(int capabilities) {
  unit_capabilities = capabilities;
  unit_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .ops = &table});
}

// ---- tables that no checker takes ----------------------------------------------------------------

static void refused(const char *why) {
  wl_error error;
  wl_unit *none = wl_unit_new("");
  assert_null(wl_checker_new(&(wl_checker_options){.ops = &table}, NULL, none, &error));
  if (!strstr(error.text, why)) fail_msg("%s: %s", why, error.text);
  wl_unit_free(none);
  table = fake_ops;
}

static void test_wrong_table(void **state) {
  (void)state;
  char why[160];
  table.size -= 8;
  snprintf(why, sizeof why, "has version 1 and %zu bytes; the checker knows version 1 with %zu bytes", sizeof table - 8,
           sizeof table);
  refused(why);
  table.version = 2;
  refused("has version 2");
  table.isa = NULL;
  refused("does not name its instruction set");
  table.isa = "";
  refused("does not name its instruction set");
#define OP(level, result, field, function, parameters, sentence)                                \
  if (!strcmp(#level, "MUST")) {                                                                \
    table.field = NULL;                                                                         \
    refused("the model of the stand-in has no function \"" #field "\", which every model has"); \
  }
#include "wavelock/model_ops.def"
}

// Reasons for which waves wait.
static void test_waits(void **state) {
  (void)state;
  static const wl_model_wait two[] = {{"fetch", "no instruction", WL_WAITS_FETCH}, {"", "nothing", WL_WAITS_STALLED}};
  assert_string_equal(ops_wait(&table, WL_WAIT_EMPTY)->name, "empty");
  assert_string_equal(ops_wait(&table, WL_WAIT_ISSUES)->name, "issues");
  assert_string_equal(ops_wait(&wl_gfx9_ops, WL_WAIT_BARRIER_FULL)->name, "barrier_full");
  assert_string_equal(ops_wait(&wl_gfx9_ops, WL_WAIT_REASONS)->name, "undeclared");
  assert_string_equal(ops_wait(&table, WL_WAIT_OWN)->name, "undeclared");
  table.waits = two;
  table.wait_count = 1;
  assert_string_equal(ops_wait(&table, WL_WAIT_OWN)->name, "fetch");
  assert_string_equal(ops_wait(&table, WL_WAIT_OWN + 1)->name, "undeclared");
  table.wait_count = 2;
  refused("has a reason for which waves wait without a name: number 3");
  table.waits = wl_gfx9_ops.waits;
  table.wait_count = WL_MODEL_WAITS + 1;
  refused("has 28 reasons for which waves wait, more than 27");
}

// ---- levels --------------------------------------------------------------------------------------

static void refused_at_time_zero(const char *level, const char *function) {
  wl_wave_init init;
  char why[256];
  open_table(DECLARED);
  unit_dispatch(0, &init);
  assert_int_equal(unit_finish(), WL_ERROR);
  snprintf(why, sizeof why,
           "the model of the stand-in has no level \"%s\", which the DUT declares: its function \"%s\" is missing",
           level, function);
  assert_string_equal(unit.result.why, why);
  unit_free();
  table = fake_ops;
}

// Each function of a level: without it the DUT may not declare the level, or the model does not run alone.
static void test_levels(void **state) {
  (void)state;
  wl_error error;
  uint32_t functions = 0;
#define OP(level, type, field, function, parameters, sentence)                                                       \
  if (!strcmp(#level, "ALONE")) {                                                                                    \
    table = wl_gfx9_ops;                                                                                             \
    table.field = NULL;                                                                                              \
    assert_false(ops_run_alone(&table, &error));                                                                     \
    assert_string_equal(error.text, "the model of GFX9 does not run alone: its function \"" #field "\" is missing"); \
    table = fake_ops;                                                                                                \
  } else if (strcmp(#level, "MUST") && strcmp(#level, "MAY")) {                                                      \
    table.field = NULL;                                                                                              \
    refused_at_time_zero(#level, #field);                                                                            \
    functions++;                                                                                                     \
  }
#include "wavelock/model_ops.def"
  assert_true(functions > 10);
}

static void test_control(void **state) {
  (void)state;
  wl_error error;
  static wl_control_ops control;
  char why[256];
  control = *fake_ops.control;
  assert_true(ops_have(&table, 1 << WL_CAN_control, why));
  table.control = &control;
  control.edge = NULL;
  assert_false(ops_have(&table, 1 << WL_CAN_control, why));
  assert_non_null(strstr(why, "no level \"control\", which the DUT declares: its function \"edge\" is missing"));
  table.control = NULL;
  assert_false(ops_have(&table, 1 << WL_CAN_control, why));
  assert_true(ops_have(&table, DECLARED, why));
  assert_true(ops_good(&table, &error));
}

// The functions that every model has are enough for a unit that reports retirement alone. What is not there is refused
// when an event asks for it, and people get hexadecimal words.
static void least_table(void) {
  table = (wl_model_ops){.size = sizeof table, .version = WL_MODEL_OPS_VERSION, .isa = "tiny8"};
#define OP(level, result, field, function, parameters, sentence) \
  if (!strcmp(#level, "MUST")) table.field = fake_ops.field;
#include "wavelock/model_ops.def"
  table.sizes = fake_ops.sizes;  // what the unit of these tests tells
  table.size_count = fake_ops.size_count;
  table.rows = fake_ops.rows;
  table.row_count = fake_ops.row_count;
}

static void start_least(void) {
  wl_wave_init init;
  least_table();
  open_table(0);
  unit_dispatch(0, &init);
  unit_begin(0, &init);
}

static void test_least(void **state) {
  (void)state;
  start_least();
  unit_issue(0, SOPP_WORD(s_nop, 0));
  unit_cycle();
  unit_end(0);
  assert_int_equal(unit_finish(), WL_PASS);
  assert_non_null(strstr(unit.result.not_checked, "registers"));
  unit_free();

  start_least();
  wl_probe_trap(dut, 0);
  assert_int_equal(unit_finish(), WL_ILLEGAL);
  assert_non_null(strstr(unit.result.why, "the model has no function \"trap\""));
  unit_free();

  // What the report says of an instruction that a unit took for illegal.
  start_least();
  fake.effect.words[0] = 0x1234ABCD;
  unit_issue(0, 0x1234ABCD);
  wl_probe_wave_end(dut, 0, WL_WAVE_FAULTED);
  assert_int_equal(unit_finish(), WL_MISMATCH);
  assert_non_null(strstr(unit.result.why, "illegal instruction at 0x1000: 0x1234abcd 0x00000000  0x1234abcd"));
  unit_free();

  start_least();
  unit_cycle();
  wl_checker_cut_short(unit.checker, WL_HANG, -1, "it hangs");
  assert_int_equal(unit_finish(), WL_HANG);
  assert_string_equal(unit.result.why, "it hangs; wave 0: it has not ended");
}

// ---- two models ----------------------------------------------------------------------------------

enum { CODE = 0x10000 };
static const uint32_t program[] = {0xBE8400FF, 0x00001234,  // s_mov_b32 s4, 0x1234
                                   0xBF800000,              // s_nop 0
                                   0xBF810000};             // s_endpgm

// The unit of GFX9 reports retirement and SGPRs. Its handle has no name of its own: events come by the handle.
static wl_unit *gfx9_open(wl_checker **checker, wl_mem *mem) {
  static const struct {
    const char *name;
    int value;
  } sizes[] = {{"waves", 1},  {"lanes", 16},       {"phys_vgprs", 4}, {"lds_entries", 8}, {"gds_entries", 0},
               {"groups", 1}, {"sgprs", WL_SGPRS}, {"isa", 906},      {"rdna", 0},        {"vcc_alias", 0}};
  wl_error error;
  wl_unit *u = wl_unit_new("gfx9");
  *checker = wl_checker_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .test = "gfx9"}, mem, u, &error);
  assert_non_null(*checker);
  declare(u, 1 << WL_CAN_registers);
  for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++) wl_probe_config(u, sizes[i].name, sizes[i].value);
  declare_rows(u, &wl_gfx9_ops, 0);
  return u;
}

static void gfx9_start(wl_checker *checker, wl_unit *u) {
  const wl_wave_init init = {.pc = CODE, .exec = ~0ull, .waves_in_group = 1, .sgpr_size = 16, .vgpr_size = 4};
  const uint32_t start[WL_START_WORDS] = {
      [WL_START_SGPR_SIZE] = 16, [WL_START_VGPR_SIZE] = 4, [WL_START_WAVES_IN_GROUP] = 1};
  wl_checker_dispatch(checker, 0, &init);
  wl_probe_wave_start(u, 0, CODE, -1, 0, start);
}

// A wave in each unit, an event of the one after an event of the other. wrong: bits of s4 that the unit of GFX9, and of
// s5 that the other one has wrong.
static void run_two(uint32_t gfx9_wrong, uint32_t fake_wrong, wl_checker_result *gfx9) {
  wl_mem *mem = wl_mem_new(), *dut_mem = wl_mem_new();
  assert_true(wl_mem_map(mem, CODE, sizeof program) && wl_mem_write(mem, CODE, program, sizeof program));
  assert_true(wl_mem_map(dut_mem, CODE, sizeof program) && wl_mem_write(dut_mem, CODE, program, sizeof program));
  unit_capabilities = 1 << WL_CAN_registers;
  unit_new(NULL);
  wl_checker *checker;
  wl_unit *u = gfx9_open(&checker, mem);
  unit_start(0);
  gfx9_start(checker, u);
  wl_probe_cycle(u, 0, NULL);

  fake.effect.sgpr_first = 5;
  fake.effect.sgpr_count = 1;
  fake.sgpr[0][5] = 0x11111111;
  unit_issue(0, 0xBE850081);
  wl_probe_issue(u, 0, CODE, (int)program[0], (int)program[1], 0, -1);
  const uint32_t s4[16] = {0x1234 ^ gfx9_wrong}, s5[16] = {0x11111111 ^ fake_wrong};
  wl_probe_sgpr(u, WL_SRC_SALU, 0, 0, 4, 1, s4);
  wl_probe_sgpr(dut, WL_SRC_SALU, 0, 0, 5, 1, s5);
  wl_probe_cycle(u, 1, NULL);
  unit_cycle();
  wl_probe_issue(u, 0, CODE + 8, (int)program[2], 0, 0, -1);
  wl_probe_cycle(u, 2, NULL);
  unit_end(0);
  wl_probe_issue(u, 0, CODE + 12, (int)program[3], 0, 0, -1);
  wl_probe_wave_end(u, 0, WL_WAVE_ENDED);
  wl_probe_cycle(u, 3, NULL);

  unit_finish();
  wl_checker_finish(checker, dut_mem, gfx9);
  wl_checker_free(checker);
  wl_unit_free(u);
  wl_mem_free(mem);
  wl_mem_free(dut_mem);
}

static void test_two_models(void **state) {
  (void)state;
  wl_checker_result gfx9;
  run_two(0, 0, &gfx9);
  assert_int_equal(gfx9.verdict, WL_PASS);
  assert_int_equal(unit.result.verdict, WL_PASS);
  assert_int_equal(gfx9.instructions, 3);
  assert_int_equal(unit.result.instructions, 2);
  unit_free();

  run_two(0x10, 0, &gfx9);
  assert_int_equal(gfx9.verdict, WL_MISMATCH);
  assert_non_null(strstr(gfx9.why, "s4 is written with 0x00001224, expected 0x00001234"));
  assert_int_equal(unit.result.verdict, WL_PASS);
  unit_free();

  run_two(0, 0x10, &gfx9);
  assert_int_equal(gfx9.verdict, WL_PASS);
  assert_int_equal(unit.result.verdict, WL_MISMATCH);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(test_wrong_table, setup),
      cmocka_unit_test_setup(test_waits, setup),
      cmocka_unit_test_setup(test_levels, setup),
      cmocka_unit_test_setup(test_control, setup),
      cmocka_unit_test_setup_teardown(test_least, setup, teardown),
      cmocka_unit_test_setup_teardown(test_two_models, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
