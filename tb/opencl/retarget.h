// SPDX-License-Identifier: Apache-2.0
// From LLVM's text of a SPIR-V module to that of the same program for GFX9.
//
// llvm-spirv makes a module for the target spir64. Two things differ from what clang makes of OpenCL C: the numbers of
// address spaces, which are also in the names of the library's functions, and how kernels take structures.
#ifndef WAVELOCK_OPENCL_RETARGET_H
#define WAVELOCK_OPENCL_RETARGET_H

#include <stdbool.h>
#include <stdio.h>

// flush: denormals of float are zeros (-cl-denorms-are-zero). false: out of memory, `to` cannot be written, or a line
// says what this does not know: `log` gets the line.
bool retarget(const char *text, bool flush, FILE *to, FILE *log);

#endif
