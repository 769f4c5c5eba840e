// SPDX-License-Identifier: Apache-2.0
// Image instructions against the worked examples of image.md (8.2, 10.7, 11.4, 18), standalone and in lockstep.
#include "images.h"

#include "memory/memory.h"

static const uint32_t ZERO = 0, ONE = 0x3f800000;
enum { LAST_TEXEL = 2, CLAMP_BORDER = 6 };

static uint32_t bits_of(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return bits;
}

// Image P (image.md 18): 2D, 8 UNORM, 4 x 4, texel (x, y) = 10x + 40y + 3.
static const struct resource image_p = {.base = kData,
                                        .type = WL_IMAGE_2D,
                                        .dfmt = 1,
                                        .nfmt = UNORM,
                                        .width = 4,
                                        .height = 4,
                                        .pitch = 256,
                                        .dst_sel = 4 | 1 << 9};

static void draw_p(struct program *p) {
  for (uint32_t y = 0; y < 4; y++) {
    for (uint32_t x = 0; x < 4; x++) {
      const uint8_t texel = (uint8_t)(10 * x + 40 * y + 3);
      assert_true(wl_mem_write(p->mem, kData + 256 * y + x, &texel, 1));
    }
  }
}

struct example {
  struct sampler s;
  uint32_t op, w0;
  uint32_t address[6];
  uint32_t expected[4];  // of registers from VDATA on
};

// Runs an example in all lanes, standalone and then in lockstep, on what `draw` has put into memory.
static void both_ways(const struct resource *r, void (*draw)(struct program *), const struct example *e,
                      size_t number) {
  for (uint32_t lockstep = 0; lockstep < 2; lockstep++) {
    struct program p;
    const uint64_t words = mimg(e->op, e->w0, false);
    open_image(&p, 3, r, &e->s, words);
    draw(&p);
    for (uint32_t v = 0; v < 6; v++) {
      for (uint32_t l = 0; l < WL_LANES; l++) vgpr(&p, VADDR + v)[l] = e->address[v];
    }
    start(&p, 0);
    if (lockstep == 0) {
      run(&p, WL_OK);
    } else {
      const wl_effect effect = issue(&p, 0, WL_OK);
      assert_int_equal(effect.unit, WL_UNIT_VMEM);
      serve_image(&p, WL_MEM_LOAD, 20);
      land_all(&p, WL_UNIT_VMEM, VDATA, (uint32_t)__builtin_popcount(e->op == 71 ? 15 : e->w0 >> 8 & 15));
    }
    for (uint32_t r4 = 0; r4 < 4; r4++) {
      for (uint32_t l = 0; l < WL_LANES; l += 63) {
        if (vgpr(&p, VDATA + r4)[l] != e->expected[r4])
          fail_msg("example %zu %s: register %u of lane %u is %08x, expected %08x", number,
                   lockstep ? "in lockstep" : "standalone", r4, l, vgpr(&p, VDATA + r4)[l], e->expected[r4]);
      }
    }
    program_close(&p);
  }
}

