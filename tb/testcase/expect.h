// SPDX-License-Identifier: Apache-2.0
// Checks a run against the expectations of its test: buffers, messages, faults, cycles, transactions.
#ifndef WAVELOCK_EXPECT_H
#define WAVELOCK_EXPECT_H

#include "testcase.h"

// A formula computes elements of a buffer from the arguments as they were before the launch.
typedef struct {
  const wl_testcase *test;
  uint64_t seed;          // of the arguments' contents
  const uint32_t *in;     // indices of arguments
  const wl_test_arg *to;  // the buffer
} wl_formula_call;

typedef struct {
  const char *name, *about;  // about: the inputs in their order, and the result
  // A letter per input. *: as many elements as the buffer has. 1: one element. n: a number, and the buffer has n*n
  // elements.
  const char *needs;
  const char *types;                                             // of the buffer; NULL: any
  uint64_t (*element)(const wl_formula_call *call, uint64_t i);  // bits of element i
} wl_formula;

// The formula with a name; NULL: there is none. names gets the list of all formulas.
const wl_formula *wl_formula_find(const char *name, char *names, size_t size);

// Each function below returns false with an error that names the first difference.

// Messages and trace records that the host received. Messages of one wave must come in the expected order.
bool wl_expect_messages(const wl_testcase *t, const wl_launch_result *got, wl_error *error);

// Faults on which waves halted: each fault is expected, and each expectation occurs. A test without a list of faults
// accepts any.
bool wl_expect_faults(const wl_testcase *t, const wl_launch_result *got, wl_error *error);

// Cycles between labels, as measured in lockstep.
bool wl_expect_cycles(const wl_testcase *t, wl_error *error);

// Transactions of vector memory instructions, as counted in lockstep.
bool wl_expect_transactions(const wl_testcase *t, wl_error *error);

// Whether the expectations fit the arguments: the command line may have changed their sizes. Call it before the launch.
// seed: as below.
bool wl_expect_fits(const wl_testcase *t, uint64_t seed, wl_error *error);

// Narrows the expectations of resident or waiting groups to the elements of these. resident: the groups that an empty
// unit holds at once; with 0, where the launch cannot start, nothing changes. Call it after wl_expect_fits.
bool wl_expect_groups(wl_testcase *t, uint64_t resident, wl_error *error);

// What buffers hold after the launches. read gives count elements of an argument, from element `from` on.
typedef struct {
  bool (*read)(void *of, uint32_t arg, uint64_t from, size_t count, void *to, wl_error *error);
  void *of;
} wl_contents;

// Contents of buffers. seed: of what the arguments held before the launches. The first differences of each buffer are
// printed on stderr. *compared: the number of elements compared.
// cycles: the run had cycles; without them entries with `lockstep` are not judged.
bool wl_expect_check(const wl_testcase *t, bool cycles, uint64_t seed, const wl_contents *after, uint64_t *compared,
                     wl_error *error);

// Whether element i of an argument holds what an expectation wants of it, which is not ONE_OF. k: the element's number
// among those of the expectation. *wanted: its bits.
bool wl_expect_holds(const wl_testcase *t, const wl_test_expect *e, uint64_t seed, uint64_t i, uint64_t k,
                     uint64_t found, uint64_t *wanted);

// How many elements the buffers and images have that it looks at.
uint64_t wl_expect_elements(const wl_testcase *t, bool cycles);

#endif
