// SPDX-License-Identifier: Apache-2.0
// Filtered values against a filter of real numbers, within the bound of image.md 10.9. The texels are what image_load
// gives. `test_image_accuracy N SEED` takes N programs of 1024 samples each; without N it takes 40.
#include <math.h>
#include <stdio.h>

#include "images.h"

enum { COORDINATES = 32, SAMPLES = 16, TEXELS = 64, LOADED = 128, SAMPLED = 64, AXES = 3 };
enum { WRAP, MIRROR, HALF_BORDER = 4, MIRROR_HALF_BORDER, MODES = 8 };

static const struct {
  uint32_t dfmt, nfmt, bytes;
} formats[] = {{1, UNORM, 1},  {1, SNORM, 1},  {2, UNORM, 2},  {2, SNORM, 2},  {2, FLOAT, 2},   {3, UNORM, 2},
               {4, FLOAT, 4},  {5, SNORM, 4},  {9, UNORM, 4},  {10, UNORM, 4}, {10, SNORM, 4},  {10, SRGB, 4},
               {11, FLOAT, 8}, {12, UNORM, 8}, {12, FLOAT, 8}, {16, UNORM, 2}, {14, FLOAT, 16}, {17, UNORM, 2}};
enum { FORMATS = sizeof formats / sizeof *formats };

static float as_float(uint32_t bits) {
  float f;
  memcpy(&f, &bits, sizeof f);
  return f;
}
static uint32_t as_bits(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return bits;
}

// What one program samples.
struct subject {
  struct resource r;
  struct sampler s;
  uint32_t axes, size[AXES];
  bool is_signed;
  float texel[TEXELS][4];  // by x + width * (y + height * z)
};

// A number from -1 to 1 of which a float of 16 or 32 bits is made, never Inf or NaN.
static uint32_t random_bits(uint64_t *seed, uint32_t dfmt, uint32_t nfmt) {
  uint32_t bits = random32(seed);
  if (nfmt != FLOAT) return bits;
  if (dfmt == 2 || dfmt == 5 || dfmt == 12) return bits & 0xbbffbbffu;
  return as_bits((float)(int32_t)bits * 0x1p-31f);
}

static void draw(struct program *p, const struct subject *t, uint32_t bytes, uint64_t *seed) {
  for (uint32_t row = 0; row < t->size[1] * t->size[2]; row++) {
    for (uint32_t at = 0; at < t->size[0] * bytes; at += 4) {
      const uint32_t word = random_bits(seed, t->r.dfmt, t->r.nfmt);
      assert_true(wl_mem_write(p->mem, kData + (uint64_t)row * t->r.pitch * bytes + at, &word, 4));
    }
  }
}

static struct subject choose(uint64_t *seed, uint32_t *bytes) {
  static const uint32_t types[AXES] = {WL_IMAGE_1D, WL_IMAGE_2D, WL_IMAGE_3D};
  struct subject t = {.axes = 1 + random32(seed) % AXES, .size = {1, 1, 1}};
  const uint32_t f = random32(seed) % FORMATS;
  *bytes = formats[f].bytes;
  t.is_signed = formats[f].nfmt == SNORM || formats[f].nfmt == FLOAT;
  const uint32_t most = t.axes == 1 ? TEXELS : t.axes == 2 ? 8 : 4;
  for (uint32_t a = 0; a < t.axes; a++) t.size[a] = 1 + random32(seed) % most;
  t.r = (struct resource){.base = kData,
                          .type = types[t.axes - 1],
                          .dfmt = formats[f].dfmt,
                          .nfmt = formats[f].nfmt,
                          .width = t.size[0],
                          .height = t.size[1],
                          .depth = t.size[2] - 1,
                          .pitch = 256 / *bytes,
                          .dst_sel = XYZW};
  t.s = (struct sampler){.clamp = random32(seed) % MODES, .xy = BILINEAR, .unnormalized = random32(seed) % 2};
  return t;
}

// Around and in the image: any place, or close to where texels and their middles meet.
static float coordinate(const struct subject *t, uint32_t axis, uint64_t *seed) {
  const double n = t->size[axis];
  double u = (random32(seed) * 0x1p-32 * 3 - 1) * n;
  if (random32(seed) % 4 == 0)
    u = floor(u * 2) / 2 + ldexp((double)(int32_t)random32(seed), -31 - (int)(random32(seed) % 20));
  return (float)(t->s.unnormalized ? u : u / n);
}

// The index of a texel by its clamp mode (image.md 10.5). -1: the border.
static int32_t clamped(uint32_t mode, int32_t i, int32_t n) {
  const int32_t mirrored = i < 0 ? -1 - i : i, turn = ((i % (2 * n)) + 2 * n) % (2 * n);
  switch (mode) {
    case WRAP: return ((i % n) + n) % n;
    case MIRROR: return turn < n ? turn : 2 * n - 1 - turn;
    case 2: return i < 0 ? 0 : i < n ? i : n - 1;
    case 3: return mirrored < n ? mirrored : n - 1;
    case MIRROR_HALF_BORDER:
    case 7: return mirrored < n ? mirrored : -1;
    default: return i >= 0 && i < n ? i : -1;
  }
}