#define F(value) bits_of(value)
#define SAMPLE_LZ WL_OP_image_sample_lz, DMASK_ALL
static void samples_of_p(void **state) {
  (void)state;
  const struct sampler linear = {.clamp = LAST_TEXEL, .xy = BILINEAR}, point = {.clamp = LAST_TEXEL};
  const struct sampler border = {.clamp = CLAMP_BORDER, .xy = BILINEAR};
  const struct sampler white = {.clamp = CLAMP_BORDER, .xy = BILINEAR, .border = 2};
  const struct sampler wrap = {.clamp = 0, .xy = BILINEAR}, mirror = {.clamp = 1, .xy = BILINEAR};
  const struct sampler texels = {.clamp = LAST_TEXEL, .xy = BILINEAR, .unnormalized = 1};
  const struct sampler less = {.clamp = LAST_TEXEL, .xy = BILINEAR, .compare = 1};
  const struct example list[] = {
      {linear, SAMPLE_LZ, {F(0.5f), F(0.5f)}, {0x3E9C9C9D, ZERO, ZERO, ONE}},
      {linear, SAMPLE_LZ, {F(0.375f), F(0.375f)}, {0x3E54D4D5, ZERO, ZERO, ONE}},
      {linear, SAMPLE_LZ, {F(0.3f), F(0.7f)}, {0x3ECCD8D9, ZERO, ZERO, ONE}},
      {linear, SAMPLE_LZ, {F(0.0f), F(0.0f)}, {0x3C40C0C1, ZERO, ZERO, ONE}},
      {linear, SAMPLE_LZ, {F(0.999f), F(0.51f)}, {0x3EBDDDDE, ZERO, ZERO, ONE}},
      {point, SAMPLE_LZ, {F(0.3f), F(0.7f)}, {0x3EBABABB, ZERO, ZERO, ONE}},
      {border, SAMPLE_LZ, {F(0.0f), F(0.5f)}, {0x3DFCFCFE, ZERO, ZERO, ONE}},
      {white, SAMPLE_LZ, {F(0.0f), F(0.5f)}, {0x3F1F9FA0, ZERO, ZERO, ONE}},
      {{.clamp = CLAMP_BORDER}, SAMPLE_LZ, {F(-0.1f), F(0.5f)}, {ZERO, ZERO, ZERO, ONE}},
      {wrap, SAMPLE_LZ, {F(-7.1f), F(1.75f)}, {0x3F027677, ZERO, ZERO, ONE}},
      {mirror, SAMPLE_LZ, {F(-0.05f), F(1.2f)}, {0x3EDECECF, ZERO, ZERO, ONE}},
      {texels, SAMPLE_LZ, {F(2.25f), F(1.0f)}, {0x3E22A2A3, ZERO, ZERO, ONE}},
      {linear, WL_OP_image_sample_lz, DMASK_ALL | WL_MIMG_UNORM, {F(2.25f), F(1.0f)}, {0x3E22A2A3, ZERO, ZERO, ONE}},
      {linear, WL_OP_image_sample_lz, DMASK_ALL | WL_MIMG_A16, {0x38003800}, {0x3E9C9C9D, ZERO, ZERO, ONE}},
      {linear, WL_OP_image_sample_lz, 9 << 8, {F(0.5f), F(0.5f)}, {0x3E9C9C9D, ONE, ZERO, ZERO}},
      {point, WL_OP_image_sample_lz_o, DMASK_ALL, {0x0000023F, F(0.5f), F(0.5f)}, {0x3F058586, ZERO, ZERO, ONE}},
      {less, WL_OP_image_sample_c_lz, DMASK_ALL, {F(0.25f), F(0.35f), F(0.4f)}, {0x3DD00000, ZERO, ZERO, ONE}},
      {linear, WL_OP_image_gather4_lz, DMASK_1, {F(0.5f), F(0.5f)}, {0x3EBABABB, 0x3ECECECF, 0x3E7CFCFD, 0x3E54D4D5}},
      {linear, WL_OP_image_gather4_lz, DMASK_1, {F(0.0f), F(0.0f)}, {0x3C40C0C1, 0x3C40C0C1, 0x3C40C0C1, 0x3C40C0C1}},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) both_ways(&image_p, draw_p, &list[i], i);
}

// 3D 2 x 2 x 2, 32 FLOAT, texel (1 + x + 2y + 4z)/3.
static void draw_cube(struct program *p) {
  for (uint32_t n = 0; n < 8; n++) {
    const float texel = (float)(1 + n) / 3;
    assert_true(wl_mem_write(p->mem, kData + 512 * (n >> 2) + 256 * (n >> 1 & 1) + 4 * (n & 1), &texel, 4));
  }
}

// 4 x 1, 32 FLOAT, three levels, texel 10 l + x: a row of 256 bytes each.
static void draw_levels(struct program *p) {
  for (uint32_t l = 0; l < 3; l++) {
    for (uint32_t x = 0; x < 4u >> l; x++) {
      const float texel = (float)(10 * l + x);
      assert_true(wl_mem_write(p->mem, kData + 256 * l + 4 * x, &texel, 4));
    }
  }
}

static void draw_bgra(struct program *p) {
  const uint32_t element = 0x807F01FE;
  assert_true(wl_mem_write(p->mem, kData + 4, &element, 4));
}

