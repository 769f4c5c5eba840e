// SPDX-License-Identifier: Apache-2.0
// Queries of the platform and the device that the OpenCL host programs of chapter 4 share.
#ifndef DEVICE_TEST_H
#define DEVICE_TEST_H

#include "opencl_test.h"

static inline cl_int ask_platform(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetPlatformInfo((cl_platform_id)(uintptr_t)object, name, size, value, needed);
}

static inline cl_int ask_device(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetDeviceInfo((cl_device_id)(uintptr_t)object, name, size, value, needed);
}

static inline cl_uint uint_of(cl_uint name) {
  cl_uint value;
  query_fixed(ask_device, on.device, name, sizeof value, &value);
  return value;
}

static inline size_t size_of(cl_uint name) {
  size_t value;
  query_fixed(ask_device, on.device, name, sizeof value, &value);
  return value;
}

static inline bool bool_of(cl_uint name) {
  const cl_uint value = uint_of(name);
  assert_in_range(value, CL_FALSE, CL_TRUE);
  return value;
}

#endif
