// SPDX-License-Identifier: Apache-2.0
// The formats of images: what the devices have, and how their elements are made (image.md 7.1, 15.2).
#ifndef WAVELOCK_OPENCL_IMAGE_FORMAT_H
#define WAVELOCK_OPENCL_IMAGE_FORMAT_H

#include <stdint.h>

#include "object.h"

enum { IMAGE_COMPONENTS = 4 };

// A pair of CL's order and type as the unit has it.
typedef struct {
  cl_image_format cl;
  uint32_t data_format, num_format;  // of T# and V#
  uint32_t dst_sel[IMAGE_COMPONENTS];
  uint32_t hsa_order, hsa_type;  // the numbers of the image object
  uint32_t bytes;                // of an element
} image_format;

// CL_SUCCESS, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR (NULL, or no pair of OpenCL 3.0), CL_IMAGE_FORMAT_NOT_SUPPORTED: the
// devices do not have it in an image of this type.
cl_int image_format_find(const cl_image_format *cl, cl_mem_object_type type, image_format *found);
// The formats that images of a type have. Returns how many; fills at most `room` of them.
cl_uint image_format_list(cl_mem_object_type type, cl_uint room, cl_image_format *to);
// An element of a color, as write_image makes it: four floats, or four integers where the type is one of integers.
void image_format_pack(const image_format *f, const void *color, uint8_t *to);

#endif
