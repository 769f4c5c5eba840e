// SPDX-License-Identifier: Apache-2.0
// Options for clang, from a test description or from the command line.
#ifndef WAVELOCK_CL_OPTIONS_H
#define WAVELOCK_CL_OPTIONS_H

#include "wavelock/device.h"

typedef struct {
  char **word;  // one argument of clang each; a NULL ends them, if there are any
  size_t count;
} wl_cl_options;

// Adds the words of a text. Spaces separate words. Single and double quotes hold a word together and are removed.
// folder: the base of relative paths of -I, -isystem and -include; "": the current folder. Allowed are macros, include
// paths, and options of language, optimization, warnings and code generation. All others are an error.
bool wl_cl_options_add(wl_cl_options *o, const char *text, const char *folder, wl_error *error);
// Adds one argument as it is.
bool wl_cl_options_word(wl_cl_options *o, const char *word, wl_error *error);
void wl_cl_options_free(wl_cl_options *o);

#endif
