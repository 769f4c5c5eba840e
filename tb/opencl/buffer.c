// SPDX-License-Identifier: Apache-2.0
#include "buffer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/error.h"
#include "queue.h"
#include "svm.h"

// ---- memory of the host --------------------------------------------------------------------------

// Zero at first. Large allocations cost nothing before they are written.
static bool give_host(cl_mem root) {
  if (root->host) return true;
  if (!(root->own_host = calloc(1, root->size + CL_ALIGNMENT))) return false;
  root->host = (uint8_t *)(((uintptr_t)root->own_host + CL_ALIGNMENT - 1) / CL_ALIGNMENT * CL_ALIGNMENT);
  return true;
}

// A device has the contents now. Memory of ours that no region is mapped in goes back to the system. Its address stays.
static void empty_host(cl_mem root) {
  cl_lock();
  if ((root->current & ON_HOST) && root->own_host && !root->mappings) {
    const uintptr_t first = ((uintptr_t)root->host + WL_PAGE - 1) / WL_PAGE * WL_PAGE;
    const uintptr_t end = ((uintptr_t)root->host + root->size) / WL_PAGE * WL_PAGE;
    root->current &= ~(unsigned)ON_HOST;
    if (first < end) madvise((void *)first, end - first, MADV_DONTNEED);
  }
  cl_unlock();
}

uint8_t *buffer_pointer(cl_mem m) { return give_host(m->root) ? m->root->host + m->offset : NULL; }

// ---- contents, on the worker ---------------------------------------------------------------------

enum { CHUNK = 1 << 18 };  // bytes that are copied at once between devices

// Addresses of buffers. None comes again: what a kernel keeps of an old one is an access to unmapped memory.
static uint64_t next_address = UINT64_C(0x1000000000);

static uint64_t pages(size_t size) { return ((uint64_t)size + WL_PAGE - 1) / WL_PAGE * WL_PAGE; }

// The device whose contents are current; NULL: none is.
static cl_device_id owner(cl_mem root) {
  for (unsigned i = 0; i < CL_DEVICES; i++)
    if (root->current >> i & 1) return &the_devices[i];
  return NULL;
}

// Has memory on d, whatever is in it.
static bool place(cl_mem root, cl_device_id d, wl_error *error) {
  const unsigned bit = 1u << d->index;
  if (!device_open(d, error)) return false;
  if (!root->address) {
    root->address = next_address;
    next_address += pages(root->size) + WL_PAGE;
  }
  if (!(root->placed & bit) && !wl_device_alloc_at(d->device, root->address, root->size, error)) return false;
  root->placed |= bit;
  return true;
}

// Copies the current contents of the root from one place to d.
static bool bring(cl_mem root, cl_device_id d, wl_error *error) {
  const cl_device_id from = owner(root);
  if (root->current & ON_HOST) return wl_device_write(d->device, root->address, root->host, root->size, error);
  if (!from) return true;  // new memory is zero
  uint8_t *bytes = malloc(CHUNK);
  bool good = bytes || wl_fail(error, "out of memory for a copy between devices");
  for (size_t at = 0; good && at < root->size; at += CHUNK) {
    const size_t size = root->size - at < CHUNK ? root->size - at : CHUNK;
    good = wl_device_read(from->device, root->address + at, bytes, size, error) &&
           wl_device_write(d->device, root->address + at, bytes, size, error);
  }
  free(bytes);
  return good;
}

uint64_t buffer_on(cl_mem m, cl_device_id d, wl_error *error) {
  cl_mem root = m->root;
  const unsigned bit = 1u << d->index;
  if (!place(root, d, error)) return 0;
  if (!(root->current & bit) && !bring(root, d, error)) return 0;
  root->current |= bit;
  empty_host(root);
  return root->address + m->offset;
}

void buffer_written(cl_mem m, cl_device_id d) { m->root->current = 1u << d->index; }

bool buffer_read(cl_mem m, size_t offset, void *to, size_t size, wl_error *error) {
  cl_mem root = m->root;
  const cl_device_id d = owner(root);
  offset += m->offset;
  if (root->current & ON_HOST) memmove(to, root->host + offset, size);
  else if (d) return wl_device_read(d->device, root->address + offset, to, size, error);
  else memset(to, 0, size);
  return true;
}

