// SPDX-License-Identifier: Apache-2.0
// The views of a run that is told by hand, event by event: where its issue slots and the cycles of its waves went.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "observe/views/views.h"
#include "wavelock/registers.h"

enum { LOAD = 0xc0020000, LOAD_OFFSET = 0, MOVE = 0x7e000280, END = 0xbf810000 };  // s_load_dword, v_mov_b32, s_endpgm

static wl_views *views;
static wl_observer observer;
static long long cycle;

#define TELL(name, ...) \
  observer.event(views, \
                 &(const wl_observed){.event = WL_EVENT_##name, .argument = (const wl_probe_argument[]){__VA_ARGS__}})
#define N(value) \
  { .number = (value) }

static void starts(int slot) {
  static const uint32_t start[WL_START_WORDS];
  TELL(wave_start, N(slot), N(0x1000), N(-1), N(0), {.words = start});
}

// A cycle begins: what the first two slots are told to wait for. EXEC of slot 0 has all lanes, of slot 1 four.
static void begin(int fetched, int of_0, int of_1) {
  const uint32_t reasons[4] = {(uint32_t)of_0 | (uint32_t)of_1 << 8}, exec[32] = {~0u, ~0u, 15, 0};
  TELL(ready, N(fetched), N(0), N(0), N(-1));
  observer.cycle(views, &(const wl_observed_cycle){.reasons = reasons, .exec = exec});
}

static void issues(int slot, int pc, uint32_t w0, uint32_t w1, int exec_unit) {
  TELL(issue, N(slot), N(pc), N((int)w0), N((int)w1), N(0), N(exec_unit));
}

static void close_cycle(void) { TELL(cycle, N(cycle++), {.words = NULL}); }

static void run(void) {
  TELL(config, {.text = "isa"}, N(900));
  begin(0, WL_WAIT_EMPTY, WL_WAIT_EMPTY);
  starts(0);
  starts(1);
  close_cycle();
  begin(0, WL_WAIT_FETCH, WL_WAIT_FETCH);
  close_cycle();
  begin(3, WL_WAIT_ISSUES, WL_WAIT_ARBITER);
  issues(0, 0x1000, MOVE, 0, 0);
  close_cycle();
  begin(2, WL_WAIT_BUSY, WL_WAIT_ISSUES);
  issues(1, 0x1000, LOAD, LOAD_OFFSET, -1);
  close_cycle();
  begin(1, WL_WAIT_BUSY, WL_WAIT_FETCH);
  TELL(vgpr, N(WL_SRC_VALU), N(0), N(0), N(0), N(3), N(0xffff), {.words = NULL});
  TELL(mem_request, N(WL_SRC_SMEM), N(0), N(1), N(0), N(WL_PROBE_LOAD), N(0), N(15), N(0), N(1), {.words = NULL});
  TELL(valu_done, N(0));
  close_cycle();
  begin(3, WL_WAIT_ISSUES, WL_WAIT_LGKM_CNT);
  TELL(sgpr, N(WL_SRC_SMEM), N(1), N(0), N(0), N(1), {.words = NULL});
  TELL(mem_return, N(WL_SRC_SMEM), N(1), N(0), N(0));
  issues(0, 0x1004, END, 0, -1);
  TELL(wave_end, N(0), N(WL_WAVE_ENDED));
  close_cycle();
  begin(2, WL_WAIT_EMPTY, WL_WAIT_ISSUES);
  issues(1, 0x1008, END, 0, -1);
  TELL(wave_end, N(1), N(WL_WAVE_ENDED));
  close_cycle();
}

static json_int_t number(const json_t *j, const char *key) { return json_integer_value(json_object_get(j, key)); }

static void expect_reason(const json_t *stats, const char *name, json_int_t slots, json_int_t wave_cycles) {
  size_t i;
  json_t *of;
  json_array_foreach(json_object_get(stats, "reasons"), i, of) {
    if (strcmp(json_string_value(json_object_get(of, "reason")), name) != 0) continue;
    assert_int_equal(number(of, "slots"), slots);
    assert_int_equal(number(of, "wave_cycles"), wave_cycles);
    return;
  }
  fail_msg("no reason %s", name);
}

static void open_views(const wl_view_options *options) {
  wl_error error = {""};
  cycle = 0;
  if (!(views = wl_views_new(options, &wl_gfx9_ops, &error))) fail_msg("%s", error.text);
  wl_views_observe(&observer, views);
  observer.start(views, NULL);
}

static void finish(void) {
  wl_error error = {""};
  if (!wl_views_finish(views, &error)) fail_msg("%s", error.text);
}

// Nothing issues in cycles 0, 1 and 4. Slot 0 issues next: it was empty, fetched, and waited for its vector ALU.
static void slots(void **state) {
  (void)state;
  open_views(&(wl_view_options){.stats = true});
  run();
  finish();
  json_t *stats = wl_views_json(views);
  assert_int_equal(number(stats, "cycles"), 7);
  assert_int_equal(number(stats, "instructions"), 4);
  assert_int_equal(number(stats, "slots_used"), 4);
  assert_int_equal(json_array_size(json_object_get(stats, "reasons")), 5);
  expect_reason(stats, "empty", 1, 0);
  expect_reason(stats, "fetch", 1, 3);
  expect_reason(stats, "valu", 1, 2);
  expect_reason(stats, "arbiter", 0, 1);
  expect_reason(stats, "lgkm_cnt", 0, 1);
  json_decref(stats);
  wl_views_free(views);
}

static void read_file(const char *path, char *text, size_t size) {
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  text[fread(text, 1, size - 1, file)] = 0;
  fclose(file);
}

// The instruction that slot 0 executes: fetched in cycle 1, issued in 2, written back in 4.
static void pipe_of_slot_0(void **state) {
  (void)state;
  char path[] = "/tmp/wavelock_views_XXXXXX", text[4096];
  const int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  open_views(&(wl_view_options){.pipe = path});
  run();
  finish();
  wl_views_free(views);
  read_file(path, text, sizeof text);
  unlink(path);
  static const struct {
    const char *line;
    int cycle;
  } steps[] = {{"\nI\t0\t0\t0", 1}, {"\nS\t0\t0\tF", 1}, {"\nS\t0\t0\tI", 2},
               {"\nS\t0\t0\tX", 3}, {"\nS\t0\t0\tB", 4}, {"\nR\t0\t0\t0", 5}};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    const char *line = strstr(text, steps[i].line);
    int at = 0;
    if (!line) fail_msg("step %zu is missing in:\n%s", i, text);
    for (const char *c = text; (c = strstr(c, "\nC\t1")) && c < line; c++) at++;
    assert_int_equal(at, steps[i].cycle);
  }
}

// A run that ends early: nothing is lost.
static void cut_short(void **state) {
  (void)state;
  char folder[] = "/tmp/wavelock_views_XXXXXX", trace[64];
  assert_non_null(mkdtemp(folder));
  snprintf(trace, sizeof trace, "%s/trace", folder);
  open_views(&(wl_view_options){.stats = true, .perfetto = trace, .viewer = folder});
  TELL(config, {.text = "isa"}, N(900));
  begin(0, WL_WAIT_EMPTY, WL_WAIT_EMPTY);
  starts(0);
  close_cycle();
  begin(1, WL_WAIT_ISSUES, WL_WAIT_EMPTY);
  issues(0, 0x1000, LOAD, LOAD_OFFSET, -1);
  close_cycle();
  finish();
  json_t *stats = wl_views_json(views);
  assert_int_equal(number(stats, "instructions"), 1);
  json_decref(stats);
  wl_views_free(views);
  static const char *const files[] = {"trace", "code.json", "filenames.json", "occupancy.json", "se0_sm0_sl0_wv0.json"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, files[i]);
    assert_int_equal(unlink(path), 0);
  }
  assert_int_equal(rmdir(folder), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(slots), cmocka_unit_test(pipe_of_slot_0),
                                     cmocka_unit_test(cut_short)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
