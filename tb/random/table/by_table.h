// SPDX-License-Identifier: Apache-2.0
#ifndef WAVELOCK_RANDOM_BY_TABLE_H
#define WAVELOCK_RANDOM_BY_TABLE_H

#include <stdbool.h>

// Whether the arguments of wavelock-random ask for a program of a table.
bool table_asked(int argc, char **argv);

// Writes a random program of a table, DIR/random.s and DIR/test.json, or counts what programs have of its rows.
// Options: usage of by_table.c. Exit code: 0, or 2 where the arguments or the table are wrong or a file cannot be
// written; stderr says why.
int table_generate(int argc, char **argv);

#endif
