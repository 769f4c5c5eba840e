// SPDX-License-Identifier: Apache-2.0
// The command `wavelock`.
#ifndef WAVELOCK_COMMAND_H
#define WAVELOCK_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Does what a command line asks for, but for --serve. Standard output is written behind it. Returns the exit code. argv
// is borrowed and may be reordered.
int wl_command(int argc, char **argv);

// A text as one word of a shell, in quotes where they are needed. false: it does not fit.
bool wl_quoted(char *to, size_t size, const char *text);

#ifdef __cplusplus
}
#endif
#endif