static void other_images(void **state) {
  (void)state;
  const struct resource cube = {.base = kData,
                                .type = WL_IMAGE_3D,
                                .dfmt = 4,
                                .nfmt = FLOAT,
                                .width = 2,
                                .height = 2,
                                .depth = 1,
                                .pitch = 64,
                                .dst_sel = 4 | 1 << 9};
  const struct resource levels = {.base = kData,
                                  .type = WL_IMAGE_2D,
                                  .dfmt = 4,
                                  .nfmt = FLOAT,
                                  .width = 4,
                                  .height = 1,
                                  .pitch = 3,  // rows of the chain
                                  .last_level = 2,
                                  .max_mip = 2,
                                  .dst_sel = 4 | 1 << 9};
  const struct resource bgra = {.base = kData,
                                .type = WL_IMAGE_2D,
                                .dfmt = 10,
                                .nfmt = SINT,
                                .width = 2,
                                .height = 1,
                                .pitch = 64,
                                .dst_sel = 6 | 5 << 3 | 4 << 6 | 7 << 9};
  const struct sampler linear = {.clamp = LAST_TEXEL, .xy = BILINEAR, .mip = 2, .max_lod = 4095};
  const struct sampler nearest = {.clamp = LAST_TEXEL, .xy = BILINEAR, .mip = 1, .max_lod = 4095};
  const uint32_t sample_l = WL_OP_image_sample_l;
  const struct example in_cube = {linear, SAMPLE_LZ, {F(0.4f), F(0.55f), F(0.7f)}, {0x40021555, ZERO, ZERO, ONE}};
  const struct example trilinear = {linear, sample_l, DMASK_ALL, {F(0.5f), 0, F(0.75f)}, {0x41040000, ZERO, ZERO, ONE}};
  const struct example one = {nearest, sample_l, DMASK_ALL, {F(0.5f), 0, F(0.75f)}, {0x41280000, ZERO, ZERO, ONE}};
  const struct example loaded = {
      linear, WL_OP_image_load, DMASK_ALL, {1, 0}, {0x0000007F, 0x00000001, 0xFFFFFFFE, 0xFFFFFF80}};
  const struct example outside = {linear, WL_OP_image_load, DMASK_ALL, {2, 0}, {0, 0, 0, 0}};
  const struct example resinfo = {linear, WL_OP_image_get_resinfo, DMASK_ALL, {1}, {2, 1, 1, 3}};
  const struct example beyond = {linear, WL_OP_image_get_resinfo, DMASK_ALL, {3}, {0, 0, 0, 3}};
  both_ways(&cube, draw_cube, &in_cube, 0);
  both_ways(&levels, draw_levels, &trilinear, 1);
  both_ways(&levels, draw_levels, &one, 2);
  both_ways(&bgra, draw_bgra, &loaded, 3);
  both_ways(&bgra, draw_bgra, &outside, 4);
  both_ways(&levels, draw_levels, &resinfo, 5);
  both_ways(&levels, draw_levels, &beyond, 6);
}

// Formats that buffers lack (7.1): each component lies where the table says. SRGB at the values of 7.2.
static void formats(void **state) {
  (void)state;
  static const struct {
    struct wl_data_format f;
    uint32_t element, expected[4];
  } list[] = {
      {{16, UNORM, XYZW, false}, 0x001f, {0x3f800000, 0, 0, 0}},
      {{16, UNORM, XYZW, false}, 0x07e0, {0, 0x3f800000, 0, 0}},
      {{16, UNORM, XYZW, false}, 0xf800, {0, 0, 0x3f800000, 0}},
      {{17, UNORM, XYZW, false}, 0x83e0, {0, 0x3f800000, 0, 0x3f800000}},
      {{17, UNORM, XYZW, false}, 0x7c1f, {0x3f800000, 0, 0x3f800000, 0}},
      {{18, UNORM, XYZW, false}, 0x07c1, {0x3f800000, 0, 0x3f800000, 0}},
      {{18, UNORM, XYZW, false}, 0xf83e, {0, 0x3f800000, 0, 0x3f800000}},
      {{19, UNORM, XYZW, false}, 0xf0f0, {0, 0x3f800000, 0, 0x3f800000}},
      {{19, UNORM, XYZW, false}, 0x5000, {0, 0, 0, 0x3eaaaaab}},                       // 5/15
      {{10, SRGB, XYZW, false}, 0x800b0100, {0, 0x399F22B4, 0x3B5B518E, 0x3F008081}},  // W is no SRGB
      {{10, SRGB, XYZW, false}, 0xff7f400a, {0x3B46EB61, 0x3D51FFEC, 0x3E595305, 0x3f800000}},
      {{10, SRGB, XYZW, false}, 0x00febc80, {0x3E5D0A89, 0x3F00BD2B, 0x3F7DB8DE, 0}},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    uint32_t component[4];
    wl_format_components(&list[i].f, (uint32_t[4]){list[i].element}, component);
    for (uint32_t k = 0; k < 4; k++) {
      if (component[k] != list[i].expected[k]) fail_msg("format %zu, component %u is %08x", i, k, component[k]);
    }
  }
}

