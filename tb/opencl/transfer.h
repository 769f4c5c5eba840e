// SPDX-License-Identifier: Apache-2.0
// Commands that move regions of rows between memory objects and the host's memory.
#ifndef WAVELOCK_OPENCL_TRANSFER_H
#define WAVELOCK_OPENCL_TRANSFER_H

#include "buffer.h"
#include "queue.h"
#include "rect.h"

// What all of these calls have.
typedef struct {
  cl_command_queue queue;
  cl_command_type type;
  cl_bool blocking;
  cl_uint num_events;
  const cl_event *waits;
  cl_event *event;
  const char *function;
} transfer_call;

// One side of a transfer: a memory object, or memory of the host.
typedef struct {
  bool is_host;
  cl_mem memory;  // used; NULL: of the host
  uint8_t *host;
  rect at;
} transfer_side;

typedef struct {
  command head;
  transfer_side from, to;
  size_t region[3];
} transfer;

// With the lock held.
// A transfer that is not enqueued yet, with its sides. NULL: *code says why.
transfer *transfer_new(const transfer_call *call, transfer_side from, transfer_side to, cl_int *code);
// Whether the pointer of the side that is the host's is one, and the other's flags let the host do this.
cl_int transfer_check_host(const transfer *t, const transfer_call *call);
// Enqueues it, or drops it where `code` is an error. Returns the result of the call.
cl_int transfer_end(transfer *t, const transfer_call *call, cl_int code);
// Whether the memory objects of both sides share a byte.
bool transfer_overlaps(const transfer *t);

// A fill that is not enqueued yet, its check, and its end as that of a transfer. first: what must be a multiple of the
// pattern's size, as the size must.
typedef struct buffer_fill buffer_fill;
buffer_fill *fill_new(const transfer_call *call, cl_int *code);
cl_int fill_check(const transfer_call *call, const void *pattern, size_t pattern_size, size_t first, size_t size);
cl_int fill_end(buffer_fill *f, const transfer_call *call, transfer_side to, const void *pattern, size_t pattern_size,
                size_t size, cl_int code);

// The migration of so many roots and parts, which the caller puts into `memory`, and its end.
typedef struct {
  command head;
  cl_uint count;
  cl_mem *memory;  // used when it is enqueued
  bool to_device;
} migration;
migration *migration_new(const transfer_call *call, cl_uint count, cl_int *code);
cl_int migration_check_flags(const transfer_call *call, cl_mem_migration_flags flags);
cl_int migration_end(migration *m, const transfer_call *call, cl_mem_migration_flags flags, cl_int code);

// In a function whose parameters have these names.
#define TRANSFER_CALL(type, blocking) \
  &(transfer_call) { queue, type, blocking, num_events, waits, event, __func__ }
#define TRANSFER_HOST(p) \
  (transfer_side) { .is_host = true, .host = (uint8_t *)(uintptr_t)(p) }

#endif
