// SPDX-License-Identifier: Apache-2.0
// The checker with the model of toy8.c: what tb.sv calls by DPI (docs/your-unit.md).
#include <stdio.h>
#include <wavelock/checker.h>
#include <wavelock/probe.h>

extern const wl_model_ops toy8_ops;

enum { CODE = 0x1000 };
// LANE 1, 0x7C; LANE 2, 0x80; LESS 1, 2; ADD 3, 1, 2; LESS 2, 1; ADD 3, 1, 1; ALL; ADD 0, 3, 1; HALT
static const uint32_t program[] = {0x0101007C, 0x01020080, 0x03000102, 0x02030102, 0x03000201,
                                   0x02030101, 0x04000000, 0x02000301, 0x00000000};
static wl_unit *unit;
static wl_checker *checker;
static wl_mem *memory, *model_memory;

int bench_open(void) {
  const wl_checker_options options = {.mode = WL_CHECK_DEFAULT, .ops = &toy8_ops, .test = "own_model"};
  wl_error error = {"out of memory"};
  unit = wl_unit_new("");
  memory = wl_mem_new();
  model_memory = wl_mem_new();
  if (unit && memory && model_memory && wl_mem_map(memory, CODE, WL_PAGE) &&
      wl_mem_write(memory, CODE, program, sizeof program) && wl_mem_copy(model_memory, memory))
    checker = wl_checker_new(&options, model_memory, unit, &error);
  if (!checker) fprintf(stderr, "ERROR: %s\n", error.text);
  return checker != NULL;
}

int bench_word(int pc) {
  uint32_t word = 0;
  wl_mem_read(memory, (uint64_t)pc, &word, 4);
  return (int)word;
}

void bench_launch(void) {
  const wl_wave_init wave = {.pc = CODE, .exec = 0xFF, .waves_in_group = 1, .vgpr_size = 4};
  wl_checker_dispatch(checker, 0, &wave);
}

int bench_go_on(int ended) { return !wl_checker_stop(checker) && (!ended || wl_checker_busy(checker)); }

int bench_close(void) {
  wl_checker_result result;
  wl_checker_finish(checker, memory, &result);
  printf("%s: %llu cycles, %llu instructions, %llu events; not checked: %s\n", wl_verdict_name(result.verdict),
         (unsigned long long)result.cycles, (unsigned long long)result.instructions, (unsigned long long)result.events,
         result.not_checked);
  wl_checker_free(checker);
  wl_unit_free(unit);
  wl_mem_free(model_memory);
  wl_mem_free(memory);
  return (int)result.verdict;
}
