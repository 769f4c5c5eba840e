// SPDX-License-Identifier: Apache-2.0
// Names of registers and constants in a listing (maxwell-control.md 3.1, D-CTRL-4).
#ifndef WAVELOCK_SASS_NAMES_H
#define WAVELOCK_SASS_NAMES_H

#include <stdbool.h>
#include <stddef.h>

// Numbers of registers: R0..R254, P0..P6, CC, then names that are not mapped.
enum {
  SASS_LAST_R = 254,
  SASS_P0 = 256,
  SASS_PREDICATES = 7,
  SASS_CC = SASS_P0 + SASS_PREDICATES,
  SASS_OWN,              // first number of a name that is a register of its own
  SASS_NO_REGISTER = -1  // RZ, PT, none
};

typedef struct sass_names sass_names;

sass_names *sass_names_new(void);
void sass_names_free(sass_names *names);

// Maps a name to R<number>. False: the name is mapped already.
bool sass_map_register(sass_names *names, const char *name, size_t length, int number);
// Maps a name to the text of a constant operand. False: the name is mapped already.
bool sass_map_constant(sass_names *names, const char *name, size_t length, const char *constant);

// The register of a mapped name; SASS_NO_REGISTER: not a register.
int sass_mapped_register(const sass_names *names, const char *name, size_t length);
// The constant of a mapped name, or NULL.
const char *sass_mapped_constant(const sass_names *names, const char *name, size_t length);

// The register of its own that the name is; a new one at its first use.
int sass_own_register(sass_names *names, const char *name, size_t length);
// The n-th register behind it: of a mapped one by number, of a name with a decimal suffix by name; else none.
int sass_neighbour(sass_names *names, int number, int n);

enum { SASS_REGISTER_TEXT = 64 };
// As messages name it: "R4", "P0", "CC", the name. Long names are cut.
void sass_register_text(const sass_names *names, int number, char text[SASS_REGISTER_TEXT]);

#endif
