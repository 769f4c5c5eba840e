// SPDX-License-Identifier: Apache-2.0
// Commands that read, write, copy and fill buffers, and migrate memory objects.
#include "transfer.h"

#include <stdlib.h>
#include <string.h>

// ---- transfers -----------------------------------------------------------------------------------

bool transfer_overlaps(const transfer *t) {
  if (t->from.memory->root != t->to.memory->root) return false;
  rect from = t->from.at, to = t->to.at;
  from.offset += t->from.memory->offset;
  to.offset += t->to.memory->offset;
  return rect_overlap(&from, t->region, &to, t->region);
}

static cl_int run(command *c, cl_ulong *clocks) {
  transfer *t = (transfer *)c;
  const size_t rows = t->region[1] * t->region[2], size = t->region[0];
  wl_error error = {""};
  bool good = true;
  (void)clocks;
  for (size_t i = 0; good && i < rows; i++) {
    const size_t from = rect_row(&t->from.at, t->region, i), to = rect_row(&t->to.at, t->region, i);
    if (t->to.is_host && t->from.is_host) memmove(t->to.host + to, t->from.host + from, size);
    else if (t->to.is_host) good = buffer_read(t->from.memory, from, t->to.host + to, size, &error);
    else if (t->from.is_host) good = buffer_write(t->to.memory, to, t->from.host + from, size, &error);
    else good = buffer_copy(t->from.memory, from, t->to.memory, to, size, &error);
  }
  return good ? CL_SUCCESS : cl_refuse(CL_OUT_OF_RESOURCES, "transfer", "%s", error.text);
}

static void done(command *c) {
  transfer *t = (transfer *)c;
  if (t->from.memory) object_unuse(t->from.memory);
  if (t->to.memory) object_unuse(t->to.memory);
}

transfer *transfer_new(const transfer_call *call, transfer_side from, transfer_side to, cl_int *code) {
  transfer *t = command_new(sizeof *t, call->queue, call->type, call->num_events, call->waits, call->function, code);
  if (!t) return NULL;
  t->from = from;
  t->to = to;
  return t;
}

cl_int transfer_check_host(const transfer *t, const transfer_call *call) {
  const transfer_side *from = &t->from, *to = &t->to;
  if ((to->is_host && !to->host) || (from->is_host && !from->host))
    return cl_refuse(CL_INVALID_VALUE, call->function, "the pointer to the host's memory is NULL");
  if ((to->is_host && !buffer_host_reads(from->memory)) || (from->is_host && !buffer_host_writes(to->memory)))
    return cl_refuse(CL_INVALID_OPERATION, call->function, "the flags of the buffer exclude this access of the host");
  return CL_SUCCESS;
}

cl_int transfer_end(transfer *t, const transfer_call *call, cl_int code) {
  if (code) {
    command_drop(&t->head);
    return code;
  }
  if (t->from.memory) object_use(t->from.memory);
  if (t->to.memory) object_use(t->to.memory);
  rect_join(&t->from.at, &t->to.at, t->region);
  if (t->region[0]) t->head.run = run;
  t->head.done = done;
  return command_enqueue(&t->head, call->blocking, call->event);
}

// ---- of buffers ----------------------------------------------------------------------------------

typedef struct {
  const size_t *origin;  // NULL or 3
  size_t row, slice;
} place;

// Sets the pitches, the defaults for 0, and the offset of the origin. false: they are no pitches of the region. A slice
// pitch of a read or a write is wrong if it is less than the rows and no multiple of one; of a copy, if it is either.
static bool lay_out(rect *to, const place *from, const size_t *region, bool copy) {
  size_t rows = 0;
  if (from->row && from->row < region[0]) return false;
  to->row = from->row ? from->row : region[0];
  if (!rect_add(&rows, region[1], to->row)) return false;
  const bool part = from->slice && from->slice < rows, uneven = from->slice && from->slice % to->row;
  if (copy ? part || uneven : part && uneven) return false;
  to->slice = from->slice ? from->slice : rows;
  to->offset = from->origin[0];
  return rect_add(&to->offset, from->origin[1], to->row) && rect_add(&to->offset, from->origin[2], to->slice);
}

