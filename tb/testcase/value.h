// SPDX-License-Identifier: Apache-2.0
// Typed elements of buffers and scalars: sizes, initial contents, text. An element's bits are a uint64_t, extended by
// zeros.
#ifndef WAVELOCK_VALUE_H
#define WAVELOCK_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { WL_I8, WL_U8, WL_I16, WL_U16, WL_I32, WL_U32, WL_I64, WL_U64, WL_F16, WL_F32, WL_F64, WL_TYPES } wl_type;

typedef enum {
  WL_INIT_ZERO,
  WL_INIT_CONSTANT,
  WL_INIT_IOTA,
  WL_INIT_RANDOM,
  WL_INIT_EDGE,
  WL_INIT_VALUES,
  WL_INIT_FILE
} wl_init_kind;

// Initial contents of a buffer or a scalar.
typedef struct {
  wl_init_kind kind;
  uint64_t constant;  // CONSTANT: bits
  bool ranged;        // RANDOM: from [from, to); else any integers, or floats from [-1, 1)
  double from, to;    // RANDOM: the range. IOTA: start and step
  uint64_t *values;   // VALUES: bits of the first elements; the rest is zero
  size_t value_count;
  char *file;      // FILE: its name
  uint8_t *bytes;  // FILE: its content
  size_t byte_count;
} wl_init;

const char *wl_type_name(wl_type t);
size_t wl_type_size(wl_type t);
bool wl_type_is_float(wl_type t);
bool wl_type_parse(const char *name, wl_type *t);

uint64_t wl_value_cut(wl_type t, uint64_t bits);  // to the width of the type
uint64_t wl_value_get(wl_type t, const void *array, size_t i);
void wl_value_set(wl_type t, void *array, size_t i, uint64_t bits);
uint64_t wl_value_from_double(wl_type t, double v);  // floats are rounded, integers cut to their width
double wl_value_to_double(wl_type t, uint64_t bits);
// "12", "-3", "1.5", "nan", "inf", "-inf", or "0x..." for the bits. false: the type has no such value.
bool wl_value_parse(wl_type t, const char *text, uint64_t *bits);
// What a number becomes that is too large or too small for a float type: "infinite" or "0". NULL: it is neither.
const char *wl_value_becomes(wl_type t, const char *text);
void wl_value_text(wl_type t, uint64_t bits, char *to, size_t size);   // the number and its bits
void wl_value_plain(wl_type t, uint64_t bits, char *to, size_t size);  // a text that wl_value_parse takes
// Floats: distance in representable values; 0 for equal bits and for two NaNs. Integers: difference of the bits.
uint64_t wl_value_distance(wl_type t, uint64_t a, uint64_t b);

// "zero", "iota", "random", "edge", "random[from,to]", "iota[start,step]", a list "[1,2,3]", or a value, which all
// elements get. false: none of these. wl_init_free frees the result.
bool wl_init_parse(wl_type t, const char *text, wl_init *init);
void wl_init_free(wl_init *init);
// Whether the range [from, to) has values of the type, and no others.
bool wl_init_range_fits(wl_type t, const wl_init *init);
// A text that wl_init_parse takes; of a long list only the first values.
void wl_init_text(wl_type t, const wl_init *init, char *to, size_t size);
// Bits of element i. Random contents follow from seed and stream. A file must have the element.
uint64_t wl_init_element(wl_type t, const wl_init *init, uint64_t seed, uint64_t stream, size_t i);
// Fills the array with count elements, from element `from` on.
void wl_init_fill(wl_type t, const wl_init *init, uint64_t seed, uint64_t stream, size_t from, void *array,
                  size_t count);

#endif
