// SPDX-License-Identifier: Apache-2.0
// Shared by the tests of images: T# and S# from their fields (image.md 4, 5), instructions, and both ways to run one.
#ifndef WAVELOCK_TESTS_IMAGES_H
#define WAVELOCK_TESTS_IMAGES_H

#include "transactions.h"

enum { UNORM, SNORM, USCALED, SSCALED, UINT, SINT, FLOAT = 7, SRGB = 9, XYZW = 07654 };
enum { POINT, BILINEAR };
// Where the instruction under test has its parts.
enum { VADDR = 0, VDATA = 16, SRSRC = 8, SSAMP = 16 };

struct resource {
  uint64_t base;
  uint32_t type, dfmt, nfmt, width, height, pitch, dst_sel;  // sizes as they are, not less one; height 0: 1
  uint32_t depth, base_array, base_level, last_level, max_mip, min_lod, sw_mode, bc_swizzle, compression;
};

static inline void resource_words(const struct resource *r, uint32_t t[8]) {
  t[0] = (uint32_t)(r->base >> 8);
  t[1] = (uint32_t)(r->base >> 40) | r->min_lod << 8 | r->dfmt << 20 | r->nfmt << 26;
  t[2] = (r->width - 1) | (r->height != 0 ? r->height - 1 : 0) << 14;
  t[3] = r->dst_sel | r->base_level << 12 | r->last_level << 16 | r->sw_mode << 20 | r->type << 28;
  t[4] = r->depth | (r->pitch - 1) << 13 | r->bc_swizzle << 29;
  t[5] = r->base_array | r->max_mip << 28;
  t[6] = r->compression << 21;
  t[7] = 0;
}

struct sampler {
  uint32_t clamp, xy, z, mip, compare, border, unnormalized, truncates;  // clamp: of all axes; xy: MAG and MIN
  uint32_t min_lod, max_lod, bias;
};

static inline void sampler_words(const struct sampler *s, uint32_t w[4]) {
  w[0] = s->clamp * 0x49 | s->compare << 12 | s->unnormalized << 15 | s->truncates << 27;
  w[1] = s->min_lod | s->max_lod << 12;
  w[2] = s->bias | s->xy << 20 | s->xy << 22 | s->z << 24 | s->mip << 26;
  w[3] = s->border << 30;
}

// The instruction with its operands in the places above. w0: DMASK and the bits beside it; d16: bit 31 of w1.
static inline uint64_t mimg(uint32_t op, uint32_t w0, bool d16) {
  const uint32_t sampler = op >= 32 ? SSAMP / 4 << 21 : 0;
  return (0xf0000000u | op << 18 | w0) |
         (uint64_t)(VADDR | VDATA << 8 | SRSRC / 4 << 16 | sampler | (uint32_t)d16 << 31) << 32;
}
enum { DMASK_1 = 1 << 8, DMASK_ALL = 15 << 8 };

static inline uint32_t *vgpr(const struct program *p, uint32_t v) {
  return (uint32_t *)(uintptr_t)wl_model_phys_vgpr(p->model, v);
}

// A program of one image instruction. images: the size of the unit.
static inline void open_image(struct program *p, uint32_t images, const struct resource *r, const struct sampler *s,
                              uint64_t words) {
  program_open_unit(p, &(wl_config){.waves = 16, .phys_vgprs = 256, .lds_entries = 256, .images = images});
  p->init.sgpr_count = 20;
  if (r != NULL) resource_words(r, &p->init.sgpr[SRSRC]);
  if (s != NULL) sampler_words(s, &p->init.sgpr[SSAMP]);
  emit2(p, words);
  emit(p, S_WAITCNT_0);
  emit(p, S_ENDPGM);
}

// All transactions of the instruction that has issued in the first `lines` lines of data, found by asking for each:
// lanes alone. Returns their number.
static inline uint32_t serve_image(struct program *p, wl_mem_op op, uint32_t lines) {
  char why[160];
  uint32_t count = 0;
  for (uint32_t component = 0; component < 64; component++) {
    for (uint32_t l = 0; l < WL_LANES; l++) {
      for (uint64_t line = kData; line < kData + 64 * lines; line += 64) {
        const wl_transaction t = {
            .unit = WL_UNIT_VMEM, .op = op, .line = line, .component = component, .lanes = 1ull << l};
        wl_transaction predicted;
        uint32_t data[16];
        if (wl_model_request(p->model, &t, &predicted, why) != WL_OK) continue;
        bad(wl_model_perform(p->model, &t, !wl_mem_mapped(p->mem, line), data, why), why);
        count++;
      }
    }
  }
  return count;
}

#endif