// The checks that do not depend on the rows. With the lock held. A rectangle has bytes; others may have none.
static cl_int check(const transfer_call *call, const transfer *t, const size_t *region, bool rectangle) {
  const transfer_side *from = &t->from, *to = &t->to;
  cl_int code = from->is_host ? CL_SUCCESS : buffer_check(from->memory, call->queue->context, call->function);
  if (!code && !to->is_host) code = buffer_check(to->memory, call->queue->context, call->function);
  if (!code) code = transfer_check_host(t, call);
  for (int i = 0; !code && rectangle && i < 3; i++)
    if (!region[i]) code = cl_refuse(CL_INVALID_VALUE, call->function, "a region of no bytes");
  return code;
}

// The checks of a region with its rows. With the lock held.
static cl_int check_rows(const transfer_call *call, const transfer *t) {
  const transfer_side *sides[2] = {&t->from, &t->to};
  for (int i = 0; i < 2; i++) {
    size_t size;
    if (!rect_span(&sides[i]->at, t->region, &size))
      return cl_refuse(CL_INVALID_VALUE, call->function, "the region is larger than any memory");
    const cl_mem m = sides[i]->memory;
    const cl_int code = m ? buffer_check_region(m, sides[i]->at.offset, size, call->function) : CL_SUCCESS;
    if (code) return code;
  }
  if (t->from.memory && t->to.memory && transfer_overlaps(t))
    return cl_refuse(CL_MEM_COPY_OVERLAP, call->function, "the regions overlap");
  return CL_SUCCESS;
}

// from and to: their memory, and for a region of one row the offset, are given.
static cl_int enqueue(const transfer_call *call, transfer_side from, const place *from_place, transfer_side to,
                      const place *to_place, const size_t *region) {
  cl_int code;
  cl_lock();
  transfer *t = transfer_new(call, from, to, &code);
  if (t) {
    memcpy(t->region, region, sizeof t->region);
    const bool copy = !from.is_host && !to.is_host;
    code = check(call, t, region, from_place);
    if (!code && from_place &&
        (!lay_out(&t->from.at, from_place, region, copy) || !lay_out(&t->to.at, to_place, region, copy)))
      code = cl_refuse(CL_INVALID_VALUE, call->function, "the pitches do not fit the region");
    if (!code && from.memory && from.memory == to.memory &&
        (t->from.at.row != t->to.at.row || t->from.at.slice != t->to.at.slice))
      code = cl_refuse(CL_INVALID_VALUE, call->function, "different pitches in one buffer");
    if (!code) code = check_rows(call, t);
    code = transfer_end(t, call, code);
  }
  cl_unlock();
  return code;
}

static bool any_null(const size_t *a, const size_t *b, const size_t *c) { return !a || !b || !c; }

#define BUFFER(m, first) \
  (transfer_side) { .memory = (m), .at.offset = (first) }
#define ROW(size) \
  (size_t[3]) { size, 1, 1 }
// A rectangle without an origin or a region is refused as one of no bytes, behind the checks of the handles.
#define NOTHING ((size_t[3]){0, 0, 0})

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking_read, size_t offset,
                                       size_t size, void *ptr, cl_uint num_events, const cl_event *waits,
                                       cl_event *event) {
  return enqueue(TRANSFER_CALL(CL_COMMAND_READ_BUFFER, blocking_read), BUFFER(buffer, offset), NULL, TRANSFER_HOST(ptr),
                 NULL, ROW(size));
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking_write, size_t offset,
                                        size_t size, const void *ptr, cl_uint num_events, const cl_event *waits,
                                        cl_event *event) {
  return enqueue(TRANSFER_CALL(CL_COMMAND_WRITE_BUFFER, blocking_write), TRANSFER_HOST(ptr), NULL,
                 BUFFER(buffer, offset), NULL, ROW(size));
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset,
                                       size_t dst_offset, size_t size, cl_uint num_events, const cl_event *waits,
                                       cl_event *event) {
  return enqueue(TRANSFER_CALL(CL_COMMAND_COPY_BUFFER, CL_FALSE), BUFFER(src_buffer, src_offset), NULL,
                 BUFFER(dst_buffer, dst_offset), NULL, ROW(size));
}

cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking_read,
                                           const size_t *buffer_origin, const size_t *host_origin, const size_t *region,
                                           size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
                                           size_t host_slice_pitch, void *ptr, cl_uint num_events,
                                           const cl_event *waits, cl_event *event) {
  return enqueue(TRANSFER_CALL(CL_COMMAND_READ_BUFFER_RECT, blocking_read), BUFFER(buffer, 0),
                 &(place){buffer_origin, buffer_row_pitch, buffer_slice_pitch}, TRANSFER_HOST(ptr),
                 &(place){host_origin, host_row_pitch, host_slice_pitch},
                 any_null(buffer_origin, host_origin, region) ? NOTHING : region);
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking_write,
                                            const size_t *buffer_origin, const size_t *host_origin,
                                            const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                            size_t host_row_pitch, size_t host_slice_pitch, const void *ptr,
                                            cl_uint num_events, const cl_event *waits, cl_event *event) {
  return enqueue(TRANSFER_CALL(CL_COMMAND_WRITE_BUFFER_RECT, blocking_write), TRANSFER_HOST(ptr),
                 &(place){host_origin, host_row_pitch, host_slice_pitch}, BUFFER(buffer, 0),
                 &(place){buffer_origin, buffer_row_pitch, buffer_slice_pitch},
                 any_null(buffer_origin, host_origin, region) ? NOTHING : region);
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem src_buffer, cl_mem dst_buffer,
                                           const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                                           size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
                                           size_t dst_slice_pitch, cl_uint num_events, const cl_event *waits,
                                           cl_event *event) {
  return enqueue(TRANSFER_CALL(CL_COMMAND_COPY_BUFFER_RECT, CL_FALSE), BUFFER(src_buffer, 0),
                 &(place){src_origin, src_row_pitch, src_slice_pitch}, BUFFER(dst_buffer, 0),
                 &(place){dst_origin, dst_row_pitch, dst_slice_pitch},
                 any_null(src_origin, dst_origin, region) ? NOTHING : region);
}

// ---- fill ----------------------------------------------------------------------------------------

enum { FILL_CHUNK = 1 << 16, LARGEST_PATTERN = 128 };

struct buffer_fill {
  command head;
  transfer_side to;
  size_t size, pattern_size;
  uint8_t pattern[LARGEST_PATTERN];
};

static cl_int run_fill(command *c, cl_ulong *clocks) {
  buffer_fill *f = (buffer_fill *)c;
  wl_error error = {""};
  const size_t most = f->size < FILL_CHUNK ? f->size : FILL_CHUNK;
  uint8_t *bytes = malloc(most + 1);
  bool good = bytes;
  (void)clocks;
  for (size_t at = 0; good && at < most; at += f->pattern_size) memcpy(bytes + at, f->pattern, f->pattern_size);
  for (size_t at = 0; good && at < f->size; at += most) {
    const size_t part = f->size - at < most ? f->size - at : most;
    if (f->to.is_host) memcpy(f->to.host + at, bytes, part);
    else good = buffer_write(f->to.memory, f->to.at.offset + at, bytes, part, &error);
  }
  free(bytes);
  return good ? CL_SUCCESS : cl_refuse(CL_OUT_OF_RESOURCES, "fill", "%s", error.text);
}

static void done_fill(command *c) {
  const buffer_fill *f = (buffer_fill *)c;
  if (f->to.memory) object_unuse(f->to.memory);
}

buffer_fill *fill_new(const transfer_call *call, cl_int *code) {
  return command_new(sizeof(buffer_fill), call->queue, call->type, call->num_events, call->waits, call->function, code);
}

