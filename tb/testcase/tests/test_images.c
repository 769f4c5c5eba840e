// SPDX-License-Identifier: Apache-2.0
// Images in descriptions: their elements, what is read and refused, pictures, and what is said of texels that differ.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "testcase/expect.h"
#include "testcase/picture.h"
#include "testcase/texels.h"

static char path[] = "/tmp/wavelock_images_XXXXXX";
static char picture[64];

#define HEAD "{\"about\": \"a\", \"program\": \"p.s\", \"launch\": {\"grid\": [64], \"group\": [64]},\n"
#define EXPECT_X ", \"expect\": {\"images\": [{\"image\": \"x\", \"unchanged\": true}]}}"
#define IMAGE(more) HEAD " \"args\": [{\"image\": \"x\", " more "}]\n" EXPECT_X
#define SMALL "\"size\": [4, 2], \"format\": \"8_8_8_8 unorm\""
#define EXPECTS(entries) HEAD " \"args\": [{\"image\": \"x\", " SMALL "}],\n \"expect\": {\"images\": [" entries "]}}"
#define SAMPLER(more) HEAD " \"args\": [{\"image\": \"x\", " SMALL "},\n{\"sampler\": \"s\"" more "}]" EXPECT_X

static wl_testcase *parse(const char *text, wl_error *error) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  error->text[0] = 0;
  return wl_testcase_read(path, NULL, error);
}

static wl_testcase *take(const char *text) {
  wl_error error;
  wl_testcase *t = parse(text, &error);
  if (!t) fail_msg("%s", error.text);
  return t;
}

// place: the key, with its line and column or without, as the message has it behind the file's name.
static void refuse(const char *text, const char *place, const char *words) {
  wl_error error;
  assert_null(parse(text, &error));
  if (strncmp(error.text, path, strlen(path)) || !strstr(error.text, place) || !strstr(error.text, words))
    fail_msg("expected \"%s\" ... \"%s\" ... \"%s\" in: %s", path, place, words, error.text);
}

static wl_image image_of(const char *format, uint32_t num_format) {
  wl_error error;
  uint64_t bytes;
  wl_image i = {.type = WL_IMAGE_2D, .width = 4, .height = 2, .num_format = num_format};
  i.data_format = wl_image_format_named(format)->data_format;
  if (!wl_image_layout(&i, &bytes, &error)) fail_msg("%s", error.text);
  return i;
}

// image.md 7.1 and buffer-memory.md 7.1: the components of an element, X at the least significant end.
static void components_of_elements(void **state) {
  (void)state;
  static const struct {
    const char *format;
    uint32_t num_format;
    uint64_t element[2];
    wl_type type;
    uint32_t count;
    uint64_t components[4];
  } rows[] = {
      {"8_8_8_8", WL_IMAGE_SINT, {0x807F01FE}, WL_I8, 4, {0xFE, 0x01, 0x7F, 0x80}},
      {"8", WL_IMAGE_UNORM, {0x9C}, WL_U8, 1, {0x9C}},
      {"16_16_16_16", WL_IMAGE_FLOAT, {0x4444333322221111}, WL_F16, 4, {0x1111, 0x2222, 0x3333, 0x4444}},
      {"32_32", WL_IMAGE_FLOAT, {0x400000003F800000}, WL_F32, 2, {0x3F800000, 0x40000000}},
      {"32_32_32_32",
       WL_IMAGE_SINT,
       {0x80000000FFFFFFFF, 0x0000000300000002},
       WL_I32,
       4,
       {0xFFFFFFFF, 0x80000000, 2, 3}},
      {"2_10_10_10", WL_IMAGE_SNORM, {0x80000200}, WL_I16, 4, {0xFE00, 0, 0, 0xFFFE}},
      {"10_10_10_2", WL_IMAGE_UINT, {0xFFC00001}, WL_U16, 4, {1, 0, 0, 0x3FF}},
      {"10_11_11", WL_IMAGE_FLOAT, {0xFFC007FF}, WL_U16, 3, {0x7FF, 0, 0x3FF}},
      {"5_6_5", WL_IMAGE_UNORM, {0xF83F}, WL_U8, 3, {0x1F, 1, 0x1F}},
      {"5_5_5_1", WL_IMAGE_UNORM, {0x0803}, WL_U8, 4, {1, 1, 0, 1}},
      {"4_4_4_4", WL_IMAGE_UNORM, {0x4321}, WL_U8, 4, {1, 2, 3, 4}},
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const wl_image i = image_of(rows[k].format, rows[k].num_format);
    uint64_t components[4] = {0}, element[2] = {0};
    assert_int_equal(wl_texel_type(&i), rows[k].type);
    assert_int_equal(wl_texel_components(&i), rows[k].count);
    wl_texel_unpack(&i, (const uint8_t *)rows[k].element, components);
    assert_memory_equal(components, rows[k].components, rows[k].count * sizeof *components);
    wl_texel_pack(&i, components, (uint8_t *)element);
    assert_memory_equal(element, rows[k].element, sizeof element);
  }
}