// The index of each clamp mode for -6 .. 10 with N = 4 (10.5): 0 to 3, or - for the border. Points of a row of texels,
// unnormalized. The half borders clamp the coordinate before (10.3), so no point is beyond.
static void clamp_modes(void **state) {
  (void)state;
  static const char *const expected[8] = {"23012301230123012", "23321001233210012", "00000001233333333",
                                          "33321001233333333", "00000001233333333", "33321001233333333",
                                          "------0123-------", "--32100123-------"};
  for (uint32_t mode = 0; mode < 8; mode++) {
    struct program p;
    const struct resource r = {
        .base = kData, .type = WL_IMAGE_1D, .dfmt = 1, .nfmt = UINT, .width = 4, .pitch = 256, .dst_sel = XYZW};
    const struct sampler s = {.clamp = mode, .unnormalized = 1, .border = 2};
    const uint8_t texels[4] = {10, 11, 12, 13};
    open_image(&p, 3, &r, &s, mimg(WL_OP_image_sample_lz, DMASK_1, false));
    assert_true(wl_mem_write(p.mem, kData, texels, 4));
    for (uint32_t n = 0; n < 17; n++) vgpr(&p, VADDR)[n] = bits_of((float)n - 6 + 0.5f);
    start(&p, 0);
    run(&p, WL_OK);
    for (uint32_t n = 0; n < 17; n++) {
      const uint32_t x = vgpr(&p, VDATA)[n];
      const char got = x == 1 ? '-' : (char)('0' + x - 10);
      if (got != expected[mode][n]) fail_msg("mode %u, index %d: %c", mode, (int)n - 6, got);
    }
    program_close(&p);
  }
}

// image_get_lod of quads: L(rho) of 11.2, the clamps of 11.3, the example of 11.4.
static void levels_of_detail(void **state) {
  (void)state;
  static const struct {
    float dx, dy;  // dx/dh, dy/dv
    uint32_t bias, min_lod, max_lod, t_min_lod, last_level;
    int32_t lambda, raw;
  } list[] = {
      {1.0f / 64, 0, 0, 0, 4095, 0, 6, 0, 0},
      {2.0f / 64, 0, 0, 0, 4095, 0, 6, 256, 256},
      {3.0f / 64, 0, 0, 0, 4095, 0, 6, 405, 405},
      {1.5f / 64, 0, 0, 0, 4095, 0, 6, 149, 149},
      {0.5f / 64, 0, 0, 0, 4095, 0, 6, 0, -256},
      {0, 0, 0, 0, 4095, 0, 6, 0, -4096},
      {1.0f / 32, -3.0f / 64, 0x40, 0, 4095, 0, 6, 320, 320},
      {1.0f / 32, -3.0f / 64, 0x40, 0, 0x100, 0, 6, 256, 320},
      {1.0f / 32, -3.0f / 64, 0x40, 0, 4095, 0x180, 6, 384, 320},
      {1.0f / 32, -3.0f / 64, 0x40, 0x1c0, 4095, 0x180, 6, 448, 320},
      {1.0f / 32, -3.0f / 64, 0x40, 0, 4095, 0, 1, 256, 320},
      {1.0f / 32, 0, 0x3f80, 0, 4095, 0, 6, 128, 128},  // a bias of -1/2
      {1e38f, 0, 0, 0, 4095, 0, 6, 1536, 4095},
      {-1.0f / 0.0f, 0, 0, 0, 4095, 0, 6, 1536, 4095},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    for (uint32_t lockstep = 0; lockstep < 2; lockstep++) {
      struct program p;
      const struct resource r = {.base = kData,
                                 .type = WL_IMAGE_2D,
                                 .dfmt = 10,
                                 .width = 64,
                                 .height = 32,
                                 .pitch = 64,
                                 .last_level = list[i].last_level,
                                 .max_mip = 6,
                                 .min_lod = list[i].t_min_lod};
      const struct sampler s = {.min_lod = list[i].min_lod, .max_lod = list[i].max_lod, .bias = list[i].bias};
      open_image(&p, 3, &r, &s, mimg(WL_OP_image_get_lod, DMASK_ALL, false));
      for (uint32_t l = 0; l < WL_LANES; l++) {
        vgpr(&p, VADDR)[l] = l % 4 == 1 ? bits_of(list[i].dx) : l % 4 == 3 ? 0x7fc00000 : 0;
        vgpr(&p, VADDR + 1)[l] = l % 4 == 2 ? bits_of(list[i].dy) : 0;
      }
      p.init.exec = 8;  // one lane: registers of the others count too (D-IMG-32)
      start(&p, 0);
      if (lockstep) {
        issue(&p, 0, WL_OK);
        land_all(&p, WL_UNIT_VMEM, VDATA, 4);
      } else {
        run(&p, WL_OK);
      }
      const uint32_t expected[4] = {bits_of((float)list[i].lambda / 256), bits_of((float)list[i].raw / 256), 0, 0};
      for (uint32_t k = 0; k < 4; k++) {
        if (vgpr(&p, VDATA + k)[3] != expected[k])
          fail_msg("level %zu (%u): %08x, expected %08x", i, lockstep, vgpr(&p, VDATA + k)[3], expected[k]);
      }
      program_close(&p);
    }
  }
}

