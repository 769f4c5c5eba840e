// SPDX-License-Identifier: Apache-2.0
// The table of MIMG (isa/mimg.def), and the fields of an image instruction (image.md 2, 3, 13).
#ifndef WAVELOCK_ISA_IMAGE_H
#define WAVELOCK_ISA_IMAGE_H

#include "isa/insn.h"

// What it does.
enum {
  WL_IMAGE_LOAD,
  WL_IMAGE_STORE,
  WL_IMAGE_ATOMIC,
  WL_IMAGE_RESINFO,
  WL_IMAGE_SAMPLE,
  WL_IMAGE_GATHER4,
  WL_IMAGE_LOD,
};
// Where the level of a sample comes from: lod 0, the last part, derivatives, differences in a quad of lanes.
enum { WL_LEVEL_NONE, WL_LEVEL_ZERO, WL_LEVEL_GIVEN, WL_LEVEL_DERIVATIVES, WL_LEVEL_QUAD };
// Parts of the address, and how data moves.
enum {
  WL_IMAGE_OFFSET = 1,
  WL_IMAGE_BIAS = 2,
  WL_IMAGE_COMPARE = 4,
  WL_IMAGE_DERIVATIVES = 8,
  WL_IMAGE_LAST = 16,  // mip, lod or clamp, behind the coordinates
  WL_IMAGE_RAW = 32,
  WL_IMAGE_SIGNED = 64,
};
struct wl_image_op {
  uint8_t stage;  // 1 to 3: A to C
  uint8_t what;   // WL_IMAGE_LOAD ...
  uint8_t level;  // WL_LEVEL_*
  uint8_t parts;
};
enum { WL_IMAGE_FIRST_SAMPLER = 32 };  // opcodes from here on have a sampler

// The row of an instruction of MIMG, by wl_insn.sub.
const struct wl_image_op *wl_image_op(uint32_t sub);

static inline bool wl_is_image(const struct wl_insn *insn) { return insn->format == WL_FMT_MIMG; }
static inline bool wl_image_has_sampler(const struct wl_insn *insn) { return insn->op >= WL_IMAGE_FIRST_SAMPLER; }
// Whether it fetches texels by filters: its accesses are of up to 16 texels of a lane.
static inline bool wl_image_samples(const struct wl_insn *insn) {
  return wl_is_image(insn) && wl_image_has_sampler(insn) && wl_image_op(insn->sub)->what != WL_IMAGE_LOD;
}
static inline uint32_t wl_image_dmask(const struct wl_insn *insn) { return wl_field(insn->words[0], WL_MIMG_DMASK); }
static inline bool wl_image_d16(const struct wl_insn *insn) { return insn->words[1] & WL_MIMG_D16; }
static inline bool wl_image_a16(const struct wl_insn *insn) { return insn->words[0] & WL_MIMG_A16; }
// Values of a lane that a load, a sample or a store moves; of DMASK = 0 a load moves one, a 0 (D-IMG-29).
static inline uint32_t wl_image_values(const struct wl_insn *insn) {
  const struct wl_image_op *op = wl_image_op(insn->sub);
  const uint32_t count = (uint32_t)__builtin_popcount(wl_image_dmask(insn));
  if (op->what == WL_IMAGE_GATHER4) return 4;
  return count == 0 && op->what != WL_IMAGE_STORE ? 1 : count;
}
// Registers of so many components of the address: two of them share one with A16 (3.3).
static inline uint32_t wl_image_packed(const struct wl_insn *insn, uint32_t components) {
  return wl_image_a16(insn) ? (components + 1) / 2 : components;
}

#endif