cl_int fill_check(const transfer_call *call, const void *pattern, size_t pattern_size, size_t first, size_t size) {
  if (!pattern || !pattern_size || pattern_size > LARGEST_PATTERN || (pattern_size & (pattern_size - 1)))
    return cl_refuse(CL_INVALID_VALUE, call->function, "a pattern of %zu bytes at %p", pattern_size, pattern);
  if (first % pattern_size || size % pattern_size)
    return cl_refuse(CL_INVALID_VALUE, call->function, "offset %zu or size %zu are no multiples of the %zu bytes",
                     first, size, pattern_size);
  return CL_SUCCESS;
}

cl_int fill_end(buffer_fill *f, const transfer_call *call, transfer_side to, const void *pattern, size_t pattern_size,
                size_t size, cl_int code) {
  if (code) {
    command_drop(&f->head);
    return code;
  }
  if (to.memory) object_use(to.memory);
  f->to = to;
  f->size = size;
  f->pattern_size = pattern_size;
  memcpy(f->pattern, pattern, pattern_size);
  f->head.run = run_fill;
  f->head.done = done_fill;
  return command_enqueue(&f->head, call->blocking, call->event);
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size,
                                       size_t offset, size_t size, cl_uint num_events, const cl_event *waits,
                                       cl_event *event) {
  const transfer_call *const call = TRANSFER_CALL(CL_COMMAND_FILL_BUFFER, CL_FALSE);
  cl_int code;
  cl_lock();
  buffer_fill *f = fill_new(call, &code);
  if (f) {
    if (!(code = buffer_check(buffer, queue->context, __func__)) &&
        !(code = fill_check(call, pattern, pattern_size, offset, size)))
      code = buffer_check_region(buffer, offset, size, __func__);
    code = fill_end(f, call, BUFFER(buffer, offset), pattern, pattern_size, size, code);
  }
  cl_unlock();
  return code;
}

// ---- migrate -------------------------------------------------------------------------------------

static const cl_mem_migration_flags known_flags = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;

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

migration *migration_new(const transfer_call *call, cl_uint count, cl_int *code) {
  migration *m = command_new(sizeof *m, call->queue, call->type, call->num_events, call->waits, call->function, code);
  if (!m) return NULL;
  m->count = count;
  if ((m->memory = calloc((size_t)count + 1, sizeof(cl_mem)))) return m;
  command_drop(&m->head);
  *code = cl_refuse(CL_OUT_OF_HOST_MEMORY, call->function, "out of memory");
  return NULL;
}

cl_int migration_check_flags(const transfer_call *call, cl_mem_migration_flags flags) {
  return flags & ~known_flags ? cl_refuse(CL_INVALID_VALUE, call->function, "flags 0x%llx", (unsigned long long)flags)
                              : CL_SUCCESS;
}

cl_int migration_end(migration *m, const transfer_call *call, cl_mem_migration_flags flags, cl_int code) {
  if (code) {
    free(m->memory);
    command_drop(&m->head);
    return code;
  }
  for (cl_uint i = 0; i < m->count; i++) object_use(m->memory[i]);
  m->to_device = !(flags & known_flags);
  m->head.run = run_migration;
  m->head.done = done_migration;
  return command_enqueue(&m->head, false, call->event);
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint num_objects, const cl_mem *objects,
                                              cl_mem_migration_flags flags, cl_uint num_events, const cl_event *waits,
                                              cl_event *event) {
  const transfer_call *const call = TRANSFER_CALL(CL_COMMAND_MIGRATE_MEM_OBJECTS, CL_FALSE);
  cl_int code;
  cl_lock();
  migration *m = migration_new(call, objects ? num_objects : 0, &code);
  if (m) {
    code = m->count ? migration_check_flags(call, flags) : cl_refuse(CL_INVALID_VALUE, __func__, "no memory objects");
    for (cl_uint i = 0; i < m->count && !code; i++)
      code = memory_check(m->memory[i] = objects[i], queue->context, __func__);
    code = migration_end(m, call, flags, code);
  }
  cl_unlock();
  return code;
}
