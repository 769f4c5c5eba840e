// SPDX-License-Identifier: Apache-2.0
// Commands that read, write, copy, fill and migrate buffers.
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "queue.h"

// ---- regions of rows -----------------------------------------------------------------------------

// One side of a transfer: a buffer, or memory of the host. Bytes.
typedef struct {
  bool is_host;
  cl_mem memory;  // used
  uint8_t *host;
  size_t offset, row, slice;  // of the first byte; from row to row, and from slice to slice
} side;

typedef struct {
  command head;
  side from, to;
  size_t region[3];  // bytes, rows, slices
} transfer;

static bool add_product(size_t *sum, size_t a, size_t b) {
  size_t product;
  return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum);
}

// Sets the pitches, the defaults for 0, and the offset of the origin. false: they are no pitches of the region. A slice
// pitch of a read or a write is wrong if it is less than the rows and no multiple of one; of a copy, if it is either.
static bool lay_out(side *s, const size_t *origin, const size_t *region, size_t row, size_t slice, bool copy) {
  size_t rows = 0;
  if (row && row < region[0]) return false;
  s->row = row ? row : region[0];
  if (!add_product(&rows, region[1], s->row)) return false;
  const bool part = slice && slice < rows, uneven = slice && slice % s->row;
  if (copy ? part || uneven : part && uneven) return false;
  s->slice = slice ? slice : rows;
  s->offset = origin[0];
  return add_product(&s->offset, origin[1], s->row) && add_product(&s->offset, origin[2], s->slice);
}

// Bytes from the first to the last. false: more than there can be.
static bool span(const side *s, const size_t *region, size_t *size) {
  *size = region[0];
  return add_product(size, region[1] - 1, s->row) && add_product(size, region[2] - 1, s->slice);
}

// Row i of the region, counted through all slices.
static size_t row_offset(const transfer *t, const side *s, size_t i) {
  return s->offset + i / t->region[1] * s->slice + i % t->region[1] * s->row;
}

// Whether a byte of the one region, in order of its rows, is a byte of the other.
static bool overlap(const transfer *t) {
  const size_t rows = t->region[1] * t->region[2], size = t->region[0];
  const size_t from = t->from.memory->offset, to = t->to.memory->offset;
  if (t->from.memory->root != t->to.memory->root) return false;
  for (size_t i = 0, j = 0; i < rows && j < rows;) {
    const size_t a = from + row_offset(t, &t->from, i), b = to + row_offset(t, &t->to, j);
    if (a < b + size && b < a + size) return true;
    if (a < b) i++;
    else j++;
  }
  return false;
}

// Rows without gaps on both sides are one row.
static void join_rows(transfer *t) {
  size_t *r = t->region;
  if (r[1] > 1 && (t->from.row != r[0] || t->to.row != r[0])) return;
  if (r[2] > 1 && (t->from.slice != r[0] * r[1] || t->to.slice != r[0] * r[1])) return;
  r[0] *= r[1] * r[2];
  r[1] = r[2] = 1;
}

static cl_int run(command *c, cl_ulong *clocks) {
  transfer *t = (transfer *)c;
  const size_t rows = t->region[1] * t->region[2], size = t->region[0];
  wl_error error = {""};
  bool good = true;
  (void)clocks;
  for (size_t i = 0; good && i < rows; i++) {
    const size_t from = row_offset(t, &t->from, i), to = row_offset(t, &t->to, i);
    good = t->to.is_host     ? buffer_read(t->from.memory, from, t->to.host + to, size, &error)
           : t->from.is_host ? buffer_write(t->to.memory, to, t->from.host + from, size, &error)
                             : buffer_copy(t->from.memory, from, t->to.memory, to, size, &error);
  }
  return good ? CL_SUCCESS : cl_refuse(CL_OUT_OF_RESOURCES, "transfer", "%s", error.text);
}

static void done(command *c) {
  transfer *t = (transfer *)c;
  if (t->from.memory) object_unuse(t->from.memory);
  if (t->to.memory) object_unuse(t->to.memory);
}

