// SPDX-License-Identifier: Apache-2.0
#include "image.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"

enum { MAX_LEVELS = 16, MAX_ROWS = 65536, FACES = 6, ADDRESS_BITS = 48 };

// ---- names and formats (image.md 4, 7.1) ----------------------------------------------------------

#define NORM (1 << WL_IMAGE_UNORM | 1 << WL_IMAGE_SNORM | 1 << WL_IMAGE_USCALED | 1 << WL_IMAGE_SSCALED)
#define INTS (1 << WL_IMAGE_UINT | 1 << WL_IMAGE_SINT)
#define REAL (1 << WL_IMAGE_FLOAT)
#define SRGB (1 << WL_IMAGE_SRGB)

const wl_image_format wl_image_formats[] = {
    {"8", 1, 1, {8}, NORM | INTS},
    {"16", 2, 2, {16}, NORM | INTS | REAL},
    {"8_8", 3, 2, {8, 8}, NORM | INTS},
    {"32", 4, 4, {32}, INTS | REAL},
    {"16_16", 5, 4, {16, 16}, NORM | INTS | REAL},
    {"10_11_11", 6, 4, {11, 11, 10}, REAL},
    {"11_11_10", 7, 4, {10, 11, 11}, REAL},
    {"10_10_10_2", 8, 4, {2, 10, 10, 10}, NORM | INTS},
    {"2_10_10_10", 9, 4, {10, 10, 10, 2}, NORM | INTS},
    {"8_8_8_8", 10, 4, {8, 8, 8, 8}, NORM | INTS | SRGB},
    {"32_32", 11, 8, {32, 32}, INTS | REAL},
    {"16_16_16_16", 12, 8, {16, 16, 16, 16}, NORM | INTS | REAL},
    {"32_32_32_32", 14, 16, {32, 32, 32, 32}, INTS | REAL},
    {"5_6_5", 16, 2, {5, 6, 5}, 1 << WL_IMAGE_UNORM},
    {"1_5_5_5", 17, 2, {5, 5, 5, 1}, 1 << WL_IMAGE_UNORM},
    {"5_5_5_1", 18, 2, {1, 5, 5, 5}, 1 << WL_IMAGE_UNORM},
    {"4_4_4_4", 19, 2, {4, 4, 4, 4}, 1 << WL_IMAGE_UNORM},
    {NULL, 0, 0, {0}, 0},
};

static const char *const type_names[] = {[WL_IMAGE_1D_BUFFER] = "1d_buffer",
                                         [WL_IMAGE_1D] = "1d",
                                         [WL_IMAGE_2D] = "2d",
                                         [WL_IMAGE_3D] = "3d",
                                         [WL_IMAGE_CUBE] = "cube",
                                         [WL_IMAGE_1D_ARRAY] = "1d_array",
                                         [WL_IMAGE_2D_ARRAY] = "2d_array"};
static const char *const num_names[] = {
    [WL_IMAGE_UNORM] = "unorm",     [WL_IMAGE_SNORM] = "snorm", [WL_IMAGE_USCALED] = "uscaled",
    [WL_IMAGE_SSCALED] = "sscaled", [WL_IMAGE_UINT] = "uint",   [WL_IMAGE_SINT] = "sint",
    [WL_IMAGE_FLOAT] = "float",     [WL_IMAGE_SRGB] = "srgb"};
enum { TYPES = sizeof type_names / sizeof *type_names, NUMS = sizeof num_names / sizeof *num_names };

static int named(const char *const *names, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (names[i] && !strcmp(names[i], name)) return i;
  return -1;
}

const char *wl_image_type_name(uint32_t type) { return type < TYPES ? type_names[type] : NULL; }
const char *wl_image_num_name(uint32_t num_format) { return num_format < NUMS ? num_names[num_format] : NULL; }
int wl_image_type_named(const char *name) { return named(type_names, TYPES, name); }
int wl_image_num_named(const char *name) { return named(num_names, NUMS, name); }

const wl_image_format *wl_image_format_of(uint32_t data_format) {
  for (const wl_image_format *f = wl_image_formats; f->name; f++)
    if (f->data_format == data_format) return f;
  return NULL;
}

