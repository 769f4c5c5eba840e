// SPDX-License-Identifier: Apache-2.0
// T# and S#: what they say, and what an instruction does with them (image.md 4 to 6, 7.1; D-IMG-8 to D-IMG-15).
#include "memory/memory.h"

enum { UNORM, SNORM, USCALED, SSCALED, UINT, SINT, FLOAT = 7, SRGB = 9, FORMATS = 20 };
#define EACH (1 << UNORM | 1 << SNORM | 1 << USCALED | 1 << SSCALED | 1 << UINT | 1 << SINT)
#define WORDS (1 << UINT | 1 << SINT | 1 << FLOAT)
// Bytes of an element and the NUM_FORMATs by DATA_FORMAT (7.1).
static const struct {
  uint8_t bytes;
  uint16_t numbers;
} formats[FORMATS] = {
    [1] = {1, EACH},
    [2] = {2, EACH | 1 << FLOAT},
    [3] = {2, EACH},
    [4] = {4, WORDS},
    [5] = {4, EACH | 1 << FLOAT},
    [6] = {4, 1 << FLOAT},
    [7] = {4, 1 << FLOAT},
    [8] = {4, EACH},
    [9] = {4, EACH},
    [10] = {4, EACH | 1 << SRGB},
    [11] = {8, WORDS},
    [12] = {8, EACH | 1 << FLOAT},
    [14] = {16, WORDS},
    [16] = {2, 1 << UNORM},
    [17] = {2, 1 << UNORM},
    [18] = {2, 1 << UNORM},
    [19] = {2, 1 << UNORM},
};

static bool has_sizes(uint32_t type) { return type >= WL_IMAGE_1D && type <= WL_IMAGE_2D_ARRAY; }
static uint32_t axes_of(uint32_t type) {
  return type == WL_IMAGE_1D || type == WL_IMAGE_1D_ARRAY ? 1 : type == WL_IMAGE_3D ? 3 : 2;
}
static bool is_sliced(uint32_t type) { return type >= WL_IMAGE_CUBE && type <= WL_IMAGE_2D_ARRAY; }

uint32_t wl_image_address_regs(const struct wl_wave *w, const struct wl_insn *insn) {
  const struct wl_image_op *op = wl_image_op(insn->sub);
  const uint32_t type = wl_field(w->sgpr[wl_first_name(w->second_end, insn->src[2].reg + 3u)], WL_IMAGE_TYPE);
  const uint32_t axes = axes_of(type), slice = is_sliced(type) && (insn->words[0] & WL_MIMG_DA) != 0;
  const uint32_t body = op->what == WL_IMAGE_RESINFO ? 0 : axes + slice;
  const uint32_t left = w->vgpr_size - insn->src[0].reg;
  uint32_t regs = (uint32_t)__builtin_popcount(op->parts & (WL_IMAGE_OFFSET | WL_IMAGE_BIAS | WL_IMAGE_COMPARE));
  if (!has_sizes(type)) return insn->src[0].regs;
  if (op->parts & WL_IMAGE_DERIVATIVES) regs += 2 * wl_image_packed(insn, axes);
  regs += wl_image_packed(insn, body + ((op->parts & WL_IMAGE_LAST) != 0));
  return regs < left ? regs : left;
}

// ---- T# ------------------------------------------------------------------------------------------------
// Padded heights: half, rounded up (8.1).
static void level_rows(struct wl_image *i, uint32_t height) {
  uint32_t row = 0;
  for (uint32_t l = 0; l < WL_IMAGE_LEVELS; l++) {
    i->first[l] = row;
    row += height;
    height = (height + 1) >> 1;
  }
}

