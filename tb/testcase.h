// SPDX-License-Identifier: Apache-2.0
// A test as data: vectors/<name>/test.json. The format is described in vectors/README.md.
#ifndef WAVELOCK_TESTCASE_H
#define WAVELOCK_TESTCASE_H

#include "loader.h"
#include "lockstep/checker.h"
#include "value.h"

enum { WL_MAX_INPUTS = 8, WL_NAME = 64 };

// A place in the device's memory as a description names it: "label", "buffer+0x1000" or "0x7000".
typedef struct {
  char name[WL_NAME];  // symbol of the program, or else a buffer of the test; "": none
  uint64_t offset;     // from there on
} wl_place;

typedef enum { WL_ARG_BUFFER, WL_ARG_SCALAR, WL_ARG_LOCAL } wl_arg_kind;

typedef struct {
  wl_arg_kind kind;
  char name[WL_NAME];
  wl_type type;
  uint64_t count;    // elements of a buffer, or of a scalar (a vector or a struct has several); bytes of a local
  wl_init init;      // of the elements; a scalar's are all listed
  uint64_t address;  // of a buffer: where it is placed; 0: anywhere
  bool made_up;      // the number of elements is
  bool inner;        // of one launch of several; no other place names it
  uint32_t same_as;  // this buffer is that of argument same_as - 1, which is one itself; 0: it is one itself
} wl_test_arg;

// One of the launches of a test, on one device and with the same buffers.
typedef struct {
  char kernel[128];  // "": the only one
  uint32_t grid[3], group[3], lds;
  uint64_t offset[3];                    // what global ids begin at
  uint32_t shared_global, shared_temps;  // as in wl_launch
  uint32_t *args;                        // indices into the test's, in the kernel's order
  uint32_t arg_count;
} wl_test_launch;

typedef enum { WL_EXPECT_VALUES, WL_EXPECT_CONSTANT, WL_EXPECT_UNCHANGED, WL_EXPECT_FORMULA } wl_expect_kind;

typedef struct {
  wl_expect_kind kind;
  uint32_t buffer;       // index into args
  uint64_t from, count;  // elements compared
  bool to_end;           // all from there on, as the description has the buffer
  uint64_t *values;      // bits, WL_EXPECT_VALUES
  uint64_t constant;
  char formula[WL_NAME];
  uint32_t inputs[WL_MAX_INPUTS];  // indices into args
  uint32_t input_count;
  uint64_t ulp;  // allowed distance; 0: equal bits (or both NaN)
} wl_test_expect;

// A message that the host must get, or a record of the thread trace.
typedef struct {
  wl_message message;
  bool any_m0;
} wl_test_message;

// A wave that must halt on a fault.
typedef struct {
  wl_place at;
  uint64_t address;  // of at; 0 until the program has been loaded
  bool fetch;        // on a fetch fault, not on an illegal instruction
  int wave;          // its slot, -1: any wave, or several
} wl_test_fault;

// What a span of cycles must be; the span itself lies in a list of its own, for the checker.
typedef struct {
  wl_place from, to;
  char where[2][600];  // of from and to in the description: "<file>:<line>:<column>: <key>"
  uint64_t least, most;
} wl_test_cycles;