const wl_image_format *wl_image_format_named(const char *name) {
  for (const wl_image_format *f = wl_image_formats; f->name; f++)
    if (!strcmp(f->name, name)) return f;
  return NULL;
}

uint32_t wl_image_element_bytes(const wl_image *i) {
  const wl_image_format *f = wl_image_format_of(i->data_format);
  return f && i->num_format < NUMS && f->num_formats >> i->num_format & 1 ? f->bytes : 0;
}

// ---- layout (image.md 8.1, 8.3) -------------------------------------------------------------------

static bool is_buffer(const wl_image *i) { return i->type == WL_IMAGE_1D_BUFFER; }
static bool is_1d(const wl_image *i) { return i->type == WL_IMAGE_1D || i->type == WL_IMAGE_1D_ARRAY || is_buffer(i); }
static bool has_slices(const wl_image *i) { return i->type >= WL_IMAGE_CUBE; }
static uint32_t smaller(uint32_t size, uint32_t level) { return size >> level ? size >> level : 1; }
static uint32_t multiple(uint32_t n, uint32_t of) { return (n + of - 1) / of * of; }

// Rows of a slice in front of a level. Each level keeps half of the rows of the one before, rounded up.
static uint32_t first_row(const wl_image *i, uint32_t level) {
  uint32_t first = 0, rows = i->height;
  for (uint32_t l = 0; l < level; l++) {
    first += rows;
    rows = (rows + 1) / 2;
  }
  return first;
}

static uint32_t rows_of_slice(const wl_image *i) { return first_row(i, i->levels); }

static bool size_fits(const char *what, uint32_t size, uint32_t most, wl_error *error) {
  return (size >= 1 && size <= most) || wl_fail(error, "%s %u, expected 1 to %u", what, size, most);
}

// The format's fields of a V# are smaller than those of a T#.
static bool buffer_has_format(const wl_image *i) {
  return i->data_format <= wl_field(UINT32_MAX, WL_RESOURCE_DATA_FORMAT) &&
         i->num_format <= wl_field(UINT32_MAX, WL_RESOURCE_NUM_FORMAT);
}

static void fill(uint32_t *field, uint32_t standard) {
  if (!*field) *field = standard;
}

static bool sizes_fit(const wl_image *i, wl_error *error) {
  const bool deep = i->type == WL_IMAGE_3D;
  uint32_t largest = i->width > i->height ? i->width : i->height, levels = 0;
  if (!size_fits("width", i->width, is_buffer(i) ? WL_IMAGE_MAX_BUFFER : WL_IMAGE_MAX_SIZE, error) ||
      !size_fits("height", i->height, is_1d(i) ? 1 : WL_IMAGE_MAX_SIZE, error) ||
      !size_fits("depth", i->depth, deep ? WL_IMAGE_MAX_SLICES : 1, error) ||
      !size_fits("slices", i->slices, has_slices(i) ? WL_IMAGE_MAX_SLICES : 1, error))
    return false;
  if (i->type == WL_IMAGE_CUBE && i->slices % FACES)
    return wl_fail(error, "slices %u of a cube, expected a multiple of %d faces", i->slices, FACES);
  if (i->depth > largest) largest = i->depth;
  while (levels < (is_buffer(i) ? 1 : MAX_LEVELS) && largest >> levels) levels++;
  return size_fits("levels", i->levels, levels, error);
}

static bool view_fits(const wl_image *i, wl_error *error) {
  if (i->first_level >= i->levels || i->view_levels > i->levels - i->first_level)
    return wl_fail(error, "a view of %u levels from level %u on, of an image of %u", i->view_levels, i->first_level,
                   i->levels);
  return (i->first_slice < i->slices && i->view_slices <= i->slices - i->first_slice) ||
         wl_fail(error, "a view of %u slices from slice %u on, of an image of %u", i->view_slices, i->first_slice,
                 i->slices);
}

