// SPDX-License-Identifier: Apache-2.0
// An instruction set as a table of rows in a text file (docs/random.md, "A table of your own"): all that the generator
// of random programs knows of it.
#ifndef WAVELOCK_RANDOM_TABLE_H
#define WAVELOCK_RANDOM_TABLE_H

#include <stdbool.h>
#include <stdint.h>

enum {
  MOST_CLASSES = 16,   // of registers and of immediates
  MOST_NUMBERS = 256,  // registers of a class
  MOST_RANGES = 16,    // of a class of immediates
  MOST_CORNERS = 32,
  MOST_ROWS = 256,
  MOST_PIECES = 24,  // of the text of a row
  MOST_PLACES = 8,
  MOST_BUFFERS = 8,
  MOST_GROUPS = 48,
  MOST_PROFILES = 16,
  MOST_COUNTERS = 8,
  NAME_SIZE = 32
};

// Rows with text of the program. A role that is a sequence is all of its rows, one after the other; of the others one
// row is chosen. Role, its word in the file, whether it is a sequence, and the places that only it has.
// clang-format off
#define TABLE_ROLES(X) \
  X(OP, "op", false, 0)                  /* an instruction */ \
  X(INSIDE, "inside", false, 0)          /* one that comes only within a block */ \
  X(LOAD, "load", false, GIVE(AT) | GIVE(BUFFER)) \
  X(STORE, "store", false, GIVE(AT) | GIVE(BUFFER)) \
  X(JUMP, "jump", false, GIVE(LABEL))    /* over a part of the program */ \
  X(ILLEGAL, "illegal", false, 0)        /* what ends a wave in a fault */ \
  X(START, "start", true, 0)             /* the first rows of a program */ \
  X(END, "end", true, 0)                 /* the last ones */ \
  X(SET, "set", true, GIVE(D) | GIVE(N)) /* D = N */ \
  X(LANE, "lane", true, GIVE(D))         /* D = number of the lane in the wave */ \
  X(WAVE, "wave", true, GIVE(D))         /* D = number of the wave in its workgroup */ \
  X(GROUP, "group", true, GIVE(D))       /* D = number of the workgroup */ \
  X(ADD, "add", true, GIVE(D) | GIVE(A) | GIVE(B)) \
  X(AND, "and", true, GIVE(D) | GIVE(A) | GIVE(B)) \
  X(ORIGIN, "origin", true, GIVE(D))     /* D, an element of a buffer, becomes its address */ \
  X(FENCE, "fence", true, 0)             /* all accesses before it are complete */ \
  X(WAIT, "wait", true, 0)               /* what loads have read is in its registers */ \
  X(IF, "if", true, GIVE(ELSE))          /* some lanes go on */ \
  X(ELSE, "else", true, GIVE(END))       /* the others do */ \
  X(ENDIF, "endif", true, 0)             /* all of them */ \
  X(LOOP, "loop", true, 0)               /* before the first turn */ \
  X(NEXT, "next", true, GIVE(TOP))       /* at the end of each turn */ \
  X(ENDLOOP, "endloop", true, 0)

// What the generator gives to a place by name.
#define TABLE_GIVEN(X) \
  X(D, d) X(A, a) X(B, b) X(N, n) X(AT, at) X(BUFFER, buffer) X(LABEL, label) X(ELSE, else) X(END, end) X(TOP, top) \
  X(COUNTER, counter) X(TEMP, temp) X(BASE, base)

// Shapes of addresses, by what the lanes of an access have.
#define TABLE_SHAPES(X) \
  X(CONSECUTIVE, consecutive) /* one element after the other */ \
  X(STRIDE, stride)           /* elements at one distance */ \
  X(EQUAL, equal)             /* one element */ \
  X(RANDOM, random)           /* any elements */ \
  X(LINE, line)               /* any elements of one line */ \
  X(BORDER, border)           /* one element after the other, over the border of two lines */

// Groups of steps that any table has; its own come behind them.
#define TABLE_GROUPS(X) \
  X(LOAD, load) X(STORE, store) X(FENCE, fence) X(IF, if) X(LOOP, loop) X(JUMP, jump)

