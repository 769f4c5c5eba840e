// SPDX-License-Identifier: Apache-2.0
// A test description: vectors/<name>/test.json. vectors/README.md describes the format.
#ifndef WAVELOCK_TESTCASE_H
#define WAVELOCK_TESTCASE_H

#include "object/loader.h"
#include "device/image.h"
#include "device/memory_knobs.h"
#include "check/checker.h"
#include "value.h"

enum { WL_MAX_INPUTS = 8, WL_NAME = 64 };
enum { WL_PRINTF_HEAD = 8 };  // bytes of the buffer for printf in front of the records

// Wrong accesses to memory (docs/verdicts.md): as the test says; only counted; to unmapped memory, or to what is not
// allocated, the verdict HAZARD.
typedef enum { WL_MEMCHECK_OF_TEST, WL_MEMCHECK_OFF, WL_MEMCHECK_UNMAPPED, WL_MEMCHECK_BOUNDS } wl_memcheck;

// Reads of memory that nobody has written (docs/verdicts.md): as the test says; not looked for; counted; the verdict
// HAZARD.
typedef enum { WL_UNINIT_OF_TEST, WL_UNINIT_OFF, WL_UNINIT_COUNT, WL_UNINIT_ERROR } wl_uninit;

// A place in device memory: "label", "buffer+0x1000" or "0x7000" in the description.
typedef struct {
  char name[WL_NAME];  // a symbol of the program, or a buffer of the test; "": none
  uint64_t offset;     // bytes behind it; without a name the address
} wl_place;

typedef enum { WL_ARG_BUFFER, WL_ARG_SCALAR, WL_ARG_LOCAL, WL_ARG_IMAGE, WL_ARG_SAMPLER } wl_arg_kind;

typedef struct {
  wl_arg_kind kind;
  char name[WL_NAME];
  wl_type type;
  uint64_t count;    // elements of a buffer, an image (texels.h) or a scalar (a vector or a struct has several); bytes
                     // of a local
  wl_init init;      // contents; of a scalar WL_INIT_VALUES with all elements
  uint64_t address;  // of a buffer or an image; 0: the device chooses
  bool no_init;      // of a buffer or an image: nothing says what it holds
  bool made_up;      // count is a default, and --args may change it
  bool inner;        // an argument of one launch only: nothing else can name it
  bool null;         // of a buffer: the null pointer, with no elements
  uint32_t same_as;  // it shares the buffer of argument same_as - 1, which shares none; 0: it shares none
  uint64_t offset;   // with same_as: it begins so many bytes behind, whole elements
  wl_image image;    // with its layout, without its address
  uint64_t image_bytes;
  wl_sampler sampler;
} wl_test_arg;

// The fields of the keys.
#define TEXT(field, size) char field[size];
#define FLAG(field) bool field;
#define NUMBER(type, field, least, most) type field;
#define NUMBERS(type, field, least, most) type field[3];
#define WORDS(type, field, ...) type field;
#define READ(function, value)
#define STANDARD(word)
#define GIVEN(field) bool field;
#define NEEDED

// One of the launches of a test. All launches use one device and the same buffers.
typedef struct {
#define EACH(path, meaning, value) value
#include "keys.def"
  uint32_t *args;  // indices into the test's arguments, in the kernel's order
  uint32_t arg_count;
} wl_test_launch;

// The work-items whose elements an expectation has; element i is of work-item i. How many groups are resident, that is
// have their wave slots at once on an empty unit, depends on the unit's sizes. The others wait.
typedef enum { WL_GROUPS_ALL, WL_GROUPS_RESIDENT, WL_GROUPS_WAITING } wl_expect_groups_kind;

typedef enum {
  WL_EXPECT_VALUES,
  WL_EXPECT_CONSTANT,
  WL_EXPECT_UNCHANGED,
  WL_EXPECT_FORMULA,
  WL_EXPECT_ONE_OF,
  WL_EXPECT_FILE
} wl_expect_kind;

