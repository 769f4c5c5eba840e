// SPDX-License-Identifier: Apache-2.0
#ifndef WAVELOCK_OPENCL_SAMPLER_H
#define WAVELOCK_OPENCL_SAMPLER_H

#include <stdint.h>

#include "context.h"

enum { SAMPLER_BYTES = 16 };  // that an argument of a kernel points to

struct _cl_sampler {
  object head;
  cl_context context;
  cl_bool normalized;
  cl_addressing_mode addressing;
  cl_filter_mode filter;
  property_list given;  // to clCreateSamplerWithProperties
};

// S# (image.md 15.3).
void sampler_words(cl_sampler s, uint32_t words[SAMPLER_BYTES / 4]);

#endif
