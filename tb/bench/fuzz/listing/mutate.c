// SPDX-License-Identifier: Apache-2.0
#include "bench/fuzz/listing/mutate.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_REMOVED = 4, MOST_TRIES = 32 };

typedef struct {
  fuzz_rng *r;
  sass_kind kind;
  char *text;
  size_t size, capacity;
} edited;

static size_t some(edited *e, size_t below) { return (size_t)fuzz_below(e->r, below); }

static void insert(edited *e, size_t at, const char *piece, size_t length) {
  if (length > e->capacity - e->size) return;
  memmove(e->text + at + length, e->text + at, e->size - at);
  memcpy(e->text + at, piece, length);
  e->size += length;
}

static void erase(edited *e, size_t at, size_t length) {
  if (length > e->size - at) length = e->size - at;
  memmove(e->text + at, e->text + at + length, e->size - at - length);
  e->size -= length;
}

static const char *const of_listings[] = {
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ":",
    "-",
    "/*",
    "*/",
    "(*",
    "*)",
    "`(",
    ")",
    "4x<",
    ">",
    "<",
    "|",
    "!",
    "~",
    "@",
    "R255",
    "R254",
    "RZ",
    "PT",
    "P7",
    "P6",
    "PR",
    "CC",
    "SB5",
    "c[0x0][0x140]",
    ".reuse",
    ".CC",
    ".X",
    ".E",
    ".64",
    ".128",
    ".SYNC",
    "0x",
    "0x1f",
    "1.5e3",
    "99999999999999999999",
    "\n",
    "\r",
    "\t",
    " ",
    "@!P0 ",
    "@PT ",
    "<CODE>",
    "<SCHEDULE_BLOCK>\n",
    "</REGISTER_MAPPING>",
    "<00-99999|3>",
    "LOOP:",
    "LOOP:\n",
    ".L_1:\n",
    "`(.L_1)",
    "BRA .",
    "((((((((((((((((((((",
    "[[[[[[[[[[[[[[[[[[[[",
    "RET",
    "\xff",
    "\xc3\xbc",
    "%s%n",
    ".section .text.g\n",
    "\t\tFunction : g\n",
    "--:-:-:-:0 MOV R0, R1;\n",
    "3f:1:1:Y:0 LDS R0, [R0];\n",
    "--:-:-:-:1 PBK LOOP;\n",
    "--:-:-:-:1 BRK;\n",
    "--:-:-:-:5 CAL LOOP;\n",
    "--:-:-:-:5 @P0 BRA LOOP;\n",
    "      [B------:R-:W0:-:S00]         /*0008*/         {         S2R R0, SR_TID.X ;\n",
    "      [-R--:B0-----:R-:W-:-:S01]    /*0010*/                   FADD R0, R1, R2 ;\n",
    "                     /* 0x001fc400fe2007f0 */\n",
    "        /*0008*/         {         MOV R1, R2 ;\n",
    "        /*0010*/                   S2R R2, SR_TID.X         }\n",
};
static const char *const of_tables[] = {
    " ",
    "\n",
    "#",
    "0",
    "7",
    "40",
    "250",
    "251",
    "1000",
    "99999999999999999999",
    " none",
    " var",
    " lead",
    " rest",
    " lat 9",
    " lat var",
    " lat none",
    " predicate 1",
    " rlat 3",
    " dual first",
    " dual second",
    " reuse",
    " min 15",
    " read",
    " war error",
    " war warning",
    " wait 30",
    " unit half",
    " takes 9 90",
    " release 9 90",
    " queue own",
    " to 0",
    " to 3",
    " width memory",
    " width double",
    " flow branch",
    " flow call",
    " flow return",
    " flow exit",
    " flow sync",
    " flow ssy",
    " flow indirect",
    " special depbar",
    " special bar",
    " special padding",
    " :",
    " FADD",
    " LDS",
    " EXIT",
    " BRA",
    " MOV NOP",
    "unit own pace 3\n",
    "queue shared depth 1\n",
    "class x32 lat var\n",
    "class smem lat 6\n",
    "class flow lat none min 20\n",
    "opcodes x32 : LDS STS\n",
    "opcodes smem : FADD IADD\n",
    "opcodes flow flow branch : EXIT\n",
    "\xff",
    "\v",
    "%s%n",
};

static void insert_piece(edited *e) {
  const bool table = e->kind == SASS_TABLE;
  const size_t count = table ? sizeof of_tables / sizeof *of_tables : sizeof of_listings / sizeof *of_listings;
  const char *piece = (table ? of_tables : of_listings)[some(e, count)];
  insert(e, some(e, e->size + 1), piece, strlen(piece));
}

// Another character of its kind: a digit, a letter. So the text often stays legal.
static void change_alike(edited *e) {
  for (int tries = 0; e->size && tries < MOST_TRIES; tries++) {
    char *c = &e->text[some(e, e->size)];
    if (isdigit((unsigned char)*c)) *c = (char)('0' + some(e, 10));
    else if (*c >= 'a' && *c <= 'f') *c = "abcdef"[some(e, 6)];
    else if (*c == '-') *c = "123456RY-"[some(e, 9)];
    else continue;
    return;
  }
}

// The bounds of the line at a place, with its end.
static sass_text line_at(const char *text, size_t size, size_t at) {
  size_t from = at;
  while (from && text[from - 1] != '\n') from--;
  const char *end = memchr(text + from, '\n', size - from);
  return (sass_text){text + from, end ? (size_t)(end - text) + 1 - from : size - from};
}

static void copy_line(edited *e, sass_text from, size_t to) {
  char line[256];
  const sass_text found = line_at(from.text, from.size, some(e, from.size + 1));
  if (!found.size || found.size > sizeof line) return;
  memcpy(line, found.text, found.size);
  const size_t at = (size_t)(line_at(e->text, e->size, to).text - e->text);
  insert(e, at, line, found.size);
}

static void edit(edited *e, sass_text other) {
  const size_t at = some(e, e->size + 1);
  const sass_text line = line_at(e->text, e->size, at);
  switch (some(e, 16)) {
    case 0: erase(e, at, 1 + some(e, MOST_REMOVED)); break;
    case 1:
      if (at < e->size) e->text[at] = (char)some(e, 256);
      break;
    case 2: copy_line(e, (sass_text){e->text, e->size}, at); break;
    case 3: copy_line(e, other, at); break;
    case 4: erase(e, (size_t)(line.text - e->text), line.size); break;
    case 5: erase(e, at, some(e, 8) ? 0 : e->size); break;
    case 6:
    case 7:
    case 8: insert_piece(e); break;
    default: change_alike(e);
  }
}

size_t sass_mutate(fuzz_rng *r, sass_kind kind, char *text, size_t size, size_t capacity, sass_text other) {
  edited e = {.r = r, .kind = kind, .text = text, .size = size, .capacity = capacity};
  do edit(&e, other);
  while (some(&e, 2));
  return e.size;
}