static void numbers_of_components(void **state) {
  (void)state;
  const wl_image unorm = image_of("5_6_5", WL_IMAGE_UNORM), snorm = image_of("8", WL_IMAGE_SNORM),
                 small = image_of("10_11_11", WL_IMAGE_FLOAT), sint = image_of("16", WL_IMAGE_SINT);
  assert_true(wl_texel_to_number(&unorm, 1, 63) == 1 && wl_texel_to_number(&unorm, 0, 31) == 1);
  assert_true(wl_texel_to_number(&snorm, 0, 0x81) == -1 && wl_texel_to_number(&snorm, 0, 0x80) == -1);
  assert_true(wl_texel_to_number(&small, 0, 15 << 6) == 1 && wl_texel_to_number(&small, 2, 15 << 5 | 16) == 1.5);
  assert_true(wl_texel_to_number(&sint, 0, 0xFFFE) == -2);
  assert_int_equal(wl_texel_from_number(&unorm, 1, 0.5), 32);  // 31.5, to even
  assert_int_equal(wl_texel_from_number(&snorm, 0, -1), 0x81);
  assert_int_equal(wl_texel_from_number(&small, 2, 1.5), 15 << 5 | 16);
}

// Levels, slices, rows, texels, components.
static void order_of_elements(void **state) {
  (void)state;
  wl_testcase *t = take(IMAGE(
      "\"type\": \"2d_array\", \"size\": [5, 3, 4], \"levels\": 2, \"format\": \"16_16 unorm\", \"init\": \"iota\""));
  const wl_image *i = &t->args[0].image;
  assert_int_equal(t->args[0].count, (5 * 3 + 2 * 1) * 4 * 2);
  uint64_t element = 0;
  for (uint32_t level = 0; level < 2; level++)
    for (uint32_t s = 0; s < 4; s++)
      for (uint32_t y = 0; y < (level ? 1u : 3u); y++)
        for (uint32_t x = 0; x < (level ? 2u : 5u); x++)
          for (uint32_t c = 0; c < 2; c++, element++) {
            const wl_image_texel at = {level, x, y, s};
            wl_image_texel back;
            uint32_t component;
            assert_int_equal(wl_texel_element(i, &at) + c, element);
            wl_texel_of_element(i, element, &back, &component);
            assert_memory_equal(&back, &at, sizeof at);
            assert_int_equal(component, c);
            assert_int_equal(wl_testcase_element(t, 0, 1, element), element);
          }
  wl_testcase_free(t);
}

static void contents(void **state) {
  (void)state;
  static const struct {
    const char *init;
    uint64_t first[8];
  } rows[] = {
      {"\"constant\": 9", {9, 9, 9, 9, 9, 9, 9, 9}},
      {"\"constant\": [1, 2, 3, 255]", {1, 2, 3, 255, 1, 2, 3, 255}},
      {"\"values\": [1, 2, 3, 4]", {1, 2, 3, 4, 0, 0, 0, 0}},
      {"\"iota\": [254, 1]", {254, 255, 0, 1, 2, 3, 4, 5}},
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char text[400];
    snprintf(text, sizeof text, IMAGE(SMALL ", \"init\": {%s}"), rows[k].init);
    wl_testcase *t = take(text);
    for (uint64_t e = 0; e < 8; e++) assert_int_equal(wl_testcase_element(t, 0, 1, e), rows[k].first[e]);
    wl_testcase_free(t);
  }
  // A component of 2 bits keeps 2 bits.
  wl_testcase *t = take(IMAGE("\"size\": [1, 1], \"format\": \"2_10_10_10 uint\", \"init\": {\"iota\": [1021, 2]}"));
  assert_int_equal(wl_testcase_element(t, 0, 1, 1), 1023);
  assert_int_equal(wl_testcase_element(t, 0, 1, 2), 1);
  assert_int_equal(wl_testcase_element(t, 0, 1, 3), 3);
  wl_testcase_free(t);
}

