// SPDX-License-Identifier: Apache-2.0
// Options for clang that a description or the command line gives.
#ifndef WAVELOCK_CL_OPTIONS_H
#define WAVELOCK_CL_OPTIONS_H

#include "wavelock/device.h"

typedef struct {
  char **word;  // as clang gets them
  size_t count;
} wl_cl_options;

// Adds the words of a text: spaces part them, except in single or double quotes, which go. folder: where relative paths
// of -I, -isystem and -include begin, "" for the current folder. Options that would make anything but a code object for
// this unit are refused.
bool wl_cl_options_add(wl_cl_options *o, const char *text, const char *folder, wl_error *error);
void wl_cl_options_free(wl_cl_options *o);

#endif
