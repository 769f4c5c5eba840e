// SPDX-License-Identifier: Apache-2.0
// Image instructions (docs/spec/image.md): descriptors, addresses of texels, filters, values.
#ifndef WAVELOCK_MEMORY_IMAGE_H
#define WAVELOCK_MEMORY_IMAGE_H

#include "isa/image.h"
#include "isa/state.h"

enum {
  WL_IMAGE_LEVELS = 16,
  WL_IMAGE_AXES = 3,
  WL_TEXELS = 16,       // of a sample: 8 * (second level) + 4 * (second plane) + 2 * (second row) + (second column)
  WL_TEXEL_DWORDS = 4,  // of an element, at most
  WL_LEVEL_ONE = 256,   // levels and weights are in 1/256
  WL_SECOND_LEVEL = 8,  // bits of a texel's number
  WL_SECOND_PLANE = 4,
  WL_SECOND_ROW = 2,
  WL_SECOND_COLUMN = 1,
};

// What an instruction does with its descriptors (6).
enum { WL_IMAGE_READY, WL_IMAGE_UNBOUND, WL_IMAGE_IGNORED, WL_IMAGE_REFUSED };

// How the element of a FORMAT or image access lies in memory (buffer-memory.md 2, 7; image.md 7).
struct wl_data_format {
  uint8_t dfmt, nfmt;  // dfmt 0: there is none
  uint16_t dst_sel;    // four selects, X lowest
  bool d16;            // components have 16 bits in registers
};

// The S# of an instruction, and its UNORM.
struct wl_sampler {
  bool normalized, truncates;  // TRUNC_COORD
  uint8_t clamp[WL_IMAGE_AXES];
  uint8_t compare;            // DEPTH_COMPARE_FUNC
  uint8_t mag, min, z, mip;   // filters
  uint16_t min_lod, max_lod;  // in 1/256, as bias
  int16_t bias;
  uint32_t border[4];  // X, Y, Z, W of a texel beyond the border, behind BC_SWIZZLE
};

// The descriptors of an instruction as it issues.
struct wl_image {
  uint8_t what;         // WL_IMAGE_READY ...
  uint8_t type;         // WL_IMAGE_1D ...
  uint8_t axes;         // coordinates with a size: 1 to 3
  bool sliced;          // it has slices or faces
  bool integers;        // UINT or SINT
  uint8_t bytes;        // of an element
  uint8_t base_level;   // of the view
  uint8_t last_level;   // counted from it
  uint16_t min_lod;     // T#.MIN_LOD
  uint32_t last_slice;  // of the view, counted from base_slice
  uint32_t base_slice;
  uint32_t size[WL_IMAGE_AXES];     // of level 0 of the whole image
  uint32_t pitch, rows;             // in elements; rows of a slice
  uint32_t first[WL_IMAGE_LEVELS];  // row at which a level begins
  uint64_t base;
  struct wl_data_format format;  // d16: of a store
  struct wl_sampler sampler;
};

// The address registers of all lanes, part by part (3). Without a part: zeros.
struct wl_image_operands {
  const uint32_t *offset, *bias, *compare;
  const uint32_t *derivative[2][WL_IMAGE_AXES];  // by direction: h, v
  const uint32_t *axis[WL_IMAGE_AXES], *slice, *last;
  // What A16 has unpacked: u16 as u32, f16 as f32.
  uint32_t unpacked[2 * WL_IMAGE_AXES + WL_IMAGE_AXES + 3][WL_LANES];
};

// What a lane samples.
struct wl_sampled_lane {
  uint8_t weight[2][WL_IMAGE_AXES];  // by level: of the second texel of each axis
  uint8_t level;                     // of the second level
  uint16_t border;                   // texels beyond the border, by number
  uint32_t reference;                // of *_c
};

// The texels of a sample or gather4, by number.
struct wl_texels {
  uint64_t lanes[WL_TEXELS];              // that fetch it
  uint64_t address[WL_TEXELS][WL_LANES];  // canonical
  uint32_t data[WL_TEXELS][WL_TEXEL_DWORDS][WL_LANES];
  uint64_t requested[WL_TEXELS][WL_TEXEL_DWORDS], accessed[WL_TEXELS][WL_TEXEL_DWORDS];
  struct wl_sampled_lane lane[WL_LANES];
};