bool wl_image_layout(wl_image *i, uint64_t *bytes, wl_error *error) {
  const uint32_t b = wl_image_element_bytes(i);
  if (!wl_image_type_name(i->type)) return wl_fail(error, "type %u, expected 8 to 13, or 0 of a buffer", i->type);
  if (!b || (is_buffer(i) && !buffer_has_format(i)))
    return wl_fail(error, "data format %u with number format %u, which is no pair of formats of %s", i->data_format,
                   i->num_format, is_buffer(i) ? "buffers" : "images");
  fill(&i->height, 1);
  fill(&i->depth, 1);
  fill(&i->slices, i->type == WL_IMAGE_CUBE ? FACES : 1);
  fill(&i->levels, 1);
  if (!sizes_fit(i, error)) return false;
  const uint32_t least = is_buffer(i) ? i->width : multiple(i->width, WL_IMAGE_ALIGN / b), rows = rows_of_slice(i);
  fill(&i->pitch, least);
  if (is_buffer(i) && i->pitch != least)
    return wl_fail(error, "pitch %u, expected %u: a buffer has no rows", i->pitch, least);
  if (i->levels > 1 && i->pitch != least)
    return wl_fail(error, "pitch %u, expected %u: with more than one level it follows from the width", i->pitch, least);
  if (i->pitch < i->width || (!is_buffer(i) && i->pitch > WL_IMAGE_MAX_PITCH))
    return wl_fail(error, "pitch %u, expected %u to %u texels", i->pitch, i->width, WL_IMAGE_MAX_PITCH);
  if (i->address % WL_IMAGE_ALIGN || i->address >> ADDRESS_BITS)
    return wl_fail(error, "address 0x%" PRIx64 ", expected a multiple of %d of %d bits", i->address, WL_IMAGE_ALIGN,
                   ADDRESS_BITS);
  if (!view_fits(i, error)) return false;
  fill(&i->view_levels, i->levels - i->first_level);
  fill(&i->view_slices, i->slices - i->first_slice);
  *bytes = (uint64_t)i->slices * i->depth * rows * i->pitch * b;
  return true;
}

void wl_image_level_size(const wl_image *i, uint32_t level, uint32_t size[3]) {
  size[0] = smaller(i->width, level);
  size[1] = smaller(i->height, level);
  size[2] = has_slices(i) ? i->slices : smaller(i->depth, level);
}

uint64_t wl_image_offset(const wl_image *i, uint32_t level, uint32_t x, uint32_t y, uint32_t s) {
  const uint64_t row = (uint64_t)s * rows_of_slice(i) + first_row(i, level) + y;
  return (row * i->pitch + x) * wl_image_element_bytes(i);
}

// Where an offset would be if rows and slices went on without an end.
static wl_image_texel texel_of(const wl_image *i, uint64_t offset) {
  const uint64_t element = offset / wl_image_element_bytes(i), row = element / i->pitch;
  const uint32_t rows = rows_of_slice(i), in_slice = (uint32_t)(row % rows);
  uint32_t level = 0;
  while (in_slice >= first_row(i, level + 1)) level++;
  return (wl_image_texel){level, (uint32_t)(element % i->pitch), in_slice - first_row(i, level),
                          (uint32_t)(row / rows)};
}

bool wl_image_texel_of(const wl_image *i, uint64_t offset, wl_image_texel *t) {
  uint32_t size[3];
  *t = texel_of(i, offset);
  wl_image_level_size(i, t->level, size);
  return t->x < size[0] && t->y < size[1] && t->s < size[2];
}

void wl_image_texel_text(const wl_image *i, const wl_image_texel *t, char *to, size_t size) {
  const bool rows = !is_1d(i), deep = i->type >= WL_IMAGE_3D;
  char level[24] = "", y[24] = "", s[24] = "";
  if (i->levels > 1) wl_text(level, sizeof level, "level %" PRIu32 ", ", t->level);
  if (rows) wl_text(y, sizeof y, ", y %" PRIu32, t->y);
  if (deep) wl_text(s, sizeof s, ", %s %" PRIu32, i->type == WL_IMAGE_3D ? "z" : "slice", t->s);
  wl_text(to, size, "%sx %" PRIu32 "%s%s", level, t->x, y, s);
}

