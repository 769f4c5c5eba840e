// SPDX-License-Identifier: Apache-2.0
// The checker with the model of toy8.c: what tb.sv calls by DPI (docs/your-unit.md).
#include <wavelock/checker.h>

extern const wl_model_ops toy8_ops;

enum { CODE = 0x1000 };
// LANE 1, 0x7C; LANE 2, 0x80; LESS 1, 2; ADD 3, 1, 2; LESS 2, 1; ADD 3, 1, 1; ALL; ADD 0, 3, 1; HALT
static const uint32_t program[] = {0x0101007C, 0x01020080, 0x03000102, 0x02030102, 0x03000201,
                                   0x02030101, 0x04000000, 0x02000301, 0x00000000};
static wl_harness *harness;

int bench_open(void) {
  harness = wl_harness_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .ops = &toy8_ops, .test = "own_model"});
  return harness && wl_harness_load(harness, CODE, program, sizeof program);
}

int bench_word(int pc) {
  uint32_t word = 0;
  wl_mem_read(wl_harness_memory(harness), (uint64_t)pc, &word, 4);
  return (int)word;
}

void bench_launch(void) {
  const wl_wave_init wave = {.pc = CODE, .exec = 0xFF, .waves_in_group = 1, .vgpr_size = 4};
  wl_checker_dispatch(wl_harness_checker(harness), 0, &wave);
}

int bench_go_on(int ended) { return wl_harness_go_on(harness, ended); }
int bench_close(void) { return wl_harness_close(harness, ""); }
