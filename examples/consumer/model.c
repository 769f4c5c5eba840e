// SPDX-License-Identifier: Apache-2.0
// The model in a program of one's own: a wave of three instructions, each lane's result in v1.
//   cc model.c $(pkg-config --cflags --libs wavelock)
#include <stdio.h>
#include <wavelock/model.h>

static const uint64_t code = 0x100000000;

// v_mov_b32 v1, 2; v_mul_u32_u24 v1, v0, v1; s_endpgm. An instruction cache may read beyond them.
static const uint32_t program[] = {0x7e020282, 0x10020300, 0xbf810000};

int main(void) {
  const wl_config unit = {.waves = 1, .phys_vgprs = 16, .lds_entries = 32, .gds_entries = 0};
  wl_mem *mem = wl_mem_new();
  if (!mem || !wl_mem_map(mem, code, sizeof program) || !wl_mem_write(mem, code, program, sizeof program)) return 1;
  wl_model *model = wl_model_new(&unit, mem);
  if (!model) return 1;

  wl_wave_init wave = {.pc = code, .exec = ~0ull, .waves_in_group = 1, .sgpr_size = 16, .vgpr_size = 4};
  wave.alignment_mode = WL_ALIGN_UNALIGNED;
  wave.vgpr_count = 1;
  for (uint32_t lane = 0; lane < WL_LANES; lane++) wave.vgpr[0][lane] = lane;
  if (wl_model_wave_start(model, 0, &wave) != WL_OK) return 1;

  wl_run_report report;
  wl_model_run(model, 100, &report);
  const uint32_t *v1 = wl_model_phys_vgpr(model, 1);
  printf("%llu instructions, v1 of lane 21 is %u\n", (unsigned long long)report.instructions, v1[21]);
  const int good = report.result == WL_OK && v1[21] == 42;
  wl_model_free(model);
  wl_mem_free(mem);
  return good ? 0 : 1;
}
