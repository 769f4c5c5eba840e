// SPDX-License-Identifier: Apache-2.0
// The model in a simulator of one's own: the simulator has the schedule, the model executes one instruction at a time.
// Here two waves of a workgroup take turns, and each instruction takes one cycle.
//   cc steps.c $(pkg-config --cflags --libs wavelock)
#include <stdio.h>
#include <wavelock/model.h>

static const uint64_t code = 0x100000000;

// v_mov_b32 v1, 2; s_barrier; v_mul_u32_u24 v1, v0, v1; s_endpgm
static const uint32_t program[] = {0x7e020282, 0xbf8a0000, 0x10020300, 0xbf810000};

static int start(wl_model *model, uint32_t slot) {
  wl_wave_init wave = {.pc = code, .exec = ~0ull, .waves_in_group = 2, .sgpr_size = 16, .vgpr_size = 4};
  wave.alignment_mode = WL_ALIGN_UNALIGNED;
  wave.wave_in_group = slot;
  wave.vgpr_base = 4 * slot;
  wave.vgpr_count = 1;
  for (uint32_t lane = 0; lane < WL_LANES; lane++) wave.vgpr[0][lane] = WL_LANES * slot + lane;
  return wl_model_wave_start(model, slot, &wave) == WL_OK;
}

int main(void) {
  const wl_config unit = {.waves = 2, .phys_vgprs = 16, .lds_entries = 32};
  wl_mem *mem = wl_mem_new();
  if (!mem || !wl_mem_map(mem, code, WL_PAGE) || !wl_mem_write(mem, code, program, sizeof program)) return 1;
  wl_model *model = wl_model_new(&unit, mem);
  if (!model || !start(model, 0) || !start(model, 1)) return 1;
  // Memory instructions are done when they issue: nothing of them is pending.
  for (wl_block block = WL_UNIT_SMEM; block <= WL_UNIT_EXPORT; block++) wl_model_at_issue(model, block);

  char why[160];
  for (uint32_t cycle = 0; wl_model_wave_live(model, 0) || wl_model_wave_live(model, 1); cycle++) {
    const uint32_t slot = cycle % 2;
    wl_effect effect;
    if (wl_model_barrier_ready(model, 0)) wl_model_barrier_release(model, 0, why);
    if (!wl_model_could_issue(model, slot)) continue;
    if (wl_model_issue(model, slot, 0, &effect) != WL_OK) return 1;
    printf("cycle %u: wave %u, pc 0x%llx, %08x\n", cycle, slot, (unsigned long long)effect.pc, effect.words[0]);
  }
  printf("v1 of lane 1 of wave 1 is %u\n", wl_model_phys_vgpr(model, 5)[1]);
  const int good = wl_model_phys_vgpr(model, 5)[1] == 130;
  wl_model_free(model);
  wl_mem_free(mem);
  return good ? 0 : 1;
}