static void views(void **state) {
  (void)state;
#define VIEW(more)                                                                                         \
  HEAD " \"args\": [{\"image\": \"x\", \"size\": [8, 4], \"levels\": 3, \"format\": \"8_8_8_8 unorm\"},\n" \
       "{\"image\": \"v\", \"same_as\": \"x\"" more "}]" EXPECT_X
  uint32_t words[WL_IMAGE_WORDS];
  wl_testcase *t = take(VIEW(", \"view_levels\": [1, 1], \"format\": \"16_16 float\""));
  const wl_test_arg *v = &t->args[1];
  assert_int_equal(v->same_as, 1);
  assert_int_equal(v->image_bytes, t->args[0].image_bytes);
  wl_image_words(&v->image, words);
  assert_int_equal(words[1], 5 << 20 | 7 << 26);
  assert_int_equal(words[2], 7 | 3 << 14);
  assert_int_equal(words[3], 0x9001122C);  // X Y 0 1
  assert_int_equal(words[5], 2 << 28);
  wl_testcase_free(t);
  refuse(VIEW(", \"format\": \"8 unorm\""), "args[1].format", "texels of 1 bytes, those of x have 4");
  refuse(VIEW(", \"view_levels\": [2, 2]"), "args[1]", "a view of 2 levels from level 2 on, of an image of 3");
  refuse(VIEW(", \"size\": [1, 1]"), "args[1].size", "unknown key");
  refuse(VIEW("}, {\"image\": \"w\", \"same_as\": \"v\""), "args[2].same_as",
         "\"v\" names no image with memory of its own");
}

static void samplers(void **state) {
  (void)state;
  uint32_t words[WL_SAMPLER_WORDS];
  wl_testcase *t = take(SAMPLER(""));
  wl_sampler_words(&t->args[1].sampler, words);
  assert_memory_equal(words, ((uint32_t[]){0x10003092, 0x00FFF000, 0x80000000, 0}), sizeof words);
  wl_testcase_free(t);
  t = take(
      SAMPLER(", \"clamp\": {\"x\": \"wrap\", \"z\": \"mirror_once_border\"}, \"filter\": \"linear\", \"min_filter\": "
              "\"point\", \"z_filter\": \"linear\", \"mip_filter\": \"point\", \"unnormalized\": true, "
              "\"border\": \"white\", \"compare\": \"always\", \"min_lod\": 0.5, \"max_lod\": 3, \"lod_bias\": -0.25"));
  wl_sampler_words(&t->args[1].sampler, words);
  assert_memory_equal(words, ((uint32_t[]){0x1000F1D0, 0x00300080, 0x86103FC0, 0x80000000}), sizeof words);
  wl_testcase_free(t);
}

