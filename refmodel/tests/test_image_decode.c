// SPDX-License-Identifier: Apache-2.0
// Legality of MIMG by its words (image.md 2; D-IMG-1 to D-IMG-8, D-IMG-29), operands, registers by T# (3).
#include "images.h"

#include "isa/image.h"
#include "isa/isa.h"
#include "memory/image.h"
#include "wavelock/decode.h"

static wl_decoded decoded(uint32_t w0, uint32_t w1, uint32_t vgprs, bool priv) {
  wl_decoded d;
  wl_decode_words((uint32_t[]){w0, w1}, WL_GFX900, false, WL_SGPR_COUNT, vgprs, priv, &d);
  return d;
}

static bool legal(uint32_t w0, uint32_t w1) { return decoded(w0, w1, 256, false).legal; }

// The table of 2.1: VGPRs written, first and number; of the data read; the SGPRs of T# and S#; address registers that
// the words alone name (D-IMG-8).
static void words(void **state) {
  (void)state;
  static const struct {
    uint32_t w0, w1;
    const char *name;
    uint32_t vdst, written, data, addresses, t, s;  // s 0: no sampler
  } list[] = {
      {0xF0001F00, 0x00000004, "image_load", 0, 4, 0, 1, 0, 0},
      {0xF0009F00, 0x00000000, "image_load", 0, 4, 0, 1, 0, 0},
      {0xF0045F00, 0x00000000, "image_load_mip", 0, 4, 0, 3, 0, 0},
      {0xF0201F00, 0x80000004, "image_store", 0, 0, 2, 1, 0, 0},
      {0xF0201500, 0x00000004, "image_store", 0, 0, 2, 1, 0, 0},
      {0xF0011F00, 0x00000004, "image_load", 0, 4, 0, 1, 0, 0},
      {0xF0380F00, 0x00000004, "image_get_resinfo", 0, 4, 0, 1, 0, 0},
      {0xF0443300, 0x00000004, "image_atomic_cmpswap", 0, 1, 2, 1, 0, 0},
      {0xF0481300, 0x00000004, "image_atomic_add", 0, 0, 2, 1, 0, 0},
      {0xF2800F00, 0x03170004, "image_sample", 0, 4, 0, 1, 92, 96},
      {0xF09C0F00, 0x00610000, "image_sample_lz", 0, 4, 0, 1, 4, 12},
      {0xF0EC0F00, 0x00400000, "image_sample_c_d_cl_o", 0, 4, 0, 6, 0, 8},
      {0xF1BC0F00, 0x00400000, "image_sample_c_cd_cl_o", 0, 4, 0, 6, 0, 8},
      {0xF15C0200, 0x00400004, "image_gather4_lz_o", 0, 4, 0, 3, 0, 8},
      {0xF1800300, 0x00400004, "image_get_lod", 0, 2, 0, 1, 0, 8},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    // Bit 25 is SLC, which the sample has.
    const wl_decoded d = decoded(list[i].w0, list[i].w1, 256, false);
    if (!d.legal) fail_msg("%s is illegal", list[i].name);
    assert_string_equal(d.name, list[i].name);
    assert_int_equal(d.vdst, list[i].vdst);
    assert_int_equal(d.vdst_vgprs, list[i].written);
    assert_int_equal(d.src[1].regs, list[i].data);
    assert_int_equal(d.src[0].regs, list[i].addresses);
    assert_int_equal(d.src[2].reg, list[i].t);
    assert_int_equal(d.src[2].regs, 8);
    assert_int_equal(d.src[3].reg, list[i].s);
    assert_int_equal(d.src[3].regs, list[i].s != 0 ? 4 : 0);
    assert_int_equal(d.tfe_vgpr, list[i].w0 & WL_MIMG_TFE ? 4 : 0);
    assert_int_equal(d.unit, WL_UNIT_VMEM);
  }
}

enum { LOAD = 0xf0000000, SAMPLE = 0xf09c0000, ATOMIC_ADD = 0xf0480000, CMPSWAP = 0xf0440000, GATHER = 0xf11c0000 };

