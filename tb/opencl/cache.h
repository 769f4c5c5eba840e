// SPDX-License-Identifier: Apache-2.0
// The folder of compiled programs: WAVELOCK_CACHE, else $XDG_CACHE_HOME/wavelock/opencl, else
// ~/.cache/wavelock/opencl. Where that cannot be written, one of the user in $TMPDIR or /tmp takes its place. A result
// has a folder of its own in it, named by a hash of all that goes into it. Several processes may use it at once.
#ifndef WAVELOCK_OPENCL_CACHE_H
#define WAVELOCK_OPENCL_CACHE_H

#include <limits.h>
#include <stdio.h>

#include "cli/tools.h"

typedef struct {
  void *data;  // NULL: none; else a zero byte is behind it
  size_t size;
} blob;

bool read_blob(const char *path, blob *b);

// The folder, chosen by the first call, as a path from the root; its results stay until the process ends. NULL: there
// is none. On any thread.
const char *cache_folder(void);
// A new folder in it, which the caller removes.
bool cache_new_folder(char *path, size_t size);

// The path of a file of the result with this key. make: also its folder.
bool cache_path(const wl_hash *key, bool make, const char *name, char *path, size_t size);
// Whether this file is there as it was kept. log: gets the messages that were kept with it. The caller frees b.
bool cache_find(const wl_hash *key, const char *name, blob *b, FILE *log);
// Gives the file `made`, which lies in the folder `work` of the caller, its place. false with errno.
bool cache_keep(const wl_hash *key, const char *name, const char *work, const char *made, const char *messages,
                blob *b);

#endif
