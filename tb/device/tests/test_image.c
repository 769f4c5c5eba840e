// SPDX-License-Identifier: Apache-2.0
// Layouts and descriptors of images: the examples of image.md 8.2, 15.2 and 15.3, and what is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <string.h>

#include "device/image.h"

#define XYZW \
  { WL_SELECT_X, WL_SELECT_Y, WL_SELECT_Z, WL_SELECT_W }
#define X001 \
  { WL_SELECT_X, WL_SELECT_0, WL_SELECT_0, WL_SELECT_1 }

// An image of a format by its name, with the layout.
static wl_image laid_out(wl_image i, const char *format, uint64_t expected_bytes) {
  wl_error error = {""};
  uint64_t bytes = 0;
  i.data_format = wl_image_format_named(format)->data_format;
  if (!wl_image_layout(&i, &bytes, &error)) fail_msg("%s", error.text);
  assert_int_equal(bytes, expected_bytes);
  return i;
}

static void refuse(wl_image i, const char *words) {
  wl_error error = {""};
  uint64_t bytes;
  assert_false(wl_image_layout(&i, &bytes, &error));
  if (!strstr(error.text, words)) fail_msg("expected \"%s\" in: %s", words, error.text);
}

// Each row: the image, its format, its bytes by 8.3, and the address of a texel.
static void examples_of_addresses(void **state) {
  (void)state;
  static const struct {
    wl_image image;
    const char *format;
    uint32_t pitch;
    uint64_t bytes;
    wl_image_texel texel;
    uint64_t address;
  } rows[] = {
      {{WL_IMAGE_2D, 100, 50, .address = 0x100000}, "8_8_8_8", 128, 128 * 4 * 50, {0, 7, 3, 0}, 0x10061C},
      {{WL_IMAGE_2D_ARRAY, 10, 5, .slices = 6, .num_format = WL_IMAGE_FLOAT, .address = 0x200000, .first_slice = 2},
       "32",
       64,
       64 * 4 * 5 * 6,
       {0, 3, 4, 3},
       0x20130C},
      {{WL_IMAGE_1D_ARRAY, 300, .slices = 4, .address = 0x300000}, "8", 512, 512 * 4, {0, 255, 0, 3}, 0x3006FF},
      {{WL_IMAGE_3D, 20, 10, 8, .num_format = WL_IMAGE_FLOAT, .address = 0x400000},
       "16_16_16_16",
       32,
       32 * 8 * 10 * 8,
       {0, 19, 9, 7},
       0x404F98},
      {{WL_IMAGE_2D, 100, 50, .levels = 7, .address = 0x500000},
       "8_8_8_8",
       128,
       128 * 4 * 102,
       {2, 24, 11, 0},
       0x50AC60},
      {{WL_IMAGE_1D_BUFFER, 70000, .num_format = WL_IMAGE_UINT, .address = 0x600000},
       "32",
       70000,
       70000 * 4,
       {0, 69999, 0, 0},
       0x6445BC},
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const wl_image i = laid_out(rows[k].image, rows[k].format, rows[k].bytes);
    const wl_image_texel t = rows[k].texel;
    wl_image_texel back;
    assert_int_equal(i.pitch, rows[k].pitch);
    assert_int_equal(i.address + wl_image_offset(&i, t.level, t.x, t.y, t.s), rows[k].address);
    for (uint32_t byte = 0; byte < wl_image_element_bytes(&i); byte++) {
      assert_true(wl_image_texel_of(&i, rows[k].address - i.address + byte, &back));
      assert_memory_equal(&back, &t, sizeof t);
    }
  }
}

static void levels_begin_where_the_chapter_says(void **state) {
  (void)state;
  static const uint32_t first[] = {0x500000, 0x506400, 0x509600, 0x50B000, 0x50BE00, 0x50C600, 0x50CA00};
  static const uint32_t sizes[][2] = {{100, 50}, {50, 25}, {25, 12}, {12, 6}, {6, 3}, {3, 1}, {1, 1}};
  const wl_image i = laid_out((wl_image){WL_IMAGE_2D, 100, 50, .levels = 7}, "8_8_8_8", 128 * 4 * 102);
  wl_image_texel t;
  for (uint32_t l = 0; l < 7; l++) {
    uint32_t size[3];
    wl_image_level_size(&i, l, size);
    assert_int_equal(wl_image_offset(&i, l, 0, 0, 0), first[l] - 0x500000);
    assert_memory_equal(size, sizes[l], sizeof sizes[l]);
    assert_int_equal(size[2], 1);
  }
  assert_false(wl_image_texel_of(&i, 100 * 4, &t));                               // behind a row
  assert_false(wl_image_texel_of(&i, wl_image_offset(&i, 2, 0, 12, 0), &t));      // level 2 has 12 of 13 rows
  assert_false(wl_image_texel_of(&i, wl_image_offset(&i, 0, 0, 0, 1), &t));       // behind the image
  assert_true(wl_image_texel_of(&i, wl_image_offset(&i, 0, 0, 0, 1) - 512, &t));  // its last row
  assert_int_equal(t.level, 6);
}

