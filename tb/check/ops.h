// SPDX-License-Identifier: Apache-2.0
// The table of a model (wavelock/model_ops.h), before anything calls it.
#ifndef WAVELOCK_CHECK_OPS_H
#define WAVELOCK_CHECK_OPS_H

#include "base/error.h"
#include "wavelock/model_ops.h"

// Whether it is a table of this version with the functions that every model has.
bool ops_good(const wl_model_ops *ops, wl_error *error);
// Whether it has the functions of the levels and policies with these bits (WL_CAN_*). False, with why: one is missing.
bool ops_have(const wl_model_ops *ops, uint32_t capabilities, char why[256]);
// Whether it has what a run of the model alone needs.
bool ops_run_alone(const wl_model_ops *ops, wl_error *error);
// The same table, with a function in each place: where the model has none, what the checker does without it.
wl_model_ops ops_complete(const wl_model_ops *ops);

#endif
