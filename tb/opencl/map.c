// SPDX-License-Identifier: Apache-2.0
// Commands that map buffers into the host's memory, and unmap them.
#include <stdlib.h>

#include "buffer.h"
#include "queue.h"

typedef struct {
  command head;
  cl_mem memory;    // used
  mapping *region;  // used; NULL: not set yet
  bool unmap;
} map_command;

static cl_int run(command *c, cl_ulong *clocks) {
  map_command *m = (map_command *)c;
  wl_error error = {""};
  (void)clocks;
  const bool good = m->unmap ? buffer_unmap(m->region, &error) : buffer_map(m->region, &error);
  return good ? CL_SUCCESS : cl_refuse(m->unmap ? CL_OUT_OF_RESOURCES : CL_MAP_FAILURE, "map", "%s", error.text);
}

static void done(command *c) {
  map_command *m = (map_command *)c;
  if (m->unmap) m->memory->map_count--;
  if (m->region) mapping_unuse(m->region);
  object_unuse(m->memory);
}

static map_command *prepare(cl_command_queue queue, cl_command_type type, cl_mem m, cl_uint num_events,
                            const cl_event *waits, const char *function, cl_int *code) {
  map_command *c = command_new(sizeof *c, queue, type, num_events, waits, function, code);
  if (c && (*code = buffer_check(m, queue->context, function))) {
    command_drop(&c->head);
    return NULL;
  }
  if (!c) return NULL;
  object_use(m);
  c->memory = m;
  c->head.run = run;
  c->head.done = done;
  return c;
}

static const cl_map_flags writing = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

// Whether a part of the region, of the root, is mapped to be written.
static bool written_too(cl_mem root, size_t offset, size_t size) {
  for (const mapping *r = root->mappings; r; r = r->next)
    if ((r->flags & writing) && r->offset < offset + size && offset < r->offset + r->size) return true;
  return false;
}

// The mapping that is asked for, in the list of the root. *code: why there is none.
static mapping *map(cl_mem m, cl_map_flags flags, size_t offset, size_t size, const char *function, cl_int *code) {
  if ((flags & ~(CL_MAP_READ | writing)) ||
      ((flags & CL_MAP_WRITE_INVALIDATE_REGION) && flags != CL_MAP_WRITE_INVALIDATE_REGION)) {
    *code = cl_refuse(CL_INVALID_VALUE, function, "map_flags 0x%llx", (unsigned long long)flags);
  } else if (!size) {
    *code = cl_refuse(CL_INVALID_VALUE, function, "a region of no bytes");
  } else if ((*code = buffer_check_region(m, offset, size, function))) {
  } else if (((flags & CL_MAP_READ) && !buffer_host_reads(m)) || ((flags & writing) && !buffer_host_writes(m))) {
    *code = cl_refuse(CL_INVALID_OPERATION, function, "the flags of the buffer exclude this access of the host");
  } else if ((flags & writing) && written_too(m->root, m->offset + offset, size)) {
    *code = cl_refuse(CL_INVALID_OPERATION, function, "a part of the region is mapped to be written already");
  }
  if (*code) return NULL;
  uint8_t *pointer = buffer_pointer(m);
  mapping *region = pointer ? malloc(sizeof *region) : NULL;
  if (!region) {
    *code = cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory");
    return NULL;
  }
  *region = (mapping){m, pointer + offset, m->offset + offset, size, flags, 1, false, m->root->mappings};
  m->root->mappings = region;
  m->map_count++;
  return region;
}

// Takes a mapping of m, with its use, from the list: `which`, or that at a pointer. NULL: there is none.
static mapping *take(cl_mem m, const mapping *which, const void *pointer) {
  for (mapping **at = &m->root->mappings; *at; at = &(*at)->next) {
    mapping *region = *at;
    if (which ? region == which : region->memory == m && region->pointer == pointer) {
      *at = region->next;
      return region;
    }
  }
  return NULL;
}

void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking_map, cl_map_flags flags,
                                     size_t offset, size_t size, cl_uint num_events, const cl_event *waits,
                                     cl_event *event, cl_int *errcode_ret) {
  cl_int code;
  void *pointer = NULL;
  cl_lock();
  map_command *c = prepare(queue, CL_COMMAND_MAP_BUFFER, buffer, num_events, waits, __func__, &code);
  mapping *region = c ? map(buffer, flags, offset, size, __func__, &code) : NULL;
  if (region) {
    pointer = region->pointer;
    region->uses++;
    c->region = region;
    object_use(buffer);
    code = command_enqueue(&c->head, blocking_map, event);
    // After an error nothing is mapped: the host does not get the pointer.
    if (code && take(buffer, region, NULL)) {
      mapping_unuse(region);
      buffer->map_count--;
    }
    object_unuse(buffer);
  } else if (c) {
    command_drop(&c->head);
  }
  cl_unlock();
  if (errcode_ret) *errcode_ret = code;
  return code ? NULL : pointer;
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem m, void *mapped_ptr, cl_uint num_events,
                                           const cl_event *waits, cl_event *event) {
  cl_int code;
  cl_lock();
  map_command *c = prepare(queue, CL_COMMAND_UNMAP_MEM_OBJECT, m, num_events, waits, __func__, &code);
  if (c && (c->region = take(m, NULL, mapped_ptr))) {
    c->unmap = true;
    code = command_enqueue(&c->head, false, event);
  } else if (c) {
    code = cl_refuse(CL_INVALID_VALUE, __func__, "%p is not where the buffer is mapped", mapped_ptr);
    command_drop(&c->head);
  }
  cl_unlock();
  return code;
}