typedef struct {
  wl_expect_kind kind;
  uint32_t buffer;               // index into args
  uint64_t from, count;          // first element, and number of elements
  uint32_t level;                // of an image: the texels of this level from `at` on, `size` of them along x, y and
  uint32_t at[3], size[3];       // z or slices; from is 0, count that of their components
  bool to_end;                   // it means all elements from there on
  wl_expect_groups_kind groups;  // of these elements; not ALL: until wl_expect_groups has narrowed them
  uint64_t *values;              // bits, WL_EXPECT_VALUES; of WL_EXPECT_ONE_OF the contents, one after the other
  uint32_t choices, width;       // of WL_EXPECT_ONE_OF: the number of contents, and the elements of each
  uint64_t *seen;                // of WL_EXPECT_ONE_OF: how often each was found
  uint64_t constant;
  uint8_t *bytes;  // of WL_EXPECT_FILE: of these elements
  char formula[WL_NAME];
  uint32_t inputs[WL_MAX_INPUTS];  // indices into args
  uint32_t input_count;
  uint64_t ulp;      // largest allowed wl_value_distance
  uint8_t lockstep;  // not of a run on the model alone, which has no cycles (D-CTRL-48)
} wl_test_expect;

// A message or a trace record that the host must receive.
typedef struct {
  wl_message message;
  bool any_m0;  // M0 is not compared
} wl_test_message;

// A wave that must halt on a fault.
typedef struct {
  wl_place at;
  uint64_t address;  // of at; 0 until the program is loaded
  bool fetch;        // a fetch fault, else an illegal instruction
  int wave;          // its slot; -1: any wave, or several
} wl_test_fault;

// The expected cycles of a span. The span itself is in the list `spans`, which the checker fills.
typedef struct {
  wl_place from, to;
  char where[2][600];  // of from and to in the description: "<file>:<line>:<column>: <key>"
  uint64_t least, most;
} wl_test_cycles;

// The expected transactions of a vector memory instruction in each execution by a wave. The address and what was
// measured are in the list `counts`, which the checker fills.
typedef struct {
  wl_place at;
  char where[600];  // of at in the description
  uint64_t count;
} wl_test_transactions;

// The launch of the description, or, once the description is read, the first of its launches.
typedef struct {
#define KEY(path, meaning, value) value
#define EACH KEY
#include "keys.def"
  char name[128];
  char program[512];            // path
  char folder[512];             // of the description: relative paths of cl_options begin there
  bool control;                 // launch.issue: waves with control words (maxwell-control.md 8.1), all of
  char control_label[WL_NAME];  // them or those of control_waves, which start at this symbol; "": all
  uint32_t control_waves;
  uint64_t *groups;  // launch.groups, group_count of them: as in wl_launch; NULL: all
  uint32_t group_count;
  uint64_t code_address;         // as in wl_device_options
  wl_memory_knobs memory;        // as in wl_backend_options
  uint32_t gds_least, gds_most;  // bytes of GDS for which the test is made; most 0: it does not say
  bool default_args;             // a program without description: arguments come from the kernel's metadata
  wl_test_arg *args;
  uint32_t arg_count, arg_capacity;
  wl_test_launch *launches;  // none: wl_testcase_settle makes one
  uint32_t launch_count;
  wl_test_expect *expects;
  uint32_t expect_count;
  bool expects_messages, expects_trace;  // messages lists all messages, all trace records
  wl_test_message *messages;             // of both kinds; those of one wave and kind in their order
  uint32_t message_count;
  bool expects_exports;  // exports lists all exports
  wl_export *exports;    // those of one wave and type in their order
  uint32_t export_count;
  wl_test_cycles *cycles;  // cycle_count of them
  wl_cycle_span *spans;    // as many; measured in lockstep
  uint32_t cycle_count;
  wl_test_transactions *transactions;  // transaction_count of them
  wl_transaction_count *counts;        // as many; measured in lockstep
  uint32_t transaction_count;
  wl_verdict verdict;                  // of the run; PASS, or the failure that the test expects
  bool fault;                          // at least one wave must halt on a fault
  wl_test_fault faults[WL_MAX_WAVES];  // all faults that may and must occur; none: any may
  uint32_t fault_count;
  char why[256];  // part of the run's explanation; "": any. Places stand in braces
} wl_testcase;

#undef TEXT
#undef FLAG
#undef NUMBER
#undef NUMBERS
#undef WORDS
#undef READ
#undef STANDARD
#undef GIVEN
#undef NEEDED

// The word of a key (keys.def) for the value of its field. NULL: there is none.
const char *wl_testcase_word(const char *path, uint64_t value);

