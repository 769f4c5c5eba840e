// SPDX-License-Identifier: Apache-2.0
// Commands that map memory objects into the host's memory, and unmap them; shared virtual memory is where it is mapped.
#include <stdlib.h>

#include "buffer.h"
#include "queue.h"
#include "svm.h"

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

static cl_int check_shared(cl_mem m, cl_context context, const char *function) {
  if (m && m->context == context) return CL_SUCCESS;
  return cl_refuse(CL_INVALID_VALUE, function, "the pointer is none into shared virtual memory of the queue's context");
}

// check: of the object.
static map_command *prepare(cl_command_queue queue, cl_command_type type, cl_mem m,
                            cl_int (*check)(cl_mem, cl_context, const char *), cl_uint num_events,
                            const cl_event *waits, const char *function, cl_int *code) {
  map_command *c = command_new(sizeof *c, queue, type, num_events, waits, function, code);
  if (c && (*code = check(m, queue->context, function))) {
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
static bool written_too(cl_mem root, const rect *at, const size_t region[3]) {
  for (const mapping *r = root->mappings; r; r = r->next)
    if ((r->flags & writing) && rect_overlap(&r->at, r->region, at, region)) return true;
  return false;
}

static cl_int check_flags(cl_map_flags flags, const char *function) {
  const bool good = !(flags & ~(CL_MAP_READ | writing)) &&
                    (!(flags & CL_MAP_WRITE_INVALIDATE_REGION) || flags == CL_MAP_WRITE_INVALIDATE_REGION);
  return good ? CL_SUCCESS : cl_refuse(CL_INVALID_VALUE, function, "map_flags 0x%llx", (unsigned long long)flags);
}

// The mapping that is asked for, in the list of the root. `like` has the region, and of the host's memory the steps and
// the offset of its first byte. *code: why there is none.
static mapping *map(cl_mem m, cl_map_flags flags, const mapping *like, const char *function, cl_int *code) {
  if (((flags & CL_MAP_READ) && !buffer_host_reads(m)) || ((flags & writing) && !buffer_host_writes(m)))
    *code = cl_refuse(CL_INVALID_OPERATION, function, "the flags of the object exclude this access of the host");
  else if ((flags & writing) && !m->shared && written_too(m->root, &like->at, like->region))
    *code = cl_refuse(CL_INVALID_OPERATION, function, "a part of the region is mapped to be written already");
  if (*code) return NULL;
  uint8_t *memory = like->apart ? image_host_memory(m) : buffer_pointer(m);
  mapping *region = memory ? malloc(sizeof *region) : NULL;
  if (!region) {
    *code = cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory");
    return NULL;
  }
  *region = *like;
  region->memory = m;
  region->pointer = memory + like->host.offset;
  region->host.offset = 0;
  region->flags = flags;
  region->uses = 1;
  region->next = m->root->mappings;
  rect_join(&region->at, &region->host, region->region);
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

// Enqueues the command for a new mapping of m, or drops it where there is none. Returns the pointer.
static void *enqueue(map_command *c, cl_mem m, mapping *region, bool blocking, cl_event *event, cl_int *code) {
  if (!region) {
    command_drop(&c->head);
    return NULL;
  }
  void *pointer = region->pointer;
  region->uses++;
  c->region = region;
  object_use(m);
  *code = command_enqueue(&c->head, blocking, event);
  // After an error nothing is mapped: the host does not get the pointer.
  if (*code && take(m, region, NULL)) {
    mapping_unuse(region);
    m->map_count--;
  }
  object_unuse(m);
  return *code ? NULL : pointer;
}

static mapping *map_buffer(cl_mem m, cl_map_flags flags, size_t offset, size_t size, const char *function,
                           cl_int *code) {
  const mapping like = {.at = {m->offset + offset, size, size}, .host = {offset, size, size}, .region = {size, 1, 1}};
  if ((*code = check_flags(flags, function))) return NULL;
  if (!size) *code = cl_refuse(CL_INVALID_VALUE, function, "a region of no bytes");
  else *code = buffer_check_region(m, offset, size, function);
  return *code ? NULL : map(m, flags, &like, function, code);
}

void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking_map, cl_map_flags flags,
                                     size_t offset, size_t size, cl_uint num_events, const cl_event *waits,
                                     cl_event *event, cl_int *errcode_ret) {
  cl_int code;
  void *pointer = NULL;
  cl_lock();
  map_command *c = prepare(queue, CL_COMMAND_MAP_BUFFER, buffer, buffer_check, num_events, waits, __func__, &code);
  if (c)
    pointer = enqueue(c, buffer, map_buffer(buffer, flags, offset, size, __func__, &code), blocking_map, event, &code);
  cl_unlock();
  if (errcode_ret) *errcode_ret = code;
  return pointer;
}

// *row_pitch, *slice_pitch: of the memory that is mapped.
static mapping *map_image(cl_mem m, cl_map_flags flags, const size_t *origin, const size_t *region, size_t *row_pitch,
                          size_t *slice_pitch, const char *function, cl_int *code) {
  const bool apart = !m->parent;
  if ((*code = check_flags(flags, function))) return NULL;
  if (!row_pitch || (m->image.slice_pitch && !slice_pitch))
    *code = cl_refuse(CL_INVALID_VALUE, function, "no place for a pitch");
  else *code = image_check_region(m, origin, region, function);
  if (*code) return NULL;
  mapping like = {.at = image_rect(m, &m->image.steps, origin),
                  .host = image_rect(m, apart ? &m->image.host : &m->image.steps, origin),
                  .apart = apart};
  image_bytes(m, region, like.region);
  like.at.offset += m->offset;
  mapping *made = map(m, flags, &like, function, code);
  if (!made) return NULL;
  *row_pitch = m->image.row_pitch;
  if (slice_pitch) *slice_pitch = m->image.slice_pitch;
  return made;
}

void *CL_API_CALL clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking_map, cl_map_flags flags,
                                    const size_t *origin, const size_t *region, size_t *image_row_pitch,
                                    size_t *image_slice_pitch, cl_uint num_events, const cl_event *waits,
                                    cl_event *event, cl_int *errcode_ret) {
  cl_int code;
  void *pointer = NULL;
  cl_lock();
  map_command *c = prepare(queue, CL_COMMAND_MAP_IMAGE, image, image_check, num_events, waits, __func__, &code);
  if (c) {
    mapping *made = map_image(image, flags, origin, region, image_row_pitch, image_slice_pitch, __func__, &code);
    pointer = enqueue(c, image, made, blocking_map, event, &code);
  }
  cl_unlock();
  if (errcode_ret) *errcode_ret = code;
  return pointer;
}

// Enqueues the command for the end of the mapping at a pointer, or drops it where there is none.
static cl_int unmap(map_command *c, cl_mem m, const void *pointer, cl_event *event, const char *function) {
  if (!(c->region = take(m, NULL, pointer))) {
    command_drop(&c->head);
    return cl_refuse(CL_INVALID_VALUE, function, "%p is not where the object is mapped", pointer);
  }
  c->unmap = true;
  return command_enqueue(&c->head, false, event);
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem m, void *mapped_ptr, cl_uint num_events,
                                           const cl_event *waits, cl_event *event) {
  cl_int code;
  cl_lock();
  map_command *c = prepare(queue, CL_COMMAND_UNMAP_MEM_OBJECT, m, memory_check, num_events, waits, __func__, &code);
  if (c) code = unmap(c, m, mapped_ptr, event, __func__);
  cl_unlock();
  return code;
}

cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking_map, cl_map_flags flags, void *svm_ptr,
                                   size_t size, cl_uint num_events, const cl_event *waits, cl_event *event) {
  cl_int code;
  size_t offset = 0;
  cl_lock();
  const cl_mem m = svm_find(svm_ptr, &offset);
  map_command *c = prepare(queue, CL_COMMAND_SVM_MAP, m, check_shared, num_events, waits, __func__, &code);
  if (c) enqueue(c, m, map_buffer(m, flags, offset, size, __func__, &code), blocking_map, event, &code);
  cl_unlock();
  return code;
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue queue, void *svm_ptr, cl_uint num_events, const cl_event *waits,
                                     cl_event *event) {
  cl_int code;
  size_t offset;
  cl_lock();
  const cl_mem m = svm_find(svm_ptr, &offset);
  map_command *c = prepare(queue, CL_COMMAND_SVM_UNMAP, m, check_shared, num_events, waits, __func__, &code);
  if (c) code = unmap(c, m, svm_ptr, event, __func__);
  cl_unlock();
  return code;
}
