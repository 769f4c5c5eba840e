// SPDX-License-Identifier: Apache-2.0
// Images: their sizes and layout, and what kernels get of them.
//
// A root memory object (buffer.h) has the contents of an image, in the devices' layout: rows of a multiple of 256
// bytes. An image of a buffer is a part of the buffer's root, with the buffer's rows. Regions of other images are
// mapped in memory that has the host's pitches, given or tight, for there are programs that expect these: they are
// copied when they are mapped.
#ifndef WAVELOCK_OPENCL_IMAGE_H
#define WAVELOCK_OPENCL_IMAGE_H

#include "device/image.h"
#include "image_format.h"
#include "rect.h"

enum { IMAGE_OBJECT_BYTES = 64 };  // that an argument of a kernel points to, at a multiple of them

// Limits of the devices (image.md 15.4). Texels, slices.
enum {
  IMAGE_MAX_SIZE = WL_IMAGE_MAX_SIZE,
  IMAGE_MAX_SIZE_3D = 2048,
  IMAGE_MAX_SLICES = 2048,
  IMAGE_MAX_OF_BUFFER = 1 << 26,
  IMAGE_MAX_READ = 128,  // arguments of a kernel
  IMAGE_MAX_WRITE = 64,
  IMAGE_MAX_SAMPLERS = 16,
  IMAGE_PITCH_ALIGN = WL_IMAGE_ALIGN  // texels, of images of a buffer: of the smallest ones
};

// Steps of an image in memory, in bytes: along the second and the third number of an origin. Slices of 1D arrays are
// along the second.
typedef struct {
  size_t row, slice;
} image_steps;

typedef struct {
  image_format format;
  size_t size[3];                 // as origins and regions count: 1 where the type has no such number
  image_steps steps, host;        // in the devices' layout; in memory with the host's pitches
  size_t row_pitch, slice_pitch;  // of the host's memory, given or tight
  wl_image unit;                  // for T#; of no image of a buffer
  uint8_t *own_host;              // memory for maps, freed with the image; NULL: none yet, or it is not ours
} image_shape;

// With the lock held.
bool image_is(cl_mem m);  // of any handle
// A handle of the host for a command of this queue, with a region of it. CL_SUCCESS, or the error, with its sentence.
cl_int image_check(cl_mem m, cl_context context, const char *function);
cl_int image_check_region(cl_mem m, const size_t *origin, const size_t *region, const char *function);
// Memory with the host's pitches, for maps: that of CL_MEM_USE_HOST_PTR, or ours. NULL: out of memory.
uint8_t *image_host_memory(cl_mem m);
// Where a texel lies in the memory of an image, with its steps.
rect image_rect(cl_mem m, const image_steps *steps, const size_t origin[3]);
// A region of texels, with its rows in bytes.
void image_bytes(cl_mem m, const size_t region[3], size_t bytes[3]);

// What a kernel's argument points to. address: of m on the device.
void image_object(cl_mem m, uint64_t address, uint32_t words[IMAGE_OBJECT_BYTES / 4]);

#endif