// The filter of real numbers of one component. *most: the greatest magnitude of the texels that it touches.
static double filtered(const struct subject *t, const float c[AXES], uint32_t component, double *most) {
  int32_t first[AXES] = {0, 0, 0};
  double weight[AXES] = {0, 0, 0}, sum = 0;
  *most = 0;
  for (uint32_t a = 0; a < t->axes; a++) {
    double u = t->s.unnormalized ? (double)c[a] : (double)c[a] * t->size[a];
    if (t->s.clamp == MIRROR_HALF_BORDER) u = fabs(u);
    if (t->s.clamp == HALF_BORDER || t->s.clamp == MIRROR_HALF_BORDER) u = fmin(fmax(u, 0), t->size[a]);
    first[a] = (int32_t)floor(u - 0.5);
    weight[a] = u - 0.5 - first[a];
  }
  for (uint32_t k = 0; k < 1u << t->axes; k++) {
    int32_t at[AXES] = {0, 0, 0};
    double w = 1, v = 0;
    bool border = false;
    for (uint32_t a = 0; a < t->axes; a++) {
      const uint32_t second = k >> a & 1;
      at[a] = clamped(t->s.clamp, first[a] + (int32_t)second, (int32_t)t->size[a]);
      border |= at[a] < 0;
      w *= second ? weight[a] : 1 - weight[a];
    }
    if (!border)
      v = (double)t->texel[(uint32_t)at[0] + t->size[0] * ((uint32_t)at[1] + t->size[1] * (uint32_t)at[2])][component];
    sum += w * v;
    *most = fmax(*most, fabs(v));
  }
  return sum;
}

// One program: a load of all texels, then SAMPLES samples of each lane. Returns the greatest error in parts of the
// bound.
static double one_program(uint64_t *seed) {
  uint32_t bytes;
  struct subject t = choose(seed, &bytes);
  struct program p;
  program_open_unit(&p, &(wl_config){.waves = 16, .phys_vgprs = 256, .lds_entries = 256, .images = 3});
  p.init.sgpr_count = 20;
  p.init.vgpr_size = 256;
  resource_words(&t.r, &p.init.sgpr[SRSRC]);
  sampler_words(&t.s, &p.init.sgpr[SSAMP]);
  draw(&p, &t, bytes, seed);
  const uint32_t load = 0xf0000000u | WL_OP_image_load << 18 | DMASK_ALL;
  const uint32_t sample = 0xf0000000u | WL_OP_image_sample_lz << 18 | DMASK_ALL;
  emit2(&p, load | (uint64_t)(0 | LOADED << 8 | SRSRC / 4 << 16) << 32);
  for (uint32_t n = 0; n < SAMPLES; n++) {
    const uint32_t from = 4 + AXES * n, to = SAMPLED + 4 * n;
    emit2(&p, sample | (uint64_t)(from | to << 8 | SRSRC / 4 << 16 | SSAMP / 4 << 21) << 32);
  }
  emit(&p, S_WAITCNT_0);
  emit(&p, S_ENDPGM);
  for (uint32_t l = 0; l < WL_LANES; l++) {
    vgpr(&p, 0)[l] = l % t.size[0];
    vgpr(&p, 1)[l] = l / t.size[0] % t.size[1];
    vgpr(&p, 2)[l] = l / t.size[0] / t.size[1];
    for (uint32_t n = 0; n < AXES * SAMPLES; n++) vgpr(&p, 4 + n)[l] = as_bits(coordinate(&t, n % AXES, seed));
  }
  start(&p, 0);
  run(&p, WL_OK);

  double worst = 0;
  for (uint32_t k = 0; k < t.size[0] * t.size[1] * t.size[2]; k++) {
    for (uint32_t c = 0; c < 4; c++) t.texel[k][c] = as_float(vgpr(&p, LOADED + c)[k]);
  }
  for (uint32_t n = 0; n < SAMPLES; n++) {
    for (uint32_t l = 0; l < WL_LANES; l++) {
      float at[AXES];
      for (uint32_t a = 0; a < AXES; a++) at[a] = as_float(vgpr(&p, 4 + AXES * n + a)[l]);
      for (uint32_t c = 0; c < 4; c++) {
        double most;
        const double expected = filtered(&t, at, c, &most), got = (double)as_float(vgpr(&p, SAMPLED + 4 * n + c)[l]);
        const double bound = most * (t.axes * (t.is_signed ? 2 : 1) * 0x1p-9 + 4 * 0x1p-24),
                     error = fabs(got - expected);
        if (!(error <= bound))
          fail_msg("format %u, number format %u, clamp mode %u, %s: at %a %a %a component %u is %.9g, expected %.9g",
                   t.r.dfmt, t.r.nfmt, t.s.clamp, t.s.unnormalized ? "unnormalized" : "normalized", (double)at[0],
                   (double)at[1], (double)at[2], c, got, expected);
        if (bound > 0) worst = fmax(worst, error / bound);
      }
    }
  }
  program_close(&p);
  return worst;
}

static uint32_t programs = 40;
static uint64_t stream = 1;  // of random numbers

static void filtered_values(void **state) {
  (void)state;
  double worst = 0;
  for (uint32_t n = 0; n < programs; n++) worst = fmax(worst, one_program(&stream));
  printf("%u samples; the greatest error is %.3f of the bound\n", programs * SAMPLES * WL_LANES, worst);
  assert_true(worst > 0.5);  // the bound is one
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(filtered_values)};
  if (argc > 1) programs = (uint32_t)strtoul(argv[1], NULL, 10);
  if (argc > 2) stream = strtoul(argv[2], NULL, 10);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
