// SPDX-License-Identifier: Apache-2.0
// What is said of a launch: the lines before a run with made-up arguments, and "launch" of result.json.
#ifndef WAVELOCK_LAUNCH_H
#define WAVELOCK_LAUNCH_H

#include <jansson.h>
#include <stdio.h>

#include "testcase.h"

typedef struct {
  const wl_testcase *test;
  const wl_test_launch *of;
  const struct wl_kernel *kernel;
  const wl_launch *launch;
  const uint64_t *address;  // of each argument that is a buffer
} wl_launch_facts;

void wl_launch_print(FILE *to, const wl_launch_facts *f);
json_t *wl_launch_json(const wl_launch_facts *f);

#endif
