// SPDX-License-Identifier: Apache-2.0
// Instruction classes and opcodes as data: tb/control/listing/classes.txt and files of its form (maxwell-control.md 4.3
// to 4.5).
#ifndef WAVELOCK_SASS_CLASSES_H
#define WAVELOCK_SASS_CLASSES_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

typedef enum { SASS_NO_RESULT, SASS_FIXED, SASS_VARIABLE } sass_result;
typedef enum { SASS_ALONE, SASS_FIRST, SASS_SECOND } sass_dual;
typedef enum { SASS_WAR_NONE, SASS_WAR_WARNING, SASS_WAR_ERROR } sass_war;

enum { SASS_NAME = 24 };  // bytes of the name of a class, an opcode or a queue

enum { SASS_MOST_CYCLES = 250 };  // that a table may say

// Units of trace mode (D-CTRL-50).
enum { SASS_UNITS = 5, SASS_NO_UNIT = 7 };

typedef struct {
  char name[SASS_NAME];
  int pace;  // cycles from an issue to the next
} sass_unit;

typedef struct {
  int least, most;
} sass_range;

// Cycles, as classes.txt says.
typedef struct {
  char name[SASS_NAME];
  sass_result result;
  int latency, predicate_latency, read_latency, least_stall, least_wait;
  sass_dual dual;
  bool reuse, read_barrier;
  sass_war war;
  // For trace mode alone (maxwell-control.md 8.12). The ranges are of variable classes.
  int unit;  // of sass_classes.units, or SASS_NO_UNIT
  sass_range takes, release;
} sass_class;

typedef enum {
  SASS_PLAIN,
  SASS_MEMORY,
  SASS_SURFACE,
  SASS_TEXTURE,
  SASS_SHORT_TEXTURE,
  SASS_CONVERT,
  SASS_DOUBLE,
  SASS_MASK
} sass_width;

typedef enum {
  SASS_NEXT,
  SASS_BRANCH,
  SASS_CALL,
  SASS_RETURN,
  SASS_EXIT,
  SASS_SYNC,
  SASS_BREAK,
  SASS_CONTINUE,
  SASS_INDIRECT,
  SASS_SSY,
  SASS_PBK,
  SASS_PCNT,
  SASS_TARGET_ONLY  // has a target that is no successor
} sass_flow_kind;

typedef enum { SASS_NO_SPECIAL, SASS_DEPBAR, SASS_BAR, SASS_PADDING } sass_special;

enum { SASS_TO_LEAD = -1, SASS_TO_REST = -2 };

typedef struct {
  char name[SASS_NAME];
  int class_number;  // of sass_classes.classes
  int to;            // destinations: a number, SASS_TO_LEAD or SASS_TO_REST
  int queue;         // the same number: the same queue; 0: none
  sass_width width;
  sass_flow_kind flow;
  sass_special special;
} sass_opcode;

typedef struct {
  char name[SASS_NAME];
  int depth;  // operations of a warp in trace mode (D-CTRL-56); 0: no limit
} sass_queue;

typedef struct {
  sass_class *classes;
  int class_count;
  sass_opcode *opcodes;
  int opcode_count;
  sass_queue *queues;  // queue number q is queues[q - 1]
  int queue_count;
  sass_unit units[SASS_UNITS];
  int unit_count;
} sass_classes;

// The built-in table. Free it with sass_classes_free.
sass_classes *sass_classes_new(void);
void sass_classes_free(sass_classes *classes);

// The text of the built-in table.
extern const char sass_classes_text[];

// Adds what the text of a file says: `size` bytes, and a 0 behind them. False: error says line, column and why; the
// table is then half changed.
bool sass_classes_add(sass_classes *classes, const char *text, size_t size, sass_error *error);

// The queue of a name; NULL: there is none.
sass_queue *sass_classes_queue(sass_classes *classes, const char *name);
// NULL: there is none of this name, of `length` characters.
const sass_opcode *sass_classes_find(const sass_classes *classes, const char *name, size_t length);

// Whether the opcode may name a target.
bool sass_has_target(const sass_opcode *opcode);

#endif