// ---- commands ------------------------------------------------------------------------------------

typedef struct {
  cl_command_queue queue;
  cl_command_type type;
  cl_bool blocking;
  cl_uint num_events;
  const cl_event *waits;
  cl_event *event;
  const char *function;
} call;

// The checks that do not depend on the rows. With the lock held.
static cl_int check(const call *call, const transfer *t, const size_t *region) {
  const side *from = &t->from, *to = &t->to;
  cl_int code = from->is_host ? CL_SUCCESS : buffer_check(from->memory, call->queue->context, call->function);
  if (!code && !to->is_host) code = buffer_check(to->memory, call->queue->context, call->function);
  if (code) return code;
  if ((to->is_host && !to->host) || (from->is_host && !from->host))
    return cl_refuse(CL_INVALID_VALUE, call->function, "the pointer to the host's memory is NULL");
  if ((to->is_host && !buffer_host_reads(from->memory)) || (from->is_host && !buffer_host_writes(to->memory)))
    return cl_refuse(CL_INVALID_OPERATION, call->function, "the flags of the buffer exclude this access of the host");
  for (int i = 0; i < 3; i++)
    if (!region[i]) return cl_refuse(CL_INVALID_VALUE, call->function, "a region of no bytes");
  return CL_SUCCESS;
}

// The checks of a region with its rows. With the lock held.
static cl_int check_rows(const call *call, const transfer *t) {
  const side *sides[2] = {&t->from, &t->to};
  for (int i = 0; i < 2; i++) {
    size_t size;
    if (!span(sides[i], t->region, &size))
      return cl_refuse(CL_INVALID_VALUE, call->function, "the region is larger than any memory");
    const cl_mem m = sides[i]->memory;
    const cl_int code = m ? buffer_check_region(m, sides[i]->offset, size, call->function) : CL_SUCCESS;
    if (code) return code;
  }
  if (t->from.memory && t->to.memory && overlap(t))
    return cl_refuse(CL_MEM_COPY_OVERLAP, call->function, "the regions overlap");
  return CL_SUCCESS;
}

typedef struct {
  const size_t *origin;  // NULL or 3
  size_t row, slice;
} place;

// from and to: their memory, and for a region of one row the offset, are given.
static cl_int enqueue(const call *call, side from, const place *from_place, side to, const place *to_place,
                      const size_t *region) {
  cl_int code;
  cl_lock();
  transfer *t = command_new(sizeof *t, call->queue, call->type, call->num_events, call->waits, call->function, &code);
  if (t) {
    t->from = from;
    t->to = to;
    memcpy(t->region, region, sizeof t->region);
    const bool copy = !from.is_host && !to.is_host;
    code = check(call, t, region);
    if (!code && from_place &&
        (!lay_out(&t->from, from_place->origin, region, from_place->row, from_place->slice, copy) ||
         !lay_out(&t->to, to_place->origin, region, to_place->row, to_place->slice, copy)))
      code = cl_refuse(CL_INVALID_VALUE, call->function, "the pitches do not fit the region");
    if (!code && from.memory && from.memory == to.memory && (t->from.row != t->to.row || t->from.slice != t->to.slice))
      code = cl_refuse(CL_INVALID_VALUE, call->function, "different pitches in one buffer");
    if (!code) code = check_rows(call, t);
    if (code) {
      command_drop(&t->head);
    } else {
      if (from.memory) object_use(from.memory);
      if (to.memory) object_use(to.memory);
      join_rows(t);
      t->head.run = run;
      t->head.done = done;
      code = command_enqueue(&t->head, call->blocking, call->event);
    }
  }
  cl_unlock();
  return code;
}

static bool any_null(const size_t *a, const size_t *b, const size_t *c) { return !a || !b || !c; }

#define CALL(type, blocking) \
  &(call) { queue, type, blocking, num_events, waits, event, __func__ }
#define BUFFER(m, at) \
  (side) { .memory = (m), .offset = (at) }