static void fields(void **state) {
  (void)state;
  // SRSRC and SSAMP (D-IMG-2, D-IMG-3).
  for (uint32_t field = 0; field < 32; field++) {
    assert_int_equal(legal(LOAD | DMASK_1, field << 16), field <= 23);
    assert_int_equal(decoded(LOAD | DMASK_1, field << 16, 256, true).legal,
                     field <= 23 || (field >= 27 && field <= 29));
    assert_int_equal(legal(SAMPLE | DMASK_1, field << 21), field <= 24);
    assert_int_equal(decoded(SAMPLE | DMASK_1, field << 21, 256, true).legal,
                     field <= 24 || (field >= 27 && field <= 30));
    assert_int_equal(legal(LOAD | DMASK_1, field << 21), field == 0);
  }
  assert_true(legal(LOAD | DMASK_1 | 0xfe, 0x7c000000));  // ignored bits
  assert_false(legal(LOAD | DMASK_1 | 1, 0));
  assert_false(legal(LOAD | DMASK_1 | WL_MIMG_LWE, 0));
  assert_false(legal(SAMPLE | DMASK_1 | WL_MIMG_LWE, 0));
  // DMASK (D-IMG-6, D-IMG-29).
  for (uint32_t mask = 0; mask < 16; mask++) {
    const uint32_t field = mask << 8, bits = (uint32_t)__builtin_popcount(mask);
    assert_int_equal(legal(GATHER | field, 0), bits == 1);
    assert_int_equal(legal(ATOMIC_ADD | field, 0), mask == 1 || mask == 3);
    assert_int_equal(legal(CMPSWAP | field, 0), mask == 3 || mask == 15);
    assert_int_equal(decoded(LOAD | field, 0, 256, false).vdst_vgprs, bits != 0 ? bits : 1);
    assert_int_equal(decoded(LOAD | field, 1u << 31, 256, false).vdst_vgprs, bits != 0 ? (bits + 1) / 2 : 1);
    assert_int_equal(decoded(LOAD | 8 << 18 | field, 0, 256, false).src[1].regs, bits);
  }
}

// Which opcodes there are, in which stage (16), and D16 (D-IMG-5).
static void opcodes(void **state) {
  (void)state;
  static const uint8_t a[] = {0, 1, 8, 9, 14, 36, 39};
  static const uint8_t b[] = {2,  3,  4,  5,  10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
                              27, 28, 44, 47, 52, 55, 60, 63, 68, 71, 76, 79, 84, 87, 92, 95};
  static const uint8_t none[] = {6, 7, 12, 13, 15, 29, 30, 31, 66, 67, 74, 75, 82, 83, 90, 91, 97};
  uint8_t stage[128];
  memset(stage, 3, sizeof stage);
  for (size_t i = 0; i < sizeof a; i++) stage[a[i]] = 1;
  for (size_t i = 0; i < sizeof b; i++) stage[b[i]] = 2;
  for (size_t i = 0; i < sizeof none; i++) stage[none[i]] = 0;
  for (uint32_t op = 98; op < 104; op++) stage[op] = 0;
  for (uint32_t op = 112; op < 128; op++) stage[op] = 0;
  for (uint32_t op = 0; op < 128; op++) {
    const uint32_t dmask = op == 17 ? 3 : 1;
    const wl_decoded d = decoded(0xf0000000 | op << 18 | dmask << 8, 0, 256, false);
    const bool atomic = op >= 16 && op <= 28, raw = (op >= 2 && op <= 5) || op == 10 || op == 11;
    const bool d16 = stage[op] != 0 && !atomic && !raw && op != 14 && op != 96;
    assert_int_equal(d.known, stage[op] != 0);
    assert_int_equal(d.legal, stage[op] != 0);
    assert_int_equal(legal(0xf0000000 | op << 18 | dmask << 8, 1u << 31), d16);
    // A unit without the stage refuses it (D-IMG-1).
    for (uint32_t images = 0; images <= 3; images++) {
      struct program p;
      wl_effect e;
      open_image(&p, images, NULL, NULL, 0xf0000000 | op << 18 | dmask << 8);
      start(&p, 0);
      const wl_result expected = stage[op] != 0 && stage[op] <= images ? WL_OK : WL_ILLEGAL_INST;
      assert_int_equal(wl_model_issue(p.model, 0, 0, &e), expected);
      program_close(&p);
    }
  }
}

