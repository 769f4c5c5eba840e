// SPDX-License-Identifier: Apache-2.0
// Launches of kernels: what the parts that run, sample, capture and record them share.
#ifndef WAVELOCK_OPENCL_LAUNCH_H
#define WAVELOCK_OPENCL_LAUNCH_H

#include "program.h"
#include "queue.h"
#include "settings.h"
#include "testcase/testcase.h"

// A root object of the arguments, or what image and sampler arguments point to.
typedef struct {
  cl_mem root;
  uint64_t address;
  size_t size;         // bytes
  char name[WL_NAME];  // of the first argument that has it, with ".whole" if that has a part of it, ".memory" of an
                       // image
  bool whole;          // that argument is a buffer and has all of it, from its first byte on
} launch_part;

typedef struct {
  command head;
  cl_kernel kernel;            // used
  const struct wl_kernel *of;  // the kernel as built for the device
  code_object *code;           // the kernel's
  kernel_argument *arguments;  // as they were at the call
  cl_mem *shared;              // used: shared virtual memory that it may access beside its arguments
  cl_uint shared_count;
  cl_mem objects;  // what its images and samplers point to, IMAGE_OBJECT_BYTES for each; NULL: it has none
  wl_launch launch;
  uint64_t number;  // from 1 on, in the order of the calls
  // On the worker.
  launch_part *parts;  // each root once
  cl_uint part_count;
  char (*names)[WL_NAME];     // of the arguments
  wl_allocation_name *named;  // parts
  wl_device *device;          // has the parts, and runs the whole launch
  bool ran;                   // it did
  uint64_t *groups;           // the workgroups that were drawn for lockstep; NULL: all
  size_t group_count;
} ndrange;

// Reads the variables of the launch's program as they were before it: the bytes between their offsets in the image.
bool launch_variables_before(const ndrange *n, void *to, wl_error *error);
uint64_t launch_code_base(const ndrange *n);
// The most work-items of a work-group that the unit holds, of this kernel. 0: not even one fits.
size_t launch_most_items(const struct wl_kernel *k);
// The same, with the code for large groups. That may not be made yet, and may fail. With the lock held.
size_t kernel_most_items(cl_kernel k, unsigned device);

// Work-groups along a dimension of the grid. The last one may be smaller than the others.
uint64_t launch_groups(const ndrange *n, int dimension);
// Where an argument's memory begins in its root.
size_t launch_offset(const kernel_argument *a);

// Contents of a part before the launch, from byte `at` on.
bool launch_before(const ndrange *n, cl_uint part, size_t at, void *to, size_t size, wl_error *error);
// The same launch on another device, on the contents before it; memory and code are gone afterwards. groups: some of
// its workgroups, or NULL. after: gets the contents after it, of each part; NULL: nobody asks.
bool launch_again(wl_device *d, const ndrange *n, const uint64_t *groups, size_t group_count, wl_launch_result *result,
                  uint8_t **after, wl_error *error);

// ---- sampling.c: a part in lockstep ----

// Whether this launch has its turn.
bool sampled(const ndrange *n);
// Runs that part; n->groups are those that it had. false: it could not start.
bool sample_run(ndrange *n, wl_launch_result *result, wl_error *error);

// ---- capture.c ----

// Writes the launch as a test into a folder. It expects what a model makes of it. again: a model runs it for that, or
// else n->device has, which is a model. part: of the part in lockstep. found: of a launch that hangs nothing is
// expected but that.
bool capture_write(const ndrange *n, const char *folder, bool again, bool part, const wl_launch_result *found,
                   wl_error *error);

// ---- record.c: folders, result.json, the summary of the process ----

typedef struct {
  bool begun;  // the launch has a folder, unless nothing is to be written
  wl_verdict verdict;
  const char *why;                 // "": nothing. NULL: it has not ended
  wl_device_kind kind;             // of the OpenCL device
  const wl_launch_result *result;  // of the whole launch; NULL: it did not run
  const wl_launch_result *sample;  // of the part that ran in lockstep; NULL: none
  uint64_t groups, in_lockstep;    // workgroups of the grid; of those in lockstep
  const char *test;                // folder of the test that repeats it; NULL: none was written
} launch_record;

// Fills settings_told for this launch.
void record_name(const ndrange *n, uint64_t spent);
// Makes its folder, with a result.json that says that it has not ended.
bool record_begin(const ndrange *n, launch_record *r, wl_error *error);
// Counts the launch and writes result.json.
void record_end(const ndrange *n, const launch_record *r);
// The line of summary, once; nothing if no launch ran.
void record_summary(void);

#endif