static void bad_images(void **state) {
  (void)state;
  refuse(IMAGE("\"size\": [4, 2]"), "2:11: args[0].format", "found nothing, expected a string");
  refuse(IMAGE("\"format\": \"8 unorm\""), "2:11: args[0].size", "found nothing, expected an array of 2");
  refuse(IMAGE("\"size\": [4], \"format\": \"8 unorm\""), "2:34: args[0].size",
         "an array of 1, expected an array of 2");
  refuse(IMAGE("\"size\": [4, 0], \"format\": \"8 unorm\""), "2:38: args[0].size[1]", "found 0, expected 1 to");
  refuse(IMAGE("\"size\": [4, 2], \"format\": \"8_8_8 unorm\""), "args[0].format",
         "found \"8_8_8 unorm\", expected a format of components, a space, unorm or the like, and one of: 8, 16, 8_8");
  refuse(IMAGE("\"size\": [4, 2], \"format\": \"16 srgb\""), "args[0].format",
         "found \"16 srgb\", expected 16 and one of: unorm, snorm, uscaled, sscaled, uint, sint, float");
  refuse(IMAGE(SMALL ", \"type\": \"4d\""), "args[0].type",
         "expected 1d, 2d, 3d, cube, 1d_array, 2d_array or 1d_buffer");
  refuse(IMAGE(SMALL ", \"tiling\": \"64kb_s\""), "args[0].tiling", "found \"64kb_s\", expected linear");
  refuse(IMAGE(SMALL ", \"dst_sel\": \"rgba\""), "args[0].dst_sel", "expected four of the letters x, y, z, w, 0, 1");
  refuse(IMAGE(SMALL ", \"levels\": 4"), "args[0]", "levels 4, expected 1 to 3");
  refuse(IMAGE(SMALL ", \"pitch\": 3"), "args[0]", "pitch 3, expected 4 to 65536");
  refuse(IMAGE(SMALL ", \"view_levels\": [1, 1]"), "args[0]", "a view of 1 levels from level 1 on, of an image of 1");
  refuse(IMAGE(SMALL ", \"levles\": 2"), "args[0].levles", "unknown key; near name: levels");
  refuse(IMAGE(SMALL ", \"init\": {\"values\": [1, 2, 3]}"), "args[0].init.values",
         "3 values, expected 4 for each texel");
  refuse(IMAGE(SMALL ", \"init\": {\"constant\": [1, 2]}"), "args[0].init.constant",
         "2 values, expected the 4 of a texel");
  refuse(IMAGE(SMALL ", \"init\": {\"constant\": 256}"), "args[0].init.constant", "\"256\" is no value of type u8");
  refuse(IMAGE("\"size\": [4, 2], \"format\": \"5_6_5 unorm\", \"init\": {\"constant\": 32}"), "args[0].init.constant",
         "value 0 does not fit component x of 5 bits");
  refuse(IMAGE("\"size\": [16384, 16384], \"format\": \"8 uint\""), "args[0]", "expected at most 67108864");
  refuse(IMAGE("\"size\": [1, 16384], \"format\": \"8 uint\", \"pitch\": 65536"), "args[0]",
         "1073741824 bytes, expected at most 536870912");
  refuse(SAMPLER(", \"clamp\": \"edge\""), "args[1].clamp", "found \"edge\", expected wrap, mirror, last_texel");
  refuse(SAMPLER(", \"clamp\": {\"u\": \"wrap\"}"), "args[1].clamp.u", "unknown key");
  refuse(SAMPLER(", \"filter\": \"cubic\""), "args[1].filter", "expected point or linear");
  refuse(SAMPLER(", \"min_lod\": 0.3"), "args[1].min_lod", "found 0.3, expected a multiple of 1/256 from 0 to 15.9961");
  refuse(SAMPLER(", \"lod_bias\": -33"), "args[1].lod_bias", "from -32 to 31.9961");
}

static void bad_expectations(void **state) {
  (void)state;
#define ENTRY(more) "{\"image\": \"x\"" more "}"
  refuse(EXPECTS("{\"image\": \"y\", \"unchanged\": true}"), "3:34: expect.images[0].image", "\"y\" names no image");
  refuse(EXPECTS(ENTRY("")), "expect.images[0]", "expected one of the keys values, constant, same_as, file");
  refuse(EXPECTS(ENTRY(", \"constant\": 1, \"unchanged\": true")), "expect.images[0].unchanged", "beside \"constant\"");
  refuse(EXPECTS(ENTRY(", \"unchanged\": false")), "expect.images[0].unchanged", "found false, expected true");
  refuse(EXPECTS(ENTRY(", \"level\": 1, \"constant\": 1")), "expect.images[0].level", "found 1, expected 0 to 0");
  refuse(EXPECTS(ENTRY(", \"at\": [4, 0], \"constant\": 1")), "expect.images[0]", "level 0 has 4 x 2 x 1");
  refuse(EXPECTS(ENTRY(", \"at\": [3, 1], \"size\": [2, 1], \"constant\": 1")), "expect.images[0]",
         "texels 3, 1, 0 and 2 x 1 x 1 of them");
  refuse(EXPECTS(ENTRY(", \"values\": [1, 2, 3, 4]")), "expect.images[0].values",
         "4 values, expected 32: 4 for each of 4 x 2 x 1 texels");
  refuse(EXPECTS(ENTRY(", \"unchanged\": true") "," ENTRY(", \"at\": [3, 1], \"constant\": 1")), "expect.images[1]",
         "another expectation has texels of these of image x");
  refuse(EXPECTS(ENTRY(", \"same_as\": \"y\"")), "expect.images[0].same_as", "\"y\" names no image of this test");
  refuse(EXPECTS(ENTRY(", \"ulp\": 17, \"constant\": 1")), "expect.images[0].ulp", "found 17, expected 0 to 16");
  refuse(EXPECTS(ENTRY(", \"file\": \"/nowhere.ppm\"")), "expect.images[0].file", "/nowhere.ppm: No such file");
  refuse(HEAD "\"args\": [{\"image\": \"x\", " SMALL
              "}], \"expect\": {\"buffers\": [{\"buffer\": \"x\", \"constant\": 0}]}}",
         "2", "\"x\" names no buffer of this test");
  refuse(HEAD "\"args\": [{\"image\": \"x\", " SMALL "}], \"expect\": {\"images\": {}}}", "2",
         "expect.images: found an object, expected an array");
}

