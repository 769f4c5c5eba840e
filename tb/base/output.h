// SPDX-License-Identifier: Apache-2.0
// Output files whose path the user gives. An existing file is replaced; an existing device or pipe is written to. A
// folder or a symbolic link is refused: a link may lead anywhere. A parent folder may be a link.
#ifndef WAVELOCK_OUTPUT_H
#define WAVELOCK_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "wavelock/device.h"

// what names the file in the error, as "the trace"; NULL: nothing does. error may be NULL.
// Whether path can be such a file; no device or pipe where it is mapped, or written at several places. Nothing is
// opened.
bool wl_output_allowed(const char *path, const char *what, bool mapped, wl_error *error);

// A file that grows as the run goes on. NULL: error says why.
FILE *wl_output_open(const char *path, const char *what, wl_error *error);
// Closes it. false: not all of it was written, error says why, and no file is left.
bool wl_output_close(FILE *file, const char *path, const char *what, wl_error *error);

// A file that is there whole or not at all: written beside path, and renamed.
bool wl_output_write(const char *path, const char *what, const void *bytes, size_t size, wl_error *error);

// Removes a file of an earlier run, or what is left of one; no device.
void wl_output_remove(const char *path);

#endif
