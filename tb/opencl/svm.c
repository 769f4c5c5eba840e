// SPDX-License-Identifier: Apache-2.0
#include "svm.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "transfer.h"

cl_device_svm_capabilities cl_svm_capabilities(void) { return CL_DEVICE_SVM_COARSE_GRAIN_BUFFER; }

// ---- allocations ---------------------------------------------------------------------------------

enum { LARGEST_ALIGNMENT = WL_PAGE };

// All of them, in order of address. With the lock held.
static cl_mem *all;
static size_t count, room;

// The index of the first that ends above an address.
static size_t index_of(uint64_t address) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (all[middle]->address + all[middle]->size > address) high = middle;
    else low = middle + 1;
  }
  return low;
}

cl_mem svm_find(const void *pointer, size_t *offset) {
  const uint64_t address = (uintptr_t)pointer;
  const size_t i = index_of(address);
  if (i == count || all[i]->address > address) return NULL;
  *offset = address - all[i]->address;
  return all[i];
}

static bool make_room(void) {
  if (count < room) return true;
  const size_t more = room ? 2 * room : 16;
  cl_mem *larger = realloc(all, more * sizeof *all);
  if (!larger) return false;
  all = larger;
  room = more;
  return true;
}

// Memory of the host, all zero, where the next allocation is to be: the addresses of a program are then the same in
// each run, and none comes again. Where something else lies the system chooses another place. NULL: out of memory.
static void *map_memory(size_t bytes) {
  static uintptr_t next = UINT64_C(0x200000000000);
  void *p = mmap((void *)next, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return NULL;
  if (p == (void *)next) next += bytes + WL_PAGE;
  return p;
}

void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  const char *why = NULL;
  void *p = NULL;
  cl_lock();
  if (!object_is(context, OF_CONTEXT)) why = "a bad context";
  else if (flags & (CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS))
    why = "the devices have coarse-grained buffers alone, without atomics that the host sees";
  else if ((flags & ~(cl_svm_mem_flags)(CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)) ||
           !memory_flags_good(flags))
    why = "flags that are not those of shared virtual memory, or exclude each other";
  else if (!size || size > cl_largest_buffer) why = "no bytes, or more than CL_DEVICE_MAX_MEM_ALLOC_SIZE";
  else if ((alignment & (alignment - 1)) || alignment > LARGEST_ALIGNMENT)
    why = "the alignment is no power of two, or more than 4096";
  else if (size > memory_left()) why = "the device has not so much memory left";
  if (!why) {
    const size_t bytes = (size + WL_PAGE - 1) / WL_PAGE * WL_PAGE;
    cl_mem m = make_room() ? memory_new(context, CL_MEM_OBJECT_BUFFER, NULL, 0, size, flags) : NULL;
    if (m && (p = map_memory(bytes))) {
      m->host_ptr = m->host = p;
      m->address = (uintptr_t)p;
      m->shared = bytes;
      const size_t i = index_of(m->address);
      memmove(all + i + 1, all + i, (count++ - i) * sizeof *all);
      all[i] = m;
    } else {
      why = "out of memory";
      if (m) object_release(m);
    }
  }
  cl_unlock();
  if (why) cl_refuse(CL_INVALID_VALUE, __func__, "%zu bytes: %s", size, why);
  return p;
}

// With the lock held. A pointer that is not that of an allocation of the context is left alone.
static void free_memory(cl_context context, const void *pointer) {
  size_t offset;
  const cl_mem m = svm_find(pointer, &offset);
  if (!m || offset || m->context != context) return;
  const size_t i = index_of(m->address);
  memmove(all + i, all + i + 1, (--count - i) * sizeof *all);
  object_release(m);
}

void CL_API_CALL clSVMFree(cl_context context, void *svm_pointer) {
  cl_lock();
  free_memory(context, svm_pointer);
  cl_unlock();
}

// ---- commands ------------------------------------------------------------------------------------

typedef struct {
  command head;
  cl_uint count;
  void **pointers;
  void(CL_CALLBACK *call)(cl_command_queue, cl_uint, void *[], void *);  // NULL: the library frees them
  void *data;
} free_command;

static cl_int run_free(command *c, cl_ulong *clocks) {
  free_command *f = (free_command *)c;
  (void)clocks;
  if (f->call) {
    f->call(c->queue, f->count, f->pointers, f->data);
    return CL_SUCCESS;
  }
  cl_lock();
  for (cl_uint i = 0; i < f->count; i++) free_memory(c->queue->context, f->pointers[i]);
  cl_unlock();
  return CL_SUCCESS;
}

static void done_free(command *c) { free(((free_command *)c)->pointers); }

cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue queue, cl_uint num_pointers, void *pointers[],
                                    void(CL_CALLBACK *call)(cl_command_queue, cl_uint, void *[], void *), void *data,
                                    cl_uint num_events, const cl_event *waits, cl_event *event) {
  cl_int code;
  cl_lock();
  free_command *f = command_new(sizeof *f, queue, CL_COMMAND_SVM_FREE, num_events, waits, __func__, &code);
  if (f) {
    f->head.run = run_free;
    f->head.done = done_free;
    f->count = num_pointers;
    f->call = call;
    f->data = data;
    if (!num_pointers != !pointers)
      code = cl_refuse(CL_INVALID_VALUE, __func__, "%u pointers at %p", num_pointers, (void *)pointers);
    else if (!(f->pointers = malloc(num_pointers * sizeof(void *) + 1)))
      code = cl_refuse(CL_OUT_OF_HOST_MEMORY, __func__, "out of memory");
    if (code) {
      command_drop(&f->head);
    } else {
      if (pointers) memcpy(f->pointers, pointers, num_pointers * sizeof(void *));
      code = command_enqueue(&f->head, false, event);
    }
  }
  cl_unlock();
  return code;
}

// What a command finds at a pointer: shared virtual memory, or else memory of the host.
static transfer_side side(const void *pointer) {
  size_t offset = 0;
  const cl_mem m = svm_find(pointer, &offset);
  return m ? (transfer_side){.memory = m, .at.offset = offset} : TRANSFER_HOST(pointer);
}

static cl_int check_side(const transfer_call *call, const transfer_side *s, size_t size) {
  if (s->is_host) return s->host ? CL_SUCCESS : cl_refuse(CL_INVALID_VALUE, call->function, "a pointer is NULL");
  if (s->memory->context != call->queue->context)
    return cl_refuse(CL_INVALID_CONTEXT, call->function, "the memory is of another context than the queue");
  return buffer_check_region(s->memory, s->at.offset, size, call->function);
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void *to, const void *from, size_t size,
                                      cl_uint num_events, const cl_event *waits, cl_event *event) {
  const transfer_call *const call = TRANSFER_CALL(CL_COMMAND_SVM_MEMCPY, blocking);
  const uintptr_t to_address = (uintptr_t)to, from_address = (uintptr_t)from;
  cl_int code;
  cl_lock();
  transfer *t = transfer_new(call, side(from), side(to), &code);
  if (t) {
    memcpy(t->region, (size_t[3]){size, 1, 1}, sizeof t->region);
    if (!(code = check_side(call, &t->to, size)) && !(code = check_side(call, &t->from, size)) &&
        (to_address > from_address ? to_address - from_address : from_address - to_address) < size)
      code = cl_refuse(CL_MEM_COPY_OVERLAP, __func__, "the regions overlap");
    code = transfer_end(t, call, code);
  }
  cl_unlock();
  return code;
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue queue, void *to, const void *pattern, size_t pattern_size,
                                       size_t size, cl_uint num_events, const cl_event *waits, cl_event *event) {
  const transfer_call *const call = TRANSFER_CALL(CL_COMMAND_SVM_MEMFILL, CL_FALSE);
  cl_int code;
  cl_lock();
  const transfer_side at = side(to);
  buffer_fill *f = fill_new(call, &code);
  if (f) {
    if (!(code = check_side(call, &at, size))) code = fill_check(call, pattern, pattern_size, (uintptr_t)to, size);
    code = fill_end(f, call, at, pattern, pattern_size, size, code);
  }
  cl_unlock();
  return code;
}

cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint num_pointers, const void **pointers,
                                          const size_t *sizes, cl_mem_migration_flags flags, cl_uint num_events,
                                          const cl_event *waits, cl_event *event) {
  const transfer_call *const call = TRANSFER_CALL(CL_COMMAND_SVM_MIGRATE_MEM, CL_FALSE);
  cl_int code;
  cl_lock();
  migration *m = migration_new(call, pointers ? num_pointers : 0, &code);
  if (m) {
    code = m->count ? migration_check_flags(call, flags) : cl_refuse(CL_INVALID_VALUE, __func__, "no pointers");
    for (cl_uint i = 0; i < m->count && !code; i++) {
      const transfer_side at = side(pointers[i]);
      code = at.is_host ? cl_refuse(CL_INVALID_VALUE, __func__, "%p is no shared virtual memory", pointers[i])
                        : check_side(call, &at, sizes ? sizes[i] : 0);
      m->memory[i] = at.memory;
    }
    code = migration_end(m, call, flags, code);
  }
  cl_unlock();
  return code;
}