static void offsets_in_words(void **state) {
  (void)state;
  const wl_image flat = laid_out((wl_image){WL_IMAGE_2D, 100, 50, .levels = 1}, "8_8_8_8", 128 * 4 * 50);
  const wl_image deep = laid_out((wl_image){WL_IMAGE_3D, 20, 10, 8, .levels = 2}, "8", 256 * 15 * 8);
  const wl_image line = laid_out((wl_image){WL_IMAGE_1D_ARRAY, 20, .slices = 3}, "8", 256 * 3);
  const wl_image buffer = laid_out((wl_image){WL_IMAGE_1D_BUFFER, 20, .levels = 1}, "8_8", 40);
  const struct {
    const wl_image *image;
    uint64_t offset;
    const char *text;
  } rows[] = {
      {&flat, 3 * 512 + 7 * 4 + 3, ", x 7, y 3"},
      {&flat, 3 * 512 + 100 * 4, ", in padding at x 100, y 3"},
      {&flat, 52 * 512 + 4, ", where x 1, y 52 would be"},
      {&deep, (15 * 2 + 10 + 4) * 256 + 9, ", level 1, x 9, y 4, z 2"},
      {&deep, 15 * 4 * 256 + 10 * 256, ", in padding at level 1, x 0, y 0, z 4"},
      {&deep, 15 * 8 * 256, ", where level 0, x 0, y 0, z 8 would be"},
      {&line, 256 + 19, ", x 19, slice 1"},
      {&line, 3 * 256, ", where x 0, slice 3 would be"},
      {&buffer, 39, ", x 19"},
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char text[120];
    wl_image_where(rows[k].image, rows[k].offset, text, sizeof text);
    assert_string_equal(text, rows[k].text);
  }
}

static void descriptor_of_the_chapter(void **state) {
  (void)state;
  static const uint32_t expected[WL_IMAGE_OBJECT_WORDS] = {
      0x00001000, 0x00A00000, 0x000C4063, 0x90000FAC, 0x000FE000, 0, 0, 0, 2, 8, 100, 0};
  uint32_t words[WL_IMAGE_OBJECT_WORDS];
  const wl_image i =
      laid_out((wl_image){WL_IMAGE_2D, 100, 50, .dst_sel = XYZW, .address = 0x100000}, "8_8_8_8", 128 * 4 * 50);
  wl_image_object(&i, wl_image_hsa_type(&i), wl_image_hsa_order(&i), words);
  assert_memory_equal(words, expected, sizeof words);
}

static void descriptor_of_a_buffer(void **state) {
  (void)state;
  static const uint32_t expected[WL_IMAGE_OBJECT_WORDS] = {0x00600000, 0x00040000, 0x00000064, 0x00024204, 0,   0,
                                                           0,          0,          13,         1,          100, 0};
  uint32_t words[WL_IMAGE_OBJECT_WORDS];
  wl_image i =
      laid_out((wl_image){WL_IMAGE_1D_BUFFER, 100, .num_format = WL_IMAGE_UINT, .dst_sel = X001, .address = 0x600000},
               "32", 400);
  wl_image_object(&i, wl_image_hsa_type(&i), wl_image_hsa_order(&i), words);
  assert_memory_equal(words, expected, sizeof words);
  i.address = 0xABCDEF123400;
  wl_image_words(&i, words);
  assert_int_equal(words[0], 0xEF123400);
  assert_int_equal(words[1], 0xABCD | 4 << 16);
}

// The fields of image.md 4 that the example leaves 0.
static void fields_of_views_and_levels(void **state) {
  (void)state;
  uint32_t t[WL_IMAGE_WORDS];
  wl_image i = laid_out((wl_image){WL_IMAGE_2D_ARRAY, 10, 5, .slices = 6, .num_format = WL_IMAGE_FLOAT, .dst_sel = X001,
                                   .address = 0xABCDEF123400, .first_slice = 2, .view_slices = 3},
                        "32", 64 * 4 * 5 * 6);
  wl_image_words(&i, t);
  assert_int_equal(t[0], 0xCDEF1234);
  assert_int_equal(t[1], 0xAB | 4 << 20 | 7 << 26);
  assert_int_equal(t[2], 9 | 4 << 14);
  assert_int_equal(t[3], 0xD0000204);
  assert_int_equal(t[4], 4 | 63 << 13);  // DEPTH is the number of the last slice
  assert_int_equal(t[5], 2);
  i = laid_out((wl_image){WL_IMAGE_2D, 100, 50, .levels = 7, .first_level = 1, .view_levels = 4}, "8_8_8_8",
               128 * 4 * 102);
  wl_image_words(&i, t);
  assert_int_equal(t[3], 0x90041000);
  assert_int_equal(t[4], 101 << 13);  // PITCH holds the rows of the chain - 1
  assert_int_equal(t[5], 6u << 28);
  i = laid_out((wl_image){WL_IMAGE_3D, 20, 10, 8, .levels = 1}, "8", 256 * 10 * 8);
  wl_image_words(&i, t);
  assert_int_equal(t[4], 7 | 255 << 13);
  i = laid_out((wl_image){WL_IMAGE_CUBE, 4, 4, .levels = 1}, "8", 256 * 4 * 6);
  wl_image_words(&i, t);
  assert_int_equal(t[4], 5 | 255 << 13);
}

