// SPDX-License-Identifier: Apache-2.0
// The control field of one instruction, and its text in the three forms (maxwell-control.md 2, 3).
#ifndef WAVELOCK_SASS_WORD_H
#define WAVELOCK_SASS_WORD_H

#include <stdbool.h>
#include <stdint.h>

enum {
  SASS_BARRIERS = 6,
  SASS_NO_BARRIER = 7,
  SASS_GROUP = 3,      // instructions of a control word
  SASS_REUSE_BITS = 4  // of a field; the last must be 0
};

// As in the bits: barriers 0..5, 6 (illegal) or SASS_NO_BARRIER; bit b of wait is barrier b; bit s-1 of reuse is slot
// s.
typedef struct {
  uint8_t stall;
  bool yield;  // 'Y': bit 4 is 0 (maxwell-control.md 2.1)
  uint8_t write, read, wait, reuse;
} sass_control;

// What padding has: nothing set, stall 0, 'Y'.
extern const sass_control sass_padding;

// The 21 bits of a field, and back.
uint32_t sass_field(const sass_control *control);
sass_control sass_field_control(uint32_t field);

// A 64-bit control word, field 0 first; sass_word_split is false if bit 63 is set.
uint64_t sass_word(const sass_control control[SASS_GROUP]);
bool sass_word_split(uint64_t word, sass_control control[SASS_GROUP]);

// The least cycles until the next instruction issues, E (maxwell-control.md 4.1, D-CTRL-6).
int sass_least_cycles(const sass_control *control);

// The control text at the beginning of `text`. Returns what follows it, or NULL. Then *wrong is the first character
// that cannot be read, and *expected what should stand there. cuasm takes both forms; without reuse bits, reuse is 0.
const char *sass_read_maxas_control(const char *text, sass_control *control, const char **wrong, const char **expected);
const char *sass_read_cuasm_control(const char *text, sass_control *control, const char **wrong, const char **expected);

enum { SASS_CONTROL_TEXT = 32 };  // bytes that any form needs
void sass_write_maxas_control(const sass_control *control, char text[SASS_CONTROL_TEXT]);
void sass_write_cuasm_control(const sass_control *control, char text[SASS_CONTROL_TEXT]);
// The older form of CuAssembler, with the reuse bits first.
void sass_write_cuasm_reuse_control(const sass_control *control, char text[SASS_CONTROL_TEXT]);

#endif
