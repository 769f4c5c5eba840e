// SPDX-License-Identifier: Apache-2.0
// What reads a description, for the files that read its parts.
//
// where, at: the path of a value, as ".args[2].type" for wl_json_locate. A function that ends in _of reads a key of the
// object at where. One that ends in _at reads the value itself. Where one fails, the error has file, line, column and
// path of the value, what was found, and what was expected.
#ifndef WAVELOCK_READER_H
#define WAVELOCK_READER_H

#include <jansson.h>

#include "base/error.h"
#include "testcase.h"

typedef struct {
  const char *path, *roots;
  const char *text;  // behind a byte order mark
  const json_t *root;
  wl_testcase *t;
  wl_error *error;
} wl_reader;

// Reads a file as JSON. *text: what r->text is a part of, for the caller to free. NULL with error.
json_t *wl_json_parse(wl_reader *r, char **text);

// Fails with "<file>:<line>:<column>: <where>: <message>".
__attribute__((format(printf, 3, 4))) bool wl_json_bad(const wl_reader *r, const char *where, const char *format, ...);
// "an array", or what else it is.
const char *wl_json_kind(const json_t *j);
// Whether the value is an object and has no keys but these. names: the last is NULL.
bool wl_json_only(const wl_reader *r, const char *where, json_t *object, const char *const *names);
// The same with the keys that keys.def has for this object.
bool wl_json_only_in(const wl_reader *r, const char *where, json_t *object, const char *name);

// A text of less than size characters. Without the key `to` stays, and that is an error if it is required.
bool wl_json_text_at(const wl_reader *r, const char *at, const json_t *j, char *to, size_t size);
bool wl_json_string_of(const wl_reader *r, const char *where, const json_t *object, const char *key, bool required,
                       char *to, size_t size);
// An integer from min, or 0, to max. Without the key *to stays.
bool wl_json_integer_at(const wl_reader *r, const char *at, const json_t *j, uint64_t min, uint64_t max, uint64_t *to);
bool wl_json_range_of(const wl_reader *r, const char *where, const json_t *object, const char *key, uint64_t min,
                      uint64_t max, uint64_t *to);
bool wl_json_integer_of(const wl_reader *r, const char *where, const json_t *object, const char *key, bool required,
                        uint64_t max, uint64_t *to);
// true or false; false without the key.
bool wl_json_flag_at(const wl_reader *r, const char *at, const json_t *j, uint64_t *to);
bool wl_json_flag_of(const wl_reader *r, const char *where, const json_t *object, const char *key, uint8_t *to);
// The bits of a value of a type, and of a list of them, which the caller frees.
bool wl_json_value(const wl_reader *r, const char *where, wl_type type, const json_t *j, uint64_t *bits);
uint64_t *wl_json_values(const wl_reader *r, const char *where, wl_type type, const json_t *array, size_t *count);
// A number up to 2^64 - 1, or its text as "0x8000000000000000". false, without error: not a number.
bool wl_json_wide(const json_t *j, uint64_t *to);
// A path that is relative to the description's folder.
bool wl_json_beside(const wl_reader *r, const char *where, const char *name, char *path, size_t size);

// The argument of the test with this name; -1: there is none.
int wl_find_arg(const wl_testcase *t, const char *name);
// Reads the contents of a buffer from the file that j names. at: the place of the name.
bool wl_read_contents(const wl_reader *r, const char *where, const json_t *j, const char *at, wl_test_arg *a);
// The low 48 bits of an address, which may have all 64 (buffer-memory.md D-MEM-44).
bool wl_low_address(const wl_reader *r, const char *where, uint64_t *address);
// Appends an argument. inner: of one launch only.
bool wl_read_arg(const wl_reader *r, const char *where, json_t *j, bool inner);
// The rest of an argument: an image with its layout, without its contents; a sampler.
bool wl_read_image(const wl_reader *r, const char *where, json_t *j, wl_test_arg *a);
// An image that shows the memory of one before it.
bool wl_read_image_view(const wl_reader *r, const char *where, json_t *j, wl_test_arg *a);
bool wl_read_sampler(const wl_reader *r, const char *where, json_t *j, wl_test_arg *a);
// The components of whole texels of an image, at most so many, and of one texel, for so many elements. The caller frees
// them.
uint64_t *wl_read_texels(const wl_reader *r, const char *at, const wl_test_arg *a, const json_t *j, uint64_t most,
                         size_t *count);
uint64_t *wl_read_colour(const wl_reader *r, const char *at, const wl_test_arg *a, const json_t *j, uint64_t elements);
// The largest "ulp" of an expectation for elements of a type.
uint64_t wl_expect_most_ulp(wl_type type);
// Reads an entry of expect.images, for which t->expects has room.
bool wl_read_image_expect(const wl_reader *r, const char *where, json_t *j);
// Reads `expect`, after the arguments.
bool wl_read_expects(const wl_reader *r, const char *where, json_t *j);

#endif