#define HOST(p) \
  (side) { .is_host = true, .host = (uint8_t *)(uintptr_t)(p) }
#define ROW(size) \
  (size_t[3]) { size, 1, 1 }
// A rectangle without an origin or a region is refused as one of no bytes, behind the checks of the handles.
#define NOTHING ((size_t[3]){0, 0, 0})

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking_read, size_t offset,
                                       size_t size, void *ptr, cl_uint num_events, const cl_event *waits,
                                       cl_event *event) {
  return enqueue(CALL(CL_COMMAND_READ_BUFFER, blocking_read), BUFFER(buffer, offset), NULL, HOST(ptr), NULL, ROW(size));
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking_write, size_t offset,
                                        size_t size, const void *ptr, cl_uint num_events, const cl_event *waits,
                                        cl_event *event) {
  return enqueue(CALL(CL_COMMAND_WRITE_BUFFER, blocking_write), HOST(ptr), NULL, BUFFER(buffer, offset), NULL,
                 ROW(size));
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset,
                                       size_t dst_offset, size_t size, cl_uint num_events, const cl_event *waits,
                                       cl_event *event) {
  return enqueue(CALL(CL_COMMAND_COPY_BUFFER, CL_FALSE), BUFFER(src_buffer, src_offset), NULL,
                 BUFFER(dst_buffer, dst_offset), NULL, ROW(size));
}

cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking_read,
                                           const size_t *buffer_origin, const size_t *host_origin, const size_t *region,
                                           size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
                                           size_t host_slice_pitch, void *ptr, cl_uint num_events,
                                           const cl_event *waits, cl_event *event) {
  return enqueue(CALL(CL_COMMAND_READ_BUFFER_RECT, blocking_read), BUFFER(buffer, 0),
                 &(place){buffer_origin, buffer_row_pitch, buffer_slice_pitch}, HOST(ptr),
                 &(place){host_origin, host_row_pitch, host_slice_pitch},
                 any_null(buffer_origin, host_origin, region) ? NOTHING : region);
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking_write,
                                            const size_t *buffer_origin, const size_t *host_origin,
                                            const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                            size_t host_row_pitch, size_t host_slice_pitch, const void *ptr,
                                            cl_uint num_events, const cl_event *waits, cl_event *event) {
  return enqueue(CALL(CL_COMMAND_WRITE_BUFFER_RECT, blocking_write), HOST(ptr),
                 &(place){host_origin, host_row_pitch, host_slice_pitch}, BUFFER(buffer, 0),
                 &(place){buffer_origin, buffer_row_pitch, buffer_slice_pitch},
                 any_null(buffer_origin, host_origin, region) ? NOTHING : region);
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem src_buffer, cl_mem dst_buffer,
                                           const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                                           size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
                                           size_t dst_slice_pitch, cl_uint num_events, const cl_event *waits,
                                           cl_event *event) {
  return enqueue(CALL(CL_COMMAND_COPY_BUFFER_RECT, CL_FALSE), BUFFER(src_buffer, 0),
                 &(place){src_origin, src_row_pitch, src_slice_pitch}, BUFFER(dst_buffer, 0),
                 &(place){dst_origin, dst_row_pitch, dst_slice_pitch},
                 any_null(src_origin, dst_origin, region) ? NOTHING : region);
}

// ---- fill ----------------------------------------------------------------------------------------

enum { FILL_CHUNK = 1 << 16, LARGEST_PATTERN = 128 };

typedef struct {
  command head;
  cl_mem memory;  // used
  size_t offset, size, pattern_size;
  uint8_t pattern[LARGEST_PATTERN];
} fill;

static cl_int run_fill(command *c, cl_ulong *clocks) {
  fill *f = (fill *)c;
  wl_error error = {""};
  const size_t most = f->size < FILL_CHUNK ? f->size : FILL_CHUNK;
  uint8_t *bytes = malloc(most + 1);
  bool good = bytes;
  (void)clocks;
  for (size_t at = 0; good && at < most; at += f->pattern_size) memcpy(bytes + at, f->pattern, f->pattern_size);
  for (size_t at = 0; good && at < f->size; at += most)
    good = buffer_write(f->memory, f->offset + at, bytes, f->size - at < most ? f->size - at : most, &error);
  free(bytes);
  return good ? CL_SUCCESS : cl_refuse(CL_OUT_OF_RESOURCES, "fill", "%s", error.text);
}