static void lerps(void **state) {
  (void)state;
  static const struct {
    uint32_t a, b, w, expected;
  } list[] = {
      {0x3F800000, 0x40000000, 77, 0x3FA68000},
      {0x3B808081, 0x3F800000, 128, 0x3F008081},
      {0x7F61B1E6, 0x7F7843B0, 200, 0x7F7353CC},  // 3.0e38, 3.3e38
      {0x80000000, 0x80000000, 1, 0x80000000},
      {0x80000000, 0, 1, 0},
      {0x3F800000, 0xBF800000, 128, 0},
      {1, 0, 1, 1},                      // 255/256 of the least denormal
      {0x80000001, 0, 200, 0x80000000},  // 56/256 of it keeps its sign
      {0x7F800000, 0xFF7FFFFF, 255, 0x7F800000},
      {0x7F800000, 0xFF800000, 1, 0x7FC00000},
      {0x7F800001, 0, 1, 0x7FC00000},
      {0x3F800000, 0xFFC12345, 1, 0x7FC00000},
      // Half of 2 + 2^-23 * 2 lies between two numbers; what is added decides, far below the last bit of a double.
      {0x3F800001, 0x3F800000, 128, 0x3F800000},
      {0x3F800001, 0x3F800002, 128, 0x3F800002},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    const uint32_t r = wl_image_lerp(list[i].a, list[i].b, list[i].w);
    if (r != list[i].expected) fail_msg("lerp %zu is %08x, expected %08x", i, r, list[i].expected);
  }
}

// Against whole numbers: a * (256 - w) + b * w with aligned exponents, and a bit for what is below.
static uint32_t slow_lerp(uint32_t a, uint32_t b, uint32_t w) {
  const uint32_t x[2] = {a, b}, weight[2] = {256 - w, w};
  unsigned __int128 m[2];
  int e[2];
  for (int i = 0; i < 2; i++) {
    const uint32_t field = x[i] >> 23 & 255;
    m[i] = (unsigned __int128)((x[i] & 0x7fffff) | (field != 0 ? 0x800000 : 0)) * weight[i] << 80;
    e[i] = (int)(field != 0 ? field : 1);
  }
  const int most = e[0] > e[1] ? e[0] : e[1];
  for (int i = 0; i < 2; i++) {
    const int down = most - e[i];
    const bool left = down > 127 ? m[i] != 0 : (m[i] >> down << down) != m[i];
    m[i] = (down > 127 ? 0 : m[i] >> down) | left;
  }
  const bool negative[2] = {a >> 31, b >> 31};
  bool minus = negative[0];
  unsigned __int128 sum = m[0] + m[1];
  if (negative[0] != negative[1]) {
    minus = m[0] > m[1] ? negative[0] : m[0] < m[1] ? negative[1] : false;
    sum = m[0] > m[1] ? m[0] - m[1] : m[1] - m[0];
  }
  // sum * 2^(most - 1 - 149 - 88)
  int drop = 88, field = most;
  while (sum != 0 && sum >> drop >= 0x1000000) drop++, field++;
  while (sum != 0 && sum >> drop < 0x800000 && field > 1) drop--, field--;
  const uint32_t digits = (uint32_t)(sum >> drop);
  const unsigned __int128 rest = sum - ((unsigned __int128)digits << drop), half = (unsigned __int128)1 << (drop - 1);
  const uint32_t up = rest > half || (rest == half && (digits & 1));
  const uint32_t magnitude = digits < 0x800000 ? digits + up : ((uint32_t)(field - 1) << 23) + digits + up;
  return magnitude | (uint32_t)minus << 31;
}

