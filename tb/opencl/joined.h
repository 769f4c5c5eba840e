// SPDX-License-Identifier: Apache-2.0
// What OpenCL C allows, and the code generator of LLVM 16 does not take, in the text of linked bitcode.
#ifndef WAVELOCK_OPENCL_JOINED_H
#define WAVELOCK_OPENCL_JOINED_H

#include <stdbool.h>
#include <stdio.h>

// Writes the text with these changes. An inline function stays where it is not inlined: elsewhere it has no definition.
// A kernel that a kernel calls is inlined there.
bool prepare_joined(const char *text, FILE *to);

#endif
