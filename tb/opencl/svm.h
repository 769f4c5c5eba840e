// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory in coarse-grained buffers: memory of the host that the devices have at the same addresses.
//
// Each allocation is a root of memory objects (buffer.h). Its contents are where the last command left them, and the
// host has them while it is mapped.
#ifndef WAVELOCK_OPENCL_SVM_H
#define WAVELOCK_OPENCL_SVM_H

#include "buffer.h"

// What the devices have: CL_DEVICE_SVM_CAPABILITIES.
cl_device_svm_capabilities cl_svm_capabilities(void);

// The allocation, of any context, that has a byte at the pointer, and its place there. NULL: none has, *offset stays.
// With the lock held.
cl_mem svm_find(const void *pointer, size_t *offset);

#endif
