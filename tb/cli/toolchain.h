// SPDX-License-Identifier: Apache-2.0
// Builds code objects: .s by llvm-mc and ld.lld, .cl by clang. Results are cached.
#ifndef WAVELOCK_TOOLCHAIN_H
#define WAVELOCK_TOOLCHAIN_H

#include "cl_options.h"
#include "object/target.h"

// path: a source file (.s, .cl) or a code object (.co, .hsaco, .so). object: gets the path of the code object. A code
// object as input stays where it is. cache: the folder for results. It is made if it does not exist. A result is used
// again while the source, the files that it includes, the commands and the tools stay the same. A .s in which a macro
// makes the name of an included file is assembled every time. A .s without an .amdhsa_kernel block gets a default
// descriptor for its entry (see the head of toolchain.c). The tools' messages go to stderr. false with an error that
// has the first message. The code is for gfx900.
bool wl_toolchain_build(const char *path, const char *cache, char *object, size_t object_size, wl_error *error);

// The same for a target, with options for clang. Options for a file other than .cl are an error.
bool wl_toolchain_compile(const char *path, wl_target target, const wl_cl_options *options, const char *cache,
                          char *object, size_t object_size, wl_error *error);

// The image of a program for a unit with an instruction set of its own. A .s is assembled each time, and the image is
// named by its contents. assembler: a program that is run as ASSEMBLER IN.s OUT.bin; "": there is none. A .bin stays
// where it is. image: gets its path.
bool wl_toolchain_image(const char *path, const char *assembler, const char *cache, char *image, size_t image_size,
                        wl_error *error);

// From now on assembly programs are assembled and linked in this process, by this function (random/serve/programs.h).
// Objects in the cache that llvm-mc made are not used then.
typedef bool wl_assembler(const char *text, const char *path, const char *processor, const char *features,
                          const char *folder, const char *made, char *message, size_t size);
void wl_toolchain_assembler(wl_assembler *assembler);

// The entry of an assembly text: its first .globl or .global symbol, or else its label "main". false: it has neither.
bool wl_toolchain_entry(const char *text, char *name, size_t size);

#endif