void wl_image_where(const void *image, uint64_t offset, char *to, size_t size) {
  const wl_image *i = image;
  const uint64_t bytes = wl_image_offset(i, 0, 0, 0, i->slices * i->depth);
  char place[80];
  wl_image_texel t;
  const bool texel = wl_image_texel_of(i, offset, &t);
  if (offset >= bytes && i->slices * i->depth == 1 && i->levels == 1) {
    t.y += t.s * i->height;  // rows go on behind the last one
    t.s = 0;
  }
  wl_image_texel_text(i, &t, place, sizeof place);
  wl_text(to, size, offset >= bytes ? ", where %s would be" : texel ? ", %s" : ", in padding at %s", place);
}

// ---- descriptors (image.md 4, 5, 15.2, 15.3) ------------------------------------------------------

// NUM_RECORDS of a structured buffer counts its records (image.md 15.2).
static void buffer_words(const wl_image *i, uint32_t dst_sel, uint32_t v[WL_IMAGE_WORDS]) {
  v[0] = (uint32_t)i->address;
  v[1] = wl_to_field(WL_RESOURCE_BASE_HIGH, (uint32_t)(i->address >> 32)) |
         wl_to_field(WL_RESOURCE_STRIDE, wl_image_element_bytes(i));
  v[2] = i->width;
  v[3] = wl_to_field(WL_RESOURCE_DST_SEL, dst_sel) | wl_to_field(WL_RESOURCE_NUM_FORMAT, i->num_format) |
         wl_to_field(WL_RESOURCE_DATA_FORMAT, i->data_format);
}

void wl_image_words(const wl_image *i, uint32_t t[WL_IMAGE_WORDS]) {
  const uint64_t base = i->address / WL_IMAGE_ALIGN;
  const uint32_t last_level = i->first_level + i->view_levels - 1, last_slice = i->first_slice + i->view_slices - 1;
  const uint32_t pitch = i->levels > 1 ? rows_of_slice(i) : i->pitch;
  uint32_t dst_sel = 0;
  for (int k = 0; k < WL_IMAGE_COMPONENTS; k++) dst_sel |= i->dst_sel[k] << 3 * k;
  memset(t, 0, WL_IMAGE_WORDS * sizeof *t);
  if (is_buffer(i)) {
    buffer_words(i, dst_sel, t);
    return;
  }
  t[0] = (uint32_t)base;
  t[1] = wl_to_field(WL_IMAGE_BASE_HIGH, (uint32_t)(base >> 32)) | wl_to_field(WL_IMAGE_DATA_FORMAT, i->data_format) |
         wl_to_field(WL_IMAGE_NUM_FORMAT, i->num_format);
  t[2] = wl_to_field(WL_IMAGE_WIDTH, i->width - 1) | wl_to_field(WL_IMAGE_HEIGHT, i->height - 1);
  t[3] = wl_to_field(WL_IMAGE_DST_SEL, dst_sel) | wl_to_field(WL_IMAGE_BASE_LEVEL, i->first_level) |
         wl_to_field(WL_IMAGE_LAST_LEVEL, last_level) | wl_to_field(WL_IMAGE_TYPE, i->type);
  t[4] = wl_to_field(WL_IMAGE_DEPTH, i->type == WL_IMAGE_3D ? i->depth - 1 : last_slice) |
         wl_to_field(WL_IMAGE_PITCH, pitch - 1);
  t[5] = wl_to_field(WL_IMAGE_BASE_ARRAY, i->first_slice) | wl_to_field(WL_IMAGE_MAX_MIP, i->levels - 1);
}

