// SPDX-License-Identifier: Apache-2.0
// The checker in a testbench of one's own: what tb.sv calls by DPI (docs/your-unit.md).
#include <string.h>
#include <wavelock/checker.h>

// v_lshlrev_b32 v1, 2, v0; global_load_dword v2, v1, s[0:1]; s_waitcnt vmcnt(0); v_add_u32 v2, 0xffff, v2;
// global_store_dword v1, v2, s[0:1]; s_endpgm
static const uint32_t program[] = {0x24020082, 0xdc508000, 0x02000001, 0xbf8c0f70, 0x680404ff,
                                   0x0000ffff, 0xdc708000, 0x00000201, 0xbf810000};
static wl_harness *harness;

int bench_open(long long code, long long buffer) {
  harness = wl_harness_new(&(wl_checker_options){.mode = WL_CHECK_DEFAULT, .test = "plain_bench"});
  return harness && wl_harness_load(harness, code, program, sizeof program) &&
         wl_harness_load(harness, buffer, &(uint32_t){0x12345678}, 4);
}

void bench_launch(long long code, long long buffer) {
  wl_wave_init wave = {.pc = code, .exec = ~0ull, .sgpr_size = 16, .vgpr_size = 4, .sgpr_count = 2, .vgpr_count = 1};
  wave.waves_in_group = 1;
  wave.alignment_mode = WL_ALIGN_UNALIGNED;
  memcpy(wave.sgpr, &buffer, sizeof buffer);
  for (uint32_t lane = 0; lane < WL_LANES; lane++) wave.vgpr[0][lane] = lane;
  wl_checker_dispatch(wl_harness_checker(harness), 0, &wave);
}

int bench_access(int port, int store, long long line, long long be, uint32_t *data) {
  return !wl_harness_access(harness, port, 0, store, line, be, data);
}
int bench_go_on(int ended) { return wl_harness_go_on(harness, ended); }
int bench_close(const char *why) { return wl_harness_close(harness, why); }
