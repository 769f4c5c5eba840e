// SPDX-License-Identifier: Apache-2.0
// The table of MIMG.
#include "isa/image.h"

enum { A = 1, B, C };
enum {
  OFFSET = WL_IMAGE_OFFSET,
  BIAS = WL_IMAGE_BIAS,
  COMPARE = WL_IMAGE_COMPARE,
  DERIVATIVES = WL_IMAGE_DERIVATIVES,
  LAST = WL_IMAGE_LAST,
  RAW = WL_IMAGE_RAW,
  SIGNED = WL_IMAGE_SIGNED,
};
#define MIMG(OP, NAME, STAGE, WHAT, LEVEL, PARTS) {STAGE, WL_IMAGE_##WHAT, WL_LEVEL_##LEVEL, PARTS},
#define MIMG_ATOMIC(OP, NAME, WHAT) {B, WL_IMAGE_ATOMIC, WL_LEVEL_NONE, 0},
static const struct wl_image_op rows[] = {
#include "isa/mimg.def"
};

const struct wl_image_op *wl_image_op(uint32_t sub) { return &rows[sub]; }
