// SPDX-License-Identifier: Apache-2.0
// What the readers and printers of the three forms share.
#ifndef WAVELOCK_SASS_READ_H
#define WAVELOCK_SASS_READ_H

#include "listing.h"

typedef struct {
  sass_listing *listing;
  const sass_classes *classes;
  sass_error *error;
  int line;           // from 1
  const char *start;  // of the line
} sass_reader;

// The message for the character `at` of the line. Returns NULL, for functions that return a place or false.
__attribute__((format(printf, 3, 4))) const char *sass_refuse(const sass_reader *r, const char *at, const char *format,
                                                              ...);

// Memory that lives as long as the listing.
void *sass_keep(sass_listing *listing, void *memory);
char *sass_keep_text(sass_listing *listing, const char *text, size_t length);

const char *sass_skip_space(const char *p);
// Whether a line is ".section NAME".
bool sass_is_section(const char *p);
// Whether a line of maxas begins at p: wait mask and read barrier of its control field.
bool sass_is_maxas(const char *p);
// Behind the characters of a label's name at p; p itself if there are none.
const char *sass_skip_label(const char *p);

// Whether the name at p names a label without `( ): no register, no condition such as CC.NE, no number.
bool sass_plain_label(const char *p);

// Each reads the lines of the listing; false: error says why.
bool sass_read_maxas(sass_reader *r);
bool sass_read_cuobjdump(sass_reader *r);
bool sass_read_cuasm(sass_reader *r);
void sass_print_maxas(const sass_listing *listing, FILE *to);
void sass_print_cuobjdump(const sass_listing *listing, FILE *to);
void sass_print_cuasm(const sass_listing *listing, FILE *to);

// A new instruction at the end, with the line of the reader, the function, the next address and no control field.
sass_instruction *sass_add_instruction(sass_reader *r, int function);
void sass_add_label(sass_reader *r, const char *name, size_t length, int function);
// The next instruction begins a function, as its address says: the labels before it are of that function.
void sass_move_labels(sass_reader *r, int function);

// Reads guard, opcode and operands at p, up to ";", "}", a comment or the end. What follows them, or NULL.
const char *sass_read_statement(sass_reader *r, const char *p, sass_instruction *instruction);
// Fills writes, reads and slots (maxwell-control.md 4.5, 4.7). False: a reuse flag on an operand without slot.
bool sass_find_uses(sass_reader *r, sass_instruction *instruction);

// A line inside <REGISTER_MAPPING> or <CONSTANT_MAPPING> (maxwell-control.md 3.1).
bool sass_read_register_mapping(sass_reader *r, const char *p);
bool sass_read_constant_mapping(sass_reader *r, const char *p);

// Prints opcode and operands.
void sass_print_statement(const sass_instruction *instruction, sass_form form, FILE *to);
// The labels before instruction `at` of functions up to `function`, from *next on; *next is then behind them.
void sass_print_labels(const sass_listing *listing, int at, int function, int *next, FILE *to);
// Whether the instruction is the first of a pair (maxwell-control.md 3.2).
bool sass_first_of_pair(const sass_listing *listing, int i);

#endif
