// SPDX-License-Identifier: Apache-2.0
// What OpenCL C allows, and the code generator of LLVM 16 does not take, in the text of linked bitcode.
#ifndef WAVELOCK_OPENCL_JOINED_H
#define WAVELOCK_OPENCL_JOINED_H

#include <stdbool.h>
#include <stdio.h>

// What clang compiles a kernel for that does not say what it needs, and what it is compiled for where that is too
// little.
#define NARROW_GROUP 256
#define WIDE_GROUP 1024

// Writes the text with these changes. An inline function stays where it is not inlined: elsewhere it has no definition.
// A kernel that a kernel calls is inlined there. All variables have bytes in the code object. wide, or a text with
// variables in global memory: kernels for work-groups of NARROW_GROUP work-items are for WIDE_GROUP ones.
bool prepare_joined(const char *text, bool wide, FILE *to);

// Whether a kernel of the text has an argument that is a vector or a struct, which may be of one vector.
bool takes_vectors(const char *text);

#endif
