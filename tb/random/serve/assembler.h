// SPDX-License-Identifier: Apache-2.0
// LLVM's assembler and linker, from C. programs.h has the arguments.
#ifndef WAVELOCK_SERVE_ASSEMBLER_H
#define WAVELOCK_SERVE_ASSEMBLER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void assembler_prepare(void);
bool assembler_run(const char *text, const char *path, const char *processor, const char *features, const char *folder,
                   const char *made, char *message, size_t size);

#ifdef __cplusplus
}
#endif
#endif
