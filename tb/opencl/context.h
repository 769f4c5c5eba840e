// SPDX-License-Identifier: Apache-2.0
// The platform, its devices, and contexts.
#ifndef WAVELOCK_OPENCL_CONTEXT_H
#define WAVELOCK_OPENCL_CONTEXT_H

#include "object.h"
#include "device/backend.h"
#include "object/target.h"

enum { CL_DEVICES = 3 };

struct _cl_platform_id {
  object head;
};

struct _cl_device_id {
  object head;
  unsigned index;  // in the order of WAVELOCK_DEVICE
  wl_device_kind kind;
  const char *name;
  wl_device *device;  // of the worker alone; NULL: not opened yet
};

struct _cl_context {
  object head;
  cl_uint device_count;
  cl_device_id device[CL_DEVICES];
  cl_context_properties *properties;  // as they were given, with their final 0; NULL: none
  size_t property_count;              // words of it
};

// The platform and the devices are made once and never destroyed. With the lock held or not. NULL: out of memory.
cl_platform_id the_platform(void);
extern struct _cl_device_id the_devices[CL_DEVICES];

// The open device. On the worker. NULL with error.
wl_device *device_open(cl_device_id d, wl_error *error);
bool context_has(cl_context c, cl_device_id d);
bool is_device(const void *handle);
// Whether they are flags of a memory object that do not exclude each other.
bool memory_flags_good(cl_mem_flags flags);

// What the devices can do. Bytes, unless said otherwise.
enum {
  CL_MAX_ARGUMENTS = 4096,     // of a kernel
  CL_LINE = 64,                // of memory
  CL_ALIGNMENT = 128,          // of buffers, sub-buffers and what is mapped: the largest type of OpenCL C
  CL_PRINTF_BUFFER = 1 << 20,  // of a launch
  CL_MAX_VARIABLES = 1 << 16,  // of a program, in global memory
  CL_CLOCK_MHZ = 1000,         // frequency of the clock: a clock is one nanosecond in the times of events
};
extern const cl_ulong cl_global_memory, cl_largest_buffer;
cl_ulong cl_local_memory(void);
wl_target cl_target(void);  // what programs are compiled for
size_t cl_max_group(void);  // work-items of a work-group, and of each dimension
// All devices have these, or none.
bool cl_has_images(void);
bool cl_has_read_write_images(void);
bool cl_has_sub_groups(void);

#endif
