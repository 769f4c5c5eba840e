// SPDX-License-Identifier: Apache-2.0
// Typed elements of buffers and scalars: sizes, initial contents by seed, text.
#ifndef WAVELOCK_VALUE_H
#define WAVELOCK_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { WL_I8, WL_U8, WL_I16, WL_U16, WL_I32, WL_U32, WL_I64, WL_U64, WL_F32, WL_F64, WL_TYPES } wl_type;

typedef enum {
  WL_INIT_ZERO,
  WL_INIT_CONSTANT,
  WL_INIT_IOTA,
  WL_INIT_RANDOM,
  WL_INIT_EDGE,
  WL_INIT_VALUES,
  WL_INIT_FILE
} wl_init_kind;

typedef struct {
  wl_init_kind kind;
  uint64_t constant;  // bits, WL_INIT_CONSTANT
  double from, to;    // RANDOM: range [from, to) when ranged; IOTA: start and step
  bool ranged;
  uint64_t *values;  // bits, WL_INIT_VALUES; the rest of the buffer is zero
  size_t value_count;
  char *file;  // WL_INIT_FILE: its name, and what it holds
  uint8_t *bytes;
  size_t byte_count;
} wl_init;

const char *wl_type_name(wl_type t);
size_t wl_type_size(wl_type t);
bool wl_type_is_float(wl_type t);
bool wl_type_parse(const char *name, wl_type *t);

uint64_t wl_value_get(wl_type t, const void *array, size_t i);  // bits, zero-extended
void wl_value_set(wl_type t, void *array, size_t i, uint64_t bits);
uint64_t wl_value_from_double(wl_type t, double v);  // rounded, integers cut to their width
double wl_value_to_double(wl_type t, uint64_t bits);
// "12", "-3", "1.5", "nan", "inf", "-inf", or "0x..." for the raw bits. false: no such value of the type.
bool wl_value_parse(wl_type t, const char *text, uint64_t *bits);
// "infinite" or "0": what a number would become that is too large or too small for the type; NULL: neither.
const char *wl_value_becomes(wl_type t, const char *text);
void wl_value_text(wl_type t, uint64_t bits, char *to, size_t size);   // the number and its bits
void wl_value_plain(wl_type t, uint64_t bits, char *to, size_t size);  // as wl_value_parse reads it
// Distance in representable values; 0 for equal bits or two NaNs. Integers: absolute difference of the bits.
uint64_t wl_value_distance(wl_type t, uint64_t a, uint64_t b);

// "zero", "iota", "random", "edge", "random[from,to]", "iota[start,step]", a list "[1,2,3]", or a value for "constant".
// false: none of them.
bool wl_init_parse(wl_type t, const char *text, wl_init *init);
void wl_init_free(wl_init *init);
// Whether every value of a range (which ends before `to`) is one of the type, and there is one.
bool wl_init_range_fits(wl_type t, const wl_init *init);
// As wl_init_parse reads it; of a list the first values.
void wl_init_text(wl_type t, const wl_init *init, char *to, size_t size);
// Random contents depend on seed and stream alone.
void wl_init_fill(wl_type t, const wl_init *init, uint64_t seed, uint64_t stream, void *array, size_t count);

#endif
