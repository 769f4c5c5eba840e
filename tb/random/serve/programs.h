// SPDX-License-Identifier: Apache-2.0
// build/wavelock-programs.so: what makes and assembles programs inside the tool's process. It has LLVM in it, which
// takes longer to load than a short run takes, so only a server loads it (serve.h).
#ifndef WAVELOCK_SERVE_PROGRAMS_H
#define WAVELOCK_SERVE_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WL_PROGRAMS_LIBRARY "wavelock-programs.so"  // beside the tool
#define WL_PROGRAMS_EXPORT __attribute__((visibility("default")))

// Makes LLVM ready, once a process.
WL_PROGRAMS_EXPORT void wl_programs_prepare(void);

// The generator of random programs, with the arguments and the exit code of build/wavelock-random.
WL_PROGRAMS_EXPORT int wl_programs_generate(int argc, char **argv);

// Assembles text and links it into the code object `made`, as llvm-mc -mcpu=PROCESSOR -mattr=FEATURES -I FOLDER and
// ld.lld -shared do. generated: the program comes from the generator. path: the program, for messages. Messages go to
// stderr; false: the first one is in message.
WL_PROGRAMS_EXPORT bool wl_programs_assemble(bool generated, const char *text, const char *path, const char *processor,
                                             const char *features, const char *folder, const char *made, char *message,
                                             size_t size);

#ifdef __cplusplus
}
#endif
#endif