static void random_lerps(void **state) {
  (void)state;
  uint64_t random = 38;
  for (uint32_t i = 0; i < 1000000; i++) {
    uint32_t a = random32(&random), b = random32(&random);
    const uint32_t w = 1 + random32(&random) % 255, kind = i % 4;
    if (kind == 1) b = (b & 0x807fffff) | (a & 0x7f800000);  // one exponent
    if (kind == 2) a &= 0x80ffffff, b &= 0x80ffffff;         // denormals
    if (kind == 3) b = (b & 0x80000003) | (a & 0x7f000000) >> (i >> 2 & 1);
    if ((a >> 23 & 255) == 255 || (b >> 23 & 255) == 255) continue;
    const uint32_t fast = wl_image_lerp(a, b, w), slow = slow_lerp(a, b, w);
    if (fast != slow) fail_msg("lerp(%08x, %08x, %u) is %08x, expected %08x", a, b, w, fast, slow);
  }
}

// The examples of 8.2, and another level of its mip chain.
static void addresses(void **state) {
  (void)state;
  static const struct {
    struct resource r;
    uint32_t m, x, y, slice;
    uint64_t expected;
  } list[] = {
      {{.base = 0x100000, .type = WL_IMAGE_2D, .dfmt = 10, .width = 100, .height = 50, .pitch = 128},
       0,
       7,
       3,
       0,
       0x10061C},
      {{.base = 0x200000,
        .type = WL_IMAGE_2D_ARRAY,
        .dfmt = 4,
        .nfmt = FLOAT,
        .width = 10,
        .height = 5,
        .pitch = 64,
        .base_array = 2,
        .depth = 5},
       0,
       3,
       4,
       1,
       0x20130C},
      {{.base = 0x300000, .type = WL_IMAGE_1D_ARRAY, .dfmt = 1, .width = 300, .pitch = 512, .depth = 3},
       0,
       255,
       0,
       3,
       0x3006FF},
      {{.base = 0x400000,
        .type = WL_IMAGE_3D,
        .dfmt = 12,
        .nfmt = FLOAT,
        .width = 20,
        .height = 10,
        .pitch = 32,
        .depth = 7},
       0,
       19,
       9,
       7,
       0x404F98},
      {{.base = 0x500000,
        .type = WL_IMAGE_2D,
        .dfmt = 10,
        .width = 100,
        .height = 50,
        .pitch = 102,
        .last_level = 6,
        .max_mip = 6},
       2,
       24,
       11,
       0,
       0x50AC60},
      {{.base = 0x500000,
        .type = WL_IMAGE_2D,
        .dfmt = 10,
        .width = 100,
        .height = 50,
        .pitch = 102,
        .last_level = 6,
        .max_mip = 6},
       6,
       0,
       0,
       0,
       0x50CA00},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    struct program p;
    open_image(&p, 3, &list[i].r, NULL, mimg(WL_OP_image_store_mip, DMASK_1 | WL_MIMG_DA, false));
    start(&p, 0);
    const struct resource *r = &list[i].r;
    uint32_t v = 0;
    vgpr(&p, v++)[5] = list[i].x;
    if (r->type != WL_IMAGE_1D_ARRAY) vgpr(&p, v++)[5] = list[i].y;
    if (r->type != WL_IMAGE_2D) vgpr(&p, v++)[5] = list[i].slice;
    vgpr(&p, v)[5] = list[i].m;
    issue(&p, 0, WL_OK);
    const wl_transaction t = {
        .unit = WL_UNIT_VMEM, .op = WL_MEM_STORE, .line = list[i].expected & ~63ull, .lanes = 1u << 5};
    wl_transaction predicted;
    char why[160];
    bad(wl_model_request(p.model, &t, &predicted, why), why);
    assert_true(predicted.byte_enable != 0 && __builtin_ctzll(predicted.byte_enable) == (int)(list[i].expected % 64));
    program_close(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lerps),
                                     cmocka_unit_test(random_lerps),
                                     cmocka_unit_test(addresses),
                                     cmocka_unit_test(samples_of_p),
                                     cmocka_unit_test(formats),
                                     cmocka_unit_test(clamp_modes),
                                     cmocka_unit_test(levels_of_detail),
                                     cmocka_unit_test(other_images)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