// The elements of an image after a run.
static bool read_array(void *of, uint32_t arg, uint64_t from, size_t count, void *to, wl_error *error) {
  (void)arg;
  (void)error;
  memcpy(to, (const uint8_t *)of + from, count);
  return true;
}

static bool check(const wl_testcase *t, uint8_t *after, uint64_t *compared, wl_error *error) {
  return wl_expect_check(t, true, 1, &(wl_contents){read_array, after}, compared, error);
}

static void texels_that_differ(void **state) {
  (void)state;
  wl_testcase *t =
      take(HEAD
           " \"args\": [{\"image\": \"x\", \"type\": \"3d\", \"size\": [4, 2, 3], \"levels\": 2, \"format\": "
           "\"8_8 sint\", \"init\": {\"iota\": [0, 1]}}], \"expect\": {\"images\": ["
           "{\"image\": \"x\", \"at\": [1, 1, 1], \"size\": [2, 1, 2], \"values\": [1, -2, 3, 4, 5, 6, 7, 8]},"
           "{\"image\": \"x\", \"level\": 1, \"constant\": [3, 4], \"ulp\": 1}]}}");
  uint8_t after[4 * 2 * 3 * 2 + 2 * 1 * 1 * 2] = {0};
  uint64_t compared;
  wl_error error;
  memcpy(after + (8 + 4 + 1) * 2, ((uint8_t[]){1, 0xFE, 3, 4}), 4);
  memcpy(after + (16 + 4 + 1) * 2, ((uint8_t[]){5, 6, 7, 8}), 4);
  memcpy(after + 48, ((uint8_t[]){3, 4, 2, 5}), 4);
  if (!check(t, after, &compared, &error)) fail_msg("%s", error.text);
  assert_int_equal(compared, 8 + 4);
  assert_int_equal(wl_expect_elements(t, true), 48 + 4);
  after[(16 + 4 + 2) * 2 + 1] = 9;
  assert_false(check(t, after, &compared, &error));
  assert_string_equal(error.text, "image x: level 0, x 2, y 1, z 2: component y is 9 (0x09), expected 8 (0x08)");
  after[(16 + 4 + 2) * 2 + 1] = 8;
  after[51] = 6;
  assert_false(check(t, after, &compared, &error));
  assert_string_equal(error.text, "image x: level 1, x 1, y 0, z 0: component y is 6 (0x06), expected 4 (0x04)");
  wl_testcase_free(t);
}

// ---- pictures ------------------------------------------------------------------------------------

static void write_file(const char *bytes, size_t size) {
  FILE *f = fopen(picture, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(bytes, 1, size, f), size);
  fclose(f);
}

#define PPM "P6 # red, green\n2 1\n255\n\xFF\x00\x00\x00\x80\x00"
#define BYTES(text) text, sizeof text - 1

static void pictures_are_read(void **state) {
  (void)state;
  wl_error error;
  wl_picture p;
  write_file(BYTES(PPM));
  assert_true(wl_picture_read(picture, &p, &error));
  assert_true(p.width == 2 && p.height == 1 && p.channels == 3 && p.most == 255);
  assert_true(wl_picture_channel(&p, 0, 0, 0) == 1 && wl_picture_channel(&p, 1, 0, 1) == 128 / 255.0);
  assert_true(wl_picture_channel(&p, 1, 0, 3) == 1);
  wl_picture_free(&p);
  write_file(BYTES("P5\n1 2 1000\n\x03\xE8\x01\xF4"));
  assert_true(wl_picture_read(picture, &p, &error));
  assert_true(wl_picture_channel(&p, 0, 0, 2) == 1 && wl_picture_channel(&p, 0, 1, 0) == 0.5);
  wl_picture_free(&p);
  write_file(BYTES("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 2\nMAXVAL 255\nTUPLTYPE GRAYSCALE_ALPHA\nENDHDR\n\xFF\x00"));
  assert_true(wl_picture_read(picture, &p, &error));
  assert_true(wl_picture_channel(&p, 0, 0, 1) == 1 && wl_picture_channel(&p, 0, 0, 3) == 0);
  wl_picture_free(&p);
}