static void take_resource(const uint32_t t[8], struct wl_image *i) {
  const bool one = i->axes == 1;
  const uint32_t max_mip = wl_field(t[5], WL_IMAGE_MAX_MIP), pitch = wl_field(t[4], WL_IMAGE_PITCH) + 1;
  const uint32_t width = wl_field(t[2], WL_IMAGE_WIDTH) + 1, depth = wl_field(t[4], WL_IMAGE_DEPTH);
  const uint32_t height = one ? 1 : wl_field(t[2], WL_IMAGE_HEIGHT) + 1, row = 256u / i->bytes;
  const uint32_t slice = wl_field(t[5], WL_IMAGE_BASE_ARRAY);
  i->base = ((uint64_t)wl_field(t[1], WL_IMAGE_BASE_HIGH) << 32 | t[0]) << 8;
  i->min_lod = (uint16_t)wl_field(t[1], WL_IMAGE_MIN_LOD);
  i->base_level = (uint8_t)wl_field(t[3], WL_IMAGE_BASE_LEVEL);
  i->last_level = (uint8_t)(wl_field(t[3], WL_IMAGE_LAST_LEVEL) - i->base_level);
  i->size[0] = width;
  i->size[1] = height;
  i->size[2] = i->axes == 3 ? depth + 1 : 1;
  i->base_slice = i->sliced ? slice : 0;
  i->last_slice = i->sliced && depth > slice ? depth - slice : 0;  // D-IMG-11
  i->pitch = max_mip == 0 ? pitch : (width + row - 1) / row * row;
  i->rows = max_mip == 0 ? height : pitch;
  level_rows(i, height);
}

// ---- S# ------------------------------------------------------------------------------------------------
// BC_SWIZZLE: which component of the colour X, Y, Z and W of a texel have (10.6).
static const uint8_t swizzles[8][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {3, 2, 1, 0}, {3, 0, 1, 2},
                                       {2, 1, 0, 3}, {1, 0, 3, 2}, {0, 1, 2, 3}, {0, 1, 2, 3}};

static void take_sampler(const uint32_t s[4], bool unorm, uint32_t swizzle, struct wl_image *i) {
  const uint32_t one = i->integers ? 1 : 0x3f800000, type = wl_field(s[3], WL_SAMPLER_BORDER);
  struct wl_sampler *to = &i->sampler;
  to->normalized = !unorm && !(s[0] & WL_SAMPLER_UNNORMALIZED);
  to->truncates = s[0] & WL_SAMPLER_TRUNC_COORD;
  for (uint32_t a = 0; a < WL_IMAGE_AXES; a++) to->clamp[a] = (uint8_t)wl_field(s[0] >> 3 * a, WL_SAMPLER_CLAMP_X);
  to->compare = (uint8_t)wl_field(s[0], WL_SAMPLER_COMPARE);
  to->mag = (uint8_t)wl_field(s[2], WL_SAMPLER_XY_MAG);
  to->min = (uint8_t)wl_field(s[2], WL_SAMPLER_XY_MIN);
  to->z = (uint8_t)wl_field(s[2], WL_SAMPLER_Z_FILTER);
  to->mip = (uint8_t)wl_field(s[2], WL_SAMPLER_MIP_FILTER);
  to->min_lod = (uint16_t)wl_field(s[1], WL_SAMPLER_MIN_LOD);
  to->max_lod = (uint16_t)wl_field(s[1], WL_SAMPLER_MAX_LOD);
  to->bias = (int16_t)wl_signed_field(s[2], WL_SAMPLER_LOD_BIAS);
  for (uint32_t k = 0; k < 4; k++) {
    const uint32_t c = swizzles[swizzle][k];
    to->border[k] = type == 2 || (type == 1 && c == 3) ? one : 0;
  }
}

static bool sampler_refused(const uint32_t s[4]) {
  return (s[0] & (WL_SAMPLER_COORD_TRUNC | WL_SAMPLER_FORCE_DEGAMMA | WL_SAMPLER_FILTER_MODE)) != 0 ||
         (s[3] & WL_SAMPLER_SKIP_DEGAMMA) != 0 || wl_field(s[3], WL_SAMPLER_BORDER) == 3;
}

// ---- both (D-IMG-13) --------------------------------------------------------------------------------------
// An atomic whose DMASK does not fit the format (9.4).
static bool atomic_refused(const struct wl_insn *insn, uint32_t dfmt) {
  const uint32_t words =
      (uint32_t)__builtin_popcount(wl_image_dmask(insn)) >> (wl_access_row(insn)->atomic == WL_ATOMIC_CMPSWAP);
  return dfmt != (words == 1 ? 4 : 11);
}