static void formats_are_those_of_the_chapter(void **state) {
  (void)state;
  uint32_t pairs = 0;
  for (const wl_image_format *f = wl_image_formats; f->name; f++) {
    uint32_t bits = 0;
    for (int k = 0; k < WL_IMAGE_COMPONENTS; k++) bits += f->width[k];
    assert_int_equal(bits, f->bytes * 8);
    for (uint32_t n = 0; n < 16; n++) {
      const wl_image i = {.data_format = f->data_format, .num_format = n};
      pairs += wl_image_element_bytes(&i) != 0;
    }
  }
  // 8, 8_8, 8_8_8_8, the two of 10_10_10: six; 16, 16_16, 16_16_16_16: seven; three of 32: three; two FLOAT; four
  // UNORM; one SRGB
  assert_int_equal(pairs, 5 * 6 + 3 * 7 + 3 * 3 + 2 + 4 + 1);
}

// image.md 15.2
static void numbers_of_hsa(void **state) {
  (void)state;
  static const struct {
    const char *format;
    uint32_t num_format, dst_sel[WL_IMAGE_COMPONENTS], type, order;
  } rows[] = {
      {"8", WL_IMAGE_SNORM, X001, 0, 1},
      {"16", WL_IMAGE_FLOAT, {0, 0, 0, WL_SELECT_X}, 14, 0},
      {"32_32_32_32", WL_IMAGE_FLOAT, XYZW, 15, 8},
      {"32_32", WL_IMAGE_UINT, {WL_SELECT_X, WL_SELECT_Y, 0, 1}, 13, 3},
      {"8_8_8_8", WL_IMAGE_SRGB, XYZW, 2, 14},
      {"8_8_8_8", WL_IMAGE_UNORM, {WL_SELECT_Z, WL_SELECT_Y, WL_SELECT_X, WL_SELECT_W}, 2, 9},
      {"5_6_5", WL_IMAGE_UNORM, {WL_SELECT_Z, WL_SELECT_Y, WL_SELECT_X, 1}, 6, 6},
      {"2_10_10_10", WL_IMAGE_UNORM, {WL_SELECT_Z, WL_SELECT_Y, WL_SELECT_X, 1}, 7, 6},
      {"2_10_10_10", WL_IMAGE_UINT, {1, 1, 1, 1}, UINT32_MAX, UINT32_MAX},
      {"10_11_11", WL_IMAGE_FLOAT, X001, UINT32_MAX, 1},
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    wl_image i = {.data_format = wl_image_format_named(rows[k].format)->data_format, .num_format = rows[k].num_format};
    memcpy(i.dst_sel, rows[k].dst_sel, sizeof i.dst_sel);
    assert_int_equal(wl_image_hsa_type(&i), rows[k].type);
    assert_int_equal(wl_image_hsa_order(&i), rows[k].order);
  }
}

static void samplers_of_the_chapter(void **state) {
  (void)state;
  enum { WRAP = WL_CLAMP_WRAP, EDGE = WL_CLAMP_LAST_TEXEL, BORDER = WL_CLAMP_BORDER, MIRROR = WL_CLAMP_MIRROR };
  static const struct {
    wl_sampler sampler;
    uint32_t words[WL_SAMPLER_WORDS];
  } rows[] = {
      {{.clamp = {EDGE, EDGE, EDGE}, .unnormalized = true, .max_lod = 4095, .compare = 3},
       {0x1000B092, 0x00FFF000, 0x80000000, 0}},
      {{.clamp = {BORDER, BORDER, BORDER}, .unnormalized = true, .max_lod = 4095, .compare = 3},
       {0x1000B1B6, 0x00FFF000, 0x80000000, 0}},
      {{.clamp = {MIRROR, MIRROR, MIRROR},
        .mag = WL_FILTER_LINEAR,
        .min = WL_FILTER_LINEAR,
        .max_lod = 4095,
        .compare = 3},
       {0x10003049, 0x00FFF000, 0x80500000, 0}},
      {{.clamp = {WRAP, EDGE, BORDER},
        .trunc_coord = true,
        .min = 1,
        .z = WL_FILTER_Z_LINEAR,
        .mip = WL_FILTER_Z_POINT,
        .min_lod = 0x80,
        .max_lod = 0x300,
        .lod_bias = -64,
        .border = 2,
        .compare = 7},
       {0x18007190, 0x00300080, 0x86403FC0, 0x80000000}},
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    uint32_t words[WL_SAMPLER_WORDS];
    wl_sampler_words(&rows[k].sampler, words);
    assert_memory_equal(words, rows[k].words, sizeof words);
  }
}

