// SPDX-License-Identifier: Apache-2.0
// The command `wavelock`.
#ifndef WAVELOCK_COMMAND_H
#define WAVELOCK_COMMAND_H

#ifdef __cplusplus
extern "C" {
#endif

// Does what a command line asks for, but for --serve. Standard output is written behind it. Returns the exit code. argv
// is borrowed and may be reordered.
int wl_command(int argc, char **argv);

#ifdef __cplusplus
}
#endif
#endif
