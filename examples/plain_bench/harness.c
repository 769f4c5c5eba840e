// SPDX-License-Identifier: Apache-2.0
// The checker in a testbench of one's own: what tb.sv calls by DPI (docs/your-unit.md).
#include <stdio.h>
#include <wavelock/checker.h>
#include <wavelock/probe.h>

// v_lshlrev_b32 v1, 2, v0; global_load_dword v2, v1, s[0:1]; s_waitcnt vmcnt(0); v_add_u32 v2, 0xffff, v2;
// global_store_dword v1, v2, s[0:1]; s_endpgm
static const uint32_t program[] = {0x24020082, 0xdc508000, 0x02000001, 0xbf8c0f70, 0x680404ff,
                                   0x0000ffff, 0xdc708000, 0x00000201, 0xbf810000};
static wl_unit *unit;
static wl_checker *checker;
static wl_mem *memory, *model_memory;  // the unit's and the model's: the same at the beginning

int bench_open(long long code, long long buffer) {
  const wl_checker_options options = {.mode = WL_CHECK_DEFAULT, .test = "plain_bench"};
  wl_error error = {"out of memory"};
  unit = wl_unit_new("");  // whatever the path of the probe
  memory = wl_mem_new();
  model_memory = wl_mem_new();
  if (unit && memory && model_memory && wl_mem_map(memory, code, WL_PAGE) && wl_mem_map(memory, buffer, WL_PAGE) &&
      wl_mem_write(memory, code, program, sizeof program) && wl_mem_write(memory, buffer, &(uint32_t){0x12345678}, 4) &&
      wl_mem_copy(model_memory, memory))
    checker = wl_checker_new(&options, model_memory, unit, &error);
  if (!checker) fprintf(stderr, "ERROR: %s\n", error.text);
  return checker != NULL;
}

void bench_launch(long long code, long long buffer) {
  wl_wave_init wave = {.pc = code, .exec = ~0ull, .waves_in_group = 1, .sgpr_size = 16, .vgpr_size = 4};
  wave.alignment_mode = WL_ALIGN_UNALIGNED;
  wave.sgpr_count = 2;
  wave.sgpr[0] = (uint32_t)buffer;
  wave.sgpr[1] = (uint32_t)(buffer >> 32);
  wave.vgpr_count = 1;
  for (uint32_t lane = 0; lane < WL_LANES; lane++) wave.vgpr[0][lane] = lane;
  wl_checker_dispatch(checker, 0, &wave);
}

// A line of memory is read, or its bytes `be` are written. port: WL_SRC_SMEM or WL_SRC_VMEM; 0 for instructions, of
// which the checker does not hear. Returns whether the line is unmapped.
int bench_access(int port, int store, long long line, long long be, uint32_t *data) {
  uint8_t *page = wl_mem_page_to_write(memory, line), *bytes = (uint8_t *)data;
  for (int i = 0; page && i < 64; i++) {
    uint8_t *at = page + line % WL_PAGE + i;
    if (!store) bytes[i] = *at;
    else if (be >> i & 1) *at = bytes[i];
  }
  if (port) wl_probe_mem_performed(unit, port, 0, !page, data);
  return !page;
}

// Whether the bench shall go on. ended: the wave has ended.
int bench_go_on(int ended) { return !wl_checker_stop(checker) && (!ended || wl_checker_busy(checker)); }

// why: of a run that is cut short; "": it was not. Returns the verdict, 0 for PASS.
int bench_close(const char *why) {
  wl_checker_result result;
  if (*why) wl_checker_cut_short(checker, WL_HANG, -1, why);
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