uint32_t wl_image_hsa_type(const wl_image *i) {
  static const struct {
    uint32_t width, num_format, type;
  } types[] = {{8, WL_IMAGE_SNORM, 0},  {16, WL_IMAGE_SNORM, 1}, {8, WL_IMAGE_UNORM, 2},  {8, WL_IMAGE_SRGB, 2},
               {16, WL_IMAGE_UNORM, 3}, {8, WL_IMAGE_SINT, 8},   {16, WL_IMAGE_SINT, 9},  {32, WL_IMAGE_SINT, 10},
               {8, WL_IMAGE_UINT, 11},  {16, WL_IMAGE_UINT, 12}, {32, WL_IMAGE_UINT, 13}, {16, WL_IMAGE_FLOAT, 14},
               {32, WL_IMAGE_FLOAT, 15}};
  static const struct {
    const char *format;
    uint32_t type;
  } packed[] = {{"1_5_5_5", 5}, {"5_6_5", 6}, {"2_10_10_10", 7}};
  const wl_image_format *f = wl_image_format_of(i->data_format);
  for (size_t k = 0; k < sizeof packed / sizeof *packed; k++)
    if (!strcmp(f->name, packed[k].format)) return i->num_format == WL_IMAGE_UNORM ? packed[k].type : UINT32_MAX;
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    if (types[k].width == f->width[0] && types[k].num_format == i->num_format) return types[k].type;
  return UINT32_MAX;
}

uint32_t wl_image_hsa_order(const wl_image *i) {
  enum { X = WL_SELECT_X, Y = WL_SELECT_Y, Z = WL_SELECT_Z, W = WL_SELECT_W };
  static const struct {
    uint32_t dst_sel[WL_IMAGE_COMPONENTS], order, srgb;
  } orders[] = {{{0, 0, 0, X}, 0, UINT32_MAX},  {{X, 0, 0, 1}, 1, UINT32_MAX},  {{X, Y, 0, 1}, 3, UINT32_MAX},
                {{X, 0, 0, Y}, 5, UINT32_MAX},  {{Z, Y, X, 1}, 6, UINT32_MAX},  {{X, Y, Z, W}, 8, 14},
                {{Z, Y, X, W}, 9, 15},          {{Y, Z, W, X}, 10, UINT32_MAX}, {{X, X, X, X}, 16, UINT32_MAX},
                {{X, X, X, 1}, 17, UINT32_MAX}, {{X, 0, 0, 0}, 18, UINT32_MAX}};
  for (size_t k = 0; k < sizeof orders / sizeof *orders; k++)
    if (!memcmp(orders[k].dst_sel, i->dst_sel, sizeof i->dst_sel))
      return i->num_format == WL_IMAGE_SRGB ? orders[k].srgb : orders[k].order;
  return UINT32_MAX;
}

void wl_image_object(const wl_image *i, uint32_t hsa_type, uint32_t hsa_order, uint32_t words[WL_IMAGE_OBJECT_WORDS]) {
  wl_image_words(i, words);
  words[WL_IMAGE_WORDS] = hsa_type;
  words[WL_IMAGE_WORDS + 1] = hsa_order;
  words[WL_IMAGE_WORDS + 2] = i->width;
  words[WL_IMAGE_WORDS + 3] = 0;
}

void wl_sampler_words(const wl_sampler *s, uint32_t w[WL_SAMPLER_WORDS]) {
  const uint32_t disable_cube_wrap = WL_BIT(28), aniso_override = WL_BIT(31);  // of OpenCL's, without effect
  const uint32_t clamp = s->clamp[0] | s->clamp[1] << 3 | s->clamp[2] << 6;
  w[0] = wl_to_field(WL_BITS(8, 0), clamp) | wl_to_field(WL_SAMPLER_COMPARE, s->compare) |
         wl_to_field(WL_SAMPLER_UNNORMALIZED, s->unnormalized) | wl_to_field(WL_SAMPLER_TRUNC_COORD, s->trunc_coord) |
         disable_cube_wrap;
  w[1] = wl_to_field(WL_SAMPLER_MIN_LOD, s->min_lod) | wl_to_field(WL_SAMPLER_MAX_LOD, s->max_lod);
  w[2] = wl_to_field(WL_SAMPLER_LOD_BIAS, (uint32_t)s->lod_bias) | wl_to_field(WL_SAMPLER_XY_MAG, s->mag) |
         wl_to_field(WL_SAMPLER_XY_MIN, s->min) | wl_to_field(WL_SAMPLER_Z_FILTER, s->z) |
         wl_to_field(WL_SAMPLER_MIP_FILTER, s->mip) | aniso_override;
  w[3] = wl_to_field(WL_SAMPLER_BORDER, s->border);
}