// ---- descriptors (image_descriptor.c) ------------------------------------------------------------------
// The address registers that an instruction reads: as many as T#.TYPE says, inside the allocation (D-IMG-8).
uint32_t wl_image_address_regs(const struct wl_wave *w, const struct wl_insn *insn);
// The descriptors of a resolved instruction.
void wl_image_of(const struct wl_wave *w, const struct wl_insn *insn, struct wl_image *to);

// Whether lanes in range access memory; a load whose DMASK is 0 does not, nor a store to a format that is read-only.
bool wl_image_accesses(const struct wl_insn *insn, const struct wl_image *i);

// ---- addresses (image_address.c) -----------------------------------------------------------------------
void wl_image_operands(const struct wl_wave *w, const struct wl_insn *insn, const struct wl_image *i,
                       struct wl_image_operands *to);
// The size of an axis in a level of the whole image.
static inline uint32_t wl_image_size(const struct wl_image *i, uint32_t axis, uint32_t level) {
  const uint32_t size = i->size[axis] >> level;
  return size != 0 ? size : 1;
}
// The element of a level of the whole image; slice: of the whole image, or z of 3D (8.1). Canonical.
uint64_t wl_image_element(const struct wl_image *i, uint32_t level, uint32_t x, uint32_t y, uint32_t slice);
// The texel at an address, as a report has it. i NULL: it is of no image.
wl_texel wl_image_texel_at(const struct wl_image *i, uint64_t address);
// Loads, stores and atomics: the lanes of exec that are in range, and the addresses of their elements (9.1).
uint64_t wl_image_elements(const struct wl_image *i, const struct wl_image_operands *o, uint64_t exec,
                           uint64_t address[WL_LANES]);

// ---- level of detail (image_lod.c) -----------------------------------------------------------------------
// In 1/256: the raw level of a lane, and the level behind the clamps (11).
struct wl_lod {
  int32_t raw, lambda;
};
struct wl_lod wl_image_lod(const struct wl_insn *insn, const struct wl_image *i, const struct wl_image_operands *o,
                           uint32_t lane);

// ---- coordinates (image_coordinate.c) ----------------------------------------------------------------------
// Which texels lanes sample, and with which weights (10.2 to 10.5, 12). Fills lanes, address and lane of `to`.
void wl_image_texels(const struct wl_insn *insn, const struct wl_image *i, const struct wl_image_operands *o,
                     uint64_t exec, struct wl_texels *to);

// ---- values (image_filter.c) -------------------------------------------------------------------------------
// (a * (256 - w) + b * w) / 256, rounded once to the nearest even f32; w is 1 to 255 (10.7).
uint32_t wl_image_lerp(uint32_t a, uint32_t b, uint32_t w);
// The four components that a lane gets from its texels; of gather4 its four registers (10.6 to 10.8, 12).
void wl_image_sampled(const struct wl_insn *insn, const struct wl_image *i, const struct wl_texels *t, uint32_t lane,
                      uint32_t component[4]);

// ---- values that need no memory (image_info.c) -------------------------------------------------------------
// What a lane gets of image_get_resinfo or image_get_lod (9.5, 11.5); 0 of other instructions.
void wl_image_computed(const struct wl_insn *insn, const struct wl_image *i, const struct wl_image_operands *o,
                       uint32_t lane, uint32_t component[4]);

// ---- registers (image_texel.c) -----------------------------------------------------------------------------
// What a load of the element gives: DST_SEL has acted (9.2).
void wl_image_loaded(const struct wl_insn *insn, const struct wl_image *i, const uint32_t element[4],
                     uint32_t component[4]);
// The element that a store writes, from the registers of a lane (9.3).
void wl_image_stored(const struct wl_insn *insn, const struct wl_image *i, uint32_t (*reg)[WL_LANES], uint32_t lane,
                     uint32_t element[4]);
// What register r of a load gets, by DMASK and D16 (13). old: what it keeps.
uint32_t wl_image_register(const struct wl_insn *insn, const struct wl_image *i, const uint32_t component[4],
                           uint32_t r, uint32_t old);

// ---- tables (image_tables.c) -----------------------------------------------------------------------------
extern const uint32_t wl_srgb[256];            // as f32 (7.2)
extern const uint32_t wl_log_thresholds[256];  // T[j] of 11.2; [0] is 2^23

#endif