// Knobs of a profile: name, the value where it says nothing, the most.
#define TABLE_KNOBS(X) \
  X(WAVES, waves, 0, 64)       /* most waves of a workgroup; 0: as the table says */ \
  X(GROUPS, groups, 0, 65536)  /* most workgroups; 0: as the table says */ \
  X(CORNER, corner, 25, 100)   /* percent of operands that are corner values, or the first or last register */ \
  X(RECENT, recent, 40, 100)   /* percent of sources that are one of the last results */ \
  X(REUSE, reuse, 60, 100)     /* percent of accesses by an address that is there already, if one is */ \
  X(FILL, fill, 75, 100)       /* percent of registers that the start of the program sets */ \
  X(SKIP, skip, 50, 100)       /* percent of blocks with the rows if? and else? */ \
  X(PARTIAL, partial, 30, 100) /* percent of launches whose last wave is not full */ \
  X(FAULTS, faults, 0, 100)    /* percent of programs whose waves end in a fault */
// clang-format on

#define GIVE(id) (1u << GIVEN_##id)
enum {
#define X(id, name) GIVEN_##id,
  TABLE_GIVEN(X)
#undef X
      GIVENS
};
typedef enum {
#define X(id, word, sequence, given) ROLE_##id,
  TABLE_ROLES(X)
#undef X
      ROLES
} table_role;
typedef enum {
#define X(id, name) SHAPE_##id,
  TABLE_SHAPES(X)
#undef X
      SHAPES
} table_shape;
enum {
#define X(id, name) GROUP_OF_##id,
  TABLE_GROUPS(X)
#undef X
      OWN_GROUPS
};
enum {
#define X(id, name, value, most) KNOB_OF_##id,
  TABLE_KNOBS(X)
#undef X
      KNOBS
};

typedef struct {
  char name[NAME_SIZE];
  bool immediate;
  char text[NAME_SIZE];            // of a register: with %u in place of its number
  uint16_t numbers[MOST_NUMBERS];  // of a register
  uint32_t number_count;
  int64_t low[MOST_RANGES], high[MOST_RANGES];  // of an immediate
  uint32_t range_count;
  int64_t corners[MOST_CORNERS];
  uint32_t corner_count;
} table_class;

// A piece of the text of a row.
typedef struct {
  enum { PIECE_TEXT, PIECE_CLASS, PIECE_NAMED, PIECE_GIVEN } kind;
  char text[96];       // PIECE_TEXT
  uint32_t of;         // class, or GIVEN_*
  int name;            // the number of its name in the sequence; -1: it has none
  uint32_t place;      // PIECE_CLASS: its number among the places of the row
  bool reads, writes;  // a register
  bool part;           // bits high:low of a number
  uint32_t low, high;
} table_piece;

typedef struct {
  uint32_t line;
  table_role role;
  bool skips;       // if? and else?
  uint32_t group;   // of ROLE_OP and ROLE_INSIDE
  uint32_t buffer;  // of ROLE_ORIGIN
  char text[128];   // as the file has it
  table_piece pieces[MOST_PIECES];
  uint32_t count, places;
} table_row;

typedef struct {
  char name[NAME_SIZE];
  bool own;           // each wave has a part of it, which it may write; else all read it
  uint32_t elements;  // of a part, or of all of it
  bool origin;        // it has rows of this role
} table_buffer;

typedef struct {
  char name[NAME_SIZE];
  uint32_t weight[MOST_GROUPS], shape[SHAPES], knob[KNOBS];
} table_profile;

typedef struct {
  const char *path;
  uint32_t lanes, waves, groups, hang_cycles, bits, line, depth, reach, trips, lane_trips;
  char label_use[NAME_SIZE], label_place[NAME_SIZE];
  char base[NAME_SIZE], temp[NAME_SIZE], counter[MOST_COUNTERS][NAME_SIZE];
  uint32_t counters;
  int address;  // class of registers that hold addresses; -1: none
  table_class classes[MOST_CLASSES];
  uint32_t class_count;
  table_buffer buffers[MOST_BUFFERS];
  uint32_t buffer_count;
  table_row rows[MOST_ROWS];
  uint32_t row_count, of_role[ROLES];
  char groups_named[MOST_GROUPS][NAME_SIZE];
  uint32_t group_count;
  table_profile profiles[MOST_PROFILES];
  uint32_t profile_count;
} table;

extern const char *const table_shape_names[SHAPES];

// Reads a table from a file. false: the message is on stderr, as FILE:LINE: found "...", expected ...
bool table_read(table *t, const char *path);

// The profile of a name, the first one for NULL. NULL: there is none of the name; the message is on stderr.
const table_profile *table_find_profile(const table *t, const char *name);

// Elements of the part of a buffer that a wave owns; 0: the table has no buffer of waves' own.
uint32_t table_part(const table *t);

#endif