// Writes to all devices whose contents are current.
static bool write_devices(cl_mem root, size_t offset, const void *from, size_t size, wl_error *error) {
  for (unsigned i = 0; i < CL_DEVICES; i++)
    if ((root->current >> i & 1) && !wl_device_write(the_devices[i].device, root->address + offset, from, size, error))
      return false;
  return true;
}

bool buffer_write(cl_mem m, size_t offset, const void *from, size_t size, wl_error *error) {
  cl_mem root = m->root;
  offset += m->offset;
  if (!root->current) {
    cl_lock();
    const bool good = give_host(root);
    cl_unlock();
    if (!good) return wl_fail(error, "out of memory for %zu bytes of a buffer", root->size);
    root->current = ON_HOST;
  }
  // Where all of it is written the devices are enough.
  if (size == root->size && owner(root)) root->current &= ~(unsigned)ON_HOST;
  if (root->current & ON_HOST) memmove(root->host + offset, from, size);
  return write_devices(root, offset, from, size, error);
}

bool buffer_copy(cl_mem from, size_t from_offset, cl_mem to, size_t to_offset, size_t size, wl_error *error) {
  cl_mem root = from->root;
  const cl_device_id d = owner(root);
  if (root->current & ON_HOST) return buffer_write(to, to_offset, root->host + from->offset + from_offset, size, error);
  // A copy on a device stays there.
  if (d && !to->root->current && !buffer_on(to, d, error)) return false;
  uint8_t *bytes = malloc(size < CHUNK ? size + 1 : CHUNK);
  bool good = bytes || wl_fail(error, "out of memory for a copy");
  for (size_t at = 0; good && at < size; at += CHUNK) {
    const size_t part = size - at < CHUNK ? size - at : CHUNK;
    good =
        buffer_read(from, from_offset + at, bytes, part, error) && buffer_write(to, to_offset + at, bytes, part, error);
  }
  free(bytes);
  return good;
}

// Copies a region to the host's memory or from there, row by row.
static bool move_rows(const mapping *m, bool to_host, wl_error *error) {
  const cl_mem root = m->memory->root;
  const size_t rows = m->region[1] * m->region[2], size = m->region[0];
  bool good = true;
  for (size_t i = 0; good && i < rows; i++) {
    const size_t at = rect_row(&m->at, m->region, i);
    uint8_t *host = m->pointer + rect_row(&m->host, m->region, i);
    good = to_host    ? buffer_read(root, at, host, size, error)
           : m->apart ? buffer_write(root, at, host, size, error)
                      : write_devices(root, at, host, size, error);
  }
  return good;
}

bool buffer_map(mapping *m, wl_error *error) {
  cl_mem root = m->memory->root;
  if (!root->current && !m->apart) root->current = ON_HOST;
  const bool copies = (m->apart || !(root->current & ON_HOST)) && !(m->flags & CL_MAP_WRITE_INVALIDATE_REGION);
  if (copies && !move_rows(m, true, error)) return false;
  if (copies && !m->apart && m->region[0] == root->size) root->current |= ON_HOST;
  return m->mapped = true;
}

bool buffer_unmap(const mapping *m, wl_error *error) {
  return !m->mapped || m->flags == CL_MAP_READ || move_rows(m, false, error);
}

void mapping_unuse(mapping *region) {
  if (!--region->uses) free(region);
}

// ---- checks --------------------------------------------------------------------------------------

bool buffer_is(cl_mem m) { return object_is(m, OF_MEMORY) && m->type == CL_MEM_OBJECT_BUFFER; }

cl_int memory_check(cl_mem m, cl_context context, const char *function) {
  if (!object_is(m, OF_MEMORY)) return cl_refuse(CL_INVALID_MEM_OBJECT, function, "%p is no memory object", (void *)m);
  if (m->context != context)
    return cl_refuse(CL_INVALID_CONTEXT, function, "the memory object %p is of another context than the queue",
                     (void *)m);
  return CL_SUCCESS;
}

cl_int buffer_check(cl_mem m, cl_context context, const char *function) {
  if (!buffer_is(m)) return cl_refuse(CL_INVALID_MEM_OBJECT, function, "%p is no buffer", (void *)m);
  return memory_check(m, context, function);
}

