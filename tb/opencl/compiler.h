// SPDX-License-Identifier: Apache-2.0
// From OpenCL C and SPIR-V to bitcode, and from bitcode to a code object: clang and llvm-link as processes. Results are
// kept (cache.h).
#ifndef WAVELOCK_OPENCL_COMPILER_H
#define WAVELOCK_OPENCL_COMPILER_H

#include <stdio.h>

#include "cache.h"
#include "il.h"
#include "options.h"

typedef struct {
  const char *name;  // as the source includes it
  const char *text;
} header;

// All of them write clang's messages to `log`, also after success, and what else is wrong. A blob that they make is the
// caller's. They may be called by several threads at once.

// bitcode: gets what clang makes of the source before it optimizes.
bool compile_source(const char *source, const program_options *o, const header *headers, size_t header_count,
                    blob *bitcode, FILE *log);
// bitcode: gets that of a module of SPIR-V, with values for some of its specialization constants.
bool compile_module(const blob *module, const il_constant *constants, size_t constant_count, const program_options *o,
                    blob *bitcode, FILE *log);
// path: gets that of the code object, which stays where it is. wide: kernels for work-groups of up to WIDE_GROUP
// work-items. Kernels of a program with variables are always: all launches share these, so there is one code object.
bool link_program(const blob *in, size_t count, bool plain, bool wide, blob *object, char *path, size_t size,
                  FILE *log);
bool link_library(const blob *in, size_t count, blob *library, FILE *log);
// Keeps a code object that a host brings.
bool keep_object(const blob *in, blob *object, char *path, size_t size, FILE *log);

#endif
