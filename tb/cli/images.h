// SPDX-License-Identifier: Apache-2.0
// Images and samplers of a test on its device: placed before the launches, read back after them, and what failed as
// pictures.
#ifndef WAVELOCK_CLI_IMAGES_H
#define WAVELOCK_CLI_IMAGES_H

#include <jansson.h>

#include "testcase/testcase.h"

typedef struct {
  const wl_testcase *test;
  wl_device *device;
  uint64_t seed;
  uint64_t *address;  // of each argument's contents
} wl_placed;

// Device memory with the initial contents of an image argument; its address goes to p->address.
bool wl_image_place(const wl_placed *p, uint32_t arg, wl_error *error);
// The address of the object that a kernel gets of an image or a sampler (image.md 15.2). 0 with error.
uint64_t wl_object_place(const wl_placed *p, uint32_t arg, wl_error *error);
// Elements of an image as they are now (wl_contents).
bool wl_image_read(const wl_placed *p, uint32_t arg, uint64_t from, size_t count, void *to, wl_error *error);
// Writes PNGs of each level of which an expectation is not met: what is expected, what was found, and the difference.
// folder: of the run. *pictures gets their list for result.json; NULL: there are none.
bool wl_image_pictures(const wl_placed *p, bool cycles, const char *folder, json_t **pictures, wl_error *error);

#endif
