// SPDX-License-Identifier: Apache-2.0
// The elements of an image argument: the components of its texels, as they are stored. A component of 8 UNORM is 0 to
// 255, one of FLOAT 32 an f32. They come in the order of levels; in a level of slices (z of 3D), rows, texels,
// components.
#ifndef WAVELOCK_TEXELS_H
#define WAVELOCK_TEXELS_H

#include "device/image.h"
#include "value.h"

// The type of an element: signed for SNORM, SSCALED and SINT. FLOAT of 10 and 11 bits are u16 with these bits.
wl_type wl_texel_type(const wl_image *i);
uint32_t wl_texel_components(const wl_image *i);
// Elements of the whole image.
uint64_t wl_texel_elements(const wl_image *i);
// The first element of a texel.
uint64_t wl_texel_element(const wl_image *i, const wl_image_texel *t);
// The texel of an element, and which of its components it is.
void wl_texel_of_element(const wl_image *i, uint64_t element, wl_image_texel *t, uint32_t *component);
// What a component keeps of a value: its low bits, extended to the type by its sign.
uint64_t wl_texel_cut(const wl_image *i, uint32_t component, uint64_t bits);
// The bytes of a texel from its components, and back.
void wl_texel_pack(const wl_image *i, const uint64_t *components, uint8_t *bytes);
void wl_texel_unpack(const wl_image *i, const uint8_t *bytes, uint64_t *components);
// The number that a component stands for: of UNORM and SRGB 0 to 1, of SNORM -1 to 1, else the value. SRGB is not
// decoded. And the nearest value of a component.
double wl_texel_to_number(const wl_image *i, uint32_t component, uint64_t bits);
uint64_t wl_texel_from_number(const wl_image *i, uint32_t component, double number);
// "x", "y", "z" or "w".
const char *wl_component_name(uint32_t component);

#endif