static void bad_pictures(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    size_t size;
    const char *words;
  } rows[] = {{BYTES("P3\n1 1 255\n1 1 1"), "neither P5, P6 nor P7"},
              {BYTES("P6\n1 1"), "found 1 x 1 pixels of 3 channels up to 0"},
              {BYTES("P6\n1 1 65536\n"), "channels up to 65536"},
              {BYTES("P6\n0 1 255\n"), "a picture of 0 x 1 pixels"},
              {BYTES("P6\n1 1 255\nab"), "it ends behind 2 samples, expected 3"},
              {BYTES("P6\n1 1 255\nabcd"), "more bytes behind the 3 samples"},
              {BYTES("P5\n1 1 7\n\x08"), "sample 0 is 8, expected at most 7"},
              {BYTES("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 5\nMAXVAL 255\nENDHDR\n"), "1 x 1 pixels of 5 channels"}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    wl_error error;
    wl_picture p;
    write_file(rows[k].bytes, rows[k].size);
    assert_false(wl_picture_read(picture, &p, &error));
    if (!strstr(error.text, rows[k].words) || strncmp(error.text, picture, strlen(picture)))
      fail_msg("expected \"%s\" in: %s", rows[k].words, error.text);
  }
}

static void png_is_written_and_read(void **state) {
  (void)state;
  static const uint8_t rgb[] = {1, 2, 3, 255, 0, 128, 9, 9, 9, 0, 0, 0, 77, 78, 79, 250, 251, 252};
  char name[80];
  wl_error error;
  wl_picture p;
  snprintf(name, sizeof name, "%s.png", path);
  assert_true(wl_picture_write(name, 3, 2, rgb, &error));
  if (!wl_picture_read(name, &p, &error)) fail_msg("%s", error.text);
  for (uint32_t k = 0; k < sizeof rgb; k++)
    assert_true(wl_picture_channel(&p, k / 3 % 3, k / 9, k % 3) == rgb[k] / 255.0);
  wl_picture_free(&p);
  FILE *f = fopen(name, "wb");
  fputs("no PNG", f);
  fclose(f);
  assert_false(wl_picture_read(name, &p, &error));
  assert_non_null(strstr(error.text, name));
  remove(name);
}

// DST_SEL is undone: a load of the image gets the colours of the picture.
static void pictures_as_contents(void **state) {
  (void)state;
  static const struct {
    const char *image;
    uint64_t elements[8];
  } rows[] = {
      {"\"format\": \"8_8_8_8 unorm\"", {255, 0, 0, 255, 0, 128, 0, 255}},
      {"\"format\": \"8_8_8_8 unorm\", \"dst_sel\": \"zyxw\"", {0, 0, 255, 255, 0, 128, 0, 255}},
      {"\"format\": \"5_6_5 unorm\", \"dst_sel\": \"zyx1\"", {0, 0, 31, 0, 32, 0}},
      {"\"format\": \"16_16 uint\"", {255, 0, 0, 128}},
      {"\"format\": \"32 float\"", {0x3F800000, 0}},
      {"\"format\": \"8_8_8_8 snorm\", \"dst_sel\": \"wwwx\"", {127, 0, 0, 0, 127, 0, 0, 0}},
  };
  write_file(BYTES(PPM));
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char text[400];
    snprintf(text, sizeof text, IMAGE("\"size\": [2, 1], %s, \"init\": {\"file\": \"%s\"}"), rows[k].image, picture);
    wl_testcase *t = take(text);
    for (uint64_t e = 0; e < t->args[0].count; e++)
      assert_int_equal(wl_testcase_element(t, 0, 1, e), rows[k].elements[e]);
    wl_testcase_free(t);
  }
  char text[400];
  snprintf(text, sizeof text, IMAGE(SMALL ", \"init\": {\"file\": \"%s\"}"), picture);
  refuse(text, "2", "has 2 x 1 pixels, expected 4 x 2");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(components_of_elements),
      cmocka_unit_test(numbers_of_components),
      cmocka_unit_test(order_of_elements),
      cmocka_unit_test(contents),
      cmocka_unit_test(views),
      cmocka_unit_test(samplers),
      cmocka_unit_test(bad_images),
      cmocka_unit_test(bad_expectations),
      cmocka_unit_test(texels_that_differ),
      cmocka_unit_test(pictures_are_read),
      cmocka_unit_test(bad_pictures),
      cmocka_unit_test(png_is_written_and_read),
      cmocka_unit_test(pictures_as_contents),
  };
  const int file = mkstemp(path);
  if (file < 0) return 1;
  close(file);
  snprintf(picture, sizeof picture, "%s.ppm", path);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  remove(path);
  remove(picture);
  return failed;
}
