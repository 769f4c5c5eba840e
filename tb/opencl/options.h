// SPDX-License-Identifier: Apache-2.0
// The options of clBuildProgram, clCompileProgram and clLinkProgram (OpenCL 3.0, 5.8.6 and 5.8.7).
#ifndef WAVELOCK_OPENCL_OPTIONS_H
#define WAVELOCK_OPENCL_OPTIONS_H

#include "cli/cl_options.h"

typedef enum { FOR_BUILD, FOR_COMPILE, FOR_LINK } options_use;

typedef struct {
  wl_cl_options words;  // for clang
  unsigned standard;    // of OpenCL C, as __OPENCL_C_VERSION__: 120 without -cl-std
  bool plain;           // -cl-opt-disable
  bool arg_info;        // -cl-kernel-arg-info
  bool library;         // -create-library
  bool rounded;         // -cl-fp32-correctly-rounded-divide-sqrt
  // Lines for the log of the build, about options that do not do all they say; NULL: none.
  char *notes;
} program_options;

// text: NULL: none. false with a sentence: an option that is unknown, malformed, or not for this use. The caller frees
// what there is in both cases.
bool options_parse(const char *text, options_use use, program_options *o, wl_error *error);
void options_free(program_options *o);

#endif
