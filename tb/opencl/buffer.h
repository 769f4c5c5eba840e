// SPDX-License-Identifier: Apache-2.0
// Memory objects: where their contents are, and how they get to a device.
//
// A root, which is a buffer or an image, has one device address, the same on all devices. Its contents are current in
// one or more places: on devices, and in memory of the host, everywhere as the devices have them. A sub-buffer and an
// image of a buffer are parts of their root. Shared virtual memory is a root without a handle of the host (svm.h), and
// a buffer that is made of it is a part.
#ifndef WAVELOCK_OPENCL_BUFFER_H
#define WAVELOCK_OPENCL_BUFFER_H

#include <stdint.h>

#include "context.h"
#include "image.h"
#include "rect.h"

enum { ON_HOST = 1u << 31 };  // beside a bit a device

// A region that the host has mapped.
typedef struct mapping {
  cl_mem memory;     // the object that was mapped
  uint8_t *pointer;  // of the region's first byte, in the host's memory
  rect at, host;     // where it lies: in the root, and from `pointer` on
  size_t region[3];
  cl_map_flags flags;
  cl_uint uses;  // by the root's list and by commands
  bool apart;    // the pointer is not in the root's memory of the host, but in image_host_memory
  bool mapped;   // of the worker: the command that maps it has ended well
  struct mapping *next;
} mapping;

struct _cl_mem {
  object head;
  cl_context context;
  cl_mem_object_type type;
  cl_mem root;          // itself, or the buffer or shared virtual memory that it is a part of
  cl_mem parent;        // what it was made of (used); NULL: none
  size_t offset, size;  // bytes; offset in the root
  cl_mem_flags flags;   // as given; with what a part inherits
  void *host_ptr;       // as given with CL_MEM_USE_HOST_PTR, with a part's offset; else NULL
  image_shape image;    // images only
  property_list given;  // to the function that made it
  cl_uint map_count;
  // Roots only. Set once, with the lock held: host_ptr of a buffer, or memory of ours for contents and what is mapped;
  // NULL: none.
  uint8_t *host;
  void *own_host;  // the allocation of `host`, freed with the buffer; NULL: it is not ours
  size_t shared;   // shared virtual memory: bytes that `host` has as mmap gave them; else 0
  // Roots only. With the lock held: what is mapped of it and of its sub-buffers, the last one first.
  mapping *mappings;
  // Roots only. The worker owns these; the host's threads have them until the buffer is made.
  uint64_t address;  // on the devices; 0: none yet
  unsigned placed;   // devices that have memory for it: a bit each
  unsigned current;  // where the contents are current: bits of devices, ON_HOST; 0: nowhere, they are zero
};

// On the worker. offset and size in bytes, inside m; false with error.
// The contents are current on d. Returns the device address of m; 0 with error.
uint64_t buffer_on(cl_mem m, cl_device_id d, wl_error *error);
// A kernel on d may have written m.
void buffer_written(cl_mem m, cl_device_id d);
bool buffer_read(cl_mem m, size_t offset, void *to, size_t size, wl_error *error);
bool buffer_write(cl_mem m, size_t offset, const void *from, size_t size, wl_error *error);
// The regions do not overlap.
bool buffer_copy(cl_mem from, size_t from_offset, cl_mem to, size_t to_offset, size_t size, wl_error *error);
// The region is current in the host's memory, if the mapping is to be read; and what the host wrote there since is
// current everywhere.
bool buffer_map(mapping *region, wl_error *error);
bool buffer_unmap(const mapping *region, wl_error *error);

// With the lock held.
// A new object, a root without a parent, else a part of it. NULL: out of memory.
cl_mem memory_new(cl_context context, cl_mem_object_type type, cl_mem parent, size_t offset, size_t size,
                  cl_mem_flags flags);
// No property of memory objects is known: a list of the host is empty. CL_SUCCESS or CL_INVALID_PROPERTY, with its
// sentence.
cl_int memory_check_properties(const cl_mem_properties *list, const char *function);
// The object of the host that m is a part of; NULL: it is no part.
cl_mem memory_parent(cl_mem m);
// Where a buffer begins in the one that the host made of all of it: the CL_MEM_OFFSET of a sub-buffer.
size_t buffer_origin(cl_mem m);
// Bytes of the devices' memory that no root has.
cl_ulong memory_left(void);
// What a part has of its parent's flags where its own do not say. false: they say what the parent excludes.
bool memory_inherit(cl_mem_flags *flags, cl_mem_flags parent);
// Where the host has m; NULL: out of memory.
uint8_t *buffer_pointer(cl_mem m);
void mapping_unuse(mapping *region);
bool buffer_is(cl_mem m);  // of any handle
// A handle of the host for a command of this queue, with a region in bytes. CL_SUCCESS, or the error, with its
// sentence.
cl_int buffer_check(cl_mem m, cl_context context, const char *function);
cl_int memory_check(cl_mem m, cl_context context, const char *function);  // of any memory object
cl_int buffer_check_region(cl_mem m, size_t offset, size_t size, const char *function);
// Whether the host may read and write m with commands.
bool buffer_host_reads(cl_mem m);
bool buffer_host_writes(cl_mem m);

#endif
