// SPDX-License-Identifier: Apache-2.0
// image_get_resinfo and image_get_lod, which need no memory (image.md 9.5, 11.5; D-IMG-22).
#include "memory/image_number.h"
#include "memory/memory.h"

static void size_of_level(const struct wl_image *i, uint32_t mip, uint32_t component[4]) {
  const bool there = mip <= i->last_level;
  const uint32_t level = i->base_level + (there ? mip : 0);
  component[0] = there ? wl_image_size(i, 0, level) : 0;
  component[1] = there ? wl_image_size(i, 1, level) : 0;
  component[2] = !there ? 0 : i->sliced ? i->last_slice + 1 : wl_image_size(i, 2, level);
  component[3] = i->last_level + 1u;
}

static void level_of_detail(const struct wl_image *i, struct wl_lod lod, uint32_t component[4]) {
  const int32_t most = WL_LEVEL_ONE * i->last_level;
  const int32_t level = lod.lambda < 0 ? 0 : lod.lambda > most ? most : lod.lambda;
  component[0] = wl_f32_of_fixed(level);
  component[1] = wl_f32_of_fixed(lod.raw);
  component[2] = component[3] = 0;
}

void wl_image_computed(const struct wl_insn *insn, const struct wl_image *i, const struct wl_image_operands *o,
                       uint32_t lane, uint32_t component[4]) {
  switch (wl_image_op(insn->sub)->what) {
    case WL_IMAGE_RESINFO: size_of_level(i, o->last[lane], component); break;
    case WL_IMAGE_LOD: level_of_detail(i, wl_image_lod(insn, i, o, lane), component); break;
    default: memset(component, 0, 4 * sizeof component[0]); break;
  }
}
