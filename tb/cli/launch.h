// SPDX-License-Identifier: Apache-2.0
// The description of a launch: the lines printed before a run with default arguments, and "launch" of result.json.
#ifndef WAVELOCK_LAUNCH_H
#define WAVELOCK_LAUNCH_H

#include <jansson.h>
#include <stdio.h>

#include "testcase/testcase.h"

typedef struct {
  const wl_testcase *test;
  const wl_test_launch *of;
  const struct wl_kernel *kernel;
  const wl_launch *launch;
  const uint64_t *address;  // of each argument that is a buffer
} wl_launch_facts;

// Kernel, sizes and arguments, in the form that --args takes. Lines are broken before column 118.
void wl_launch_print(FILE *to, const wl_launch_facts *f);
// The same with the buffers' addresses. The caller owns the object.
json_t *wl_launch_json(const wl_launch_facts *f);

#endif