cl_int buffer_check_region(cl_mem m, size_t offset, size_t size, const char *function) {
  if (offset <= m->size && size <= m->size - offset) return CL_SUCCESS;
  return cl_refuse(CL_INVALID_VALUE, function, "%zu bytes from %zu are not in the %zu bytes of the buffer", size,
                   offset, m->size);
}

bool buffer_host_reads(cl_mem m) { return !(m->flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)); }

bool buffer_host_writes(cl_mem m) { return !(m->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)); }

// ---- objects -------------------------------------------------------------------------------------

static const cl_mem_flags device_access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY,
                          host_access = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
                          host_memory = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

static bool two_of(cl_mem_flags flags) { return flags & (flags - 1); }

bool memory_flags_good(cl_mem_flags flags) {
  return !(flags & ~(device_access | host_access | host_memory)) && !two_of(flags & device_access) &&
         !two_of(flags & host_access) &&
         !((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)));
}

static cl_ulong allocated;  // bytes of all roots

// Device memory is the worker's.
static void free_places(void *data) {
  cl_mem m = data;
  for (unsigned i = 0; i < CL_DEVICES; i++)
    if (m->placed >> i & 1) wl_device_free(the_devices[i].device, m->address, NULL);
}

static void destroyed(void *data) {
  cl_mem m = data;
  object_call_destructors(m);
  if (m->placed) worker_do(free_places, m);
  if (m->shared) munmap(m->host, m->shared);
  free(m->own_host);
  free(m->image.own_host);
  free(m->given.words);
  cl_lock();
  if (m->parent) object_unuse(m->parent);
  object_unuse(m->context);
  object_free(m);
  cl_unlock();
}

static void destroy_memory(object *o) {
  cl_mem m = (cl_mem)o, root = m->root, parent = m->parent;
  for (mapping **at = &root->mappings; *at;) {
    mapping *region = *at;
    if (region->memory == m) {
      *at = region->next;
      mapping_unuse(region);
    } else {
      at = &region->next;
    }
  }
  if (root == m) allocated -= m->size;
  // The callbacks of a part are called before the memory of its root is freed.
  if (m->head.destructors) parent = NULL;
  else m->parent = NULL;
  cl_defer(destroyed, m);
  if (parent) object_unuse(parent);
}

cl_mem memory_new(cl_context context, cl_mem_object_type type, cl_mem parent, size_t offset, size_t size,
                  cl_mem_flags flags) {
  cl_mem m = object_new(OF_MEMORY, sizeof *m, destroy_memory);
  if (!m) return NULL;
  m->context = context;
  m->type = type;
  m->root = parent ? parent->root : m;
  m->parent = parent;
  m->offset = offset + (parent ? parent->offset : 0);
  m->size = size;
  m->flags = flags;
  if (parent && parent->host_ptr) m->host_ptr = (uint8_t *)parent->host_ptr + offset;
  object_use(context);
  if (parent) object_use(parent);
  else allocated += size;
  return m;
}

cl_mem memory_parent(cl_mem m) { return m->parent && !m->parent->shared ? m->parent : NULL; }

size_t buffer_origin(cl_mem m) {
  cl_mem whole = m;
  while (memory_parent(whole)) whole = whole->parent;
  return m->offset - whole->offset;
}

cl_ulong memory_left(void) { return cl_global_memory - allocated; }

cl_int memory_check_properties(const cl_mem_properties *list, const char *function) {
  if (!list || !*list) return CL_SUCCESS;
  return cl_refuse(CL_INVALID_PROPERTY, function, "0x%llx is no property of a memory object",
                   (unsigned long long)*list);
}

// Where the host's pointer of a new buffer lies in shared virtual memory. No memory: it lies elsewhere.
typedef struct {
  cl_mem memory;
  size_t offset;
  bool part;  // the buffer is a part of it
} shared_place;

static shared_place find_shared(cl_context context, cl_mem_flags flags, const void *host_ptr) {
  shared_place of = {0};
  if (!(flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR))) return of;
  of.memory = svm_find(host_ptr, &of.offset);
  of.part = of.memory && of.memory->context == context && (flags & CL_MEM_USE_HOST_PTR);
  return of;
}

