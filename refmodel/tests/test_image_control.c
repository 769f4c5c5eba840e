// SPDX-License-Identifier: Apache-2.0
// An image instruction with control words: its address registers, more than any other instruction has, are read pass by
// pass after the issue (maxwell-control.md 8.6). T# and S# are of the issue.
#include "control_unit.h"
#include "images.h"

enum { ADDRESSES = 7 };

static void read_later(void **state) {
  (void)state;
  struct program p;
  char why[160];
  uint32_t mask, data[16];
  const struct resource image = {.base = kData,
                                 .type = WL_IMAGE_2D,
                                 .dfmt = 1,
                                 .nfmt = UNORM,
                                 .width = 4,
                                 .height = 4,
                                 .pitch = 256,
                                 .dst_sel = 4 | 1 << 9};
  const struct sampler point = {.clamp = 2, .max_lod = 4095};
  // Offset x -1, y +2, four derivatives, s = t = 0.5: the sample of image.md 18.
  const uint32_t address[ADDRESSES] = {0x23f, 0, 0, 0, 0, 0x3f000000, 0x3f000000};
  const wl_control_sizes sizes = {LDS_READ, VMEM_READ, EXPORT_READ, LDS_RETURN, VMEM_RETURN, SMEM_RETURN};
  program_open_unit(&p, &(wl_config){.waves = 16, .phys_vgprs = 256, .lds_entries = 256, .control = true, .images = 3});
  wl_model_control_sizes(p.model, &sizes);
  p.init.control = true;
  p.init.pc = kCode + 8;
  p.init.sgpr_count = 20;
  resource_words(&image, &p.init.sgpr[SRSRC]);
  sampler_words(&point, &p.init.sgpr[SSAMP]);
  put2(&p, NEUTRAL + 1, mimg(WL_OP_image_sample_d_o, DMASK_1, false));
  put2(&p, NEUTRAL + 1, mimg(WL_OP_image_sample_d_o, DMASK_1, false));
  for (uint32_t y = 0; y < 4; y++) {
    for (uint32_t x = 0; x < 4; x++) {
      const uint8_t texel = (uint8_t)(10 * x + 40 * y + 3);
      assert_true(wl_mem_write(p.mem, kData + 256 * y + x, &texel, 1));
    }
  }
  start(&p, 0);
  issue_to(&p, (wl_unit_cycles){0}, 1, WL_OK);
  for (uint32_t r = 0; r < ADDRESSES; r++) {
    for (uint32_t l = 0; l < WL_LANES; l++) vgpr(&p, VADDR + r)[l] = address[r];
  }
  for (uint32_t s = SRSRC; s < SSAMP + 4; s++) ((uint32_t *)(uintptr_t)wl_model_sgprs(p.model, 0))[s] = 0;
  edge(&p, VMEM_READ);
  for (uint32_t r = 0; r < ADDRESSES; r++) {
    for (uint32_t pass = 0; pass < 4; pass++)
      good(wl_model_vgpr_read(p.model, WL_UNIT_VMEM, 0, 1, VADDR + r, pass, why), why);
    for (uint32_t l = 0; l < WL_LANES; l++) vgpr(&p, VADDR + r)[l] = 0xdeadbeef;
  }
  refused(wl_model_vgpr_read(p.model, WL_UNIT_VMEM, 0, 1, VADDR + ADDRESSES, 0, why), why, "v7");
  good(wl_model_operands_read(p.model, WL_UNIT_VMEM, 0, 1, why), why);
  edge(&p, VMEM_RETURN);
  const wl_transaction t = {.unit = WL_UNIT_VMEM, .tag = 1, .line = kData + 3 * 256, .lanes = ~0ull};
  wl_transaction predicted;
  good(wl_model_request(p.model, &t, &predicted, why), why);
  assert_true(predicted.byte_enable == 2);  // texel x 1, y 3: 2 + offset
  good(wl_model_perform(p.model, &t, false, data, why), why);
  for (uint32_t pass = 0; pass < 4; pass++) {
    good(wl_model_write_back_vgpr(p.model, WL_UNIT_VMEM, 0, 1, VDATA, pass, &mask, data, why), why);
    for (uint32_t l = 0; l < 16; l++) assert_int_equal(data[l], 0x3F058586);
  }
  good(wl_model_return(p.model, WL_UNIT_VMEM, 0, 1, why), why);
  program_close(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(read_later)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