static void what_no_descriptor_says_is_refused(void **state) {
  (void)state;
  enum { B8 = 1, B32 = 4, B8888 = 10, B565 = 16 };
  refuse((wl_image){7, 4, 4, .data_format = B8}, "type 7, expected 8 to 13, or 0 of a buffer");
  refuse((wl_image){WL_IMAGE_2D, 4, 4, .data_format = 13}, "no pair of formats");
  refuse((wl_image){WL_IMAGE_2D, 4, 4, .data_format = B32}, "data format 4 with number format 0");
  refuse((wl_image){WL_IMAGE_2D, 0, 4, .data_format = B8}, "width 0, expected 1 to 16384");
  refuse((wl_image){WL_IMAGE_2D, 4, 16385, .data_format = B8}, "height 16385");
  refuse((wl_image){WL_IMAGE_1D, 4, 2, .data_format = B8}, "height 2, expected 1 to 1");
  refuse((wl_image){WL_IMAGE_2D, 4, 4, 2, .data_format = B8}, "depth 2, expected 1 to 1");
  refuse((wl_image){WL_IMAGE_3D, 4, 4, 8193, .data_format = B8}, "depth 8193, expected 1 to 8192");
  refuse((wl_image){WL_IMAGE_3D, 4, 4, 2, 2, .data_format = B8}, "slices 2, expected 1 to 1");
  refuse((wl_image){WL_IMAGE_CUBE, 4, 4, .slices = 7, .data_format = B8}, "a multiple of 6 faces");
  refuse((wl_image){WL_IMAGE_2D, 4, 5, .levels = 4, .data_format = B8}, "levels 4, expected 1 to 3");
  refuse((wl_image){WL_IMAGE_2D, 4, 5, .pitch = 3, .data_format = B8}, "pitch 3, expected 4 to 65536");
  refuse((wl_image){WL_IMAGE_2D, 4, 4, .levels = 2, .pitch = 512, .data_format = B8}, "pitch 512, expected 256");
  refuse((wl_image){WL_IMAGE_2D, 4, 4, .address = 0x80, .data_format = B8}, "a multiple of 256");
  refuse((wl_image){WL_IMAGE_2D, 4, 4, .address = 1ull << 48, .data_format = B8}, "48 bits");
  refuse((wl_image){WL_IMAGE_2D, 4, 4, .levels = 2, .first_level = 2, .data_format = B8}, "from level 2 on");
  refuse((wl_image){WL_IMAGE_2D_ARRAY, 4, 4, .slices = 2, .view_slices = 3, .data_format = B8}, "a view of 3 slices");
  refuse((wl_image){WL_IMAGE_1D_BUFFER, 1 << 27, .data_format = B8}, "width 134217728, expected 1 to 67108864");
  refuse((wl_image){WL_IMAGE_1D_BUFFER, 4, 2, .data_format = B8}, "height 2, expected 1 to 1");
  refuse((wl_image){WL_IMAGE_1D_BUFFER, 4, .levels = 2, .data_format = B8}, "levels 2, expected 1 to 1");
  refuse((wl_image){WL_IMAGE_1D_BUFFER, 4, .pitch = 256, .data_format = B8}, "pitch 256, expected 4: a buffer has no");
  refuse((wl_image){WL_IMAGE_1D_BUFFER, 4, .data_format = B565}, "no pair of formats of buffers");
  refuse((wl_image){WL_IMAGE_1D_BUFFER, 4, .data_format = B8888, .num_format = WL_IMAGE_SRGB},
         "no pair of formats of buffers");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_of_addresses),
      cmocka_unit_test(levels_begin_where_the_chapter_says),
      cmocka_unit_test(offsets_in_words),
      cmocka_unit_test(descriptor_of_the_chapter),
      cmocka_unit_test(descriptor_of_a_buffer),
      cmocka_unit_test(fields_of_views_and_levels),
      cmocka_unit_test(formats_are_those_of_the_chapter),
      cmocka_unit_test(numbers_of_hsa),
      cmocka_unit_test(samplers_of_the_chapter),
      cmocka_unit_test(what_no_descriptor_says_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
