// SPDX-License-Identifier: Apache-2.0
// printf of kernels: records in a buffer of the device, which are printed after the launch. The worker calls all of it.
#ifndef WAVELOCK_OPENCL_PRINTF_H
#define WAVELOCK_OPENCL_PRINTF_H

#include "context.h"
#include "object/loader.h"

// Gives the launch an empty buffer of the device, if the kernel prints.
bool printf_begin(wl_device *d, const struct wl_kernel *k, wl_launch *launch, wl_error *error);
// Prints to stdout what the launch left in its buffer, which goes. o: the kernel's object; NULL: nothing is printed.
bool printf_end(wl_device *d, const wl_object *o, wl_launch *launch, wl_error *error);

#endif
