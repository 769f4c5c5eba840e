// SPDX-License-Identifier: Apache-2.0
#ifndef WAVELOCK_RANDOM_GENERATE_H
#define WAVELOCK_RANDOM_GENERATE_H

#include <stdio.h>

// Writes a random program, DIR/random.s, and its test description, DIR/test.json. Options: usage of generate.c; with
// --table those of table/by_table.c. Once a process. Exit code: 0, or 2 where the arguments are wrong or a file cannot
// be written; stderr says why.
int random_generate(int argc, char **argv);

// Opens folder/name to be written. NULL: stderr says why not.
FILE *random_create(const char *folder, const char *name);

#endif
