// SPDX-License-Identifier: Apache-2.0
// The table of a model (wavelock/model_ops.h), before anything calls it.
#ifndef WAVELOCK_CHECK_OPS_H
#define WAVELOCK_CHECK_OPS_H

#include "base/error.h"
#include "probe/probe.h"
#include "wavelock/model_ops.h"

enum { ROW_NAME = 24 };  // of a row of state, with its end

// Who reads a size: SIZE_OF_CHECKER, SIZE_OF_MODEL, or a policy (WL_CAN_*).
enum {
#define CAPABILITY(name, kind, sentence) SIZE_OF_##name = WL_CAN_##name,
#include "probe/events.def"
  SIZE_OF_CHECKER = WL_CAPABILITIES,
  SIZE_OF_MODEL
};
typedef struct {
  const char *name;
  int owner;
  uint32_t standard, least, most;
} unit_size;
extern const unit_size unit_sizes[WL_UNIT_SIZES];  // the rows SIZE of probe/events.def
// What the model says of a size (WL_SIZE_*); NULL: nothing.
const wl_model_size *ops_size(const wl_model_ops *ops, uint32_t size);
// The sizes of the largest unit that the model takes, for a run of the model alone.
void ops_largest(const wl_model_ops *ops, wl_config *config);

// What reason number `reason` of wl_probe_waits says of a wave.
const wl_model_wait *ops_wait(const wl_model_ops *ops, uint32_t reason);

// Whether it is a table of this version with the functions that every model has, and good sizes and rows.
bool ops_good(const wl_model_ops *ops, wl_error *error);
// Whether it has the functions of the levels and policies with these bits (WL_CAN_*). False, with why: one is missing.
bool ops_have(const wl_model_ops *ops, uint32_t capabilities, char why[256]);
// Whether it has what a run of the model alone needs.
bool ops_run_alone(const wl_model_ops *ops, wl_error *error);
// The same table, with a function in each place: where the model has none, what the checker does without it.
wl_model_ops ops_complete(const wl_model_ops *ops);

#endif