typedef struct {
  char name[128], about[256];
  char program[512];                // path
  char cl_options[1024];            // for clang; its paths begin in folder
  char folder[512];                 // of the description
  char kernel[128];                 // "" : the only one
  uint32_t grid[3], group[3], lds;  // of the first launch, as offset
  uint64_t offset[3];
  uint32_t shared_global, shared_temps;  // as in wl_launch
  char trap_handler[WL_NAME];            // symbol of the program; "": there is none
  char tma[WL_NAME];                     // name of the buffer that TMA points to; "": 0
  uint32_t cond_dbg;                     // as in wl_launch
  wl_alignment alignment;                // as in wl_launch
  uint64_t code_address;                 // as in wl_device_options; 0: anywhere
  bool halt_stays;                       // as in wl_device_options
  bool memcheck;                         // an access to unmapped memory is a HAZARD
  bool default_args;                     // args come from the kernel's metadata (a program without a test.json)
  wl_test_arg *args;
  uint32_t arg_count, arg_room;
  wl_test_launch *launches;  // none: one, as kernel to offset say, with all arguments
  uint32_t launch_count;
  wl_test_expect *expects;
  uint32_t expect_count;
  bool expects_messages, expects_trace;  // messages has all that there must be of the kind
  wl_test_message *messages;             // of both kinds, those of a wave and kind in their order
  uint32_t message_count;
  wl_test_cycles *cycles;  // cycle_count of them
  wl_cycle_span *spans;    // as many; measured in lockstep
  uint32_t cycle_count;
  wl_verdict verdict;                  // of the run; PASS unless the test is one of a failure
  bool fault;                          // a wave is meant to halt on an illegal instruction or a fetch fault
  wl_test_fault faults[WL_MAX_WAVES];  // which and where, all there may be; none: anywhere
  uint32_t fault_count;
  char why[256];  // must occur in the run's explanation; "": anything. Places stand in braces
} wl_testcase;

// Of the alignment modes in test.json and options, from WL_ALIGNMENT_DWORD on; NULL ends them.
extern const char *const wl_alignment_names[];

// Reads a test.json. NULL with an error that names file, line, column, what was found and what was expected.
wl_testcase *wl_testcase_read(const char *path, wl_error *error);
// A program without a test.json: one workgroup of 64 work-items, arguments by wl_testcase_default_args.
wl_testcase *wl_testcase_of_program(const char *path, wl_error *error);
void wl_testcase_free(wl_testcase *t);

// name: a path (a folder with a test.json, a .json, a .s, a .cl, a code object) or a test under one of the roots, which
// are folders separated by colons. An unknown name lists the near ones.
wl_testcase *wl_testcase_find(const char *roots, const char *name, wl_error *error);
// Calls f for every test under each root in order of name; name is its path below the root. Number of tests.
uint32_t wl_testcase_each(const char *roots, void (*f)(void *to, const char *name, const char *path), void *to);

// A further argument, all zero. NULL: out of memory. Pointers to the others do not hold after it.
wl_test_arg *wl_testcase_add(wl_testcase *t);
// The buffer of argument at becomes that of argument other.
bool wl_testcase_share(wl_testcase *t, uint32_t at, uint32_t other, wl_error *error);
// The contents of a buffer of count elements, not of a made-up one's size: as many bytes as the file has.
bool wl_init_from_file(const wl_test_arg *a, const char *path, wl_init *init, wl_error *error);
// The made-up grid, the made-up group or both as the kernel's reqd_work_group_size asks.
void wl_testcase_default_sizes(wl_testcase *t, const struct wl_kernel *k, bool grid, bool group);
// Arguments from metadata: buffers of 65536 random elements, scalars 1, 2, ... (of a vector or struct
// the elements count on), 4096 bytes a local pointer. Without metadata: two buffers of u32, "out" (zero) and "in"
// (random).
bool wl_testcase_default_args(wl_testcase *t, const struct wl_kernel *k, wl_error *error);
// "n=100 x=iota v=[1,2]": scalars get values (a vector a list), buffers an init (wl_init_parse, file:path or &buffer),
// name@count=init also a size; a made-up buffer without one takes that of its list or file. Arguments are separated by
// spaces or commas; what stands in brackets or double quotes belongs together.
bool wl_testcase_override(wl_testcase *t, const char *text, wl_error *error);

// A test without a list of launches gets the one that it means.
bool wl_testcase_settle(wl_testcase *t, wl_error *error);

// What follows the { of a place in a text, up to its }. end: behind the }. false: no such place.
bool wl_place_in_braces(const char *text, wl_place *place, const char **end);

// Line and column (from 1) of the value at a path like ".args[2].type" in a JSON text; of its nearest parent that
// exists.
void wl_json_locate(const char *text, const char *path, int *line, int *column);

#endif
