// SPDX-License-Identifier: Apache-2.0
// Elements from and to registers: conversion, DMASK, D16, *_pck* (image.md 7.2, 9.2, 9.3, 13; D-IMG-20, D-IMG-29,
// D-IMG-34).
#include "memory/memory.h"

void wl_image_loaded(const struct wl_insn *insn, const struct wl_image *i, const uint32_t element[4],
                     uint32_t component[4]) {
  const uint32_t parts = wl_image_op(insn->sub)->parts;
  if (!(parts & WL_IMAGE_RAW)) {
    wl_format_components(&i->format, element, component);
    wl_format_select(&i->format, component);
    return;
  }
  for (uint32_t k = 0; k < WL_TEXEL_DWORDS; k++) component[k] = 4 * k < i->bytes ? element[k] : 0;
  if (i->bytes == 1) component[0] = parts & WL_IMAGE_SIGNED ? (uint32_t)(int8_t)element[0] : (uint8_t)element[0];
  if (i->bytes == 2) component[0] = parts & WL_IMAGE_SIGNED ? (uint32_t)(int16_t)element[0] : (uint16_t)element[0];
}

void wl_image_stored(const struct wl_insn *insn, const struct wl_image *i, uint32_t (*reg)[WL_LANES], uint32_t lane,
                     uint32_t element[4]) {
  uint32_t component[4] = {0, 0, 0, 0}, n = 0;
  for (uint32_t left = wl_image_dmask(insn); left != 0; left &= left - 1, n++) {
    const uint32_t value = reg[wl_image_d16(insn) ? n / 2 : n][lane], k = (uint32_t)__builtin_ctz(left);
    component[k] = !wl_image_d16(insn) ? value : n % 2 != 0 ? value >> 16 : value & 0xffff;
  }
  if (!(wl_image_op(insn->sub)->parts & WL_IMAGE_RAW)) wl_format_store(&i->format, 4, component, element);
  else memcpy(element, component, sizeof component);
}

// Value n of those that a lane gets.
static uint32_t value_of(const struct wl_insn *insn, const uint32_t component[4], uint32_t n) {
  uint32_t left = wl_image_dmask(insn);
  if (wl_image_op(insn->sub)->what == WL_IMAGE_GATHER4) return component[n];
  if (left == 0) return 0;  // D-IMG-29
  for (; n != 0; n--) left &= left - 1;
  return component[__builtin_ctz(left)];
}

uint32_t wl_image_register(const struct wl_insn *insn, const struct wl_image *i, const uint32_t component[4],
                           uint32_t r, uint32_t old) {
  const bool floats = i->what == WL_IMAGE_READY && !i->integers;
  uint32_t half[2] = {0, old >> 16};
  if (!wl_image_d16(insn)) return value_of(insn, component, r);
  for (uint32_t h = 0; h < 2 && 2 * r + h < wl_image_values(insn); h++) {
    const uint32_t value = value_of(insn, component, 2 * r + h);
    half[h] = floats ? wl_rounded_half(value) : value & 0xffff;
  }
  return half[0] | half[1] << 16;
}
