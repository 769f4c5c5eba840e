// SPDX-License-Identifier: Apache-2.0
// From a source file to a code object: .s by llvm-mc and ld.lld, .cl by clang, cached by content.
#ifndef WAVELOCK_TOOLCHAIN_H
#define WAVELOCK_TOOLCHAIN_H

#include "cl_options.h"

// path: x.s, x.cl, or a finished code object (.co, .hsaco, .so), which is its own result. cache: folder for the
// results, made when missing; the key is the source, all that it includes, the command and the tools. A .s whose
// includes only the assembler can tell (a macro makes their names) is assembled every time. A .s without an
// .amdhsa_kernel block gets a default descriptor for its entry (first lines of toolchain.c). The tool's messages go to
// stderr; false with an error that has the first of them.
bool wl_toolchain_build(const char *path, const char *cache, char *object, size_t object_size, wl_error *error);

// The same with options for clang, which are part of the key; for a .cl only.
bool wl_toolchain_compile(const char *path, const wl_cl_options *options, const char *cache, char *object,
                          size_t object_size, wl_error *error);

// The entry of an assembly text: its first .globl/.global symbol, or "main" when it has that label. false: neither.
bool wl_toolchain_entry(const char *text, char *name, size_t size);

// mkdir -p.
bool wl_make_folders(const char *path, wl_error *error);

#endif