static void done_fill(command *c) { object_unuse(((fill *)c)->memory); }

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size,
                                       size_t offset, size_t size, cl_uint num_events, const cl_event *waits,
                                       cl_event *event) {
  cl_int code;
  cl_lock();
  fill *f = command_new(sizeof *f, queue, CL_COMMAND_FILL_BUFFER, num_events, waits, __func__, &code);
  if (f) {
    if ((code = buffer_check(buffer, queue->context, __func__))) {
    } else if (!pattern || !pattern_size || pattern_size > LARGEST_PATTERN || (pattern_size & (pattern_size - 1))) {
      code = cl_refuse(CL_INVALID_VALUE, __func__, "a pattern of %zu bytes at %p", pattern_size, pattern);
    } else if (offset % pattern_size || size % pattern_size) {
      code = cl_refuse(CL_INVALID_VALUE, __func__, "offset %zu or size %zu are no multiples of the %zu bytes", offset,
                       size, pattern_size);
    } else {
      code = buffer_check_region(buffer, offset, size, __func__);
    }
    if (code) {
      command_drop(&f->head);
    } else {
      object_use(buffer);
      f->memory = buffer;
      f->offset = offset;
      f->size = size;
      f->pattern_size = pattern_size;
      memcpy(f->pattern, pattern, pattern_size);
      f->head.run = run_fill;
      f->head.done = done_fill;
      code = command_enqueue(&f->head, false, event);
    }
  }
  cl_unlock();
  return code;
}

// ---- migrate -------------------------------------------------------------------------------------

typedef struct {
  command head;
  cl_uint count;
  cl_mem *memory;  // used
  bool to_device;
} migration;

static cl_int run_migration(command *c, cl_ulong *clocks) {
  migration *m = (migration *)c;
  wl_error error = {""};
  bool good = true;
  (void)clocks;
  for (cl_uint i = 0; good && m->to_device && i < m->count; i++)
    good = buffer_on(m->memory[i], c->queue->device, &error);
  return good ? CL_SUCCESS : cl_refuse(CL_OUT_OF_RESOURCES, "migrate", "%s", error.text);
}

static void done_migration(command *c) {
  migration *m = (migration *)c;
  for (cl_uint i = 0; i < m->count; i++) object_unuse(m->memory[i]);
  free(m->memory);
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint num_objects, const cl_mem *objects,
                                              cl_mem_migration_flags flags, cl_uint num_events, const cl_event *waits,
                                              cl_event *event) {
  const cl_mem_migration_flags known = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  cl_int code;
  cl_lock();
  migration *m = command_new(sizeof *m, queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, num_events, waits, __func__, &code);
  if (m) {
    if (!num_objects || !objects) code = cl_refuse(CL_INVALID_VALUE, __func__, "no memory objects");
    else if (flags & ~known) code = cl_refuse(CL_INVALID_VALUE, __func__, "flags 0x%llx", (unsigned long long)flags);
    for (cl_uint i = 0; i < num_objects && !code; i++) code = buffer_check(objects[i], queue->context, __func__);
    if (!code && !(m->memory = malloc(num_objects * sizeof(cl_mem))))
      code = cl_refuse(CL_OUT_OF_HOST_MEMORY, __func__, "out of memory");
    if (code) {
      command_drop(&m->head);
    } else {
      for (cl_uint i = 0; i < num_objects; i++) object_use(m->memory[i] = objects[i]);
      m->count = num_objects;
      m->to_device = !(flags & known);
      m->head.run = run_migration;
      m->head.done = done_migration;
      code = command_enqueue(&m->head, false, event);
    }
  }
  cl_unlock();
  return code;
}
