// SPDX-License-Identifier: Apache-2.0
// What a host knows of an image of the unit (image.md 4, 5, 7.1, 8.1, 8.3, 15.2, 15.3): its layout in memory and its
// descriptor T#, or V# of a buffer of texels. Besides, the object that kernels in OpenCL C get, and the descriptor S#
// of a sampler. All images are linear.
#ifndef WAVELOCK_IMAGE_H
#define WAVELOCK_IMAGE_H

#include "wavelock/device.h"
#include "wavelock/encoding.h"

#ifdef __cplusplus
extern "C" {
#endif

// NUM_FORMAT of a T#.
enum {
  WL_IMAGE_UNORM,
  WL_IMAGE_SNORM,
  WL_IMAGE_USCALED,
  WL_IMAGE_SSCALED,
  WL_IMAGE_UINT,
  WL_IMAGE_SINT,
  WL_IMAGE_FLOAT = 7,
  WL_IMAGE_SRGB = 9
};
// The type of an image1d_buffer_t, whose descriptor is a V#. TYPE of a T# has other numbers (encoding.h).
enum { WL_IMAGE_1D_BUFFER = 0 };
// Values of DST_SEL.
enum { WL_SELECT_0, WL_SELECT_1, WL_SELECT_X = 4, WL_SELECT_Y, WL_SELECT_Z, WL_SELECT_W };
enum {
  WL_IMAGE_MAX_SIZE = 16384,      // texels of width and height
  WL_IMAGE_MAX_BUFFER = 1 << 26,  // texels of a buffer
  WL_IMAGE_MAX_SLICES = 8192,     // slices, and the depth of 3D
  WL_IMAGE_MAX_PITCH = 65536,
  WL_IMAGE_ALIGN = 256,  // bytes: of the address, and of a pitch that the layout chooses
  WL_IMAGE_COMPONENTS = 4,
  WL_IMAGE_WORDS = 8,
  WL_IMAGE_OBJECT_WORDS = 12,
  WL_IMAGE_OBJECT_ALIGN = 64,  // bytes
  WL_SAMPLER_WORDS = 4
};

// Where the components of a format lie in an element, X first; a width of 0: it has no such component.
typedef struct {
  const char *name;  // as "8_8_8_8"
  uint32_t data_format, bytes;
  uint8_t width[WL_IMAGE_COMPONENTS];  // bits. Each begins where the one before ends.
  uint16_t num_formats;                // a bit for each NUM_FORMAT that it goes with (image.md 7.1)
} wl_image_format;

// All formats of images; the last has no name.
extern const wl_image_format wl_image_formats[];
// The format with a DATA_FORMAT or a name. NULL: there is none.
const wl_image_format *wl_image_format_of(uint32_t data_format);
const wl_image_format *wl_image_format_named(const char *name);
// "2d_array" of a TYPE, "unorm" of a NUM_FORMAT. NULL: none. And back: -1: no such name.
const char *wl_image_type_name(uint32_t type);
const char *wl_image_num_name(uint32_t num_format);
int wl_image_type_named(const char *name);
int wl_image_num_named(const char *name);

typedef struct wl_image {
  uint32_t type;                  // WL_IMAGE_1D to WL_IMAGE_2D_ARRAY, or WL_IMAGE_1D_BUFFER
  uint32_t width, height, depth;  // texels of level 0. A height or depth of 0 is 1.
  uint32_t slices;                // of arrays; faces of a cube, a multiple of 6. 0 is 1, of a cube 6.
  uint32_t levels;                // of the whole image; 0 is 1
  uint32_t data_format, num_format;
  uint32_t dst_sel[WL_IMAGE_COMPONENTS];
  uint32_t pitch;    // texels of a row in memory. 0: the least that is a multiple of 256 bytes; of a buffer the width
  uint64_t address;  // a multiple of 256 bytes below 2^48
  // The part that the T# shows: from its first level and slice on. A count of 0 is the rest.
  uint32_t first_level, view_levels, first_slice, view_slices;
} wl_image;

// Bytes of an element. 0: the image's pair of formats is none of image.md 7.1.
uint32_t wl_image_element_bytes(const wl_image *i);
// Puts its value in place of each 0 that stands for another, and gives the bytes of the whole image. false with
// error: a size, format, view or address that the unit's T# cannot have.
bool wl_image_layout(wl_image *i, uint64_t *bytes, wl_error *error);

// All below take an image that has its layout.

// Texels of a level along x, y and z; z of an array or cube: its slices.
void wl_image_level_size(const wl_image *i, uint32_t level, uint32_t size[3]);
// Bytes from the image's address to a texel of a level of the whole image. s: the slice of the whole image, z of 3D,
// else 0.
uint64_t wl_image_offset(const wl_image *i, uint32_t level, uint32_t x, uint32_t y, uint32_t s);

typedef struct {
  uint32_t level, x, y, s;
} wl_image_texel;
// The texel that the byte at an offset belongs to. false: it is padding, or behind the image.
bool wl_image_texel_of(const wl_image *i, uint64_t offset, wl_image_texel *texel);

// "level 1, x 3, y 4, slice 2", in 3D "z 2". A part that the image cannot have is left out, as the level of its only
// one.
void wl_image_texel_text(const wl_image *i, const wl_image_texel *t, char *to, size_t size);
// What lies at an offset (wl_where of wavelock/mem.h) of an image that has its layout: ", x 3, y 4" for a texel. In the
// padding of a row ", in padding at x 100, y 3", and past the end ", where x 1, y 52 would be".
void wl_image_where(const void *image, uint64_t offset, char *to, size_t size);

// T#; V# of a buffer, and four words of 0 behind it.
void wl_image_words(const wl_image *i, uint32_t words[WL_IMAGE_WORDS]);
// HSA's numbers of the channels' type and order (image.md 15.2) by formats and DST_SEL. UINT32_MAX: there is none.
uint32_t wl_image_hsa_type(const wl_image *i);
uint32_t wl_image_hsa_order(const wl_image *i);
// What an argument of a kernel in OpenCL C points to, with HSA's numbers of the channels' type and order. It lies at a
// multiple of WL_IMAGE_OBJECT_ALIGN.
void wl_image_object(const wl_image *i, uint32_t hsa_type, uint32_t hsa_order, uint32_t words[WL_IMAGE_OBJECT_WORDS]);

// Clamp modes of S#.
enum {
  WL_CLAMP_WRAP,
  WL_CLAMP_MIRROR,
  WL_CLAMP_LAST_TEXEL,
  WL_CLAMP_MIRROR_ONCE_LAST_TEXEL,
  WL_CLAMP_HALF_BORDER,
  WL_CLAMP_MIRROR_ONCE_HALF_BORDER,
  WL_CLAMP_BORDER,
  WL_CLAMP_MIRROR_ONCE_BORDER
};
// Values of XY_MAG_FILTER, XY_MIN_FILTER; and of Z_FILTER (NONE: as XY) and MIP_FILTER (NONE: the base level).
enum { WL_FILTER_POINT, WL_FILTER_LINEAR };
enum { WL_FILTER_Z_NONE, WL_FILTER_Z_POINT, WL_FILTER_Z_LINEAR };
enum { WL_SAMPLER_MOST_LOD = 4095 };

typedef struct wl_sampler {
  uint32_t clamp[3];          // of x, y, z
  bool unnormalized;          // coordinates are in texels
  bool trunc_coord;           // TRUNC_COORD
  uint32_t mag, min;          // XY_MAG_FILTER, XY_MIN_FILTER
  uint32_t z, mip;            // Z_FILTER, MIP_FILTER
  uint32_t min_lod, max_lod;  // in 1/256 of a level, 0..4095
  int32_t lod_bias;           // in 1/256 of a level, -8192..8191
  uint32_t border;            // BORDER_COLOR_TYPE: 0 (0,0,0,0), 1 (0,0,0,1), 2 (1,1,1,1)
  uint32_t compare;           // DEPTH_COMPARE_FUNC
} wl_sampler;

// S#. Bits without effect (image.md 5) are as in OpenCL's samplers (image.md 15.3). So a sampler with compare 3, lods
// from 0 to 4095, no filters along z and of levels is word by word what a driver writes.
void wl_sampler_words(const wl_sampler *s, uint32_t words[WL_SAMPLER_WORDS]);

#ifdef __cplusplus
}
#endif

#endif