static cl_int check_buffer(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, size_t size,
                           const void *host_ptr, const shared_place *of, const char *function) {
  const bool from_host = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  if (!object_is(context, OF_CONTEXT))
    return cl_refuse(CL_INVALID_CONTEXT, function, "%p is no context", (void *)context);
  const cl_int code = memory_check_properties(properties, function);
  if (code) return code;
  if (!memory_flags_good(flags))
    return cl_refuse(CL_INVALID_VALUE, function, "the flags 0x%llx exclude each other, or are none of a buffer",
                     (unsigned long long)flags);
  if (!size || size > cl_largest_buffer)
    return cl_refuse(CL_INVALID_BUFFER_SIZE, function, "%zu bytes, expected 1 to %llu (CL_DEVICE_MAX_MEM_ALLOC_SIZE)",
                     size, (unsigned long long)cl_largest_buffer);
  if (of->memory && size > of->memory->size - of->offset)
    return cl_refuse(CL_INVALID_BUFFER_SIZE, function, "%zu bytes, and the shared virtual memory at host_ptr has %zu",
                     size, of->memory->size - of->offset);
  if (!host_ptr == from_host)
    return cl_refuse(CL_INVALID_HOST_PTR, function,
                     host_ptr ? "a host_ptr without CL_MEM_USE_HOST_PTR and without CL_MEM_COPY_HOST_PTR"
                              : "no host_ptr for CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR");
  if (!of->part && size > memory_left())
    return cl_refuse(CL_MEM_OBJECT_ALLOCATION_FAILURE, function, "%zu bytes, of the %llu of the device %llu are left",
                     size, (unsigned long long)cl_global_memory, (unsigned long long)memory_left());
  return CL_SUCCESS;
}

// Contents at the host's pointer, if the flags say so. false: out of memory.
static bool take_host(cl_mem m, void *host_ptr) {
  if (m->flags & CL_MEM_USE_HOST_PTR) {
    m->host_ptr = m->host = host_ptr;
  } else if (m->flags & CL_MEM_COPY_HOST_PTR) {
    if (!give_host(m)) return false;
    memcpy(m->host, host_ptr, m->size);
  } else {
    return true;
  }
  m->current = ON_HOST;
  return true;
}

static cl_mem create_buffer(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, size_t size,
                            void *host_ptr, cl_int *errcode_ret, const char *function) {
  cl_mem m = NULL;
  cl_lock();
  const shared_place of = find_shared(context, flags, host_ptr);
  cl_int code = check_buffer(context, properties, flags, size, host_ptr, &of, function);
  if (!code && (!(m = memory_new(context, CL_MEM_OBJECT_BUFFER, of.part ? of.memory : NULL, of.part ? of.offset : 0,
                                 size, flags)) ||
                !(of.part || take_host(m, host_ptr)) || !property_list_copy(properties, &m->given))) {
    if (m) object_release(m);
    m = NULL;
    code = cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory for a buffer of %zu bytes", size);
  }
  cl_unlock();
  if (errcode_ret) *errcode_ret = code;
  return m;
}

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
                                  cl_int *errcode_ret) {
  return create_buffer(context, NULL, flags, size, host_ptr, errcode_ret, __func__);
}

cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                                cl_mem_flags flags, size_t size, void *host_ptr, cl_int *errcode_ret) {
  return create_buffer(context, properties, flags, size, host_ptr, errcode_ret, __func__);
}