// Reads a test.json. roots: as for wl_testcase_find. NULL with error: file, line, column, what was found and what was
// expected.
wl_testcase *wl_testcase_read(const char *path, const char *roots, wl_error *error);
// A test of a program without a description: one workgroup of 64 work-items, default arguments. NULL with error.
wl_testcase *wl_testcase_of_program(const char *path, wl_error *error);
void wl_testcase_free(wl_testcase *t);

// The path of a file that a description names. Its name is relative to the description's folder. What is not there may
// be at the same place below another root: a description of build/vectors has its program in vectors. The path is that
// beside the description if no root has the file. False: it is longer than size.
bool wl_testcase_beside(const char *roots, const char *description, const char *name, char *path, size_t size);

// Finds and reads a test. roots: folders separated by colons; NULL: none. If two tests have the name, the first root's
// is meant. name: the name of a test below one of them, or a path. A path leads to a folder with a test.json, to a
// .json, to a source file or to a code object. NULL with error: the message for an unknown name has its new name, or
// the names that are nearest.
wl_testcase *wl_testcase_find(const char *roots, const char *name, wl_error *error);
// Calls f for every test below the roots, in the order of names. name: the path below the root. Returns their number.
uint32_t wl_testcase_each(const char *roots, void (*f)(void *to, const char *name, const char *path), void *to);

// "buffer", "image" and so on: the key of a description with the argument's name.
const char *wl_arg_kind_name(wl_arg_kind kind);
// Appends an argument, all zero. NULL: out of memory. Earlier pointers to arguments become invalid.
wl_test_arg *wl_testcase_add(wl_testcase *t);
// Argument `at` shares the buffer of argument `other`, from its byte `offset` on.
bool wl_testcase_share(wl_testcase *t, uint32_t at, uint32_t other, uint64_t offset, wl_error *error);
// Bits of element i of an argument as it is before the launches, if contents are made from this seed.
uint64_t wl_testcase_element(const wl_testcase *t, uint32_t arg, uint64_t seed, uint64_t i);
// The type of elements by a type of OpenCL C, as "float4*"; else by the size of a value.
wl_type wl_testcase_type(const char *source_type, uint32_t size);
// The contents of an image from a picture (picture.h): level 0, its slices or planes below each other. A sample of the
// picture is what a load gets in its channel: DST_SEL is undone. Integer formats take samples as they are, others the
// nearest value to the sample as a part of the greatest one. What no channel selects is 0.
bool wl_init_from_picture(const wl_test_arg *a, const char *path, wl_init *init, wl_error *error);
// The contents of a buffer from a file. Its size must be the buffer's; for a made-up buffer any whole number of
// elements is good.
bool wl_init_from_file(const wl_test_arg *a, const char *path, wl_init *init, wl_error *error);
// Makes default sizes fit the kernel's reqd_work_group_size. grid, group: which of them are defaults.
void wl_testcase_default_sizes(wl_testcase *t, const struct wl_kernel *k, bool grid, bool group);
// Default arguments by the kernel's metadata: buffers of 65536 random elements, scalars 1, 2, ..., local pointers to
// 4096 bytes. The elements of a vector or struct count upwards. Without metadata: two buffers of 65536 u32, "out"
// (zero) and "in" (random).
bool wl_testcase_default_args(wl_testcase *t, const struct wl_kernel *k, wl_error *error);
// Changes arguments by a text as "n=100 x=iota v=[1,2]", separated by spaces or commas. Brackets and double quotes hold
// an argument together. A scalar gets a value, a vector a list. A buffer gets a text for wl_init_parse, file:path, or
// &buffer to share one; name@count=... also sets its size. A made-up buffer without @ takes the size of its list or
// file.
bool wl_testcase_override(wl_testcase *t, const char *text, wl_error *error);

// Gives a test without a list of launches its one launch: kernel to offset of the test, with all arguments.
bool wl_testcase_settle(wl_testcase *t, wl_error *error);
// Copies to a launch what the test says of all.
void wl_testcase_inherit(const wl_testcase *t, wl_test_launch *l);

// Reads a place in braces. text: behind the {. *end: behind the }. false: no place stands there.
bool wl_place_in_braces(const char *text, wl_place *place, const char **end);

// The Levenshtein distance of the first 63 characters of two names.
uint32_t wl_name_distance(const char *a, const char *b);

// Line and column, from 1, of a value in a JSON text. path: as ".args[2].type". If the value does not exist: of its
// nearest parent.
void wl_json_locate(const char *text, const char *path, int *line, int *column);

#endif
