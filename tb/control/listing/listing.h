// SPDX-License-Identifier: Apache-2.0
// A listing: instructions with their control fields, whatever text form they came in (maxwell-control.md 3).
#ifndef WAVELOCK_SASS_LISTING_H
#define WAVELOCK_SASS_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "classes.h"
#include "error.h"
#include "names.h"
#include "word.h"

typedef enum { SASS_MAXAS, SASS_CUOBJDUMP, SASS_CUASM, SASS_FORMS } sass_form;
extern const char *const sass_form_names[SASS_FORMS];  // "maxas", "cuobjdump", "cuasm"

typedef enum {
  SASS_REGISTER,   // general register or name
  SASS_PREDICATE,  // P0..P6, PT
  SASS_CODES,      // CC
  SASS_ADDRESS,    // [R0+0x10]
  SASS_CONSTANT,   // c[0x0][R1], a[0x70]
  SASS_IMMEDIATE,
  SASS_TARGET,  // of a branch
  SASS_OTHER    // SR_TID.X, SB5, 2D, PR, {4,3}
} sass_operand_kind;

typedef struct {
  sass_operand_kind kind;
  const char *text;   // as it is printed, mapped names replaced
  int column;         // from 1
  int number;         // of the register; of an address or constant the first one in it; or SASS_NO_REGISTER
  int second;         // the second one in an address, or SASS_NO_REGISTER
  bool reuse;         // .reuse
  bool writes_cc;     // .CC
  uint64_t value;     // of an immediate that is an integer, of a numeric target; else 0
  bool integer;       // whether value says it
  const char *label;  // of a target by name; "." is the instruction itself
} sass_operand;

typedef struct {
  int number;    // of a register
  bool general;  // read rlat cycles after the issue: no predicate, no CC
} sass_source;

typedef struct {
  int line, column;  // from 1; column of the opcode
  int function;      // graphs of different functions are apart
  uint32_t address;  // bytes, from the start of the function
  sass_control control;
  int guard;               // of @P or @!P: SASS_P0..; SASS_NO_REGISTER: none or PT
  const char *guard_text;  // "@!P0", "" if there is none
  bool negated;
  const char *name;  // with modifiers: "LDS.U.128"
  const sass_opcode *opcode;
  const sass_class *class;
  sass_operand *operands;
  int operand_count;
  bool has_encoding;
  uint64_t encoding;
  // What it writes and reads, by number (maxwell-control.md 4.5). No RZ, no PT. Each once.
  int *writes;
  int write_count;
  sass_source *reads;
  int read_count;
  // slots[s]: the operand that is read in slot s+1, or -1 (maxwell-control.md 4.7).
  int slots[SASS_GROUP];
  // Where its control text is, for mends: column and length; of a control word its line and the field.
  int control_line, control_column, control_length, field;
} sass_instruction;

typedef struct {
  const char *name;
  int line, function;
  int at;  // the instruction that follows; may belong to another function, or be the count
} sass_label;

typedef struct {
  sass_form form;
  sass_instruction *instructions;
  int count;
  sass_label *labels;
  int label_count;
  int function_count;
  int *unscheduled;  // lines of <SCHEDULE_BLOCK>
  int unscheduled_count;
  bool has_reuse_bits;  // the form has reuse bits beside the operand flags
  sass_names *names;
  char **lines;  // without line ends
  char **ends;   // the line ends; the last may have none
  int line_count;
  void **kept;  // memory that lives as long
  size_t kept_count;
} sass_listing;

// Reads a text of `size` bytes in any of the three forms. NULL: error says where and why.
// The classes must outlive the listing.
sass_listing *sass_listing_read(const char *text, size_t size, const sass_classes *classes, sass_error *error);
void sass_listing_free(sass_listing *listing);

// Whether a form can say all of it (D-CTRL-60). False: error has the line and why.
bool sass_listing_fits(const sass_listing *listing, sass_form form, sass_error *error);
// Prints all of it in a form that it fits. Comments and mappings are gone (maxwell-control.md 3.4).
void sass_listing_print(const sass_listing *listing, sass_form form, FILE *to);

// The instruction in a line, or the first behind it; of none the last.
int sass_instruction_of_line(const sass_listing *listing, int line);

// The reuse flags of the operands, by slot, as bits.
int sass_reuse_flags(const sass_instruction *instruction);

// The instruction at a target of instruction i; -1: there is none. inside: whether the target is of this listing.
int sass_target(const sass_listing *listing, int i, const sass_operand *target, bool *inside);

#endif
