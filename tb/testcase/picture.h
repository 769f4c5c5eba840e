// SPDX-License-Identifier: Apache-2.0
// Pictures in files: PNG of 8 bits, PPM, PGM and PAM are read, PNG is written.
#ifndef WAVELOCK_PICTURE_H
#define WAVELOCK_PICTURE_H

#include "wavelock/device.h"

typedef struct {
  uint32_t width, height;
  uint32_t channels;  // 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA
  uint32_t most;      // the sample that stands for 1
  uint16_t *samples;  // of a pixel one after the other; rows from the top
} wl_picture;

// Whether a file's name says that it is a picture: .png, .ppm, .pgm or .pam.
bool wl_picture_is(const char *path);
// false with error: path, what was found, what was expected.
bool wl_picture_read(const char *path, wl_picture *p, wl_error *error);
void wl_picture_free(wl_picture *p);
// Channel R, G, B or A (0 to 3) of a pixel, from 0 to 1. Grey is R, G and B; without alpha A is 1.
double wl_picture_channel(const wl_picture *p, uint32_t x, uint32_t y, uint32_t channel);
// Writes a PNG. rgb: three bytes a pixel. false with error: no file is left.
bool wl_picture_write(const char *path, uint32_t width, uint32_t height, const uint8_t *rgb, wl_error *error);

#endif
