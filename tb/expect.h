// SPDX-License-Identifier: Apache-2.0
// What a test's buffers must hold after the run.
#ifndef WAVELOCK_EXPECT_H
#define WAVELOCK_EXPECT_H

#include "testcase.h"

// A formula computes every element of a buffer from the arguments as they were before the launch.
typedef struct {
  wl_type type;
  uint64_t count;  // elements; 1 for a scalar
  const void *data;
} wl_formula_input;

typedef struct {
  const wl_testcase *test;
  const wl_formula_input *in;
  wl_type type;  // of the result
  uint64_t count;
  void *out;  // holds the buffer's initial contents
} wl_formula_call;

typedef struct {
  const char *name, *about;  // about: the inputs in order, and the result
  const char *needs;         // a letter an input: * an element for each of the buffer, 1 one, n the root of their count
  const char *types;         // that the buffer may have, NULL: any
  void (*run)(const wl_formula_call *call);
} wl_formula;

// NULL if there is none; names gets the list of all.
const wl_formula *wl_formula_find(const char *name, char *names, size_t size);

// The messages that the host got against those expected. A wave's have an order, those of different waves have none.
bool wl_expect_messages(const wl_testcase *t, const wl_launch_result *got, wl_error *error);

// The faults on which waves halted against those expected: each of the former is one of the latter, and the reverse.
// Where the test says of none where it is, any will do.
bool wl_expect_faults(const wl_testcase *t, const wl_launch_result *got, wl_error *error);

// The cycles that lockstep measured against those expected.
bool wl_expect_cycles(const wl_testcase *t, wl_error *error);

// Whether the expectations fit the arguments that are launched: a size may have been given on the command line.
// before: as below. false with an error that names what does not fit.
bool wl_expect_fits(const wl_testcase *t, void *const *before, wl_error *error);

// For a test that wl_expect_fits. before, after: contents of every argument (scalars: one element; locals NULL).
// Compares all expectations; the first differences are printed on stderr. false with the first one in error. compared:
// elements compared.
bool wl_expect_check(const wl_testcase *t, void *const *before, void *const *after, uint64_t *compared,
                     wl_error *error);

#endif