bool memory_inherit(cl_mem_flags *flags, cl_mem_flags root) {
  const cl_mem_flags access = root & device_access ? root & device_access : CL_MEM_READ_WRITE;
  if ((*flags & host_memory) || !memory_flags_good(*flags)) return false;
  if (access != CL_MEM_READ_WRITE && (*flags & device_access & ~access)) return false;
  if ((root & host_access) && (*flags & host_access & ~(root | CL_MEM_HOST_NO_ACCESS))) return false;
  if (!(*flags & device_access)) *flags |= root & device_access;
  if (!(*flags & host_access)) *flags |= root & host_access;
  *flags |= root & host_memory;
  return true;
}

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *info,
                                     cl_int *errcode_ret) {
  const cl_buffer_region *region = info;
  const cl_mem_flags asked = flags;
  cl_mem m = NULL;
  cl_int code = CL_SUCCESS;
  cl_lock();
  if (!buffer_is(buffer) || memory_parent(buffer))
    code = cl_refuse(CL_INVALID_MEM_OBJECT, __func__, "%p is no buffer, or is a sub-buffer", (void *)buffer);
  else if (!memory_inherit(&flags, buffer->flags))
    code = cl_refuse(CL_INVALID_VALUE, __func__,
                     "the flags 0x%llx are none of a sub-buffer, or the buffer's 0x%llx exclude them",
                     (unsigned long long)asked, (unsigned long long)buffer->flags);
  else if (type != CL_BUFFER_CREATE_TYPE_REGION || !info)
    code = cl_refuse(CL_INVALID_VALUE, __func__, "the type 0x%x is not CL_BUFFER_CREATE_TYPE_REGION, or has no region",
                     type);
  else if (!region->size) code = cl_refuse(CL_INVALID_BUFFER_SIZE, __func__, "a region of no bytes");
  else if (!(code = buffer_check_region(buffer, region->origin, region->size, __func__)) &&
           region->origin % CL_ALIGNMENT)
    code = cl_refuse(CL_MISALIGNED_SUB_BUFFER_OFFSET, __func__,
                     "the origin %zu is no multiple of %d bytes (CL_DEVICE_MEM_BASE_ADDR_ALIGN)", region->origin,
                     CL_ALIGNMENT);
  if (!code && !(m = memory_new(buffer->context, CL_MEM_OBJECT_BUFFER, buffer, region->origin, region->size, flags)))
    code = cl_refuse(CL_OUT_OF_HOST_MEMORY, __func__, "out of memory for a sub-buffer");
  cl_unlock();
  if (errcode_ret) *errcode_ret = code;
  return m;
}

cl_int CL_API_CALL clRetainMemObject(cl_mem m) {
  return object_retained(m, OF_MEMORY, CL_INVALID_MEM_OBJECT, __func__);
}

cl_int CL_API_CALL clReleaseMemObject(cl_mem m) {
  return object_released(m, OF_MEMORY, CL_INVALID_MEM_OBJECT, __func__);
}

static cl_int memory_info(const char *function, cl_mem m, cl_mem_info param_name, size_t param_value_size,
                          void *param_value, size_t *param_value_size_ret) {
  switch (param_name) {
    case CL_MEM_TYPE: return CL_ANSWER(cl_mem_object_type, m->type);
    case CL_MEM_FLAGS: return CL_ANSWER(cl_mem_flags, m->flags);
    case CL_MEM_SIZE: return CL_ANSWER(size_t, m->size);
    case CL_MEM_HOST_PTR: return CL_ANSWER(void *, m->host_ptr);
    case CL_MEM_MAP_COUNT: return CL_ANSWER(cl_uint, m->map_count);
    case CL_MEM_REFERENCE_COUNT: return CL_ANSWER(cl_uint, m->head.references);
    case CL_MEM_CONTEXT: return CL_ANSWER(cl_context, m->context);
    case CL_MEM_ASSOCIATED_MEMOBJECT: return CL_ANSWER(cl_mem, memory_parent(m));
    case CL_MEM_OFFSET: return CL_ANSWER(size_t, buffer_is(m) ? buffer_origin(m) : 0);
    case CL_MEM_USES_SVM_POINTER: return CL_ANSWER(cl_bool, buffer_is(m) && m->root->shared);
    case CL_MEM_PROPERTIES: return CL_ANSWER_LIST(m->given);
    default: return cl_unknown_name(function, param_name);
  }
}

cl_int CL_API_CALL clGetMemObjectInfo(cl_mem m, cl_mem_info param_name, size_t param_value_size, void *param_value,
                                      size_t *param_value_size_ret) {
  cl_lock();
  const cl_int code = object_is(m, OF_MEMORY)
                          ? memory_info(__func__, m, param_name, param_value_size, param_value, param_value_size_ret)
                          : cl_refuse(CL_INVALID_MEM_OBJECT, __func__, "%p is no memory object", (void *)m);
  cl_unlock();
  return code;
}

cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem m, void(CL_CALLBACK *pfn_notify)(cl_mem, void *),
                                                    void *user_data) {
  const destructor one = {.call.memory = pfn_notify, .data = user_data};
  return object_add_destructor(m, OF_MEMORY, CL_INVALID_MEM_OBJECT, pfn_notify ? &one : NULL, __func__);
}
