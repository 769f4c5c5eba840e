// SPDX-License-Identifier: Apache-2.0
#include "mutate.h"

#include <stdbool.h>
#include <string.h>

#define COUNT(list) (sizeof list / sizeof *list)

uint64_t fuzz_next(fuzz_rng *r) {
  uint64_t z = r->state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

uint64_t fuzz_below(fuzz_rng *r, uint64_t n) { return fuzz_next(r) % n; }

// Numbers at the limits of the types and of the formats.
static const int64_t numbers[] = {0,       1,       2,        3,         4,         7,          8,         16,
                                  24,      63,      64,       65,        127,       128,        255,       256,
                                  512,     1000,    1024,     1025,      4095,      4096,       65535,     65536,
                                  1 << 20, 1 << 26, 67108865, INT32_MAX, 1ll << 31, UINT32_MAX, 1ll << 32, 1ll << 48,
                                  -1,      -2,      -64,      -4096,     INT32_MIN, INT64_MAX,  INT64_MIN, 1ll << 62};

static int64_t number(fuzz_rng *r) { return numbers[fuzz_below(r, COUNT(numbers))]; }

// ---- binary ------------------------------------------------------------------------------------

// The offset of n bytes. Mostly it is a multiple of n, and mostly the bytes are not all zero.
static size_t place(fuzz_rng *r, const uint8_t *data, size_t size, size_t n) {
  size_t at = 0;
  for (int i = 0; i < 8; i++) {
    at = fuzz_below(r, size - n + 1);
    if (fuzz_below(r, 8)) at = at / n * n;
    for (size_t b = 0; b < n; b++)
      if (data[at + b]) return at;
  }
  return at;
}

static void edit_word(fuzz_rng *r, uint8_t *data, size_t size) {
  const size_t n = (size_t)1 << fuzz_below(r, 4), at = place(r, data, size, n);
  uint64_t v = 0;
  memcpy(&v, data + at, n);
  switch (fuzz_below(r, 5)) {
    case 0: v = (uint64_t)number(r); break;
    case 3:  // an offset in the file
      v = fuzz_below(r, size) & ~UINT64_C(7);
      break;
    case 1: v += fuzz_below(r, 129) - 64; break;
    case 2: v = fuzz_next(r); break;
    default: memcpy(&v, data + place(r, data, size, n), n); break;
  }
  memcpy(data + at, &v, n);
}

static size_t edit_bytes(fuzz_rng *r, uint8_t *data, size_t size) {
  const uint64_t what = fuzz_below(r, 64);
  if (size < 8) return size;
  if (what < 16) {
    data[place(r, data, size, 1)] ^= (uint8_t)(1u << fuzz_below(r, 8));
  } else if (what < 58) {
    edit_word(r, data, size);
  } else if (what < 63) {
    const size_t n = 1 + fuzz_below(r, size < 64 ? size : 64);
    const size_t to = fuzz_below(r, size - n + 1), from = fuzz_below(r, size - n + 1);
    memmove(data + to, data + from, n);
  } else {
    return fuzz_below(r, size + 1);
  }
  return size;
}

size_t fuzz_bytes(fuzz_rng *r, uint8_t *data, size_t size) {
  do size = edit_bytes(r, data, size);
  while (fuzz_below(r, 2));
  return size;
}

// ---- text --------------------------------------------------------------------------------------

// More characters than any name, path or message has room for, six times over.
#define LONG "a name that is longer than names are. "

static const char *const words[] = {"nan",
                                    "inf",
                                    "-inf",
                                    "0x",
                                    "0x7fc00000",
                                    "0xffffffff",
                                    "-0",
                                    "1e300",
                                    "-1e39",
                                    "1e400",
                                    "zero",
                                    "iota",
                                    "random",
                                    "edge",
                                    "u8",
                                    "i16",
                                    "u32",
                                    "i64",
                                    "f32",
                                    "f64",
                                    "copy",
                                    "add",
                                    "saxpy",
                                    "matmul",
                                    "group_sum",
                                    "work_item",
                                    "a",
                                    "n",
                                    "x",
                                    "y",
                                    "out",
                                    "c",
                                    "handler",
                                    "memory",
                                    "[1,2,3]",
                                    "random[0,9]",
                                    "iota[1,2]",
                                    "&y",
                                    "file:table.bin",
                                    "table.bin",
                                    "file:",
                                    "[",
                                    "]",
                                    "both",
                                    "stays",
                                    "PASS",
                                    "HANG",
                                    "",
                                    "case.co",
                                    "/",
                                    "../",
                                    "1000",
                                    "67108864",
                                    "\xEF\xBB\xBF",
                                    "\xFF\xFE",
                                    "\xC3\xBC",
                                    "\\u0000",
                                    "%s%n%99999d",
                                    "18446744073709551616",
                                    "-9223372036854775809",
                                    "0x10000000000000000",
                                    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                                    LONG LONG LONG LONG LONG LONG};
static const char marks[] = "=@,:\"[]{} \n\0-.#%";

static size_t put_in(char *text, size_t size, size_t capacity, size_t at, const char *what, size_t length) {
  if (length > capacity - size) return size;
  memmove(text + at + length, text + at, size - at);
  memcpy(text + at, what, length);
  return size + length;
}

static size_t edit_text(fuzz_rng *r, char *text, size_t size, size_t capacity) {
  const size_t at = fuzz_below(r, size + 1);
  const size_t n = size - at < 32 ? size - at : fuzz_below(r, 32);
  switch (fuzz_below(r, 8)) {
    case 0:
      if (at < size) text[at] ^= (char)(1 << fuzz_below(r, 8));
      return size;
    case 1: return put_in(text, size, capacity, at, &marks[fuzz_below(r, sizeof marks - 1)], 1);
    case 2:  // remove n bytes
      memmove(text + at, text + at + n, size - at - n);
      return size - n;
    case 3: {  // repeat n bytes
      char piece[32];
      memcpy(piece, text + at, n);
      return put_in(text, size, capacity, at, piece, n);
    }
    case 4: return fuzz_below(r, 16) ? size : at;
    default: {
      const char *word = words[fuzz_below(r, COUNT(words))];
      return put_in(text, size, capacity, at, word, strlen(word));
    }
  }
}

size_t fuzz_text(fuzz_rng *r, char *text, size_t size, size_t capacity) {
  do size = edit_text(r, text, size, capacity);
  while (fuzz_below(r, 2));
  return size;
}

// ---- descriptions ------------------------------------------------------------------------------

static json_t *some_value(fuzz_rng *r) {
  static const double reals[] = {0.5, -0.0, 1e300, -1e300, 3.5e38, 1e-320, 1e19, -1.5};
  switch (fuzz_below(r, 8)) {
    case 0:
    case 1:
    case 2: return json_integer(number(r));
    case 3: return json_real(reals[fuzz_below(r, COUNT(reals))]);
    case 4:
      switch (fuzz_below(r, 5)) {
        case 0: return json_array();
        case 1: return json_object();
        case 2: return json_true();
        case 3: return json_false();
        default: return json_null();
      }
    default: return json_string_nocheck(words[fuzz_below(r, COUNT(words))]);
  }
}

// A place in a description: a member of an object (key) or an element of an array (index).
typedef struct {
  json_t *in;
  const char *key;
  size_t index;
} spot;

static json_t *at_spot(spot s) { return s.key ? json_object_get(s.in, s.key) : json_array_get(s.in, s.index); }

static bool child(fuzz_rng *r, json_t *in, spot *s) {
  const size_t count = json_is_object(in) ? json_object_size(in) : json_array_size(in);
  if (!count) return false;
  size_t i = fuzz_below(r, count);
  *s = (spot){in, NULL, i};
  if (!json_is_object(in)) return true;
  void *member = json_object_iter(in);
  while (i--) member = json_object_iter_next(in, member);
  s->key = json_object_iter_key(member);
  return true;
}

// A random place below the root. false: the root is empty.
static bool find_spot(fuzz_rng *r, json_t *root, spot *s) {
  if (!child(r, root, s)) return false;
  while (fuzz_below(r, 6) && child(r, at_spot(*s), s)) {
  }
  return true;
}

static void put(spot s, json_t *value) {
  if (s.key) json_object_set_new_nocheck(s.in, s.key, value);
  else json_array_set_new(s.in, s.index, value);
}

static void edit_json(fuzz_rng *r, json_t *root) {
  static const char *const keys[] = {
      "buffer",   "scalar",  "local",     "type",   "count",   "init",    "value",  "bytes",   "values", "from",
      "constant", "formula", "unchanged", "inputs", "ulp",     "grid",    "group",  "lds",     "kernel", "program",
      "expect",   "args",    "launch",    "tma",    "wave",    "message", "trace",  "verdict", "fault",  "why",
      "messages", "cycles",  "least",     "most",   "buffers", "m0",      "halt",   "random",  "iota",   "launches",
      "same_as",  "offset",  "address",   "file",   "null",    "printf",  "groups", "x"};
  spot s, other;
  if (!find_spot(r, root, &s)) return;
  json_t *value = at_spot(s);
  switch (fuzz_below(r, 8)) {
    case 0:
      if (s.key) json_object_del(s.in, s.key);
      else json_array_remove(s.in, s.index);
      return;
    case 1:
      if (s.key) json_object_set_new(s.in, keys[fuzz_below(r, COUNT(keys))], json_deep_copy(value));
      else json_array_insert_new(s.in, s.index, json_deep_copy(value));
      return;
    case 2:
      if (find_spot(r, root, &other)) put(s, json_deep_copy(at_spot(other)));
      return;
    case 3:
    case 4:
      if (json_is_integer(value)) {
        const uint64_t v = (uint64_t)json_integer_value(value);
        put(s, json_integer((json_int_t)(fuzz_below(r, 2) ? v + fuzz_below(r, 9) - 4 : 2 * v)));
        return;
      }
      if (json_is_object(value)) {
        json_object_set_new(value, keys[fuzz_below(r, COUNT(keys))], some_value(r));
        return;
      }
      put(s, some_value(r));
      return;
    default: put(s, some_value(r));
  }
}

void fuzz_json(fuzz_rng *r, json_t *root) {
  do edit_json(r, root);
  while (fuzz_below(r, 2));
}
