// SPDX-License-Identifier: Apache-2.0
// SPIR-V, the intermediate language of clCreateProgramWithIL.
#ifndef WAVELOCK_OPENCL_IL_H
#define WAVELOCK_OPENCL_IL_H

#include "cache.h"
#include "object.h"

// The value of a specialization constant.
typedef struct {
  cl_uint id;
  size_t size;     // bytes
  uint64_t value;  // its bits
} il_constant;

// CL_DEVICE_IL_VERSION: "" where there is no translator.
const char *cl_il_version(void);
extern const cl_name_version il_versions[3];  // the same, where there is one
// The translator's name.
const char *il_translator(void);
// Whether these bytes are a module, with whole instructions.
bool il_is_module(const void *data, size_t size);
// Bytes of a specialization constant of a module; 0: it has none with this number.
size_t il_constant_size(const blob *module, cl_uint id);

#endif
