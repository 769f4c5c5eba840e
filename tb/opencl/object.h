// SPDX-License-Identifier: Apache-2.0
// What all OpenCL objects have in common: the dispatch table of the loader, reference counts, the check of handles, and
// the lock of the library.
#ifndef WAVELOCK_OPENCL_OBJECT_H
#define WAVELOCK_OPENCL_OBJECT_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum {
  OF_PLATFORM,
  OF_DEVICE,
  OF_CONTEXT,
  OF_QUEUE,
  OF_MEMORY,
  OF_PROGRAM,
  OF_KERNEL,
  OF_EVENT,
  OF_SAMPLER
} object_kind;

// What the host wants to be called when an object is destroyed: a context or a memory object.
typedef struct destructor {
  union {
    void(CL_CALLBACK *context)(cl_context, void *);
    void(CL_CALLBACK *memory)(cl_mem, void *);
  } call;
  void *data;
  struct destructor *next;
} destructor;

// The head of every object. The loader reads `dispatch`.
typedef struct object {
  const cl_icd_dispatch *dispatch;
  object_kind kind;
  cl_uint references;                // of the host
  cl_uint uses;                      // of the library: commands, and objects that are made of it
  void (*destroy)(struct object *);  // with the lock held, when both counts are 0; ends in object_free
  destructor *destructors;           // the last one first
  struct object *next;               // of those that are freed
} object;

// One lock for all objects. Nobody holds it while a kernel runs, a compiler runs or a callback of the host runs.
void cl_lock(void);
// Frees the lock, then calls the callbacks that were deferred meanwhile.
void cl_unlock(void);
// Waits, with the lock held, until cl_changed is called, or returns earlier. What was deferred is called meanwhile.
void cl_wait(void);
void cl_changed(void);
// Calls when the lock is free, on this thread, or in place of the worker on the thread of callbacks. With the lock
// held. `call` frees what `data` holds.
void cl_defer(void (*call)(void *data), void *data);
// Calls on the thread of callbacks, one after the other. There a callback of the host may block. With the lock held.
void cl_call_back(void (*call)(void *data), void *data);
// Waits for ten seconds: another thread ends the process. With the lock held.
void cl_linger(void);
// Waits until those that are due have returned, for at most a second in all, or something else has changed. true:
// the wait is over. With the lock held.
bool cl_called_back(void);
// In a process that was forked: the thread of callbacks is not there, and nobody waits. With the lock held.
void cl_forked(void);
// No callback begins after this; one that runs is not waited for. Without the lock.
void cl_end_callbacks(void);
// Whether this thread is the worker (queue.h), and the worker's word that it is.
bool cl_on_worker(void);
void cl_be_worker(void);

// All of the following with the lock held.

// A new object of `size` bytes, all zero but its head, with one reference of the host. NULL: out of memory.
void *object_new(object_kind kind, size_t size, void (*destroy)(object *));
// The end of an object. Its memory stays for later ones of its kind: the loader reads `dispatch` of any handle, also of
// one that was released too often.
void object_free(void *o);
// Whether a handle of the host is one of a live object of this kind. Any pointer may be asked about, also NULL. An
// object that the host has released lives as long as others are made of it: it can be retained again.
bool object_is(const void *handle, object_kind kind);
void object_use(void *o);
void object_unuse(void *o);
// A reference of the host, and its release.
void object_retain(void *o);
void object_release(void *o);

// The way of all clRetain and clRelease functions: takes the lock, checks the handle, counts. Returns `invalid` for a
// bad handle.
cl_int object_retained(void *handle, object_kind kind, cl_int invalid, const char *function);
cl_int object_released(void *handle, object_kind kind, cl_int invalid, const char *function);
// The way of the functions that set such a callback, NULL: none is given.
cl_int object_add_destructor(void *handle, object_kind kind, cl_int invalid, const destructor *one,
                             const char *function);
// Calls them, without the lock.
void object_call_destructors(void *o);

// Says why a call is refused: one sentence on stderr, with WAVELOCK_VERBOSE=1. Returns `code`. The lock may be held.
cl_int cl_refuse(cl_int code, const char *function, const char *format, ...) __attribute__((format(printf, 3, 4)));
// The same for functions that return a handle: *errcode gets `code` if errcode is not NULL. Returns NULL.
void *cl_refuse_new(cl_int *errcode, cl_int code, const char *function, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// *errcode = CL_SUCCESS if errcode is not NULL. Returns o.
void *cl_made(cl_int *errcode, void *o);

// The answer of the clGet*Info function `function`: copies `size` bytes. Refuses with CL_INVALID_VALUE if to is not
// NULL and has less room.
cl_int cl_answer(const char *function, const void *from, size_t size, size_t room, void *to, size_t *size_ret);
cl_int cl_answer_text(const char *function, const char *text, size_t room, void *to, size_t *size_ret);
#define CL_ANSWER(type, value) \
  cl_answer(function, &(type){value}, sizeof(type), param_value_size, param_value, param_value_size_ret)
// A list of properties as the host gave it, with its final 0, for the query that asks for it. words NULL: it gave none.
typedef struct {
  cl_ulong *words;
  size_t count;  // of words
} property_list;

// false: out of memory.
bool property_list_copy(const cl_ulong *list, property_list *to);
#define CL_ANSWER_LIST(list)                                                                        \
  cl_answer(function, (list).words, (list).count * sizeof(cl_ulong), param_value_size, param_value, \
            param_value_size_ret)
// Refuses a param_name that the function does not know.
cl_int cl_unknown_name(const char *function, cl_uint param_name);

extern const cl_icd_dispatch cl_dispatch;

#endif
