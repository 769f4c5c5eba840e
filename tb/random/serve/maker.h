// SPDX-License-Identifier: Apache-2.0
// The maker: a process of the server that makes and assembles the programs of all runs, one after the other. What LLVM
// reads and writes is mapped once there. In each run's own process that took longer than a short run takes.
//
// The server calls begin, end and seconds. A run's process, which is forked from the server, calls the others. One run
// at a time may ask.
#ifndef WAVELOCK_SERVE_MAKER_H
#define WAVELOCK_SERVE_MAKER_H

#include <stdbool.h>
#include <stddef.h>

// Loads the library of programs, once a process. false: a message is on stderr.
bool maker_load(void);

// Starts the maker if there is none. false: errno says why not.
bool maker_begin(void);

// Ends it if it has ended by itself, or if lost: the run that asked it did not wait for its answer.
void maker_look(bool lost);

// Ends it when it has nothing to do.
void maker_end(void);

// Its processor time so far.
double maker_seconds(void);

// For the run's process. log: gets what the maker says. made: whether the programs come from the generator.
void maker_speaks(const char *log, bool made);

// The generator of random programs: its exit code. argv: NULL-terminated.
int maker_generate(char **argv);

// Assembles and links text to the file made, as cli/toolchain.h asks for it. false: message says why not.
typedef bool maker_assembler(const char *text, const char *path, const char *processor, const char *features,
                             const char *folder, const char *made, char *message, size_t size);
maker_assembler maker_assemble;

#endif
