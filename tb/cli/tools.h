// SPDX-License-Identifier: Apache-2.0
// Tools of LLVM as processes, and hashes of what goes into their results.
#ifndef WAVELOCK_TOOLS_H
#define WAVELOCK_TOOLS_H

#include <stdio.h>

#include "object/target.h"
#include "wavelock/device.h"

// The name of a tool, or a folder: the value of an environment variable, or else the standard one.
const char *wl_tool(const char *variable, const char *standard);
bool wl_find_tool(const char *name, char *path, size_t size);  // the file that runs when a tool is called so
const char *wl_device_libraries(void);                         // folder of the bitcode that clang links
const char *wl_linker_folder(void);                            // where clang finds ld.lld

// A file as a string (the caller frees it). length: gets its bytes; may be NULL. NULL with error.
char *wl_read_text(const char *path, size_t *length, wl_error *error);
// As above, for regular files only: nothing else is opened.
char *wl_read_file(const char *path, size_t *length, wl_error *error);
// Makes a folder and its parents, as mkdir -p does.
bool wl_make_folders(const char *path, wl_error *error);
// Removes a folder with all that is in it; links in it, not what they lead to.
void wl_remove_folder(const char *path);
// Gives a file of a cache its name. A folder that has the name is damage: it goes. false: errno says why.
bool wl_take_name(const char *made, const char *path);

// Runs a tool. source: what it works on, for the error. output: gets its standard output, and is rewound; NULL: not
// needed. messages: gets its messages; NULL: on failure they go to stderr. The first message goes into error.
bool wl_tool_run(const char *const *argv, const char *source, FILE *output, FILE *messages, wl_error *error);

typedef struct {
  uint64_t a, b;
} wl_hash;  // two FNV-1a streams with different offsets

extern const wl_hash wl_hash_start;
void wl_hash_mix(wl_hash *h, const void *data, size_t size);
// The terminator is part of it: "ab", "c" and "a", "bc" differ.
void wl_hash_text(wl_hash *h, const char *text);
void wl_hash_sized(wl_hash *h, const void *data, size_t size);
// Mixes in the output of a tool. keep: a file for the output, if it can be written; NULL: none.
bool wl_hash_output(wl_hash *h, const char *const *argv, const char *source, const char *keep, FILE *messages,
                    wl_error *error);
// Mixes in the tool's version, and the text of a script. The version of a program is kept in the folder `cache` while
// the file does not change.
bool wl_hash_tool(wl_hash *h, const char *name, const char *source, const char *cache, wl_error *error);
// Mixes in what makes a code object of a program and its options: clang, its linker, the target and the libraries.
bool wl_hash_clang(wl_hash *h, wl_target target, const char *source, const char *cache, wl_error *error);

#endif