// The last register decides (D-IMG-8, 13.2).
static void allocation(void **state) {
  (void)state;
  static const struct {
    uint32_t w0, w1;
    uint32_t vgprs;  // the least that make it legal
  } list[] = {
      {LOAD | DMASK_ALL, 10 << 8, 14},
      {LOAD | DMASK_ALL | WL_MIMG_TFE, 10 << 8, 15},
      {LOAD | DMASK_ALL | WL_MIMG_TFE, 10 << 8 | 1u << 31, 13},
      {LOAD | WL_MIMG_TFE, 10 << 8, 12},
      {LOAD | DMASK_1, 10, 11},
      {LOAD | DMASK_1 | WL_MIMG_DA, 10, 12},
      {LOAD | DMASK_1 | WL_MIMG_DA | WL_MIMG_A16, 10, 11},
      {LOAD | 1 << 18 | DMASK_1 | WL_MIMG_DA | WL_MIMG_A16, 10, 12},
      {LOAD | 8 << 18 | DMASK_ALL | WL_MIMG_TFE, 10 << 8, 14},  // a store has no TFE register
      {LOAD | 8 << 18, 200 << 8, 1},                            // nor data without DMASK
      {ATOMIC_ADD | 3 << 8, 10 << 8, 12},
      {ATOMIC_ADD | 3 << 8 | WL_MIMG_TFE, 10 << 8, 12},
      {CMPSWAP | 15 << 8 | WL_MIMG_GLC | WL_MIMG_TFE, 10 << 8, 15},
      {CMPSWAP | 3 << 8 | WL_MIMG_GLC | WL_MIMG_TFE, 10 << 8, 13},
      {GATHER | DMASK_1, 10 << 8, 14},
      {GATHER | DMASK_1, 10 << 8 | 1u << 31, 12},
      {GATHER | DMASK_1 | WL_MIMG_DA, 10, 13},
      {0xf0380000 | DMASK_1 | WL_MIMG_DA, 10, 11},                        // get_resinfo has its mip alone
      {0xf0ec0000 | DMASK_1 | WL_MIMG_DA | WL_MIMG_A16, 10, 10 + 4 + 2},  // c_d_cl_o: 1 + 1 + 2, and three halves
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    if (!decoded(list[i].w0, list[i].w1, list[i].vgprs, false).legal) fail_msg("%zu: illegal", i);
    if (decoded(list[i].w0, list[i].w1, list[i].vgprs - 1, false).legal && list[i].vgprs > 1)
      fail_msg("%zu: legal with less", i);
  }
}

// Registers by T#.TYPE: image.sample.c.d.cl.o.2d reads v0..v8, image.sample.c.b.cl.o.3d v0..v6 (3.1).
static void registers(void **state) {
  (void)state;
  static const struct {
    uint32_t op, type, w0, last;
  } list[] = {
      {WL_OP_image_sample_c_d_cl_o, WL_IMAGE_2D, 0, 8},
      {WL_OP_image_sample_c_b_cl_o, WL_IMAGE_3D, 0, 6},
      {WL_OP_image_sample_c_d_cl_o, WL_IMAGE_3D, 0, 11},
      {WL_OP_image_sample_d_cl, WL_IMAGE_3D, WL_MIMG_A16, 5},  // 4 of derivatives, {y, x}, {clamp, z}
      {WL_OP_image_load, WL_IMAGE_2D, 0, 1},
      {WL_OP_image_load, WL_IMAGE_1D, WL_MIMG_DA, 0},
      {WL_OP_image_load, WL_IMAGE_2D_ARRAY, WL_MIMG_DA, 2},
      {WL_OP_image_load, WL_IMAGE_2D_ARRAY, 0, 1},
      {WL_OP_image_load_mip, WL_IMAGE_CUBE, WL_MIMG_DA, 3},
      {WL_OP_image_get_resinfo, WL_IMAGE_3D, 0, 0},
      {WL_OP_image_sample_c_d_cl_o, 0, 0, 5},  // no image: as many as the words say
      {WL_OP_image_load, WL_IMAGE_2D_MSAA, 0, 0},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    // The wave has a load of each register in flight, in turn: the instruction reads those up to the last one.
    for (uint32_t v = 0; v < 13; v++) {
      struct program p;
      wl_effect e;
      const struct resource r = {
          .base = kData, .type = list[i].type, .dfmt = 4, .nfmt = FLOAT, .width = 1, .pitch = 64};
      open_image(&p, 3, &r, &(struct sampler){0}, mubuf(WL_OP_buffer_load_dword, v, 0, 24, WL_SRC_ZERO, 0));
      p.at = kCode + 8;
      emit2(&p, (mimg(list[i].op, list[i].w0, false) & ~(0xffull << 40)) | 20ull << 40);
      start(&p, 0);
      issue(&p, 0, WL_OK);
      const bool reads = v <= list[i].last;
      assert_int_equal(wl_model_issue(p.model, 0, 1, &e), reads ? WL_HAZARD_PENDING : WL_OK);
      program_close(&p);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(words), cmocka_unit_test(fields), cmocka_unit_test(opcodes),
                                     cmocka_unit_test(allocation), cmocka_unit_test(registers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
