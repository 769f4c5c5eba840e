// SPDX-License-Identifier: Apache-2.0
// Programs, their code objects and kernels.
#ifndef WAVELOCK_OPENCL_PROGRAM_H
#define WAVELOCK_OPENCL_PROGRAM_H

#include <limits.h>
#include <pthread.h>

#include "buffer.h"
#include "compiler.h"
#include "sampler.h"
#include "object/loader.h"

// A code object file: what a program that was built, and its kernels, share. Counted with the lock held.
typedef struct code_object {
  cl_uint uses;
  char path[PATH_MAX];
  wl_object *object;            // its kernels and their arguments
  wl_code *loaded[CL_DEVICES];  // of the worker; NULL: not loaded yet
  // What it was linked from, for a second one for large work-groups; count 0: the host brought it.
  blob *bitcode;
  cl_uint count;
  bool plain;
  pthread_mutex_t widening;  // held while the second one is made, without the lock
  bool widened;              // that was tried
  struct code_object *wide;  // NULL: there is none
  char *wide_log;            // of its build; NULL: none
} code_object;

code_object *code_object_new(const char *path, wl_error *error);  // one use
void code_object_use(code_object *c);
void code_object_unuse(code_object *c);
// Makes the code object for large work-groups, if that was not tried. Without the lock; the caller uses c.
void code_object_widen(code_object *c);

// What a program is for one device.
typedef struct {
  cl_build_status status;
  cl_program_binary_type type;
  char *options, *log;  // NULL: none
  blob binary;          // the code object, or bitcode of a compiled object or a library
  bool arg_info;        // its kernels tell about their arguments
  code_object *code;    // of an executable; NULL: none
} program_build;

struct _cl_program {
  object head;
  cl_context context;
  cl_uint device_count;
  cl_device_id device[CL_DEVICES];
  char *source;            // NULL: from a module, from binaries, or linked
  blob module;             // SPIR-V; data NULL: none
  il_constant *constants;  // the values that the host gave its specialization constants
  size_t constant_count;
  bool linked;                      // by clLinkProgram
  program_build build[CL_DEVICES];  // by the device's index
  // The binaries given to clCreateProgramWithBinary; data NULL: nothing for this device.
  program_build given[CL_DEVICES];
  cl_uint building;      // builds that have not ended
  cl_uint kernel_count;  // kernels of the host that exist: the program cannot be built again
};

typedef enum {
  ARGUMENT_VALUE,
  ARGUMENT_BUFFER,
  ARGUMENT_LOCAL,
  ARGUMENT_IMAGE,
  ARGUMENT_SAMPLER,
  ARGUMENT_UNKNOWN
} argument_kind;
argument_kind argument_kind_of(const wl_arg_info *a);

typedef struct {
  bool set;
  size_t size;
  uint8_t *value;  // by value: the bytes
  // A buffer or an image, or NULL; a sampler, or NULL. A kernel's own are not used: the host may have released them.
  cl_mem memory;
  size_t offset;  // of a pointer in shared virtual memory, which `memory` then is; else 0
  cl_sampler sampler;
} kernel_argument;

struct _cl_kernel {
  object head;
  cl_program program;
  // By the device's index; NULL: its program was not built for it.
  code_object *code[CL_DEVICES];
  const struct wl_kernel *of[CL_DEVICES];
  bool arg_info;
  cl_uint count;  // of explicit arguments
  const wl_arg_info **info;
  kernel_argument *arguments;
  // The pointers of CL_KERNEL_EXEC_INFO_SVM_PTRS. What they point into may have been freed.
  void **shared;
  size_t shared_count;
};

// The arguments as they are now, for a command, with their objects used. With the lock held. CL_INVALID_KERNEL_ARGS:
// one was not set, or its object was released.
cl_int kernel_arguments_copy(cl_kernel k, kernel_argument **arguments, const char *function);
void kernel_arguments_free(cl_kernel k, kernel_argument *arguments);
// Sets the pointers of CL_KERNEL_EXEC_INFO_SVM_PTRS. With the lock held. false: out of memory.
bool kernel_set_shared(cl_kernel k, void *const *pointers, size_t count);

// Says in the log what the unit lacks for the kernels of an object. false: one of them can surely not run.
bool diagnose(const wl_object *o, FILE *log);

#endif