static bool refused(const struct wl_insn *insn, const struct wl_image *i, const uint32_t t[8], const uint32_t *s) {
  const struct wl_image_op *op = wl_image_op(insn->sub);
  const uint32_t dfmt = wl_field(t[1], WL_IMAGE_DATA_FORMAT), nfmt = wl_field(t[1], WL_IMAGE_NUM_FORMAT);
  const uint32_t base = wl_field(t[3], WL_IMAGE_BASE_LEVEL), last = wl_field(t[3], WL_IMAGE_LAST_LEVEL);
  if (i->type > WL_IMAGE_2D_ARRAY || (i->type == WL_IMAGE_CUBE && s != NULL)) return true;
  if (op->what == WL_IMAGE_GATHER4 && i->type != WL_IMAGE_2D && i->type != WL_IMAGE_2D_ARRAY) return true;
  if (wl_field(t[3], WL_IMAGE_SW_MODE) != 0 || (t[6] & WL_IMAGE_COMPRESSION_EN) != 0) return true;
  if (dfmt >= FORMATS || !(formats[dfmt].numbers >> nfmt & 1)) return true;
  if ((op->parts & WL_IMAGE_COMPARE) && i->integers) return true;
  if (base > last || last > wl_field(t[5], WL_IMAGE_MAX_MIP)) return true;
  if (op->what == WL_IMAGE_ATOMIC && atomic_refused(insn, dfmt)) return true;
  return s != NULL && sampler_refused(s);
}

void wl_image_of(const struct wl_wave *w, const struct wl_insn *insn, struct wl_image *i) {
  uint32_t t_space[8], s_space[4];
  const uint32_t *t = wl_sgpr_tuple(w, insn->src[2].reg, 8, t_space);
  const uint32_t *s = wl_image_has_sampler(insn) ? wl_sgpr_tuple(w, insn->src[3].reg, 4, s_space) : NULL;
  const uint32_t dfmt = wl_field(t[1], WL_IMAGE_DATA_FORMAT), nfmt = wl_field(t[1], WL_IMAGE_NUM_FORMAT);
  uint32_t any = 0;
  for (uint32_t k = 0; k < 8; k++) any |= t[k];
  i->type = (uint8_t)wl_field(t[3], WL_IMAGE_TYPE);
  i->axes = (uint8_t)axes_of(i->type);
  i->sliced = is_sliced(i->type);
  i->integers = nfmt == UINT || nfmt == SINT;
  i->bytes = 0;
  i->format = (struct wl_data_format){.dfmt = (uint8_t)dfmt,
                                      .nfmt = (uint8_t)nfmt,
                                      .dst_sel = (uint16_t)wl_field(t[3], WL_IMAGE_DST_SEL),
                                      .d16 = insn->mem_op == WL_MEM_STORE && wl_image_d16(insn)};
  i->what = any == 0                 ? WL_IMAGE_UNBOUND
            : i->type < WL_IMAGE_1D  ? WL_IMAGE_IGNORED
            : dfmt == 0              ? WL_IMAGE_UNBOUND
            : refused(insn, i, t, s) ? WL_IMAGE_REFUSED
                                     : WL_IMAGE_READY;
  if (i->what != WL_IMAGE_READY) return;
  i->bytes = formats[dfmt].bytes;
  take_resource(t, i);
  if (s != NULL) take_sampler(s, insn->words[0] & WL_MIMG_UNORM, wl_field(t[4], WL_IMAGE_BC_SWIZZLE), i);
}

bool wl_image_accesses(const struct wl_insn *insn, const struct wl_image *i) {
  const struct wl_image_op *op = wl_image_op(insn->sub);
  const bool info = op->what == WL_IMAGE_RESINFO || op->what == WL_IMAGE_LOD;
  if (i->what != WL_IMAGE_READY || info || wl_image_dmask(insn) == 0) return false;
  return op->what != WL_IMAGE_STORE || (op->parts & WL_IMAGE_RAW) || wl_format_bytes(&i->format, WL_MEM_STORE) != 0;
}
